// Checks across runs: a payee at another account, an unusual amount or total, a first payment. A deviation is a
// warning, or makes the row invalid.
import Big from 'big.js';

import { placed } from '../../files/input-error.ts';
import { inFull } from '../../interface/currencies.ts';
import { compareDecimals } from '../../interface/decimal.ts';
import { AT_LEAST, foldedPayee, type Habit, type LastPaid, median } from '../../ledger/history.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { Refusal } from '../input/control.ts';
import type { Pass } from '../input/input-file.ts';
import { isRetryName } from '../input/retry-of.ts';
import type { BatchRow, Issue, PayoutRow } from '../input/row.ts';
import type { CheckLevel, CheckLevels, HistorySettings } from '../input/settings.ts';
import type { Checked } from '../input/survey.ts';
import type { Warnings } from '../input/warnings.ts';
import type { DoubtPlace } from '../results/messages.ts';
import { type Far, historyMessage } from './messages.ts';

/** Accounts and payees that are kept in memory. */
const REMEMBERED = 50_000;

/** The account that is paid, in small letters; empty if the row names none. */
export const accountOf = ({ body }: PayoutRow): string =>
  body.destination?.externalAccountId?.toLowerCase() ?? '';

type HeaderFacts = Pick<Pass, 'kind' | 'payee'> & { readonly header: { readonly line: number } };

/** How a row deviates from earlier payments. */
interface Deviation {
  readonly check: keyof CheckLevels;
  readonly field: string;
  readonly value: string;
  readonly told: Message;
  /** The entry of the payment that the row is compared with; 0 for none, `null` for several. */
  readonly entry: number | null;
}

export class HistoryChecks {
  readonly #history: Ledger['history'];
  readonly #settings: HistorySettings;
  readonly #habits = new Map<string, readonly Habit[]>();
  /** By the name as the file has it; `null`: never paid. */
  readonly #payees = new Map<string, LastPaid | null>();
  /** The payee column; empty for none. */
  #payee = '';
  /** Issues that made rows invalid, by the row's start: the second reading needs them again. */
  readonly #refused = new Map<number, Issue[]>();
  readonly #own: ReadonlySet<string>;

  private constructor(ledger: Pick<Ledger, 'history'>, settings: HistorySettings, own: ReadonlySet<string>) {
    this.#history = ledger.history;
    this.#settings = settings;
    this.#own = own;
  }

  /**
   * `undefined` if every check is off. `own`: earlier runs of the same plan, whose payments don't count as earlier
   * payments.
   */
  static of(
    ledger: Pick<Ledger, 'history'>,
    settings: HistorySettings | undefined,
    own: ReadonlySet<string> = new Set(),
  ): HistoryChecks | undefined {
    const isOn = Object.values(settings?.checks ?? {}).some((level) => level !== 'off');
    return settings && isOn ? new HistoryChecks(ledger, settings, own) : undefined;
  }

  /** A payee column named in the config must exist. Errors: {@link Refusal}, if `payeeChanged` is `error`. */
  begin(file: string, { kind, header, payee }: HeaderFacts, warnings: Warnings): void {
    const level = this.#levelOf('payeeChanged');
    if (payee === undefined || level === 'off' || kind !== 'payouts') return;
    if (payee.column !== -1) {
      this.#payee = payee.name;
      return;
    }
    if (level === 'error')
      throw refusal('payee', file, historyMessage('payee_column_missing', { name: payee.name }));
    warnings.add(header.line, 'payee', payee.name, () => historyMessage('payees_not_compared'));
  }

  async check(rows: readonly BatchRow[], warnings: Warnings): Promise<void> {
    const good = rows.filter((row): row is PayoutRow => row.kind === 'payouts' && row.issues.length === 0);
    if (good.length === 0) return;
    await this.#learn(good);
    for (const row of good)
      for (const deviation of await this.#deviationsOf(row)) this.#report(row, deviation, warnings);
  }

  again(row: BatchRow): void {
    row.issues.push(...(this.#refused.get(row.start) ?? []));
  }

  /** At the file's end. `batches`: its own, and the one that it retries. Errors: {@link Refusal}. */
  async checkTotals(file: string, { facts, warnings }: Checked, batches: readonly string[]): Promise<void> {
    // A retry file may have a small total.
    const isPart = batches.length > 1 || isRetryName(file);
    const level = this.#levelOf('totalUnusual');
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
      const value = `${inFull(total, currency)} ${currency}`;
      const deviation = historyMessage('total_unusual', {
        ...{ far, of: earlier.length, usual: inFull(usual, currency), currency },
        ...{ last: inFull(last.total, currency), runId: last.runId },
      });
      const isAccepted = this.#isAccepted('totalUnusual', line);
      if (level === 'error' && !isAccepted)
        throw refusal('total_unusual', file, historyMessage('total_refused', { value, deviation, line }));
      const here = historyMessage('total_unusual_here', { deviation });
      warnings.compared(line, 'the total', value, shown(here, isAccepted), null);
    }
  }

  #levelOf(check: keyof CheckLevels): CheckLevel {
    return this.#settings.checks[check];
  }

  #isAccepted(check: string, line: number): boolean {
    return this.#settings.accepted?.has(`${check}:${line}`) === true;
  }

  /** Asks the ledger for accounts and payees that are not known yet. */
  async #learn(rows: readonly PayoutRow[]): Promise<void> {
    if (this.#habits.size >= REMEMBERED) this.#habits.clear();
    if (this.#payees.size >= REMEMBERED) this.#payees.clear();
    const isNew = (name: string, known: ReadonlyMap<string, unknown>): boolean =>
      name !== '' && !known.has(name);
    if (this.#levelOf('amountUnusual') !== 'off' || this.#levelOf('firstPayment') !== 'off') {
      const accounts = [...new Set(rows.map(accountOf).filter((name) => isNew(name, this.#habits)))];
      const found = accounts.length === 0 ? undefined : await this.#history.habits(accounts);
      for (const account of accounts) this.#habits.set(account, found?.get(account) ?? []);
    }
    if (this.#payee === '') return;
    const names = rows.map(({ payee = '' }) => payee).filter((name) => isNew(name, this.#payees));
    if (names.length === 0) return;
    const found = await this.#history.lastPaid([...new Set(names.map(foldedPayee))]);
    for (const name of names) this.#payees.set(name, found.get(foldedPayee(name)) ?? null);
  }

  async #deviationsOf(row: PayoutRow): Promise<Deviation[]> {
    const { payee = '', amount, currency } = row;
    const account = accountOf(row);
    if (account === '') return [];
    const found: Deviation[] = [];
    const paid = { field: 'destination.externalAccountId', value: account };
    if (this.#payee !== '' && payee.trim() === '') {
      const told = historyMessage('payee_empty');
      found.push({ check: 'payeeChanged', field: 'payee', value: this.#payee, told, entry: null });
    }
    const last = this.#payees.get(payee) ?? undefined;
    // Ids of the service are compared without case.
    const isOther = last && last.account.toLowerCase() !== account;
    const place = isOther && (await this.#placeOf(last.entry));
    if (place) {
      const told = historyMessage('other_account', { payee: this.#payee, account: last.account, place });
      found.push({ check: 'payeeChanged', ...paid, told, entry: last.entry });
    }
    const habits = this.#habits.get(account) ?? [];
    if (habits.length === 0 && this.#levelOf('firstPayment') !== 'off') {
      const told = historyMessage('first_payment', { amount, currency });
      found.push({ check: 'firstPayment', ...paid, told, entry: 0 });
    }
    const unusualAmount = this.#levelOf('amountUnusual') !== 'off' && (await this.#unusual(row, habits));
    if (unusualAmount) found.push(unusualAmount);
    return found;
  }

  async #unusual({ amount, currency }: PayoutRow, habits: readonly Habit[]): Promise<Deviation | undefined> {
    const habit =
      habits.find((one) => one.currency === currency) ??
      habits.find((one) => one.currency === currency.toUpperCase());
    if (!habit || habit.median === null) return undefined;
    const { account, of, median: usual, entry } = habit;
    const far = unusual(amount, usual);
    const place = far && (await this.#placeOf(entry));
    if (!place) return undefined;
    const told = historyMessage('amount_unusual', {
      ...{ far, of, account, usual: inFull(usual, currency), currency, place },
    });
    return { check: 'amountUnusual', field: 'receiverAmount', value: amount, told, entry };
  }

  /** The run and line of an earlier payment; `undefined` for a payment of the same plan. */
  async #placeOf(entry: number): Promise<DoubtPlace | undefined> {
    const { runId, line } = await this.#history.placeOf(entry);
    return this.#own.has(runId) ? undefined : { runId, line };
  }

  #report(row: PayoutRow, { check, field, value, told, entry }: Deviation, warnings: Warnings): void {
    const isAccepted = this.#isAccepted(check, row.line);
    if (this.#levelOf(check) === 'warning' || isAccepted) {
      warnings.compared(row.line, field, value, shown(told, isAccepted), entry);
      return;
    }
    const { line } = row;
    const message = historyMessage('deviation_refused', { value, deviation: told, check, line });
    const issue = { ...warnings.placeOf(field), message, check };
    row.issues.push(issue);
    this.#refused.set(row.start, [...(this.#refused.get(row.start) ?? []), issue]);
  }
}

const refusal = (code: string, file: string, what: Message): Refusal =>
  new Refusal(code, placed('at_place', { file, what }));

/** As a warning has it. */
const shown = (deviation: Message, isAccepted: boolean): Message =>
  isAccepted ? historyMessage('deviation_accepted', { deviation }) : deviation;

const TIMES = 10;

/** How far an amount is from the usual; `undefined` if it is not unusual. */
function unusual(amount: string, usual: string): Far | undefined {
  // Floats decide the clear cases, which are nearly all.
  const ratio = Number(amount) / Number(usual);
  if (ratio > 1.01 / TIMES && ratio < TIMES * 0.99) return undefined;
  const [exact, middle] = [new Big(amount), new Big(usual)];
  if (exact.gte(middle.times(TIMES))) return timesOf(exact, middle);
  if (exact.times(TIMES).lte(middle)) return { kind: 'tenth', times: '' };
  return undefined;
}

const timesOf = (amount: Big, usual: Big): Far =>
  usual.eq(0)
    ? { kind: 'more_than', times: String(TIMES) }
    : { kind: 'times', times: amount.div(usual).round(0, Big.roundDown).toFixed() };
