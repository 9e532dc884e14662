// Whether new rows may start. It trips after too many systemic failures in a row, too many rows in doubt, a failure
// that is final (credentials, TLS, ledger), or a signal. Requests in progress finish.
import type { CallOutcome } from '../../client/outcome.ts';

export class CircuitBreaker {
  readonly #after: number;
  readonly #maxInDoubt: number;
  #inDoubt = 0;
  #consecutive = 0;
  /** Whether any call reached the service, and why the last one that didn't failed. */
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

  /** A call that the second signal stopped does not count for or against the service. */
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

  countDoubt(): void {
    if (++this.#inDoubt < this.#maxInDoubt) return;
    this.trip(
      `${this.#inDoubt} row${this.#inDoubt === 1 ? ' is' : 's are'} in doubt (--max-in-doubt ${this.#maxInDoubt})`,
    );
  }

  observe(systemic: boolean, message: string): void {
    this.#consecutive = systemic ? this.#consecutive + 1 : 0;
    if (this.#consecutive === 0 || this.#consecutive < this.#after) return;
    const count = this.#consecutive;
    const failures = count === 1 ? '1 systemic failure' : `${count} consecutive systemic failures`;
    this.trip(`${failures} (--halt-after ${this.#after}); the last: ${message}`);
  }
}

// The first transfer of a run goes alone: if the service's responses can't be read, one row is in doubt and not a whole
// pool. Until the first response transfers go one after the other; the first response lets all go.
export interface TransferGate {
  /** Waits until this transfer may go. Call the returned function at its end, with whether it got a response. */
  enter(): Promise<(answered: boolean) => void | Promise<void>>;
}

export class FirstTransferGate implements TransferGate {
  #answered = false;
  #alone = false;
  readonly #waiting: (() => void)[] = [];

  async enter(): Promise<(answered: boolean) => void> {
    if (this.#answered) return () => undefined;
    if (this.#alone) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#alone = true;
    return (answered) => {
      this.#over(answered);
    };
  }

  /** Lets all waiting transfers go, or the next one alone. */
  #over(answered: boolean): void {
    this.#answered ||= answered;
    const next = this.#waiting.splice(0, this.#answered ? Infinity : 1);
    if (next.length === 0) this.#alone = false;
    for (const go of next) go();
  }
}
