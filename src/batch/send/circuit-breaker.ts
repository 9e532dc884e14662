// Whether new rows may start. It trips after too many systemic failures in a row, too many rows in doubt, a failure
// that is final (credentials, TLS, ledger), or a signal. Requests in progress finish.
import type { CallOutcome } from '../../client/outcome.ts';
import { rowNote } from '../../ledger/messages.ts';
import type { Message } from '../../message.ts';
import { sendingMessage } from './messages.ts';

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
