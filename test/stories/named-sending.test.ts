// A row that was sent by one run, and with another amount by a later one: whoever names a run means its sending, and no word about the
// one is recorded with the amount of the other.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { GOOD, payouts } from '../kit/payouts.ts';
import { sentAgain } from './sent-again.ts';

const NOT = ['--as', 'not-created', '--reason', 'support said no', '--by', 'ann', '--yes', '--sure'];
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** 10.00 was executed and called not created; then 12.00 was not executed, and is in doubt. */
async function corrected() {
  const one = await sentAgain(['rent'], [{ fail: 1 }]);
  const { service, folder, say, runs } = one;
  service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 1 });
  const file = join(folder, 'c.csv');
  const row = { ...GOOD, memo: 'rent', reference: 'R-0', receiverAmount: '12.00' };
  writeFileSync(file, payouts([row]));
  const ran = await say(['run', file, '--alike-ok', '--json']);
  expect(ran.code).toBe(3);
  const paid = service.store.transfers[0]?.id ?? '';
  const first = runs[0] ?? '';
  const resolve = (run: string, ...more: string[]) => say(['resolve', run, '--line', '2', ...more]);
  const created = (...more: string[]) =>
    resolve(first, '--as', 'created', '--transfer-id', paid, '--reason', 'seen', '--yes', ...more);
  const second = (JSON.parse(ran.out) as { runId: string }).runId;
  return { ...one, first, second, paid, file, resolve, created };
}

it('both called not created: the one that was paid is recorded as it was sent', async () => {
  const { say, first, second, paid, file, folder, resolve, created, service } = await corrected();
  expect((await resolve(second, ...NOT)).code).toBe(0);
  expect((await created()).code).toBe(2);
  const said = await created('--correct');
  expect([said.code, said.err]).toEqual([0, expect.stringMatching(/10\.00 +GBP/)]);
  expect(said.err).not.toContain('12.00');
  expect((await say(['status', first])).out).toMatch(new RegExp(`R-0 +created +10\\.00 +GBP +${paid}`));
  const other = (await say(['status', second])).out;
  expect(bare(other)).toContain('R-0 not_sent 12.00 GBP paid before under its reference, with other content');
  expect((await say(['ledger', 'verify'])).code).toBe(0);
  const sent = service.store.transfers.length;
  expect((await say(['run', join(folder, 'r.csv'), '--alike-ok'])).code).toBe(0);
  expect((await say(['run', file, '--alike-ok'])).code).toBe(1);
  expect(service.store.transfers).toHaveLength(sent);
});

it('the later one in doubt: it is not settled by a word about the other', async () => {
  const { say, first, second, created, resolve } = await corrected();
  for (const said of [await created(), await created('--correct'), await resolve(first, ...NOT)]) {
    expect(said.code).toBe(2);
    expect(bare(said.err)).toContain(
      `line 2 of run ${first}: that sending of 10.00 GBP was called not created, and the row stands for another one now: by run ${second} (line 2, 12.00 GBP), which is in doubt`,
    );
  }
  expect((await say(['doubts'])).out).toContain('12.00');
  // As the message says: that one first.
  expect((await resolve(second, ...NOT)).code).toBe(0);
  expect((await created('--correct')).code).toBe(0);
});

it('the later one settled as created: its amount does not get the id of the other', async () => {
  const { second, created, resolve, say } = await corrected();
  const word = ['--as', 'created', '--transfer-id', 'T-12', '--reason', 'seen'];
  expect((await resolve(second, ...word)).code).toBe(0);
  const said = await created('--correct');
  expect([said.code, bare(said.err)]).toEqual([2, expect.stringContaining('which stands as created (T-12)')]);
  expect((await say(['status', second])).out).toContain('T-12');
});
