// The command on a real terminal, where one can be had (script, of util-linux): no refusal leaves a bar that goes on,
// and somebody who types is asked although standard error goes into a file.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BIN, ledgerEnv, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** Resolves to what the terminal showed and the exit code; a process that doesn't end is a failure of the test. */
async function onTerminal(
  at: string,
  command: string,
  {
    env = {},
    answer = '',
    ahead = '',
  }: { env?: Record<string, string>; answer?: string; ahead?: string } = {},
): Promise<{ code: number | null; shown: string }> {
  const child = spawn('script', ['-qec', `${process.execPath} ${BIN} ${command}`, '/dev/null'], {
    cwd: at,
    env: { PATH: process.env['PATH'], HOME: at, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.write(ahead);
  let shown = '';
  let asked = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (asked || !/to stop: (?:\u001b\[\d+G)?$/.test(shown)) return;
    asked = true;
    if (answer !== '') child.stdin.write(`${answer}\n`);
  });
  const [code] = (await once(child, 'close')) as [number | null]; // Node's own event
  return { code, shown };
}

describe.skipIf(!hasScript)('on a terminal', () => {
  it.each(['--expect-count 1', '--max-invalid 0', '--max-total GBP=1'])(
    'check ends when a guard refuses: %s',
    async (guard) => {
      const at = folder({ 'in.csv': payouts([...numbered(3), { reference: 'bad', receiverAmount: 'x' }]) });
      const { code, shown } = await onTerminal(at, `check in.csv ${guard}`);
      expect(code).toBe(2);
      expect(shown).toContain('Nothing was sent');
      expect(shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?25l')); // the cursor is back
    },
    20_000,
  );

  it('a run asks, though standard error goes into a file', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const env = ledgerEnv(at, service.url);
    const no = await onTerminal(at, 'run in.csv 2>err.log', { env, answer: 'no' });
    expect(no.code).toBe(2);
    expect(no.shown).toContain('To be paid now: 3 rows');
    expect(service.store.transfers).toHaveLength(0);
    const yes = await onTerminal(at, 'run in.csv 2>err.log', { env, answer: '3' });
    expect(yes.code).toBe(0);
    expect(service.store.transfers).toHaveLength(3);
  }, 20_000);

  it.each([
    ['while the question stands', ''],
    ['in the middle of a run', '--yes --rate 20'],
  ])(
    'a terminal that is closed %s ends the run in order',
    async (_, flags) => {
      const service = await sandbox();
      const at = folder({ 'in.csv': payouts(numbered(60)) });
      // The shell outlives the terminal, hands on what it is told, and keeps what the command ended with.
      const shell = `exec 3<&0; trap 'kill -HUP $P' HUP; ${process.execPath} ${BIN} run in.csv ${flags} <&3 & P=$!
wait $P; wait $P; echo $? >code.new; mv code.new code`;
      const child = spawn('script', ['-qfec', shell, '/dev/null'], {
        cwd: at,
        env: {
          ...{ PATH: process.env['PATH'], HOME: at, TERM: 'xterm', SHELL: '/bin/sh' },
          ...ledgerEnv(at, service.url),
        },
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      let shown = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
      const begun = (): boolean =>
        flags === '' ? shown.includes('to stop: ') : service.store.transfers.length > 2;
      await expect.poll(begun, { interval: 10, timeout: 15_000 }).toBe(true);
      child.kill('SIGKILL');
      await once(child, 'close');
      await expect.poll(() => existsSync(join(at, 'code')), { timeout: 10_000 }).toBe(true);
      expect(service.store.transfers.length).toBeLessThan(60);
      if (flags === '') return;
      expect(statuses(join(at, 'in.results.csv'))).toEqual({
        created: service.store.transfers.length,
        not_sent: 60 - service.store.transfers.length,
      });
    },
    30_000,
  );

  it.each([
    ['a whole line', 'yes\n', 'no'],
    ['half a line', 'ye', 's'],
    ['many lines', 'yes\n3\nyes\n', 'n'],
  ])(
    'what was typed before the question is no answer to it: %s',
    async (_, ahead, answer) => {
      const service = await sandbox();
      const at = folder({ 'in.csv': payouts(numbered(3)) });
      const env = ledgerEnv(at, service.url);
      const { code, shown } = await onTerminal(at, 'run in.csv', { env, answer, ahead });
      expect([code, service.store.transfers.length]).toEqual([2, 0]);
      expect(shown).toContain('To be paid now: 3 rows');
    },
    20_000,
  );
});
