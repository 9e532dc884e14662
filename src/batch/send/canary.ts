// The first creation of a run goes alone: if the service's answers can't be read, or it doesn't answer at all, one row is
// in doubt and not a whole pool. As long as none was answered, they go one after the other; the first answer lets all go.
export interface GoingAlone {
  /** Waits for this one's turn. Call what it gives when it is over: was it answered, so that the others may go? */
  turn(): Promise<(answered: boolean) => void | Promise<void>>;
}

export class Canary implements GoingAlone {
  #answered = false;
  #alone = false;
  readonly #waiting: (() => void)[] = [];

  async turn(): Promise<(answered: boolean) => void> {
    if (this.#answered) return () => undefined;
    if (this.#alone) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#alone = true;
    return (answered) => {
      this.#over(answered);
    };
  }

  /** Whoever has waited goes: all of them, or the next one alone. */
  #over(answered: boolean): void {
    this.#answered ||= answered;
    const next = this.#waiting.splice(0, this.#answered ? Infinity : 1);
    if (next.length === 0) this.#alone = false;
    for (const go of next) go();
  }
}
