// What was paid before, kept in tables of its own so that a payment's way stays free of it: entries are taken in when a run
// ends, or by the next one. Whoever asks meanwhile folds the rest in memory. The same for every store.
import { type FileTotal, type Habit, type LastPaid, LOOK_BACK, type PaymentHistory } from '../history.ts';
import type { Tx } from './group.ts';
import { figuresOf, HistoryFold, type Recent, type Taken } from './history-fold.ts';
import { filesOf, habitsOf, payeesOf, takenBetween } from './history-rows.ts';
import { ask, asNumber, asText, json, type Question } from './question.ts';

/** Entries that are taken in at once: others may write in between. */
const STEP = 4_000;

interface Parts {
  readonly environment: number;
  readonly read: <T>(question: () => Question<T>) => Promise<T>;
  readonly write: <T>(work: (tx: Tx) => Question<T>) => Promise<T>;
}

export class History implements PaymentHistory {
  readonly #parts: Parts;
  /** What has come since the tables were written, as it was when it was looked at last. */
  #pending: { readonly from: number; readonly upTo: number; readonly taken: readonly Taken[] } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async catchUp(): Promise<void> {
    while (await this.#parts.write(takeIn));
  }

  habits(accounts: readonly string[]): Promise<ReadonlyMap<string, readonly Habit[]>> {
    const { environment, read } = this.#parts;
    const asked = new Set(accounts);
    return read(() => this.#habits(environment, asked));
  }

  *#habits(environment: number, asked: ReadonlySet<string>): Question<Map<string, Habit[]>> {
    const fold = new HistoryFold();
    const of = `r.environment = $1 AND r.account = q.value`;
    const raws = yield* ask(
      (d) => `SELECT r.account, r.currency, r.recent FROM ${d.each(d.texts(2), 'habits', of)}`,
      ...[environment, json([...asked])],
    );
    for (const { account, currency, recent } of raws)
      fold.habits.set(json([environment, account, currency]), JSON.parse(asText(recent)) as Recent); // as it was written
    fold.takeAll(yield* this.#since(environment, ({ account }) => asked.has(account)));
    const found = new Map<string, Habit[]>();
    for (const [name, recent] of fold.habits) {
      if (recent.length === 0) continue;
      const [, account, currency] = JSON.parse(name) as [number, string, string]; // as above
      const { median, ...figures } = figuresOf(recent);
      const one = { account, currency, median: median === '' ? null : median, ...figures };
      found.set(account, [...(found.get(account) ?? []), one]);
    }
    return found;
  }

  lastPaid(payees: readonly string[]): Promise<ReadonlyMap<string, LastPaid>> {
    const { environment, read } = this.#parts;
    const asked = new Set(payees);
    return read(() => this.#lastPaid(environment, asked));
  }

  *#lastPaid(environment: number, asked: ReadonlySet<string>): Question<Map<string, LastPaid>> {
    const fold = new HistoryFold();
    fold.payees = yield* payeesOf([...asked].map((payee) => [environment, payee]));
    fold.takeAll(yield* this.#since(environment, ({ payee }) => asked.has(payee)));
    const found = new Map<string, LastPaid>();
    for (const [name, recent] of fold.payees) {
      const [entry, account] = recent.at(-1) ?? [0, ''];
      if (entry > 0) found.set((JSON.parse(name) as [number, string])[1], { account, entry }); // as payeesOf names it
    }
    return found;
  }

  fileTotals(currency: string, except: readonly string[]): Promise<readonly FileTotal[]> {
    const { environment, read } = this.#parts;
    return read(() => this.#fileTotals(environment, currency, new Set(except)));
  }

  *#fileTotals(environment: number, currency: string, except: ReadonlySet<string>): Question<FileTotal[]> {
    const since = yield* this.#since(environment, (one) => one.currency === currency && one.batch !== '');
    const fold = new HistoryFold();
    const last = yield* ask(
      `SELECT batch, total, entry FROM file_totals WHERE environment = $1 AND currency = $2 AND entry > 0
       ORDER BY entry DESC LIMIT ${LOOK_BACK + except.size}`,
      ...[environment, currency],
    );
    for (const { batch, total, entry } of last)
      fold.files.set(json([environment, currency, batch]), { total: asText(total), entry: asNumber(entry) });
    const missing = since
      .map(({ batch }) => [environment, currency, batch] as const)
      .filter((key) => !fold.files.has(json(key)));
    for (const [name, sum] of yield* filesOf(missing)) fold.files.set(name, sum);
    fold.takeAll(since);
    const files = [...fold.files]
      .filter(([name, { entry }]) => entry > 0 && !except.has((JSON.parse(name) as string[])[2] ?? '')) // as above
      .map(([, sum]) => sum)
      .sort((a, b) => b.entry - a.entry)
      .slice(0, LOOK_BACK);
    const found: FileTotal[] = [];
    for (const { total, entry } of files) found.push({ total, runId: (yield* placeOf(entry)).runId });
    return found;
  }

  placeOf(entry: number): Promise<{ readonly runId: string; readonly line: number }> {
    return this.#parts.read(() => placeOf(entry));
  }

  *#since(environment: number, isAsked: (taken: Taken) => boolean): Question<readonly Taken[]> {
    const [from, upTo] = [yield* writtenUpTo(), yield* height()];
    if (this.#pending?.from !== from || this.#pending.upTo !== upTo)
      this.#pending = { from, upTo, taken: from < upTo ? yield* takenBetween(from, upTo) : [] };
    return this.#pending.taken.filter((one) => one.environment === environment && isAsked(one));
  }
}

/** Some more entries, inside a transaction. False when there is nothing left. */
function* takeIn({ changes, before }: Tx): Question<boolean> {
  const from = yield* writtenUpTo();
  const upTo = Math.min(from + STEP, before.sequence);
  if (from >= upTo) return false;
  const taken = yield* takenBetween(from, upTo);
  const fold = new HistoryFold();
  fold.habits = yield* habitsOf(taken.map((one) => [one.environment, one.account, one.currency]));
  fold.payees = yield* payeesOf(taken.map((one) => [one.environment, one.payee]));
  fold.files = yield* filesOf(taken.map((one) => [one.environment, one.currency, one.batch]));
  fold.takeAll(taken);
  fold.tell(changes);
  changes.chainRow('history_mark', { one: 1, entry: upTo });
  return upTo < before.sequence;
}

function* writtenUpTo(): Question<number> {
  const [mark] = yield* ask('SELECT entry FROM history_mark');
  return asNumber(mark?.['entry'] ?? 0);
}

function* height(): Question<number> {
  const [top] = yield* ask('SELECT coalesce(max(seq), 0) AS top FROM entries');
  return asNumber(top?.['top'] ?? 0);
}

function* placeOf(entry: number): Question<{ runId: string; line: number }> {
  const [found] = yield* ask('SELECT run_id, line FROM entries WHERE seq = $1', entry);
  return { runId: asText(found?.['run_id']), line: Number(found?.['line'] ?? 0) };
}
