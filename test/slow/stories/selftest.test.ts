// The command selftest: its counts are right, it is able to fail, and it leaves no files, however it ends.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type KillCounts, killRuns } from '../../../src/cli/commands/selftest/kill-runs.ts';
import { proofOf, selftestCommand } from '../../../src/cli/commands/selftest/selftest.ts';
import type { Io } from '../../../src/cli/io.ts';
import { program } from '../../../src/cli/program.ts';
import { ended, start } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const ARGS = { kills: 1, ledger: undefined, config: undefined, json: false, rest: [] };
/** The counts of a good control, which shows a duplicate, and those with a good ledger. */
const SEEN = { kills: 9, executed: ['x', 'x'], rows: [], failed: undefined };
const PAID = { kills: 6, executed: ['a'], rows: [{ name: 'a', status: 'created' }], failed: undefined };
const KEYS = ['kills', 'transfers', 'twice', 'lost', 'doubts', 'control', 'durationMs', 'exitCode'];
const asJson = (text: string) => JSON.parse(text) as Record<string, unknown>;

function machine(more: Partial<Io> = {}, env: Record<string, string> = {}) {
  const at = folder();
  const io = fakeIo(
    at,
    { PATH: process.env['PATH'] ?? '', PAYBATCH_LEDGER: join(at, 'state', 'ledger.db'), ...env },
    more,
  );
  return { at, io };
}

describe('selftest', () => {
  it('finds nothing sent twice or lost after killed runs, and duplicates in its control', async () => {
    const { at, io } = machine();
    mkdirSync(join(at, 'state'));
    writeFileSync(join(at, 'state', 'ledger.db'), 'mine');
    const code = await program(['selftest', '--kills', '18', '--json'], io);
    const proof = asJson(io.said.out);
    expect(Object.keys(proof), io.said.err).toEqual(KEYS);
    expect(proof).toMatchObject({ kills: 18, twice: 0, lost: 0, exitCode: 0 });
    expect(proof['transfers']).toBeGreaterThan(20);
    expect(proof['doubts']).toBeGreaterThan(0);
    expect(proof['control']).toMatchObject({ kills: 9, twice: expect.any(Number) as unknown });
    expect((proof['control'] as { twice: number }).twice).toBeGreaterThan(0);
    expect(code).toBe(0);
    expect(readdirSync(join(at, 'state'))).toEqual(['ledger.db']);
  }, 120_000);

  it.each([
    ['a ledger that forgets', false, /FAILED: do not pay with this set-up/],
    ['a control without duplicates', true, /NOT PROVEN: the control showed no duplicates/],
  ])(
    'ends with exit code 1 for %s',
    async (_, ofControl, says) => {
      const { at, io } = machine();
      const code = await selftestCommand({ ...ARGS, kills: 6 }, io, (settings) => {
        if (settings.forgets !== ofControl) return Promise.resolve(ofControl ? PAID : SEEN);
        return killRuns({ ...settings, kills: ofControl ? 3 : 6, forgets: !ofControl });
      });
      expect([code, io.said.out]).toEqual([1, expect.stringMatching(says)]);
      expect(readdirSync(at, { recursive: true })).toEqual(['state']);
    },
    60_000,
  );

  it('ends with exit code 1 and leaves no files if it is interrupted', async () => {
    const at = folder();
    const child = start(at, ['selftest', '--kills', '5000', '--json', '--ledger', 'state/ledger.db']);
    const end = ended(child);
    const state = join(at, 'state');
    const working = (): boolean =>
      existsSync(state) &&
      readdirSync(state, { recursive: true }).some((name) => String(name).endsWith('in.csv'));
    await expect.poll(working, { timeout: 20_000 }).toBe(true);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await end;
    expect(asJson(stdout)).toMatchObject({ exitCode: 1 });
    expect([code, stderr]).toEqual([1, expect.stringContaining('stopped before its end: it proves nothing')]);
    expect(readdirSync(at, { recursive: true })).toEqual(['state']);
  }, 60_000);
});

describe('the result of selftest', () => {
  const own: KillCounts = {
    kills: 2,
    executed: ['a', 'b', 'c'],
    rows: ['a', 'b', 'c'].map((name) => ({ name, status: 'created' })),
    failed: undefined,
  };
  const control: KillCounts = { kills: 1, executed: ['x', 'x'], rows: [], failed: undefined };
  const row = (name: string, status: string) => ({ ...own, rows: [...own.rows, { name, status }] });
  const twice = { ...own, executed: ['a', 'b', 'c', 'a'] };
  it.each<[string, KillCounts, KillCounts, boolean, object]>([
    ['no fault', own, control, false, { twice: 0, lost: 0, exitCode: 0 }],
    ['a row in doubt', row('d', 'in_doubt'), control, false, { doubts: 1, exitCode: 0 }],
    [
      'a row in doubt that was executed',
      { ...row('d', 'in_doubt'), executed: ['a', 'b', 'c', 'd'] },
      control,
      false,
      { doubts: 1, lost: 0, twice: 0, exitCode: 0 },
    ],
    ['a payout sent twice', twice, control, false, { twice: 1, exitCode: 1 }],
    [
      'a row reported as created but not executed',
      row('d', 'created'),
      control,
      false,
      { lost: 1, exitCode: 1 },
    ],
    ['a failed row', row('d', 'failed'), control, false, { lost: 1, exitCode: 1 }],
    ['a row without a result', row('d', 'missing'), control, false, { lost: 1, exitCode: 1 }],
    ['a control without duplicates', own, { ...control, executed: ['x'] }, false, { exitCode: 1 }],
    ['a selftest that was stopped', own, control, true, { exitCode: 1 }],
    ['a run that could not do its work', { ...own, failed: 'why' }, control, false, { exitCode: 1 }],
  ])('has the right counts and exit code for %s', (_, mine, other, isStopped, expected) => {
    expect(proofOf(mine, other, { isStopped, durationMs: 5 })).toMatchObject(expected);
  });
});
