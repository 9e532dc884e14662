// The ledger's thread receives exactly the writes that were sent to it, with times and unusual texts.
import { expect, it } from 'vitest';

import { pack, unpack } from '../../../src/ledger/file/thread/messages.ts';
import type { RowWrite } from '../../../src/ledger/store/row-write.ts';
import { packPart, unpackPart } from '../../../src/ledger/store/run-rows.ts';
import { after, AT, intent, outcome, runRow } from '../../kit/ledger.ts';

it('writes for the ledger thread are the same after packing and unpacking', () => {
  const attempts = [{ operation: 'createTransfer', at: AT.toISOString(), status: 429, note: '', answer: '' }];
  const writes: RowWrite[] = [
    {
      do: 'intend',
      intent: intent('a', { body: '{"memo":"ä€𝄞\u2028\0"}', alikeSince: 3, alikeReferenced: true }),
    },
    { do: 'record', outcome: outcome('a', 'created', { attempts, startedAt: after(1) }) },
    { do: 'record', outcome: outcome('a', 'failed') },
    { do: 'note', runId: 'a', rows: [runRow({ key: null })] },
    { do: 'keep', part: { runId: 'a', kind: 'facts', part: 0, data: '{"at":"2026-01-01T00:00:00.000Z"}' } },
    { do: 'remember', key: 'h', text: 'd', at: after(2) },
  ];
  expect(unpack(pack(writes))).toEqual(writes);
});

it('parts of a run are the same after packing, and a changed part points to ledger verify', () => {
  const page = { runId: 'r1', part: 0, data: '[["a","b"]]' };
  for (const kind of ['cells', 'facts'] as const)
    expect(unpackPart('r1', kind, packPart({ ...page, kind }))).toBe(page.data);
  expect(() => unpackPart('r1', 'cells', 'AAAA')).toThrow(/run r1 was changed.*paybatch ledger verify/);
});
