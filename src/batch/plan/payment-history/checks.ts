// Checks across runs: a payee at another account, an unusual amount or total, a first payment. A deviation is a
// warning, or makes the row invalid.
import { inFull } from '../../../interface/currencies.ts';
import { compareDecimals } from '../../../interface/decimal.ts';
import { AT_LEAST, foldedPayee, type Habit, type LastPaid, median } from '../../../ledger/history.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { Refusal } from '../../input/control.ts';
import type { Checked } from '../../input/first-pass.ts';
import type { Pass } from '../../input/input-file.ts';
import { isRetryName } from '../../input/retry-of.ts';
import type { BatchRow, Issue, PayoutRow } from '../../input/row.ts';
import type { CheckLevel, HistorySettings } from '../../input/settings.ts';
import type { Warnings } from '../../input/warnings.ts';
import {
  accountOf,
  changedAccount,
  type Deviation,
  firstPayment,
  namelessPayee,
  unusual,
  unusualAmount,
} from './deviations.ts';

/** Accounts and payees that are kept in memory. */
const REMEMBERED = 50_000;

type History = Ledger['history'];

type HeaderFacts = Pick<Pass, 'kind' | 'payee'> & { readonly header: { readonly line: number } };

export class HistoryChecks {
  readonly #history: History;
  readonly #settings: HistorySettings;
  readonly #habits = new Map<string, readonly Habit[]>();
  /** By the name as it stands in the file; `null`: never paid. */
  readonly #payees = new Map<string, LastPaid | null>();
  /** The column that says who is paid; empty for none. */
  #payee = '';
  /** Issues that made rows invalid, by the row's start: the second reading needs them again. */
  readonly #refused = new Map<number, Issue[]>();
  readonly #own: ReadonlySet<string>;

  /** `own`: earlier runs of the same plan. Their payments don't count as earlier payments. */
  constructor(
    ledger: Pick<Ledger, 'history'>,
    settings: HistorySettings,
    own: ReadonlySet<string> = new Set(),
  ) {
    this.#history = ledger.history;
    this.#settings = settings;
    this.#own = own;
  }

  async judge(rows: readonly BatchRow[], warnings: Warnings): Promise<void> {
    const good = rows.filter((row): row is PayoutRow => row.kind === 'payouts' && row.issues.length === 0);
    if (good.length === 0) return;
    await this.#learn(good);
    for (const row of good) {
      for (const deviation of this.#look(row)) await this.#tell(row, deviation, warnings);
    }
  }

  /** A payee column named in the config must exist. Errors: {@link Refusal}, if `payeeChanged` is `error`. */
  begin(file: string, { kind, header, payee }: HeaderFacts, warnings: Warnings): void {
    const level = this.#settings.checks.payeeChanged;
    if (payee === undefined || level === 'off' || kind !== 'payouts') return;
    if (payee.column !== -1) {
      this.#payee = payee.name;
      return;
    }
    if (level === 'error')
      throw new Refusal(
        'payee',
        `${file}: the header has no column "${payee.name}", which says who is paid (payee in the config file), and checks.payeeChanged is "error"`,
      );
    warnings.add(
      header.line,
      'payee',
      payee.name,
      () => 'is not a column of this file: payees are not compared',
    );
  }

  again(row: BatchRow): void {
    row.issues.push(...(this.#refused.get(row.start) ?? []));
  }

  /** At the file's end. `batches`: its own, and the one that it retries. Errors: {@link Refusal}. */
  async judgeWhole(file: string, { facts, warnings }: Checked, batches: readonly string[]): Promise<void> {
    // A retry file may have a small total.
    const isPart = batches.length > 1 || isRetryName(file);
    const level = this.#settings.checks.totalUnusual;
    if (level === 'off' || facts.kind !== 'payouts') return;
    for (const [currency, sum] of facts.totals) {
      const totals = await this.#history.fileTotals(currency.toUpperCase(), batches);
      // The total of a retry file is not a usual one.
      const earlier = totals.filter((one) => !isRetryName(one.file));
      const [last] = earlier;
      if (!last || earlier.length < AT_LEAST) continue;
      const usual = median(earlier.map(({ total }) => total));
      const total = sum.toString();
      const far = unusual(total, usual);
      if (far === undefined || (isPart && compareDecimals(total, usual) < 0)) continue;
      const line = facts.largest.get(currency)?.line ?? 0;
      const text = `is ${far}: the median of the last ${earlier.length} files is ${inFull(usual, currency)} ${currency}; the last of them had ${inFull(last.total, currency)} ${currency} (run ${last.runId})`;
      const isAccepted = this.#settings.accepted?.has(`totalUnusual:${line}`) === true;
      if (level === 'error' && !isAccepted)
        throw new Refusal(
          'total_unusual',
          `${file}: the total of ${inFull(total, currency)} ${currency} ${text}; its largest row is in line ${line} (${acceptHint('totalUnusual', line)})`,
        );
      warnings.compared(
        line,
        'the total',
        `${inFull(total, currency)} ${currency}`,
        `${text}; the file's largest row is here${isAccepted ? ACCEPTED : ''}`,
        null,
      );
    }
  }

  async #learn(rows: readonly PayoutRow[]): Promise<void> {
    if (this.#habits.size >= REMEMBERED) this.#habits.clear();
    if (this.#payees.size >= REMEMBERED) this.#payees.clear();
    const { amountUnusual, firstPayment: first, payeeChanged } = this.#settings.checks;
    if (amountUnusual !== 'off' || first !== 'off') {
      const wanted = newNames(rows, accountOf, this.#habits, NO_HABITS);
      if (wanted.length > 0)
        for (const [account, habits] of await this.#history.habits(wanted)) this.#habits.set(account, habits);
    }
    if (payeeChanged === 'off' || this.#payee === '') return;
    const names = newNames(rows, ({ payee = '' }) => payee, this.#payees, null);
    if (names.length === 0) return;
    const folded = names.map(foldedPayee);
    const found = await this.#history.lastPaid([...new Set(folded)]);
    names.forEach((name, i) => this.#payees.set(name, found.get(folded[i] ?? '') ?? null));
  }

  #look(row: PayoutRow): Deviation[] {
    const account = accountOf(row);
    if (account === '') return NOTHING;
    const { payee = '' } = row;
    const before = this.#payees.get(payee) ?? null;
    // Ids of the service are compared without case.
    const changed = before !== null && before.account.toLowerCase() !== account.toLowerCase();
    const habits = this.#habits.get(account) ?? NO_HABITS;
    const habit =
      habits.find((one) => one.currency === row.currency) ??
      habits.find((one) => one.currency === row.currency.toUpperCase());
    const far = habit && unusualAmount(row, habit);
    const found: Deviation[] = [];
    if (this.#payee !== '' && payee.trim() === '') found.push(namelessPayee(this.#payee));
    if (changed) found.push(changedAccount(before, account, this.#payee));
    if (habits.length === 0 && this.#settings.checks.firstPayment !== 'off')
      found.push(firstPayment(row, account));
    if (far) found.push(far);
    return found;
  }

  async #tell(row: PayoutRow, deviation: Deviation, warnings: Warnings): Promise<void> {
    const { check, field, value, entry, message, isUnknown } = deviation;
    const level: CheckLevel = this.#settings.checks[check];
    if (level === 'off') return;
    const place = entry === 0 ? undefined : await this.#history.placeOf(entry);
    if (place && this.#own.has(place.runId)) return;
    const text = message(place ? `in line ${place.line} of run ${place.runId}` : '');
    const isAccepted = this.#settings.accepted?.has(`${check}:${row.line}`) === true;
    if (level === 'warning' || isAccepted) {
      const compared = isUnknown ? null : entry;
      warnings.compared(row.line, field, value, text + (isAccepted ? ACCEPTED : ''), compared);
      return;
    }
    const what = `"${value}" ${text} (${acceptHint(check, row.line)})`;
    const issue = { ...warnings.placeOf(field), message: what, check };
    row.issues.push(issue);
    const known = this.#refused.get(row.start);
    if (known) known.push(issue);
    else this.#refused.set(row.start, [issue]);
  }
}

const acceptHint = (check: string, line: number): string =>
  `${check}: if it is right, --accept ${check}:${line}`;
const ACCEPTED = '; accepted (--accept)';

/** No check is made at all. */
export const isOff = ({ checks }: HistorySettings): boolean =>
  Object.values(checks).every((level) => level === 'off');

const NO_HABITS: readonly Habit[] = [];
const NOTHING: Deviation[] = [];

/** Names that are not known yet. */
function newNames<T>(
  rows: readonly PayoutRow[],
  nameOf: (row: PayoutRow) => string,
  known: Map<string, T>,
  unknown: T,
): string[] {
  const wanted = new Set(rows.map(nameOf).filter((name) => name !== '' && !known.has(name)));
  for (const name of wanted) known.set(name, unknown);
  return [...wanted];
}
