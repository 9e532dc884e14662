// Whether new rows may start. Four things trip it: too many systemic failures in a row, too many among the last calls (a
// service that fails every other time never fails twice in a row), a failure that is final (credentials, TLS, ledger), and a
// signal. Requests in progress finish.
import type { CallOutcome } from '../../client/outcome.ts';

/** The share: twice as many as in a row, among four times as many calls. So half of the last 20 where 5 in a row halt. */
const SHARE_COUNT = 2;
const SHARE_OF = 4;

export class CircuitBreaker {
  readonly #after: number;
  readonly #maxInDoubt: number;
  #inDoubt = 0;
  #consecutive = 0;
  #calls = 0;
  /** Which calls failed, of the last ones that count. */
  readonly #failed: number[] = [];
  /** Of the calls so far, whether any was heard, and how the last one was not. */
  #heard = false;
  #unheard = '';
  /** Why no new row starts; empty while they do. */
  reason = '';

  constructor(after: number, maxInDoubt = Infinity) {
    this.#after = after;
    this.#maxInDoubt = maxInDoubt;
  }

  get isTripped(): boolean {
    return this.reason !== '';
  }

  trip(reason: string): void {
    if (this.reason === '') this.reason = reason;
  }

  /** Takes the end of a call into account; one that the second signal stopped says nothing about the service. */
  observeCall(outcome: CallOutcome): void {
    if (outcome.outcome === 'accepted') {
      this.#heard = true;
      this.observe(false, '');
      return;
    }
    if (outcome.outcome === 'stopped') return;
    if (outcome.code.startsWith('connection_')) this.#unheard = outcome.message;
    else this.#heard = true;
    this.observe(outcome.systemic, outcome.message);
    if (outcome.halt) this.trip(outcome.message);
  }

  /** No row is left. A short file may end before enough calls have failed to trip the breaker. */
  end(): void {
    if (!this.#heard && this.#unheard !== '')
      this.trip(`no call reached the service; the last: ${this.#unheard}`);
  }

  /** Takes a row into account that has come to be in doubt. */
  countDoubt(): void {
    if (++this.#inDoubt < this.#maxInDoubt) return;
    this.trip(
      `${this.#inDoubt} row${this.#inDoubt === 1 ? ' is' : 's are'} in doubt (--max-in-doubt ${this.#maxInDoubt})`,
    );
  }

  /** Takes the end of one row into account. */
  observe(systemic: boolean, message: string): void {
    this.#calls++;
    if (!systemic) {
      this.#consecutive = 0;
      return;
    }
    this.#consecutive++;
    const since = this.#calls - this.#after * SHARE_OF;
    while ((this.#failed[0] ?? Infinity) <= since) this.#failed.shift();
    this.#failed.push(this.#calls);
    const last = ` (--halt-after ${this.#after}); the last: ${message}`;
    if (this.#consecutive >= this.#after) {
      const count = this.#consecutive;
      this.trip(`${count} systemic failure${count === 1 ? '' : 's'} in a row${last}`);
    } else if (this.#failed.length >= this.#after * SHARE_COUNT) {
      const of = Math.min(this.#calls, this.#after * SHARE_OF);
      const count = this.#failed.length;
      this.trip(`${count} systemic failures among the last ${of} calls${last}`);
    }
  }
}
