// Notifications, pings and metrics report how a run ended, whatever ended it. They never change its exit code.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { refusedRun } from '../../../src/cli/watch/notification.ts';
import { Watch, type WatchSettings } from '../../../src/cli/watch/watch.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { httpServer } from '../../kit/http.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const NOBODY: WatchSettings = {
  metricsFile: undefined,
  notify: undefined,
  notifyOn: 'failure',
  notifyDetails: false,
  origin: { file: 'in.csv', host: 'pay1', isSandbox: false },
  ping: undefined,
  proxy: undefined,
};

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** A server on loopback that records each request. */
async function listener(answer: 'ok' | 'fail' | 'redirect' | 'hang' = 'ok') {
  const heard: Heard[] = [];
  const url = await httpServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      heard.push({ method: request.method ?? '', url: request.url ?? '', body });
      if (answer === 'hang') return;
      if (answer === 'redirect') response.setHeader('location', '/elsewhere');
      response.writeHead({ ok: 200, fail: 500, redirect: 302 }[answer]).end();
    });
  });
  return { url, heard };
}

async function runs(
  rows: Parameters<typeof payouts>[0],
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string; at: string }> {
  const at = folder({ 'in.csv': payouts(rows) });
  const io = fakeIo(at, env);
  const code = await program(
    ['run', join(at, 'in.csv'), '--sandbox', '--yes', ...args.map((arg) => arg.replace('AT', at))],
    io,
  );
  return { code, out: io.said.out, err: io.said.err, at };
}

const readJson = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const bodies = (heard: readonly Heard[]): unknown[] => heard.map(({ body }) => JSON.parse(body) as unknown);

describe('--notify', () => {
  it('sends nothing after exit code 0, except with --notify-on always', async () => {
    const { url, heard } = await listener();
    expect((await runs(numbered(2), ['--notify', url])).code).toBe(0);
    expect(heard).toEqual([]);
    expect((await runs(numbered(2), ['--notify', url, '--notify-on', 'always'])).code).toBe(0);
    expect(bodies(heard)).toEqual([
      expect.objectContaining({ kind: 'payouts', exitCode: 0, counts: { created: 2 } }),
    ]);
  });

  it('reports a failure with counts, but without amounts, names or paths', async () => {
    const { url, heard } = await listener();
    const rows = [...numbered(1), { reference: 'SUPPLIER-9', receiverAmount: 'x', memo: 'Jane Doe' }];
    const { code, at } = await runs(rows, ['--notify', `${url}/services/T0/B0/secret?x=1`]);
    expect(code).toBe(1);
    expect(heard.map(({ method, url: path }) => [method, path])).toEqual([
      ['POST', '/services/T0/B0/secret?x=1'],
    ]);
    const [message] = bodies(heard) as [Record<string, unknown>];
    expect(Object.keys(message).sort()).toEqual([
      'counts',
      'environment',
      'exitCode',
      'kind',
      'runId',
      'text',
    ]);
    expect(message['text']).toMatch(
      /^paybatch run --sandbox \S+ of in\.csv on \S+ ended with exit code 1 \(a person has to look\): 1 created, 1 invalid\. /,
    );
    for (const word of ['SUPPLIER-9', 'Jane', '10.00', at])
      expect(JSON.stringify(message)).not.toContain(word);
  });

  it.each([
    ['a guard', ['--expect-count', '5'], 'guard'],
    ['a wrong flag', ['--nope'], 'usage'],
  ] as const)('reports what ended a run before anything was sent: %s', async (_, args, code) => {
    const { url, heard } = await listener();
    expect((await runs(numbered(2), [...args, '--notify', url])).code).toBe(2);
    expect(bodies(heard)).toEqual([
      expect.objectContaining({
        exitCode: 2,
        runId: null,
        text: expect.stringContaining(`: ${code}`) as unknown,
      }),
    ]);
  });

  it('has the totals in its text with --notify-details', async () => {
    const { url, heard } = await listener();
    await runs([{ receiverAmount: 'x' }, ...numbered(1)], ['--notify', url, '--notify-details']);
    expect(readJson(heard[0]?.body ?? '')['text']).toMatch(
      /: 1 created, 1 invalid; GBP: 10\.00 created\. This was a test/,
    );
  });

  it('can come from the environment, and a warning shows only the host of the address', async () => {
    const { url, heard } = await listener('fail');
    const at = folder({ 'in.csv': payouts([{ receiverAmount: 'x' }]) });
    const io = fakeIo(at, {
      ...serviceEnv((await sandbox()).url),
      PAYBATCH_LEDGER: join(at, 'l.db'),
      PAYBATCH_NOTIFY: `${url}/hook/secret`,
    });
    expect(await program(['run', join(at, 'in.csv'), '--yes'], io)).toBe(1);
    expect(heard).toHaveLength(1);
    expect(io.said.err).toContain(`warning: --notify (${new URL(url).host}): status code 500`);
    expect(io.said.err).not.toContain('secret');
  });
});

describe('a run with --sandbox', () => {
  it.each([
    ['a good file', numbered(1), [], 0],
    ['an invalid row', [{ receiverAmount: 'x' }], [], 1],
    ['a wrong flag', numbered(1), ['--nope'], 2],
  ] as const)('calls only an address that a flag names: %s', async (_, rows, args, expected) => {
    const { url, heard } = await listener();
    const env = { PAYBATCH_NOTIFY: `${url}/n`, PAYBATCH_PING: `${url}/p` };
    expect((await runs(rows, [...args, '--notify-on', 'always'], env)).code).toBe(expected);
    const config = folder({
      'c.json': JSON.stringify({ notify: `${url}/n`, ping: `${url}/p` }),
    });
    const configured = [...args, '--notify-on', 'always', '--config', join(config, 'c.json')];
    expect((await runs(rows, configured)).code).toBe(expected);
    expect(heard).toEqual([]);
    await runs(rows, [...args, '--ping', `${url}/p`, '--notify', `${url}/n`, '--notify-on', 'always'], env);
    expect(heard).toHaveLength(3);
  });
});

describe('--ping', () => {
  it('calls its address at the beginning and the end, and keeps the query', async () => {
    const { url, heard } = await listener();
    await runs(numbered(1), ['--ping', `${url}/uuid?rid=1`]);
    await runs([{ receiverAmount: 'x' }], ['--ping', `${url}/uuid/?rid=1`]);
    expect(heard.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'GET /uuid/start?rid=1',
      'GET /uuid?rid=1',
      'GET /uuid/start?rid=1',
      'GET /uuid/fail?rid=1',
    ]);
  });

  it.each(['fail', 'redirect'] as const)('only causes a warning if its call fails: %s', async (how) => {
    const { url, heard } = await listener(how);
    const { code, err } = await runs(numbered(1), ['--ping', url]);
    expect(code).toBe(0);
    expect(err).toContain('warning: --ping');
    expect(heard).toHaveLength(2); // no redirect is followed, no call is repeated
  });

  it('ends its calls, and those of --notify, when the time limit is over', async () => {
    const { url, heard } = await listener('hang');
    const io = fakeIo(folder());
    const watch = new Watch({ ...NOBODY, notify: url, ping: url }, io, { start: 20, end: 20 });
    await watch.begin();
    await watch.end(refusedRun(2, 'guard', 1));
    expect(heard.length).toBeLessThanOrEqual(3);
    expect(io.said.err.match(/no response in time/g)).toHaveLength(2); // one for each flag
  });

  it.each(['http://example.com/x', 'nonsense', 'ftp://127.0.0.1/x'])(
    'refuses the address %s without printing it',
    async (url) => {
      const { code, err } = await runs(numbered(1), ['--ping', url]);
      expect(code).toBe(2);
      expect(err).toContain('ping: expected an https address');
      expect(err).not.toContain(url);
    },
  );
});

describe('--metrics-file', () => {
  const gauges = (path: string): Record<string, number> =>
    Object.fromEntries(
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );

  it('contains each status, totals and times, and keeps the last success after a failure', async () => {
    const at = folder();
    const path = join(at, 'paybatch.prom');
    expect((await runs(numbered(2), ['--metrics-file', path])).code).toBe(0);
    const good = gauges(path);
    expect(good).toMatchObject({
      paybatch_exit_code: 0,
      'paybatch_rows{status="created"}': 2,
      'paybatch_rows{status="in_doubt"}': 0,
      'paybatch_amount{currency="GBP",status="created"}': 20,
      paybatch_in_doubt_rows: 0,
    });
    expect(Object.keys(good).filter((name) => name.startsWith('paybatch_rows'))).toHaveLength(10);
    const success = good['paybatch_last_success_timestamp_seconds'];
    expect(success).toBe(good['paybatch_last_run_timestamp_seconds']);
    expect((await runs(numbered(2), ['--metrics-file', path, '--expect-count', '3'])).code).toBe(2);
    expect(gauges(path)).toMatchObject({
      paybatch_exit_code: 2,
      'paybatch_rows{status="created"}': 0,
      paybatch_last_success_timestamp_seconds: success,
    });
    expect(readdirSync(at)).toEqual(['paybatch.prom']);
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  it.each(['AT/none/m.prom', 'AT'])(
    'causes one warning if it cannot be written, with --quiet too: %s',
    async (path) => {
      const { code, err, out } = await runs(numbered(1), ['--metrics-file', path, '--quiet']);
      expect({ code, out }).toEqual({ code: 0, out: '' });
      expect(err).toMatch(
        /^paybatch: warning: --metrics-file .*(could not be written \(ENOENT\)|is a folder)[^\n]*\n$/,
      );
    },
  );

  it.each(['in.csv', 'other.json'])('never replaces a file that is not a metrics file: %s', async (name) => {
    const at = folder({ 'in.csv': payouts(numbered(1)), 'other.json': '{}' });
    const before = readFileSync(join(at, name), 'utf8');
    const io = fakeIo(at);
    const args = ['run', join(at, 'in.csv'), '--sandbox', '--metrics-file', join(at, name)];
    expect(await program(args, io)).toBe(0);
    expect(io.said.err).toContain('is a different file, which would be overwritten');
    expect(readFileSync(join(at, name), 'utf8')).toBe(before);
    expect(await program([...args, '--nope'], fakeIo(at))).toBe(2);
    expect(readFileSync(join(at, name), 'utf8')).toBe(before);
  });
});
