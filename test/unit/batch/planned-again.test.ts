// A row that is planned once more, before it is sent from a queue: what the ledger has learnt since counts.
import { expect, it } from 'vitest';

import { planPage } from '../../../src/batch/plan/page.ts';
import type { Ledger, RowRecord } from '../../../src/ledger/ledger.ts';

it('a row that was planned before is decided by what the ledger knows now', async () => {
  const key = 'payouts:r:A';
  const known = {
    ...{ key, state: 'planned', content: 'c', byPerson: true, runId: 'r1', batchId: 'b', line: 2 },
    ...{ updatedAt: new Date(0), createdId: null, reference: 'A' },
  } as unknown as RowRecord; // what is looked at
  let now = known;
  const ledger = new Proxy({} as Ledger, { get: () => () => Promise.resolve(new Map([[key, now]])) });
  const item = {
    row: { kind: 'payouts', reference: 'A', issues: [], line: 2, body: {}, currency: '', amount: '' },
    key: { key, content: 'c', fingerprint: 'c', target: 't', batchId: 'b', sequence: 0 },
  };
  type Page = Parameters<typeof planPage>;
  const settings = { ledger, profile: {}, clock: { now: () => 0 } } as unknown as Page[1];
  const [taken] = await planPage([item] as unknown as Page[0], settings);
  expect(taken?.planned).toEqual({ do: 'send' });
  now = { ...known, contradictedBy: 'id-9' };
  const [again] = await planPage([taken!], settings);
  expect(again?.planned).toMatchObject({ do: 'nothing', result: { errorCode: 'contradicted' } });
});
