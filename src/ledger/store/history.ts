// Earlier payments, asked of the rows that were created and of the runs that have ended.
import { numeralValue } from '../../interface/decimal.ts';
import { AT_LEAST, type FileTotal, type Habit, type LastPaid, LOOK_BACK, median } from '../history.ts';
import { ask, asText, type Dialect, json, type Question } from './question.ts';

/** An account with several currencies has its last payments in each of them among so many. */
const PAYMENTS = 5 * LOOK_BACK;
/** Runs among which the last files with a currency are looked for. */
const RUNS = 1_000;

/** Payments under a name, newest first. `by`: the column that has the name, and its index. */
const payments = (d: Dialect, by: 'account' | 'payee', columns: readonly string[], limit: number): string =>
  d.collect(
    columns,
    `SELECT ${columns.join(', ')} FROM rows ${d.by(`rows_${by}`)} WHERE environment = $1 AND ${by} = q.value
       AND ${by} <> '' AND state = 'created' ORDER BY intent_entry DESC LIMIT ${limit}`,
  );

export function* habits(environment: number, accounts: readonly string[]): Question<Map<string, Habit[]>> {
  const columns = ['currency', 'amount', 'intent_entry'];
  const raws = yield* ask(
    (d) =>
      `SELECT q.value AS account, ${payments(d, 'account', columns, PAYMENTS)} AS payments FROM ${d.texts(2)}`,
    ...[environment, json([...new Set(accounts)])],
  );
  const found = new Map<string, Habit[]>();
  for (const raw of raws) {
    const account = asText(raw['account']);
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
  const columns = ['account', 'intent_entry'];
  const raws = yield* ask(
    (d) => `SELECT q.value AS payee, ${payments(d, 'payee', columns, 1)} AS payments FROM ${d.texts(2)}`,
    ...[environment, json([...new Set(payees)])],
  );
  const found = new Map<string, LastPaid>();
  for (const raw of raws) {
    const [last] = JSON.parse(asText(raw['payments'])) as [string, number][]; // the columns above
    if (last) found.set(asText(raw['payee']), { account: last[0], entry: last[1] });
  }
  return found;
}

/** A run's total counts what earlier runs of its file have paid. A retry file has only the rest of one. */
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
  const [found] = yield* ask('SELECT run_id, line FROM entries WHERE seq = $1', entry);
  return { runId: asText(found?.['run_id']), line: Number(found?.['line'] ?? 0) };
}
