// Where a source is no code although its lines look like it: comments, and strings over several lines.
import type { Span } from '../model/model.ts';

export class Unspoken {
  /** From the first to the last; none meets another. */
  readonly #spans: Span[] = [];

  constructor(spans: readonly Span[]) {
    for (const one of [...spans].sort((a, b) => a.start - b.start)) {
      const last = this.#spans.at(-1);
      if (last && one.start <= last.end)
        this.#spans[this.#spans.length - 1] = { start: last.start, end: Math.max(last.end, one.end) };
      else this.#spans.push(one);
    }
  }

  /** Of a line that begins there, by its own columns. */
  on(start: number, length: number): Span[] {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const found: Span[] = [];
    for (let one = this.#spans[low]; one && one.start < start + length; one = this.#spans[++low])
      found.push({ start: Math.max(0, one.start - start), end: Math.min(length, one.end - start) });
    return found;
  }
}
