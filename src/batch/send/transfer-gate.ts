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
