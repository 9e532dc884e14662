// Earlier payments, from created rows and from runs that have ended.
import { numeralValue } from '../../interface/decimal.ts';
import { payoutFields } from '../../interface/fingerprint.ts';
import { AT_LEAST, type FileTotal, type Habit, type LastPaid, LOOK_BACK, median } from '../history.ts';
import { hashNumber } from '../keys.ts';
import { ask, asNumber, asText, type Dialect, json, type Question } from './question.ts';
import { nameOf, sentBody } from './tables.ts';

/** So many payments to an account are read: it may be paid in several currencies. */
const PAYMENTS = 5 * LOOK_BACK;
/** So many runs are searched for files with a currency. */
const RUNS = 1_000;

/** Payments to one account or payee, newest first, by an index. */
const payments = (d: Dialect, { index, is, columns, limit }: Payments): string =>
  d.collect(
    columns.map((column) => column.replace(/^.* AS /, '')),
    `SELECT ${columns.join(', ')} FROM rows r ${d.by(index)} WHERE r.environment = $1 AND ${is} AND r.state = 'created'
       ORDER BY r.intent_entry DESC LIMIT ${limit}`,
  );

interface Payments {
  readonly index: string;
  readonly is: string;
  readonly columns: readonly string[];
  readonly limit: number;
}

const TO_ACCOUNT: Payments = {
  ...{ index: 'rows_account', is: 'r.account = CAST(q.value AS bigint) AND r.account IS NOT NULL' },
  ...{ columns: ['currency', 'amount', 'intent_entry'], limit: PAYMENTS },
};
const TO_PAYEE: Payments = {
  ...{ index: 'rows_payee', is: `r.payee = q.value AND r.payee <> ''` },
  ...{ columns: [`${sentBody('r')} AS body`, 'intent_entry'], limit: 1 },
};

export function* habits(environment: number, accounts: readonly string[]): Question<Map<string, Habit[]>> {
  const byHash = new Map(accounts.map((account) => [hashNumber(account), account]));
  const raws = yield* ask(
    (d) =>
      `SELECT CAST(q.value AS bigint) AS account, ${payments(d, TO_ACCOUNT)} AS payments FROM ${d.texts(2)}`,
    ...[environment, json([...byHash.keys()])],
  );
  const found = new Map<string, Habit[]>();
  for (const raw of raws) {
    const account = byHash.get(asNumber(raw['account'])) ?? '';
    const paid = JSON.parse(asText(raw['payments'])) as [string, string, number][]; // the columns above
    const all = habitsOf(account, paid);
    if (all.length > 0) found.set(account, all);
  }
  return found;
}

function habitsOf(account: string, payments: readonly [string, string, number][]): Habit[] {
  const byCurrency = new Map<string, { entry: number; amounts: string[] }>();
  for (const [name, text, entry] of payments) {
    const currency = name.trim().toUpperCase();
    const amount = numeralValue(text);
    const known = byCurrency.get(currency) ?? { entry, amounts: [] };
    byCurrency.set(currency, known);
    if (amount !== undefined && known.amounts.length < LOOK_BACK) known.amounts.push(amount);
  }
  return [...byCurrency].map(([currency, { entry, amounts }]) => {
    const usual = amounts.length < AT_LEAST ? null : median(amounts);
    return { account, currency, median: usual, of: amounts.length, entry };
  });
}

export function* lastPaid(environment: number, payees: readonly string[]): Question<Map<string, LastPaid>> {
  const raws = yield* ask(
    (d) => `SELECT q.value AS payee, ${payments(d, TO_PAYEE)} AS payments FROM ${d.texts(2)}`,
    ...[environment, json([...new Set(payees)])],
  );
  const found = new Map<string, LastPaid>();
  for (const raw of raws) {
    const [last] = JSON.parse(asText(raw['payments'])) as [string, number][]; // the columns above
    if (last) found.set(asText(raw['payee']), { account: accountIn(last[0]), entry: last[1] });
  }
  return found;
}

/** Of a request body. */
const accountIn = (body: string): string =>
  payoutFields(JSON.parse(body)).destination?.externalAccountId ?? '';

/** A run's total includes what earlier runs of its file paid. Retry files are left out: each is only a part. */
export function* fileTotals(
  environment: number,
  currency: string,
  except: readonly string[],
): Question<FileTotal[]> {
  const runs = yield* ask(
    `SELECT id, batch_id, file, paid FROM runs WHERE environment = $1 AND kind = 'payouts' AND paid IS NOT NULL
       AND file_hash IS NOT NULL AND parent IS NULL ORDER BY begun DESC LIMIT ${RUNS}`,
    environment,
  );
  const seen = new Set(except);
  const found: FileTotal[] = [];
  for (const { id, batch_id: batch, file, paid } of runs) {
    if (seen.has(asText(batch))) continue;
    seen.add(asText(batch));
    const totals = Object.entries(JSON.parse(asText(paid)) as Record<string, string>); // as its end was written
    const total = totals.find(([name]) => name.toUpperCase() === currency)?.[1];
    if (total !== undefined) found.push({ total, runId: asText(id), file: asText(file) });
    if (found.length === LOOK_BACK) break;
  }
  return found;
}

export function* placeOf(entry: number): Question<{ runId: string; line: number }> {
  const [found] = yield* ask(
    `SELECT ${nameOf('run', 'run')} AS run_id, line FROM entries WHERE seq = $1`,
    entry,
  );
  return { runId: asText(found?.['run_id']), line: Number(found?.['line'] ?? 0) };
}
