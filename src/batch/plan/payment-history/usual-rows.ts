// Whether the ledger's summary says of a row that nothing is to be said of it: so it is of nearly every row, and that must cost
// next to nothing. What is as ever is never looked up; everything else is, and the tables decide.
import type { Summary } from '../../../ledger/history-summary.ts';
import { TOO_FEW } from '../../../ledger/summary-records.ts';
import type { HistorySettings } from '../../input/history-settings.ts';
import type { PayoutRow } from '../../input/row.ts';
import { accountOf, payeeOf } from './payee.ts';
import { isNear } from './unusual.ts';

/** What the summary says of an account, in a currency, under a payee's name. */
interface Said {
  readonly currency: string;
  readonly payee: string;
  readonly usual: number | undefined;
  readonly isAt: boolean;
}

/** So many accounts are remembered, and so many that weren't among them make it plain that remembering is of no use. */
const REMEMBERED = 4_000;

export class UsualRows {
  /** Whether a column says who is paid. */
  hasPayee = false;
  readonly #settings: HistorySettings;
  /** A file pays the same accounts again and again, as a rule. */
  readonly #said = new Map<string, Said>();
  #missed = 0;

  constructor(settings: HistorySettings) {
    this.#settings = settings;
  }

  isUsual(row: PayoutRow, summary: Summary): boolean {
    const account = accountOf(row);
    if (account === '') return true;
    const { usual, isAt } = this.#saidOf(account, row.currency, payeeOf(row), summary);
    if (usual === undefined || !isAt) return false;
    return usual === TOO_FEW || isNear(Number(row.amount), usual);
  }

  #saidOf(account: string, currency: string, payee: string, summary: Summary): Said {
    if (this.#missed > REMEMBERED) return this.#ask(account, currency, payee, summary);
    const known = this.#said.get(account);
    if (known?.currency === currency && known.payee === payee) return known;
    const said = this.#ask(account, currency, payee, summary);
    if (this.#said.size < REMEMBERED) this.#said.set(account, said);
    else this.#missed++;
    return said;
  }

  /** A check that is off finds nothing. */
  #ask(account: string, currency: string, payee: string, summary: Summary): Said {
    const { checks } = this.#settings;
    const isAsked = checks.amountUnusual !== 'off' || checks.firstPayment !== 'off';
    const found = isAsked ? summary.usual(account, currency) : TOO_FEW;
    const usual = checks.amountUnusual === 'off' && found !== undefined ? TOO_FEW : found;
    const isFree = checks.payeeChanged === 'off' || !this.hasPayee;
    // Whoever names nobody is told so.
    return { currency, payee, usual, isAt: isFree || (payee !== '' && summary.isAt(payee, account)) };
  }
}
