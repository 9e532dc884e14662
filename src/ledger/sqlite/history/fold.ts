// Entries to what was paid before: each payment is added once, and one that a person takes back is taken out. The same
// entries give the same tables, whoever folds them and in how many steps; verify makes them anew (chain/history-check.ts), so
// whatever changes what is folded needs a step of the schema that has them made anew.
import Big from 'big.js';
import { isLosslessNumber, parse } from 'lossless-json';

import { numeralValue } from '../../../interface/decimal.ts';
import { foldedPayee } from '../../history.ts';
import type { Known } from '../../summary-records.ts';
import type { Changes } from '../../store/changes.ts';
import type { Connection } from '../connection.ts';
import { HistoryTables } from './tables.ts';

/** One entry that says that a payout was made, or was not after all. */
interface PaymentEntry {
  readonly seq: number;
  readonly environment: number;
  readonly key: string;
  readonly type: string;
  readonly run_id: string;
  readonly body: string | null;
  readonly data: string | null;
}

interface Payment {
  readonly account: string;
  readonly currency: string;
  readonly amount: string;
  readonly payee: string;
  /** The file that it came from; empty for a single call. */
  readonly batch: string;
}

const MADE = "'created', 'resolved_created', 'corrected_created'";
const OF_PAYMENTS = `${MADE}, 'corrected_not_created'`;

export class HistoryFold {
  readonly #db: Connection;
  readonly #store: Connection;
  readonly #tables = new Map<number, HistoryTables>();
  readonly #batches = new Map<string, string>();

  /** `store`: where the tables are, in the place of the ledger's own. */
  constructor(db: Connection, store: Connection = db) {
    this.#db = db;
    this.#store = store;
  }

  tablesOf(environment: number): HistoryTables {
    let tables = this.#tables.get(environment);
    if (!tables) this.#tables.set(environment, (tables = new HistoryTables(this.#store, environment)));
    return tables;
  }

  /** Takes in the entries behind the first number, up to the second. */
  take(after: number, upTo: number): void {
    const entries = this.#db
      .prepare(
        `SELECT e.seq, e.environment, e.key, e.type, e.run_id, i.body, i.data FROM entries e LEFT JOIN entries i ON i.seq =
           (SELECT max(seq) FROM entries WHERE environment = e.environment AND key = e.key AND (type = 'intent' OR (type = 'corrected_in_doubt' AND body IS NOT NULL)) AND seq < e.seq)
         WHERE e.seq > ? AND e.seq <= ? AND e.type IN (${OF_PAYMENTS}) AND substr(e.key, 1, 8) = 'payouts:' ORDER BY e.seq`,
      )
      .all(after, upTo) as PaymentEntry[]; // the columns above
    for (const entry of entries) this.#take(entry);
  }

  /** Among what a transaction writes. What has changed in the summary of each environment. */
  flush(changes: Pick<Changes, 'told'>): ReadonlyMap<number, readonly Known[]> {
    return new Map([...this.#tables].map(([environment, tables]) => [environment, tables.flush(changes)]));
  }

  #take(entry: PaymentEntry): void {
    const payment = this.#paymentOf(entry);
    if (!payment) return;
    const tables = this.tablesOf(entry.environment);
    if (entry.type !== 'created') this.#takeBack(tables, entry, payment);
    if (entry.type === 'corrected_not_created') return;
    const { account, currency, amount, payee, batch } = payment;
    tables.setHabit(account, currency, [...tables.habit(account, currency), [entry.seq, amount]]);
    if (payee !== '') tables.setPayee(payee, [...tables.payee(payee), [entry.seq, account]]);
    if (batch === '') return;
    const sum = new Big(tables.file(currency, batch)?.total ?? '0').plus(amount);
    tables.setFile(currency, batch, { total: sum.toFixed(), entry: entry.seq });
  }

  /** A payment that a person has said something else about since. */
  #takeBack(tables: HistoryTables, entry: PaymentEntry, payment: Payment): void {
    const before = this.#db
      .prepare(
        `SELECT seq, type FROM entries WHERE environment = ? AND key = ? AND seq < ? AND type IN (${OF_PAYMENTS}) ORDER BY seq`,
      )
      .all(entry.environment, entry.key, entry.seq) as { seq: number; type: string }[]; // its columns
    const last = before.at(-1);
    if (!last || last.type === 'corrected_not_created') return;
    const gone = new Set(before.map(({ seq }) => seq));
    const { account, currency, amount, payee, batch } = payment;
    const rest = <T extends readonly [number, string]>(recent: readonly T[]): T[] =>
      recent.filter(([seq]) => !gone.has(seq));
    tables.setHabit(account, currency, rest(tables.habit(account, currency)));
    if (payee !== '') tables.setPayee(payee, rest(tables.payee(payee)));
    const file = batch === '' ? undefined : tables.file(currency, batch);
    if (!file) return;
    const total = new Big(file.total).minus(amount);
    // Nothing left of it: it is none of the last files any more.
    tables.setFile(currency, batch, { total: total.toFixed(), entry: total.eq(0) ? 0 : file.entry });
  }

  #paymentOf({ body, data, environment, run_id: runId }: PaymentEntry): Payment | undefined {
    const said = body === null ? undefined : destinationOf(body);
    if (!said) return undefined;
    const { payee } = JSON.parse(data ?? '{}') as { payee?: string }; // as the intent's entry has it
    return { ...said, payee: foldedPayee(payee ?? ''), batch: this.#batchOf(runId, environment) };
  }

  /** The batch of a run's file, that of the first file where it is a retry; empty for a single call. */
  #batchOf(runId: string, environment: number): string {
    const known = this.#batches.get(runId);
    if (known !== undefined) return known;
    const run = this.#db
      .prepare(
        'SELECT batch_id AS batch, parent, file_hash AS hash FROM runs WHERE id = ? AND environment = ?',
      )
      .get(runId, environment) as { batch: string; parent: string | null; hash: string | null } | undefined; // its columns
    const batch =
      run === undefined || run.hash === null ? '' : this.#rootOf(run.parent ?? run.batch, environment);
    this.#batches.set(runId, batch);
    return batch;
  }

  #rootOf(batch: string, environment: number): string {
    const parent = this.#db.prepare(
      "SELECT parent FROM batches WHERE environment = ? AND kind = 'payouts' AND id = ?",
    );
    const seen = new Set<string>();
    for (let at = batch; ;) {
      seen.add(at);
      const found = parent.get(environment, at) as { parent: string | null } | undefined; // one column
      const next = found?.parent ?? null;
      if (next === null || seen.has(next)) return at;
      at = next;
    }
  }
}

/** Account, currency and amount of a body as it was sent; `undefined` where it has no account or no amount. */
export function destinationOf(body: string): Pick<Payment, 'account' | 'currency' | 'amount'> | undefined {
  let said: unknown;
  try {
    said = parse(body);
  } catch {
    return undefined;
  }
  const destination = field(said, 'destination');
  const account = textOf(field(destination, 'externalAccountId'));
  const amount = numeralValue(textOf(field(said, 'receiverAmount')));
  if (account === '' || amount === undefined) return undefined;
  return { account, currency: textOf(field(destination, 'currency')).trim().toUpperCase(), amount };
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name] // just checked
    : undefined;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : isLosslessNumber(value) ? value.toString() : '';
