// What a run keeps for reports apart from its rows (batch/send/run-parts.ts): the input's columns and totals, why the
// run stopped, and the cells of each row. A single call keeps nothing.
import { isLosslessNumber } from 'lossless-json';

import type { KeptWarnings } from '../batch/input/warnings.ts';
import { parseAnswer } from '../client/json.ts';
import type { Doubt, Ledger, RunRecord } from '../ledger/ledger.ts';
import type { Message } from '../message.ts';

export interface RunFacts {
  /** The field of each input column, or its `x-` name. */
  readonly columns: readonly string[];
  /** Fields without a column: from constants and lookups of an import profile. */
  readonly added: readonly string[];
  /** Exact totals of the whole file, by currency; `null` if they were not kept. */
  readonly totals: Readonly<Record<string, string>> | null;
  /** Why it ended early, if it did and the reason is known. */
  readonly stopped: Message | undefined;
  /** Warnings before anything was sent; `null` if they were not kept. */
  readonly warned: KeptWarnings | null;
}

export async function factsOf(ledger: Ledger, runId: string): Promise<RunFacts> {
  const facts: RunFacts = {
    ...{ columns: [], added: [], totals: null, warned: null, stopped: undefined },
  };
  // The first page is written when the run begins, the second when it ends.
  for await (const { data } of ledger.eachPart(runId, 'facts')) Object.assign(facts, JSON.parse(data));
  return facts;
}

/** The cells of a run's rows, read in the order of the rows. Holds one page. */
export class KeptCells {
  readonly #pages;
  #first = 0;
  #rows: readonly (readonly string[])[] = [];
  #ended = false;

  constructor(ledger: Ledger, runId: string) {
    this.#pages = ledger.eachPart(runId, 'cells')[Symbol.asyncIterator]();
  }

  /** `undefined` if the cells of the row were not kept. */
  async of(sequence: number): Promise<readonly string[] | undefined> {
    while (!this.#ended && sequence >= this.#first + this.#rows.length) {
      const next = await this.#pages.next();
      if (next.done === true) this.#ended = true;
      else {
        this.#first = next.value.part;
        this.#rows = JSON.parse(next.value.data) as string[][]; // our own page
      }
    }
    return this.#rows[sequence - this.#first];
  }
}

const DECIMAL = /^\d+(?:\.\d+)?$/;

/** Who is paid, and for what. `account`: empty for a customer or a trade. `amount`: of a trade. */
export function recipientOf(fields: ReadonlyMap<string, string>) {
  const text = (name: string): string => fields.get(name) ?? '';
  return {
    payee: text('businessLegalName'),
    customer: text('customerId'),
    account: text('destination.externalAccountId'),
    memo: text('memo'),
    amount: [text('amount'), text('sourceAmount')].find((one) => DECIMAL.test(one)) ?? '',
    currency: text('sourceCurrency'),
  };
}

/** By dotted path; empty if the body is not a JSON object. */
export function fieldsOfBody(body: string): Map<string, string> {
  const fields = new Map<string, string>();
  if (body !== '') add('', parseAnswer(body), fields);
  return fields;
}

/** A row in doubt as it was sent. The ledger has no name of a customer and no amount of a trade: the body has them. */
export function sentPayment({
  payee,
  amount,
  currency,
  body,
}: Pick<Doubt, 'payee' | 'amount' | 'currency' | 'body'>): ReturnType<typeof recipientOf> {
  const sent = recipientOf(fieldsOfBody(body ?? ''));
  const own = {
    payee: payee || sent.payee,
    amount: amount || sent.amount,
    currency: currency || sent.currency,
  };
  return { ...sent, ...own };
}

function add(path: string, value: unknown, fields: Map<string, string>): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    fields.set(path, value.map(textOf).join(';'));
    return;
  }
  // A number is an object of the JSON library, which keeps its digits.
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    for (const [name, inner] of Object.entries(value))
      add(path === '' ? name : `${path}.${name}`, inner, fields);
    return;
  }
  fields.set(path, textOf(value));
}

const textOf = (value: unknown): string => {
  if (isLosslessNumber(value)) return value.toString();
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const ALL_RUNS = 1_000_000;

/** The run has no exit code, and no process works on it. */
export const isKilled = (run: RunRecord): boolean => run.exitCode === null && !run.alive;

/** The newest of these runs that continued a killed run with the same file. A refused run did not. */
export function continuedBy(run: RunRecord, runs: readonly RunRecord[]): RunRecord | undefined {
  if (!isKilled(run)) return undefined;
  return runs.find(
    (other) =>
      other.startedAt > run.startedAt &&
      other.exitCode !== 2 &&
      other.kind === run.kind &&
      other.batchId === run.batchId &&
      other.fileHash === run.fileHash &&
      other.rows === run.rows,
  );
}

/** The same among all runs of the ledger. */
export async function continuation(ledger: Ledger, run: RunRecord): Promise<RunRecord | undefined> {
  return isKilled(run) ? continuedBy(run, await ledger.runs(ALL_RUNS)) : undefined;
}
