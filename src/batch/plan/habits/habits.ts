// Checks across runs: a payee at another account, an amount or a night's total far from the usual, an account that was never
// paid. What they find is a warning, or makes the row invalid; it never says that a row was paid or may be sent.
import { inFull } from '../../../interface/currencies.ts';
import { compareDecimals } from '../../../interface/decimal.ts';
import { AT_LEAST, foldedPayee, type LastPaid, median } from '../../../ledger/history.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Checked } from '../../input/first-pass.ts';
import { type CheckLevel, columnNamed, type HistorySettings } from '../../input/history-settings.ts';
import type { Pass } from '../../input/input-file.ts';
import { Refusal } from '../../input/refusal.ts';
import { isRetryName } from '../../input/retry-of.ts';
import type { BatchRow, Issue, PayoutRow } from '../../input/row.ts';
import type { Warnings } from '../../input/warnings.ts';
import { LET_THROUGH } from '../../results/tally.ts';
import { AsEver } from './as-ever.ts';
import {
  changedAccount,
  FirstPayments,
  type Found,
  Nameless,
  namesNobody,
  odd,
  sinceThen,
  sinceWhen,
} from './found.ts';
import { accountOf, newNames, payeeOf } from './payee.ts';
import { bounded, type BoundedHabit, unusual } from './unusual.ts';
import { wholeFiles } from './whole-files.ts';

/** Accounts and payees that are kept in memory; a file has few, as a rule. */
const REMEMBERED = 50_000;
/** So many rows at once are few. */
const FEW = 32;

type History = Ledger['history'];

export class HistoryChecks {
  readonly #history: History;
  readonly #settings: HistorySettings;
  readonly #habits = new Map<string, readonly BoundedHabit[]>();
  /** By the name as it stands in the file; `null`: never paid. */
  readonly #payees = new Map<string, LastPaid | null>();
  /** Rows of payees that no run has known, and the first one's line. */
  readonly #strangers = { rows: 0, line: 0 };
  readonly #nameless = new Nameless();
  #hasPayee = false;
  /** The least recent of the payments that names of the file are compared with. */
  #oldest = Infinity;
  /** What makes a row invalid, by where it begins: the pass that sends reads it again. */
  readonly #refused = new Map<number, Issue[]>();
  #summarized = false;
  readonly #asEver: AsEver;
  readonly #firsts = new FirstPayments();
  readonly #own: ReadonlySet<string>;
  readonly #ledger: Pick<Ledger, 'run'>;

  /** `own`: runs that are parts of the one that is judged. What they paid was judged with the rest: it is no earlier payment. */
  constructor(
    ledger: Pick<Ledger, 'history' | 'run'>,
    settings: HistorySettings,
    own: ReadonlySet<string> = new Set(),
  ) {
    this.#history = ledger.history;
    this.#ledger = ledger;
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
    this.#hasPayee = columnNamed(header, payee) !== -1;
    if (this.#hasPayee) return;
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

  /**
   * At the file's end. `batches`: its own, and the one that it retries. What is left of another file may come to as little as it will, but to no
   * more than that one might. Errors: {@link Refusal}.
   */
  async judgeWhole(file: string, checked: Checked, batches: readonly string[]): Promise<void> {
    await this.#saySinceWhen(checked.warnings);
    await this.#judgeTotals(file, checked, batches, batches.length > 1 || isRetryName(file));
  }

  /** Who was paid by runs that didn't know whom they paid is compared with nobody. */
  async #saySinceWhen(warnings: Warnings): Promise<void> {
    const { payee = '', checks } = this.#settings;
    if (payee === '' || checks.payeeChanged === 'off') return;
    this.#nameless.say(payee, warnings);
    const { rows, line } = this.#strangers;
    const { accounts, last, lastNamed } = await this.#history.namelessAccounts();
    if (accounts === 0) return;
    const say = (text: string, entry: number | null): void => {
      warnings.compared(line, 'payee', payee, text, { code: 'payeeUnknown', entry });
    };
    if (rows > 0) say(sinceWhen(rows, accounts), null);
    // Somebody may be at another account since then, and is taken for one who stayed.
    if (lastNamed > 0 && last > Math.min(lastNamed, this.#oldest))
      say(sinceThen((await this.#history.placeOf(last)).runId, accounts), last);
  }

  async #judgeTotals(
    file: string,
    { facts, warnings }: Checked,
    batches: readonly string[],
    isPart: boolean,
  ): Promise<void> {
    const level = this.#settings.checks.totalUnusual;
    if (level === 'off' || facts.kind !== 'payouts') return;
    for (const [currency, sum] of facts.totals) {
      const earlier = await wholeFiles(
        await this.#history.fileTotals(currency.toUpperCase(), batches),
        this.#ledger,
      );
      const [last] = earlier;
      if (!last || earlier.length < AT_LEAST) continue;
      const usual = median(earlier.map(({ total }) => total));
      const total = sum.toString();
      const far = unusual(total, { above: Infinity, below: 0, median: usual });
      if (far === undefined || (isPart && compareDecimals(total, usual) < 0)) continue;
      const line = facts.largest.get(currency)?.line ?? 0;
      const text = `is ${far}: the median of the last ${earlier.length} files is ${inFull(usual, currency)} ${currency}; the last of them had ${inFull(last.total, currency)} ${currency} (run ${last.runId})`;
      const largest = `its largest row is in line ${line}`;
      if (level === 'error')
        throw new Refusal(
          'total_unusual',
          `${file}: the total of ${inFull(total, currency)} ${currency} ${text}; ${largest} (totalUnusual: ${LET_THROUGH})`,
        );
      warnings.compared(
        line,
        'the total',
        `${inFull(total, currency)} ${currency}`,
        `${text}; the file's largest row is here`,
        { code: 'totalUnusual', entry: null },
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
    if (this.#hasPayee && payeeOf(row) === '') {
      if (this.#settings.checks.payeeChanged === 'error') return [namesNobody(this.#settings.payee ?? '')];
      this.#nameless.see(row);
    }
    const before = this.#payees.get(payeeOf(row)) ?? null;
    if (before === null && payeeOf(row) !== '' && this.#settings.checks.payeeChanged !== 'off') {
      this.#strangers.line ||= row.line;
      this.#strangers.rows++;
    }
    const changed = before !== null && before.account !== account;
    if (before) this.#oldest = Math.min(this.#oldest, before.entry);
    const habits = this.#habits.get(account) ?? NO_HABITS;
    const habit =
      habits.find((one) => one.currency === row.currency) ??
      habits.find((one) => one.currency === row.currency.toUpperCase());
    const far = habit && habit.median !== null ? unusual(row.amount, habit) : undefined;
    const first = habits.length === 0;
    if (!changed && !first && far === undefined) return NOTHING;
    const found: Found[] = [];
    if (changed) found.push(changedAccount(before, account, this.#settings.payee ?? ''));
    if (first && this.#settings.checks.firstPayment !== 'off') found.push(this.#firsts.of(row, account));
    if (habit && far !== undefined) found.push(odd(row, habit, far));
    return found;
  }

  async #say(row: PayoutRow, found: Found, warnings: Warnings): Promise<void> {
    const { check, field, value, entry, message } = found;
    const level: CheckLevel = this.#settings.checks[check];
    if (level === 'off') return;
    const place = entry === 0 ? undefined : await this.#history.placeOf(entry);
    if (place && this.#own.has(place.runId)) return;
    const text = message(place ? `in line ${place.line} of run ${place.runId}` : '');
    if (level === 'warning') {
      warnings.compared(row.line, field, value, text, { code: check, entry });
      return;
    }
    const issue = {
      ...warnings.placeOf(field),
      message: `"${value}" ${text} (${check}: ${LET_THROUGH})`,
    };
    row.issues.push(issue);
    const known = this.#refused.get(row.start);
    if (known) known.push(issue);
    else this.#refused.set(row.start, [issue]);
  }
}

/** No check is made at all. */
export const isOff = ({ checks }: HistorySettings): boolean =>
  Object.values(checks).every((level) => level === 'off');

const NO_HABITS: readonly BoundedHabit[] = [];
const NOTHING: Found[] = [];
