// How many bytes of documents may be in memory at once. First come, first served: a large one isn't overtaken for ever by
// small ones, and one that is larger than the budget goes alone.
interface Waiting {
  readonly cost: number;
  readonly go: () => void;
}

export class ByteBudget {
  readonly #limit: number;
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(limit: number) {
    this.#limit = limit;
    this.#free = limit;
  }

  async spend<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const cost = Math.min(bytes, this.#limit);
    await new Promise<void>((go) => {
      this.#waiting.push({ cost, go });
      this.#serve();
    });
    try {
      return await work();
    } finally {
      this.#free += cost;
      this.#serve();
    }
  }

  #serve(): void {
    for (let next = this.#waiting[0]; next && next.cost <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.cost;
      next.go();
    }
  }
}
