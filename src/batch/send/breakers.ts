// Whether new rows may start. The circuit breaker trips after too many systemic failures in a row, too many rows in
// doubt, a failure that is final (credentials, TLS, ledger), or a signal. The breaker of a wallet trips after
// --halt-after refusals in a row for lack of funds: the rows of that wallet are skipped, and no others. The profile
// says what such a refusal looks like (insufficientFunds). Requests in progress finish.
import { parseAnswer, pick } from '../../client/json.ts';
import type { CallOutcome } from '../../client/outcome.ts';
import type { Profile } from '../../interface/profile.ts';
import { ownExpression } from '../../interface/profile-entry.ts';
import { rowNote } from '../../ledger/messages.ts';
import type { Message } from '../../message.ts';
import type { PayoutRow } from '../input/row.ts';
import { sendingMessage, type Wallet } from './messages.ts';

export class CircuitBreaker {
  readonly #after: number;
  readonly #maxInDoubt: number;
  #inDoubt = 0;
  #consecutive = 0;
  /** Whether any call reached the service, and why the last other call failed. */
  #heard = false;
  #unheard: Message | undefined;
  /** Why no new row starts; `undefined` while they do. */
  reason: Message | undefined;

  constructor(after: number, maxInDoubt = Infinity) {
    this.#after = after;
    this.#maxInDoubt = maxInDoubt;
  }

  get isTripped(): boolean {
    return this.reason !== undefined;
  }

  trip(reason: Message): void {
    this.reason ??= reason;
  }

  /** A call that the second signal stopped does not count for or against the service. */
  observeCall(outcome: CallOutcome): void {
    if (outcome.outcome === 'accepted') {
      this.#heard = true;
      this.observe();
      return;
    }
    if (outcome.outcome === 'stopped') return;
    if (outcome.code.startsWith('connection_')) this.#unheard = outcome.message;
    else this.#heard = true;
    this.observe(outcome.systemic ? outcome.message : undefined);
    if (outcome.halt) this.trip(outcome.message);
  }

  /** No row is left. A short file may have too few failures to trip the breaker. */
  end(): void {
    if (!this.#heard && this.#unheard !== undefined)
      this.trip(sendingMessage('service_unreached', { last: this.#unheard }));
  }

  countDoubt(): void {
    if (++this.#inDoubt < this.#maxInDoubt) return;
    this.trip(rowNote('too_many_in_doubt', { rows: this.#inDoubt, most: this.#maxInDoubt }));
  }

  /** `failure`: message of a systemic failure; none after anything else. */
  observe(failure?: Message): void {
    this.#consecutive = failure ? this.#consecutive + 1 : 0;
    if (!failure || this.#consecutive < this.#after) return;
    this.trip(sendingMessage('halted', { failures: this.#consecutive, after: this.#after, last: failure }));
  }
}

/** Whether a call alone stops its run: it did not reach the service, or its failure is final. */
export function stopsRun(outcome: CallOutcome): boolean {
  const breaker = new CircuitBreaker(Infinity);
  breaker.observeCall(outcome);
  breaker.end();
  return outcome.outcome === 'failed' && breaker.isTripped;
}

/** Characters that the pattern is tried on. */
const LOOKED_AT = 500;

export class WalletBreaker {
  readonly #wallet: Wallet;
  readonly #after: number;
  readonly #isShort: (outcome: CallOutcome) => boolean;
  #inRow = 0;
  /** Why its rows are not paid any more; `undefined` while they are. */
  reason: Message | undefined;
  /** Whether rows were skipped. */
  isSkipping = false;
  /** Rows that the service refused for lack of funds. */
  short = 0;

  constructor(wallet: Wallet, after: number, isShort: (outcome: CallOutcome) => boolean) {
    this.#wallet = wallet;
    this.#after = after;
    this.#isShort = isShort;
  }

  /** Takes the end of a transfer, or a refused quote, into account. True for a refusal for lack of funds. */
  observe(outcome: CallOutcome): boolean {
    if (outcome.outcome === 'rejected' && this.#isShort(outcome)) {
      this.short++;
      if (++this.#inRow >= this.#after)
        this.reason ??= sendingMessage('wallet_short', {
          ...{ wallet: this.#wallet, refusals: this.#inRow, after: this.#after, last: outcome.message },
        });
      return true;
    }
    // Any other outcome does not count for the wallet.
    if (outcome.outcome === 'accepted' || outcome.outcome === 'rejected') this.#inRow = 0;
    return false;
  }

  /** Asked for each row before anything of it is sent. */
  reasonToSkip(): Message | undefined {
    this.isSkipping ||= this.reason !== undefined;
    return this.reason;
  }
}

export class WalletBreakers {
  readonly #breakerFor: (wallet: Wallet) => WalletBreaker;
  readonly #wallets = new Map<string, WalletBreaker>();

  constructor(after: number, profile: Profile) {
    const pattern = ownExpression(profile.insufficientFunds);
    const isShort = (outcome: CallOutcome): boolean => pattern?.test(refusalText(outcome, profile)) === true;
    this.#breakerFor = (wallet) => new WalletBreaker(wallet, after, isShort);
  }

  of(row: PayoutRow): WalletBreaker {
    const { source, useDeveloperFunds } = row.body;
    const id = useDeveloperFunds === true ? undefined : (source?.walletId ?? '');
    const wallet: Wallet = { id, currency: source?.currency ?? '', network: source?.network ?? '' };
    const name = JSON.stringify(wallet);
    let breaker = this.#wallets.get(name);
    if (!breaker) this.#wallets.set(name, (breaker = this.#breakerFor(wallet)));
    return breaker;
  }

  /** Rows that were refused for lack of funds: there is nothing to correct in them. */
  get short(): number {
    return [...this.#wallets.values()].reduce((sum, wallet) => sum + wallet.short, 0);
  }

  /** Why rows of a wallet were skipped, if they were. */
  get reason(): Message | undefined {
    return [...this.#wallets.values()].find(({ isSkipping }) => isSkipping)?.reason;
  }
}

/** Status, code and message, in the service's own words. */
function refusalText(outcome: CallOutcome, profile: Profile): string {
  if (outcome.outcome === 'accepted') return '';
  const message = pick(parseAnswer(outcome.text), profile.errorMessageFields) ?? outcome.text;
  return `${outcome.status ?? ''} ${outcome.code} ${message}`.slice(0, LOOKED_AT);
}
