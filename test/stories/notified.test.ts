// The notification at the end of a run has the file, the host, the meaning of the exit code, and what to do next. The
// gauge of rows in doubt counts all runs.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  notificationOf,
  refusedRun,
  type RunOrigin,
  type WatchedEnd,
} from '../../src/cli/watch/notification.ts';
import { inDoubt, place } from '../kit/in-doubt.ts';
import { sandbox } from '../kit/sandbox.ts';

const ORIGIN: RunOrigin = {
  file: '/srv/payouts/tonight.csv',
  host: 'pay1',
  isSandbox: false,
};
const ENDED: WatchedEnd = {
  ...{ exitCode: 0, runId: 'r-1', kind: 'payouts', environment: 'https://pay.example acme', counts: {} },
  ...{ totals: {}, durationMs: 1, inDoubt: 0, errorCode: '' },
  isLedgerGone: false,
};
const text = (ended: Partial<WatchedEnd>, origin: Partial<RunOrigin> = {}): string =>
  notificationOf({ ...ENDED, ...ended }, { ...ORIGIN, ...origin }, false).text;

describe('the text of a notification', () => {
  it.each<[string, Partial<WatchedEnd>, string]>([
    [
      'all rows were created',
      { counts: { created: 12 } },
      'paybatch run r-1 of tonight.csv on pay1 ended with exit code 0 (no problems): 12 created. Nothing to do.',
    ],
    [
      'the service rejected rows',
      { exitCode: 1, counts: { created: 33, rejected: 3 } },
      'paybatch run r-1 of tonight.csv on pay1 ended with exit code 1 (a person has to look): 33 created, 3 rejected. Next: paybatch report r-1 gives the reasons.',
    ],
    [
      'rows are in doubt',
      { exitCode: 3, counts: { created: 33, in_doubt: 4 }, inDoubt: 6 },
      'paybatch run r-1 of tonight.csv on pay1 ended with exit code 3 (some rows are in doubt: they may have been sent): 33 created, 4 in_doubt. Next: do not pay them by hand. paybatch doubts lists them, with the commands that resolve them. Rows in doubt of other runs: 2 (paybatch doubts).',
    ],
    [
      'the run stopped early',
      { exitCode: 4, counts: { created: 3, not_sent: 4 } },
      'paybatch run r-1 of tonight.csv on pay1 ended with exit code 4 (stopped early): 3 created, 4 not_sent. Next: run the same command again: it continues.',
    ],
    [
      'other runs have rows in doubt',
      { exitCode: 0, counts: { duplicate: 2 }, inDoubt: 1 },
      'paybatch run r-1 of tonight.csv on pay1 ended with exit code 0 (no problems): 2 duplicate. Nothing to do. Rows in doubt of other runs: 1 (paybatch doubts).',
    ],
    [
      'the ledger is gone',
      { exitCode: 4, counts: { created: 1, not_sent: 1 }, isLedgerGone: true },
      'paybatch run r-1 of tonight.csv on pay1 ended with exit code 4 (stopped early): 1 created, 1 not_sent. The ledger is gone: restore it before anything is run again. Without it, paid rows would be paid again.',
    ],
  ])('has the result and the next step if %s', (_, ended, expected) => {
    expect(text(ended)).toBe(expected);
  });
  it.each([
    ['guard', 'guard. Next: find the reason in the log of the run. Correct it'],
    ['running', 'running. Next: wait until the other run has ended.'],
  ])('has the reason and the next step for a refused run: %s', (code, expected) => {
    const { text: said } = notificationOf(refusedRun(2, code, 1), ORIGIN, false);
    expect(said).toContain(
      `paybatch run of tonight.csv on pay1 ended with exit code 2 (nothing was sent): ${expected}`,
    );
  });
});

// Alerts use the gauge of rows in doubt. So it counts the rows of all runs, however the last run ended.

/** Runs that are refused for a flag, a setting, the file or a guard. */
const REFUSED = [
  ['AT/in.csv', '--nope'],
  ['AT/in.csv', '--concurrency', 'x'],
  ['AT/other.csv'],
  ['AT/in.csv', '--expect-count', '9'],
];

/** Reads the gauge and removes the file, so that no older value is read again. */
function gauge(at: string): string | undefined {
  const path = join(at, 'm.prom');
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return /^paybatch_in_doubt_rows (.*)$/m.exec(text)?.[1];
}

describe('the gauge of rows in doubt', () => {
  it.each(REFUSED)('is written if a run is refused: %s %s', async (...args) => {
    const { at, say } = await inDoubt();
    const named = args.map((arg) => arg.replace('AT', at));
    expect((await say(['run', ...named, '--metrics-file', join(at, 'm.prom')])).code).toBe(2);
    expect(gauge(at)).toBe('3');
  });

  it('is 0 if no run was ever made', async () => {
    const { at, say } = await place(await sandbox());
    expect(
      (await say(['run', join(at, 'in.csv'), '--nope', '--metrics-file', join(at, 'm.prom')])).code,
    ).toBe(2);
    expect(gauge(at)).toBe('0');
  });

  it('is left out if the path of the ledger is refused', async () => {
    const { at, say } = await place(await sandbox());
    const args = ['run', join(at, 'in.csv'), '--ledger', 'relative.db'];
    expect((await say([...args, '--metrics-file', join(at, 'm.prom')])).code).toBe(2);
    expect(gauge(at)).toBeUndefined();
  });
});
