// Statuses stand in one order wherever a run's rows are counted, whichever row of the file came first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ROW_STATUSES } from '../../src/ledger/ledger.ts';
import { place } from '../kit/in-doubt.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const EXPECTED = ['created', 'duplicate', 'invalid', 'rejected'];

/** Those of EXPECTED as they follow each other in a text. */
const orderIn = (text: string): string[] =>
  EXPECTED.map((status) => [text.search(new RegExp(String.raw`\b${status}\b`)), status] as const)
    .sort(([a], [b]) => a - b)
    .map(([, status]) => status);

it('in the summary, its JSON, status, the report and the metrics', async () => {
  const { at, say, service } = await place(await sandbox());
  const [one = {}, two = {}, three = {}, four = {}] = numbered(4);
  writeFileSync(join(at, 'first.csv'), payouts([two]));
  await say(['run', join(at, 'first.csv')], {});
  service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
  writeFileSync(join(at, 'in.csv'), payouts([three, { ...one, receiverAmount: 'x' }, two, four]));
  const metrics = join(at, 'm.prom');
  const ran = await say(
    ['run', join(at, 'in.csv'), '--json', '--concurrency', '1', '--metrics-file', metrics],
    {},
  );
  const { counts, totals } = JSON.parse(ran.out) as { counts: object; totals: Record<string, object> };
  expect(Object.keys(counts)).toEqual(EXPECTED);
  expect(Object.keys(totals['GBP'] ?? {})).toEqual(EXPECTED);
  expect(orderIn((await say(['status'])).out.split('\n')[1] ?? '')).toEqual(EXPECTED);
  const { runs } = JSON.parse((await say(['status', '--json'])).out) as { runs: { counts: object }[] };
  expect(Object.keys(runs[0]?.counts ?? {})).toEqual(EXPECTED);
  const page = (await say(['report', 'last', '--format', 'html'])).out;
  expect([...page.matchAll(/<option value="(\w+)">/g)].map(([, status]) => status)).toEqual(EXPECTED);
  const told = [...readFileSync(metrics, 'utf8').matchAll(/paybatch_rows\{status="(\w+)"\}/g)];
  expect(told.map(([, status]) => status)).toEqual(ROW_STATUSES);
});
