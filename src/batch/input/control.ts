// The way in for signals. The first drains, the second stops at once; what that means is up to who listens.
export class RunControl {
  signals = 0;
  #listeners: ((signals: number) => void)[] = [];

  signal(): void {
    this.signals++;
    for (const listener of this.#listeners) listener(this.signals);
  }

  onSignal(listener: (signals: number) => void): void {
    this.#listeners.push(listener);
    if (this.signals > 0) listener(this.signals);
  }
}
