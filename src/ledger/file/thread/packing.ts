// The writes of a batch as one text of plain lists, for the ledger's thread: to copy objects between threads costs several
// times as much. Lists are made and read by their places: to spread them, or to take them apart, costs as much as the text.
import type { Message } from '../../../message.ts';
import type { Attempt, Intent, Outcome, OutcomeType, RowIdentity } from '../../records.ts';
import type { RowStatus, RunRow } from '../../run-records.ts';
import type { RowWrite } from '../../store/row-write.ts';

/** `content` is `null` where it equals the fingerprint. */
type PackedIdentity = readonly [
  reference: string | null,
  content: string | null,
  fingerprint: string,
  target: string,
  runId: string,
  batchId: string,
  line: number,
  sequence: number,
  currency: string,
  amount: string,
];

const packIdentity = (row: RowIdentity): PackedIdentity => [
  row.reference,
  row.content === row.fingerprint ? null : row.content,
  row.fingerprint,
  row.target,
  row.runId,
  row.batchId,
  row.line,
  row.sequence,
  row.currency,
  row.amount,
];

const identityOf = (key: string, packed: PackedIdentity): RowIdentity => ({
  key,
  reference: packed[0],
  content: packed[1] ?? packed[2],
  fingerprint: packed[2],
  target: packed[3],
  runId: packed[4],
  batchId: packed[5],
  line: packed[6],
  sequence: packed[7],
  currency: packed[8],
  amount: packed[9],
});

const isSame = (a: RowIdentity, b: RowIdentity): boolean =>
  a.reference === b.reference &&
  a.content === b.content &&
  a.fingerprint === b.fingerprint &&
  a.target === b.target &&
  a.runId === b.runId &&
  a.batchId === b.batchId &&
  a.line === b.line &&
  a.sequence === b.sequence &&
  a.currency === b.currency &&
  a.amount === b.amount;

type PackedIntent = readonly [
  what: 'i',
  key: string,
  identity: PackedIdentity,
  at: number,
  body: string,
  idempotencyKey: string | null,
  idempotencyHeader: string | null,
  quote: string | null,
  resend: boolean,
  account: string | undefined,
  payee: string | undefined,
  alikeReferenced: boolean,
  alikeSince: number | null,
];

const packIntent = (intent: Intent): PackedIntent => [
  'i',
  intent.key,
  packIdentity(intent),
  intent.at.getTime(),
  intent.body,
  intent.idempotencyKey,
  intent.idempotencyHeader,
  intent.quote,
  intent.resend,
  intent.account,
  intent.payee,
  intent.alikeReferenced,
  intent.alikeSince,
];

const unpackIntent = (packed: PackedIntent): Intent => ({
  at: new Date(packed[3]),
  body: packed[4],
  idempotencyKey: packed[5],
  idempotencyHeader: packed[6],
  quote: packed[7],
  resend: packed[8],
  account: packed[9] ?? undefined,
  payee: packed[10] ?? undefined,
  alikeReferenced: packed[11],
  alikeSince: packed[12],
  ...identityOf(packed[1], packed[2]),
});

/** `identity` is `null` for that of its intent; `status` for a row of which the outcome says the rest. */
type PackedOutcome = readonly [
  what: 'o',
  key: string,
  identity: PackedIdentity | null,
  at: number,
  type: OutcomeType,
  createdId: string | null,
  httpStatus: number | null,
  answer: string | null,
  message: Message | null,
  startedAt: number | null,
  attempts: readonly Attempt[],
  row: RunRow | RowStatus,
  code: string,
];

function packOutcome(outcome: Outcome, row: RunRow, isKnown: boolean): PackedOutcome {
  return [
    'o',
    outcome.key,
    isKnown ? null : packIdentity(outcome),
    outcome.at.getTime(),
    outcome.type,
    outcome.createdId,
    outcome.httpStatus,
    outcome.answer,
    outcome.message ?? null,
    outcome.startedAt === null ? null : outcome.startedAt.getTime(),
    outcome.attempts,
    isAsOutcome(outcome, row) ? row.status : row,
    row.code,
  ];
}

const isAsOutcome = (outcome: Outcome, row: RunRow): boolean =>
  row.sequence === outcome.sequence &&
  row.line === outcome.line &&
  row.key === outcome.key &&
  row.reference === (outcome.reference ?? '') &&
  row.createdId === (outcome.createdId ?? '') &&
  row.currency === outcome.currency &&
  row.amount === outcome.amount &&
  row.message === outcome.message;

function unpackOutcome(packed: PackedOutcome, known: RowIdentity | undefined): RowWrite {
  const identity = packed[2] === null ? known : identityOf(packed[1], packed[2]);
  if (!identity) throw new Error(`the ledger's thread has not heard of ${packed[1]}`);
  const outcome: Outcome = {
    at: new Date(packed[3]),
    type: packed[4],
    createdId: packed[5],
    httpStatus: packed[6],
    answer: packed[7],
    message: packed[8] ?? undefined,
    startedAt: packed[9] === null ? null : new Date(packed[9]),
    attempts: packed[10],
    ...identity,
  };
  const row = typeof packed[11] === 'string' ? reportOf(outcome, packed[11], packed[12]) : packed[11];
  return { do: 'record', outcome, row };
}

const reportOf = (outcome: Outcome, status: RowStatus, code: string): RunRow => ({
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

type Packed = PackedIntent | PackedOutcome | Exclude<RowWrite, { do: 'intend' | 'record' }>;

/** Leaves out identities that the thread knows: both see the same writes in the same order. */
export class Packer {
  readonly #known = new Map<string, RowIdentity>();

  pack(writes: readonly RowWrite[]): string {
    return JSON.stringify(writes.map((write) => this.#packed(write)));
  }

  #packed(write: RowWrite): Packed {
    if (write.do === 'intend') {
      this.#known.set(write.intent.key, write.intent);
      return packIntent(write.intent);
    }
    if (write.do !== 'record') return write;
    const { outcome, row } = write;
    const known = this.#known.get(outcome.key);
    this.#known.delete(outcome.key);
    return packOutcome(outcome, row, known !== undefined && isSame(known, outcome));
  }
}

export class Unpacker {
  readonly #known = new Map<string, RowIdentity>();

  unpack(text: string): RowWrite[] {
    return (JSON.parse(text) as Packed[]).map((packed) => this.#unpacked(packed)); // as Packer has written it
  }

  #unpacked(packed: Packed): RowWrite {
    if ('do' in packed) return packed.do === 'saveUpload' ? { ...packed, at: new Date(packed.at) } : packed;
    const key = packed[1];
    if (packed[0] === 'i') {
      this.#known.set(key, identityOf(key, packed[2]));
      return { do: 'intend', intent: unpackIntent(packed) };
    }
    const known = this.#known.get(key);
    this.#known.delete(key);
    return unpackOutcome(packed, known);
  }
}
