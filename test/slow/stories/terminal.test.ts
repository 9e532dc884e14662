// The command on a real terminal, if `script` (of util-linux) is installed. A refusal ends the progress bar, and a run
// asks its question even if standard error goes to a file. A run ends in order when the terminal is closed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BIN, ledgerEnv, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** Resolves to the exit code and the text on the terminal. A process that doesn't end fails the test. */
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

describe.skipIf(!hasScript)('a command on a terminal', () => {
  it.each(['--expect-count 1', '--max-invalid 0', '--max-total GBP=1'])(
    'check ends and shows the cursor again when a guard refuses: %s',
    async (guard) => {
      const at = folder({ 'in.csv': payouts([...numbered(3), { reference: 'bad', receiverAmount: 'x' }]) });
      const { code, shown } = await onTerminal(at, `check in.csv ${guard}`);
      expect(code).toBe(2);
      expect(shown).toContain('Nothing was sent');
      expect(shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?25l')); // the cursor is back
    },
    20_000,
  );

  it('a run asks before it pays, even if standard error goes to a file', async () => {
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
    ['while the question is open', ''],
    ['in the middle of a run', '--yes --rate 20'],
  ])(
    'a run ends in order when the terminal is closed %s',
    async (_, flags) => {
      const service = await sandbox();
      const at = folder({ 'in.csv': payouts(numbered(60)) });
      // The shell outlives the terminal, passes SIGHUP on, and writes the command's exit code to a file.
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
      // 134: Node itself aborts at its end if it cannot reset a terminal that is gone.
      expect([flags === '' ? 2 : 4, 134]).toContain(Number(readFileSync(join(at, 'code'), 'utf8')));
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
    'a run does not take text typed before the question as the answer: %s',
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
