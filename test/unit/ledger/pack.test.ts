// Writes on their way to the ledger's thread: what comes out is what went in, whatever stands in it.
import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Intent, Outcome, OutcomeType, RowStatus, RunRow } from '../../../src/ledger/ledger.ts';
import type { RowWrite } from '../../../src/ledger/sqlite/row-write.ts';
import { pack, unpack } from '../../../src/ledger/sqlite/thread/pack.ts';
import { SEED, trials } from '../../kit/seed.ts';

const text = fc.string({ unit: 'binary' });
const maybe = fc.option(text, { nil: null });
const count = fc.nat();
const date = fc.date({ noInvalidDate: true });
const identity = {
  key: text,
  reference: maybe,
  content: text,
  fingerprint: text,
  target: text,
  runId: text,
  batchId: text,
  line: count,
  sequence: count,
  currency: text,
  amount: text,
};
const intent: fc.Arbitrary<Intent> = fc.record({
  ...identity,
  at: date,
  body: text,
  bodyHash: text,
  idempotencyKey: maybe,
  idempotencyHeader: maybe,
  quote: maybe,
  resend: fc.boolean(),
  alikeSince: fc.option(count, { nil: null }),
  payee: fc.option(text, { nil: undefined }),
});
const attempt = fc.record({
  operation: text,
  at: text,
  status: fc.option(count, { nil: null }),
  note: text,
  answer: text,
});
const outcome: fc.Arbitrary<Outcome> = fc.record({
  ...identity,
  at: date,
  type: fc.constantFrom<OutcomeType>('created', 'rejected', 'failed', 'in_doubt'),
  createdId: maybe,
  httpStatus: fc.option(count, { nil: null }),
  answer: maybe,
  message: text,
  startedAt: fc.option(date, { nil: null }),
  attempts: fc.array(attempt, { maxLength: 3 }),
});
const status = fc.constantFrom<RowStatus>('created', 'in_doubt', 'not_sent');
const ownRow: fc.Arbitrary<RunRow> = fc.record({
  sequence: count,
  line: count,
  key: maybe,
  reference: text,
  status,
  createdId: text,
  currency: text,
  amount: text,
  message: text,
  code: text,
});

/** A row that says what its outcome says, as nearly all do, or something else in one field or more. */
const record: fc.Arbitrary<RowWrite> = fc
  .tuple(
    outcome,
    status,
    text,
    fc.oneof(
      fc.constant({}),
      ownRow,
      ownRow.map(({ message }) => ({ message })),
    ),
  )
  .map(([one, ended, code, other]) => {
    const { sequence, line, key, currency, amount, message } = one;
    const named = { reference: one.reference ?? '', createdId: one.createdId ?? '' };
    const row = { sequence, line, key, status: ended, currency, amount, message, code, ...named, ...other };
    return { do: 'record', outcome: one, row };
  });
const write: fc.Arbitrary<RowWrite> = fc.oneof(
  intent.map((one): RowWrite => ({ do: 'intend', intent: one })),
  record,
  fc.record({ do: fc.constant('note' as const), runId: text, rows: fc.array(ownRow, { maxLength: 2 }) }),
  fc.record({ do: fc.constant('saveUpload' as const), sha256: text, documentId: text, at: date }),
);

it(`is told what it was told (seed ${SEED}; PAYBATCH_SEED repeats it)`, () => {
  const told = fc.property(fc.array(write, { maxLength: 5 }), (writes) => {
    expect(unpack(structuredClone(pack(writes)))).toEqual(writes);
  });
  fc.assert(told, { seed: SEED, numRuns: trials(75) });
});

it('takes nothing for what it is not', () => {
  expect(() => unpack(['intend', 'a key', null, 7])).toThrow(/something else than it expects, at 3/);
});
