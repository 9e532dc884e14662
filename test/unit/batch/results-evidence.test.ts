// Results as evidence against a ledger: which rows they hold once somebody has accepted the ledger all the same.
import { renameSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { readEvidence } from '../../../src/batch/plan/results-evidence.ts';
import { folder } from '../../kit/folder.ts';
import { openedLedger } from '../../kit/ledger.ts';
import { say } from '../../kit/words.ts';

const HEAD =
  'line,reference,status,transferId,currency,receiverAmount,runId,environment,ledgerId,ledgerSequence,ledgerHead';
const OTHER = '00000000-0000-4000-8000-000000000000';

it.each([
  ['created with an id that the ledger does not know', 'created', 'T-1', true],
  ['created without an id', 'created', '', true],
  ['paid in another batch', 'duplicate', 'T-1', true],
  ['in doubt', 'in_doubt', '', true],
  ['sent by another host, perhaps', 'pending', '', true],
  ['rejected', 'rejected', '', false],
  ['not sent', 'not_sent', '', false],
])('rows that results of another ledger call %s', async (_, status, id, isHeld) => {
  const ledger = openedLedger();
  const row = (reference: string, amount: string): string =>
    `2,${reference},${status},${id},GBP,${amount},run,env,${OTHER},7,${'a'.repeat(64)}`;
  const at = folder({ 'in.results.csv': `${HEAD}\n${row('R-1', '10.00')}\n${row('', '7')}\n` });
  const said: string[] = [];
  const asked = {
    ...{ file: join(at, 'in.csv'), results: join(at, 'in.results.csv'), environment: 'env' },
    ...{ acceptLedger: false, clock: { now: () => Date.now() } },
  };
  await expect(readEvidence(asked, ledger)).rejects.toMatchObject({
    code: 'ledger_witness',
  });
  const { paidElsewhere, isAtRisk } = await readEvidence(
    { ...asked, acceptLedger: true },
    ledger,
    (message) => said.push(say(message)),
  );
  expect(isAtRisk).toBe(true);
  expect(said.at(-1)).toContain('was written with another ledger');
  const held = (reference: string, amount: string, by = paidElsewhere): boolean =>
    by.placeOf({ reference, currency: 'GBP', amount }) !== undefined;
  expect([held('R-1', '99'), held('', '10'), held('R-9', '7.00')]).toEqual([isHeld, isHeld, isHeld]);
  expect([held('R-9', '10'), held('', '11')]).toEqual([false, false]);
  // It was accepted once, and its results were kept: the next run is not refused, and holds the same rows.
  renameSync(join(at, 'in.results.csv'), join(at, 'in.results.kept-run.csv'));
  const later = await readEvidence(asked, ledger);
  expect(held('R-1', '99', later.paidElsewhere)).toBe(isHeld);
});
