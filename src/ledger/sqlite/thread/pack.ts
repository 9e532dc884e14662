// Writes on their way to the ledger's thread, as one flat list of plain values: copying an object between threads costs
// several times what its values do, for each of its fields is written and read by name. What is rare goes as it is.
import type { Attempt, Intent, Outcome, OutcomeType, RowIdentity, RowStatus, RunRow } from '../../records.ts';
import type { RowWrite } from '../row-write.ts';

/** Texts, numbers, booleans and `null`, one write after the other; a rare write is one object. */
export type Packed = readonly unknown[];

/** With each of its fields, those that may be missing too: none is forgotten here. */
type Whole<T> = { [K in keyof Required<T>]: T[K] };

export function pack(writes: readonly RowWrite[]): Packed {
  const out: unknown[] = [];
  for (const write of writes) {
    if (write.do === 'intend') packIntent(out, write.intent);
    else if (write.do === 'record') packOutcome(out, write.outcome, write.row);
    else out.push('other', write);
  }
  return out;
}

export function unpack(packed: Packed): RowWrite[] {
  const reader = new Reader(packed);
  const writes: RowWrite[] = [];
  while (!reader.atEnd) writes.push(unpackOne(reader));
  return writes;
}

function unpackOne(reader: Reader): RowWrite {
  const kind = reader.text();
  if (kind === 'intend') return { do: 'intend', intent: unpackIntent(reader) };
  if (kind === 'record') return unpackOutcome(reader);
  return reader.next() as RowWrite; // pack has put it there, whole
}

function packIdentity(out: unknown[], row: RowIdentity): void {
  out.push(
    row.key,
    row.reference,
    row.content,
    row.fingerprint,
    row.target ?? '',
    row.runId,
    row.batchId,
    row.line,
    row.sequence,
  );
  out.push(row.currency, row.amount);
}

const unpackIdentity = (reader: Reader): Whole<RowIdentity> => ({
  key: reader.text(),
  reference: reader.textOrNull(),
  content: reader.text(),
  fingerprint: reader.text(),
  target: reader.text(),
  runId: reader.text(),
  batchId: reader.text(),
  line: reader.number(),
  sequence: reader.number(),
  currency: reader.text(),
  amount: reader.text(),
});

function packIntent(out: unknown[], intent: Intent): void {
  out.push('intend');
  packIdentity(out, intent);
  const { at, body, bodyHash, idempotencyKey, idempotencyHeader, quote, resend, alikeSince } = intent;
  out.push(at.getTime(), body, bodyHash, idempotencyKey, idempotencyHeader, quote, resend, alikeSince);
  out.push(intent.payee ?? null);
}

function unpackIntent(reader: Reader): Whole<Intent> {
  const identity = unpackIdentity(reader);
  return {
    at: reader.date(),
    body: reader.text(),
    bodyHash: reader.text(),
    idempotencyKey: reader.textOrNull(),
    idempotencyHeader: reader.textOrNull(),
    quote: reader.textOrNull(),
    resend: reader.flag(),
    alikeSince: reader.numberOrNull(),
    payee: reader.textOrNull() ?? undefined,
    ...identity,
  };
}

function packOutcome(out: unknown[], outcome: Outcome, row: RunRow): void {
  out.push('record');
  packIdentity(out, outcome);
  const { at, type, createdId, httpStatus, answer, message, startedAt, attempts } = outcome;
  out.push(at.getTime(), type, createdId, httpStatus, answer, message, startedAt && startedAt.getTime());
  out.push(attempts.length);
  for (const one of attempts) out.push(one.operation, one.at, one.status, one.note, one.answer);
  if (isToldBy(outcome, row)) out.push(null, row.status, row.code);
  else out.push(row);
}

function unpackOutcome(reader: Reader): RowWrite {
  const identity = unpackIdentity(reader);
  const outcome: Whole<Outcome> = {
    at: reader.date(),
    type: reader.text() as OutcomeType, // an outcome's own
    createdId: reader.textOrNull(),
    httpStatus: reader.numberOrNull(),
    answer: reader.textOrNull(),
    message: reader.text(),
    startedAt: reader.dateOrNull(),
    attempts: Array.from({ length: reader.number() }, () => unpackAttempt(reader)),
    ...identity,
  };
  const own = reader.next() as RunRow | null; // as pack has put it
  const row = own ?? told(outcome, reader.text() as RowStatus, reader.text()); // a row's own status
  return { do: 'record', outcome, row };
}

const unpackAttempt = (reader: Reader): Attempt => ({
  operation: reader.text(),
  at: reader.text(),
  status: reader.numberOrNull(),
  note: reader.text(),
  answer: reader.text(),
});

/** What a run's row says where it says nothing but its outcome: nearly always. */
const told = (outcome: Outcome, status: RowStatus, code: string): RunRow => ({
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

const isToldBy = (outcome: Outcome, row: RunRow): boolean =>
  row.sequence === outcome.sequence &&
  row.line === outcome.line &&
  row.key === outcome.key &&
  row.reference === (outcome.reference ?? '') &&
  row.createdId === (outcome.createdId ?? '') &&
  row.currency === outcome.currency &&
  row.amount === outcome.amount &&
  row.message === outcome.message;

/** Reads what was packed, in its order; anything else is a defect. */
class Reader {
  readonly #packed: Packed;
  #at = 0;

  constructor(packed: Packed) {
    this.#packed = packed;
  }

  get atEnd(): boolean {
    return this.#at >= this.#packed.length;
  }

  next(): unknown {
    return this.#packed[this.#at++];
  }

  text(): string {
    const value = this.next();
    return typeof value === 'string' ? value : this.#wrong();
  }

  textOrNull(): string | null {
    const value = this.next();
    return typeof value === 'string' || value === null ? value : this.#wrong();
  }

  number(): number {
    const value = this.next();
    return typeof value === 'number' ? value : this.#wrong();
  }

  numberOrNull(): number | null {
    const value = this.next();
    return typeof value === 'number' || value === null ? value : this.#wrong();
  }

  flag(): boolean {
    const value = this.next();
    return typeof value === 'boolean' ? value : this.#wrong();
  }

  date(): Date {
    return new Date(this.number());
  }

  dateOrNull(): Date | null {
    const time = this.numberOrNull();
    return time === null ? null : new Date(time);
  }

  #wrong(): never {
    throw new Error(`the ledger's thread was told something else than it expects, at ${this.#at - 1}`);
  }
}
