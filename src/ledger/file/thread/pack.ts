// Writes on their way to the ledger's thread, as one text of lists: to copy an object between threads costs several times what
// a text does, and the names of fields are most of an object's text. What is rare goes whole.
import type { Attempt, Intent, Outcome, OutcomeType, RowIdentity, RowStatus, RunRow } from '../../records.ts';
import type { RowWrite } from '../../store/row-write.ts';

type Rare = Exclude<RowWrite, { readonly do: 'intend' | 'record' }>;
type Packed =
  | readonly ['intend', IdentityList, IntentList]
  | readonly ['record', IdentityList, OutcomeList, RowList | RunRow]
  | readonly ['rare', Rare];

export const pack = (writes: readonly RowWrite[]): string => JSON.stringify(writes.map(packOne));

export const unpack = (text: string): RowWrite[] => (JSON.parse(text) as Packed[]).map(unpackOne); // as pack has written it

function packOne(write: RowWrite): Packed {
  if (write.do === 'intend') return ['intend', identityList(write.intent), intentList(write.intent)];
  if (write.do !== 'record') return ['rare', write];
  const { outcome, row } = write;
  return [
    'record',
    identityList(outcome),
    outcomeList(outcome),
    isToldBy(outcome, row) ? [row.status, row.code] : row,
  ];
}

function unpackOne(packed: Packed): RowWrite {
  switch (packed[0]) {
    case 'intend':
      return { do: 'intend', intent: intentOf(packed[1], packed[2]) };
    case 'record': {
      const outcome = outcomeOf(packed[1], packed[2]);
      const row = packed[3];
      return { do: 'record', outcome, row: 'status' in row ? row : runRowOf(outcome, row) };
    }
    case 'rare': {
      const write = packed[1];
      return write.do === 'saveUpload' ? { ...write, at: new Date(write.at) } : write;
    }
  }
}

type IdentityList = readonly [
  ...[key: string, reference: string | null, content: string, fingerprint: string, target: string],
  ...[runId: string, batchId: string, line: number, sequence: number, currency: string, amount: string],
];

const identityList = (row: RowIdentity): IdentityList => [
  row.key,
  row.reference,
  row.content,
  row.fingerprint,
  row.target,
  row.runId,
  row.batchId,
  row.line,
  row.sequence,
  row.currency,
  row.amount,
];

type IntentList = readonly [
  ...[at: number, body: string, idempotencyKey: string | null],
  ...[idempotencyHeader: string | null, quote: string | null, resend: boolean],
  ...[account: string | null, payee: string | null],
  ...[alikeReferenced: boolean, alikeSince: number | null],
];

const intentList = (intent: Intent): IntentList => [
  intent.at.getTime(),
  intent.body,
  intent.idempotencyKey,
  intent.idempotencyHeader,
  intent.quote,
  intent.resend,
  intent.account ?? null,
  intent.payee ?? null,
  intent.alikeReferenced,
  intent.alikeSince,
];

/** Field by field: an object that is made of another one costs several times as much. */
function intentOf(identity: IdentityList, own: IntentList): Intent {
  const [key, reference, content, fingerprint, target, runId, batchId, line, sequence, currency, amount] =
    identity;
  const [at, body, idempotencyKey, idempotencyHeader, quote, resend, account, payee, ...alike] = own;
  return {
    key,
    reference,
    content,
    fingerprint,
    target,
    runId,
    batchId,
    line,
    sequence,
    currency,
    amount,
    at: new Date(at),
    body,
    idempotencyKey,
    idempotencyHeader,
    quote,
    resend,
    account: account ?? undefined,
    payee: payee ?? undefined,
    alikeReferenced: alike[0],
    alikeSince: alike[1],
  };
}

type OutcomeList = readonly [
  ...[at: number, type: OutcomeType, createdId: string | null, httpStatus: number | null],
  ...[answer: string | null, message: string, startedAt: number | null, attempts: readonly Attempt[]],
];

const outcomeList = (outcome: Outcome): OutcomeList => [
  outcome.at.getTime(),
  outcome.type,
  outcome.createdId,
  outcome.httpStatus,
  outcome.answer,
  outcome.message,
  outcome.startedAt === null ? null : outcome.startedAt.getTime(),
  outcome.attempts,
];

function outcomeOf(identity: IdentityList, own: OutcomeList): Outcome {
  const [key, reference, content, fingerprint, target, runId, batchId, line, sequence, currency, amount] =
    identity;
  const [at, type, createdId, httpStatus, answer, message, startedAt, attempts] = own;
  return {
    key,
    reference,
    content,
    fingerprint,
    target,
    runId,
    batchId,
    line,
    sequence,
    currency,
    amount,
    at: new Date(at),
    type,
    createdId,
    httpStatus,
    answer,
    message,
    startedAt: startedAt === null ? null : new Date(startedAt),
    attempts,
  };
}

/** A run's row that says nothing but its outcome: nearly always. */
type RowList = readonly [status: RowStatus, code: string];

const isToldBy = (outcome: Outcome, row: RunRow): boolean =>
  row.sequence === outcome.sequence &&
  row.line === outcome.line &&
  row.key === outcome.key &&
  row.reference === (outcome.reference ?? '') &&
  row.createdId === (outcome.createdId ?? '') &&
  row.currency === outcome.currency &&
  row.amount === outcome.amount &&
  row.message === outcome.message;

const runRowOf = (outcome: Outcome, [status, code]: RowList): RunRow => ({
  sequence: outcome.sequence,
  line: outcome.line,
  key: outcome.key,
  reference: outcome.reference ?? '',
  status,
  createdId: outcome.createdId ?? '',
  currency: outcome.currency,
  amount: outcome.amount,
  message: outcome.message,
  code,
});
