// The first creation of a run goes alone: if the service's answers can't be read, or it doesn't answer at all, one row is
// in doubt and not a whole pool. As long as none was answered, they go one after the other.
export class Canary {
  #answered = false;
  #last: Promise<void> = Promise.resolve();

  /** Waits for this one's turn. Call what it gives when it is over: was it answered, so that the others may go? */
  async turn(): Promise<(answered: boolean) => void> {
    if (this.#answered) return () => undefined;
    const before = this.#last;
    let over = (): void => undefined;
    this.#last = new Promise((resolve) => {
      over = resolve;
    });
    await before;
    return (answered) => {
      this.#answered ||= answered;
      over();
    };
  }
}
