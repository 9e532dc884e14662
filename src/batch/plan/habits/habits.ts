// Checks across runs: a payee at another account, an amount or a night's total far from the usual, an account that was never
// paid. What they find is a warning, or makes the row invalid; it never says that a row was paid or may be sent.
import { AT_LEAST, foldedPayee, type Habit, type LastPaid, median } from '../../../ledger/history.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Checked } from '../../input/first-pass.ts';
import { type CheckLevel, columnNamed, type HistorySettings } from '../../input/history-settings.ts';
import type { Pass } from '../../input/input-file.ts';
import { Refusal } from '../../input/refusal.ts';
import type { BatchRow, Issue, PayoutRow } from '../../input/row.ts';
import type { Warnings } from '../../input/warnings.ts';
import { AsEver } from './as-ever.ts';
import { accountOf, payeeOf } from './payee.ts';
import { bounded, type BoundedHabit, unusual } from './unusual.ts';

/** Accounts and payees that are kept in memory; a file has few, as a rule. */
const REMEMBERED = 50_000;
/** So many rows at once are few. */
const FEW = 32;

interface Found {
  readonly check: 'payeeChanged' | 'amountUnusual' | 'firstPayment';
  readonly field: string;
  readonly value: string;
  /** The payment that it is compared with, by its entry; 0 for none. */
  readonly entry: number;
  readonly message: (place: string) => string;
}

type History = Ledger['history'];

export class HistoryChecks {
  readonly #history: History;
  readonly #settings: HistorySettings;
  readonly #habits = new Map<string, readonly BoundedHabit[]>();
  /** By the name as it stands in the file; `null`: never paid. */
  readonly #payees = new Map<string, LastPaid | null>();
  /** What makes a row invalid, by where it begins: the pass that sends reads it again. */
  readonly #refused = new Map<number, Issue[]>();
  #summarized = false;
  readonly #asEver: AsEver;
  readonly #own: ReadonlySet<string>;

  /** `own`: runs that are parts of the one that is judged. What they paid was judged with the rest: it is no earlier payment. */
  constructor(history: History, settings: HistorySettings, own: ReadonlySet<string> = new Set()) {
    this.#history = history;
    this.#settings = settings;
    this.#own = own;
    this.#asEver = new AsEver(settings);
  }

  /** Rows that would be paid: each gets what is to be said of it. */
  async judge(rows: readonly BatchRow[], warnings: Warnings): Promise<void> {
    const good = rows.filter((row): row is PayoutRow => row.kind === 'payouts' && row.issues.length === 0);
    if (good.length === 0) return;
    const odd = await this.#perhapsOdd(good);
    if (odd.length === 0) return;
    await this.#learn(odd);
    for (const row of odd) {
      for (const found of this.#look(row)) await this.#say(row, found, warnings);
    }
  }

  /** The column that says who is paid has to be there. Errors: {@link Refusal}, where a changed account is an error. */
  begin(file: string, { kind, header }: Pass, warnings: Warnings): void {
    const { payee, checks } = this.#settings;
    const level = checks.payeeChanged;
    if (payee === undefined || level === 'off' || kind !== 'payouts') return;
    if (columnNamed(header, payee) !== -1) return;
    if (level === 'error')
      throw new Refusal(
        'payee',
        `${file}: the header has no column "${payee}", which says who is paid (payee in the config file), and checks.payeeChanged is "error"`,
      );
    warnings.add(header.line, 'payee', payee, () => 'is no column of this file: who is paid is not compared');
  }

  /** Says again what made the row invalid. */
  again(row: BatchRow): void {
    row.issues.push(...(this.#refused.get(row.start) ?? []));
  }

  /** `batches`: the file's own, and the one that it retries. Errors: {@link Refusal}. */
  async judgeTotals(file: string, { facts, warnings }: Checked, batches: readonly string[]): Promise<void> {
    const level = this.#settings.checks.totalUnusual;
    if (level === 'off' || facts.kind !== 'payouts') return;
    for (const [currency, sum] of facts.totals) {
      const earlier = await this.#history.fileTotals(currency.toUpperCase(), batches);
      const [last] = earlier;
      if (!last || earlier.length < AT_LEAST) continue;
      const usual = median(earlier.map(({ total }) => total));
      const total = sum.toString();
      const far = unusual(total, { above: Infinity, below: 0, median: usual });
      if (far === undefined) continue;
      const line = facts.largest.get(currency)?.line ?? 0;
      const text = `is ${far}: the median of the last ${earlier.length} files is ${usual} ${currency}; the last of them had ${last.total} (run ${last.runId})`;
      const largest = `its largest row is in line ${line}`;
      if (level === 'error')
        throw new Refusal('total_unusual', `${file}: the total of ${total} ${currency} ${text}; ${largest}`);
      warnings.compared(
        line,
        'the total',
        `${total} ${currency}`,
        `${text}; the file's largest row is here`,
        null,
      );
    }
  }

  /** Rows of which the summary doesn't say that they are as ever: few, as a rule. */
  async #perhapsOdd(rows: readonly PayoutRow[]): Promise<readonly PayoutRow[]> {
    // For few rows it isn't worth being read.
    if (rows.length < FEW && !this.#summarized) return rows;
    const summary = await this.#history.summary();
    if (!summary) return rows;
    this.#summarized = true;
    return rows.filter((row) => !this.#asEver.is(row, summary));
  }

  /** Asks the ledger for all that these rows need, at once. */
  async #learn(rows: readonly PayoutRow[]): Promise<void> {
    if (this.#habits.size >= REMEMBERED) this.#habits.clear();
    if (this.#payees.size >= REMEMBERED) this.#payees.clear();
    const { amountUnusual, firstPayment: first, payeeChanged } = this.#settings.checks;
    if (amountUnusual !== 'off' || first !== 'off') {
      const wanted = newNames(rows, accountOf, this.#habits, NO_HABITS);
      if (wanted.length > 0)
        for (const [account, habits] of await this.#history.habits(wanted))
          this.#habits.set(account, habits.map(bounded));
    }
    if (payeeChanged === 'off' || this.#settings.payee === undefined) return;
    const names = newNames(rows, payeeOf, this.#payees, null);
    if (names.length === 0) return;
    const folded = names.map(foldedPayee);
    const found = await this.#history.lastPaid([...new Set(folded)]);
    names.forEach((name, i) => this.#payees.set(name, found.get(folded[i] ?? '') ?? null));
  }

  #look(row: PayoutRow): Found[] {
    const account = accountOf(row);
    if (account === '') return NOTHING;
    const before = this.#payees.get(payeeOf(row)) ?? null;
    const changed = before !== null && before.account !== account;
    const habits = this.#habits.get(account) ?? NO_HABITS;
    const habit =
      habits.find((one) => one.currency === row.currency) ??
      habits.find((one) => one.currency === row.currency.toUpperCase());
    const far = habit && habit.median !== null ? unusual(row.amount, habit) : undefined;
    const first = habits.length === 0;
    if (!changed && !first && far === undefined) return NOTHING;
    const found: Found[] = [];
    if (changed) found.push(this.#changed(before, account));
    if (first && this.#settings.checks.firstPayment !== 'off') found.push(firstPayment(row, account));
    if (habit && far !== undefined) found.push(odd(row, habit, far));
    return found;
  }

  #changed({ account: other, entry }: LastPaid, account: string): Found {
    const payee = this.#settings.payee ?? '';
    return {
      check: 'payeeChanged',
      field: 'destination.externalAccountId',
      value: account,
      entry,
      message: (place) =>
        `is another account than this payee (${payee}) was last paid at: ${other}, ${place}`,
    };
  }

  async #say(row: PayoutRow, found: Found, warnings: Warnings): Promise<void> {
    const { check, field, value, entry, message } = found;
    const level: CheckLevel = this.#settings.checks[check];
    if (level === 'off') return;
    const place = entry === 0 ? undefined : await this.#history.placeOf(entry);
    if (place && this.#own.has(place.runId)) return;
    const text = message(place ? `in line ${place.line} of run ${place.runId}` : '');
    if (level === 'warning') {
      warnings.compared(row.line, field, value, text, entry);
      return;
    }
    const issue = { ...warnings.placeOf(field), message: `"${value}" ${text} (${check})` };
    row.issues.push(issue);
    const known = this.#refused.get(row.start);
    if (known) known.push(issue);
    else this.#refused.set(row.start, [issue]);
  }
}

/** Whether no check is made at all. */
export const isOff = ({ checks }: HistorySettings): boolean =>
  Object.values(checks).every((level) => level === 'off');

const NO_HABITS: readonly BoundedHabit[] = [];
const NOTHING: Found[] = [];

function odd({ amount, currency }: PayoutRow, habit: Habit, far: string): Found {
  const { account, median: usual, of, entry } = habit;
  return {
    check: 'amountUnusual',
    field: 'receiverAmount',
    value: amount,
    entry,
    message: (place) =>
      `is ${far}: the median of the last ${of} payments to ${account} is ${usual ?? ''} ${currency}; the last of them is ${place}`,
  };
}

/** There is nothing to compare with: no run and no line. */
function firstPayment({ amount, currency }: PayoutRow, account: string): Found {
  return {
    check: 'firstPayment',
    field: 'destination.externalAccountId',
    value: account,
    entry: 0,
    message: () =>
      `was never paid before: ${amount} ${currency} would be the first payment to it, of all runs`,
  };
}

/** Names of these rows that are new here; each is taken for unknown until more is known. */
function newNames<T>(
  rows: readonly PayoutRow[],
  nameOf: (row: PayoutRow) => string,
  known: Map<string, T>,
  unknown: T,
): string[] {
  const wanted: string[] = [];
  for (const row of rows) {
    const name = nameOf(row);
    if (name === '' || known.has(name)) continue;
    known.set(name, unknown);
    wanted.push(name);
  }
  return wanted;
}
