// Whether new rows may still start. Three things say no: too many systemic failures in a row, one that is final by
// itself (credentials, TLS, ledger), and a signal.
import type { CallOutcome } from '../../client/outcome.ts';

export class Halt {
  readonly #after: number;
  #consecutive = 0;
  /** Why no new row starts; empty while they do. */
  reason = '';

  constructor(after: number) {
    this.#after = after;
  }

  get on(): boolean {
    return this.reason !== '';
  }

  now(reason: string): void {
    if (this.reason === '') this.reason = reason;
  }

  /** Takes the end of a call into account; one that the second signal stopped says nothing about the service. */
  observeCall(outcome: CallOutcome): void {
    if (outcome.outcome === 'accepted') return this.observe(false, '');
    if (outcome.outcome === 'stopped') return;
    this.observe(outcome.systemic, outcome.message);
    if (outcome.halt) this.now(outcome.message);
  }

  /** Takes the end of one row into account. */
  observe(systemic: boolean, message: string): void {
    this.#consecutive = systemic ? this.#consecutive + 1 : 0;
    if (this.#consecutive >= this.#after) {
      this.now(
        `${this.#consecutive} systemic failure${this.#consecutive === 1 ? '' : 's'} in a row (--halt-after ${this.#after}); the last: ${message}`,
      );
    }
  }
}
