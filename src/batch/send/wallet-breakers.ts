// Whether rows may still be paid from a wallet: after --halt-after refusals in a row for lack of funds, the rows of
// that wallet are skipped, and no others. The profile says what such a refusal looks like (insufficientFunds).
import { parseAnswer, pick } from '../../client/json.ts';
import type { CallOutcome } from '../../client/outcome.ts';
import type { Profile } from '../../interface/profile.ts';
import { ownExpression } from '../../interface/profile-entry.ts';
import type { PayoutRow } from '../input/row.ts';

/** Characters that the pattern is tried on. */
const LOOKED_AT = 500;

export class WalletBreaker {
  readonly #wallet: string;
  readonly #after: number;
  readonly #isShort: (outcome: CallOutcome) => boolean;
  #inRow = 0;
  /** Why its rows are not paid any more; empty while they are. */
  reason = '';
  /** Rows that were skipped here, and rows that the service refused for lack of funds. */
  skipped = 0;
  short = 0;

  constructor(wallet: string, after: number, isShort: (outcome: CallOutcome) => boolean) {
    this.#wallet = wallet;
    this.#after = after;
    this.#isShort = isShort;
  }

  /** Takes the end of a transfer, or a refused quote, into account. True for a refusal for lack of funds. */
  observe(outcome: CallOutcome): boolean {
    if (outcome.outcome === 'rejected' && this.#isShort(outcome)) {
      this.short++;
      if (++this.#inRow >= this.#after && this.reason === '') {
        const refusals = this.#inRow === 1 ? '1 refusal' : `${this.#inRow} consecutive refusals`;
        this.reason = `${this.#wallet} is short of funds: ${refusals} (--halt-after ${this.#after}); the last: ${outcome.message}`;
      }
      return true;
    }
    // Any other outcome does not count for the wallet.
    if (outcome.outcome === 'accepted' || outcome.outcome === 'rejected') this.#inRow = 0;
    return false;
  }

  /** Asked for each row before anything of it is sent. */
  reasonToSkip(): string {
    if (this.reason !== '') this.skipped++;
    return this.reason;
  }
}

export class WalletBreakers {
  readonly #after: number;
  readonly #isShort: (outcome: CallOutcome) => boolean;
  readonly #wallets = new Map<string, WalletBreaker>();

  constructor(after: number, profile: Profile) {
    this.#after = after;
    const pattern = ownExpression(profile.insufficientFunds);
    this.#isShort = (outcome) => pattern?.test(refusalText(outcome, profile)) === true;
  }

  of(row: PayoutRow): WalletBreaker {
    const { source, useDeveloperFunds } = row.body;
    const pair = `${source?.currency ?? ''} on ${source?.network ?? ''}`;
    const own = `wallet ${source?.walletId ?? ''} (${pair})`;
    const name = useDeveloperFunds === true ? `the developer's wallet (${pair})` : own;
    let wallet = this.#wallets.get(name);
    if (!wallet) this.#wallets.set(name, (wallet = new WalletBreaker(name, this.#after, this.#isShort)));
    return wallet;
  }

  /** Rows that were refused for lack of funds: there is nothing to correct in them. */
  get short(): number {
    return [...this.#wallets.values()].reduce((sum, wallet) => sum + wallet.short, 0);
  }

  get reasons(): string[] {
    return [...this.#wallets.values()].filter(({ skipped }) => skipped > 0).map(({ reason }) => reason);
  }
}

/** Status, code and message, in the service's own words. */
function refusalText(outcome: CallOutcome, profile: Profile): string {
  if (outcome.outcome === 'accepted') return '';
  const message = pick(parseAnswer(outcome.text), profile.errorMessageFields) ?? outcome.text;
  return `${outcome.status ?? ''} ${outcome.code} ${message}`.slice(0, LOOKED_AT);
}
