// On which physical lines the rows of a file begin, while it is written: whatever somebody reads it as later, a row stays on its
// line.

export class RowLines {
  #line = 1;
  readonly #starts: number[] = [];

  /** A row begins with what is written next. */
  row(): void {
    this.#starts.push(this.#line);
  }

  /** What is written, in UTF-8 or as text: lines end in LF. */
  wrote(text: string | Uint8Array): void {
    if (typeof text === 'string') {
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#line++;
      return;
    }
    for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) this.#line++;
  }

  get starts(): readonly number[] {
    return this.#starts;
  }
}

/** `2,1x4999,3`: the first, then how much further each of the next ones is, with how often that is so. */
export function packedLines(starts: readonly number[]): string {
  const steps: { step: number; count: number }[] = [];
  let before = 0;
  for (const start of starts) {
    const step = start - before;
    const last = steps.at(-1);
    if (last?.step === step && steps.length > 1) last.count++;
    else steps.push({ step, count: 1 });
    before = start;
  }
  return steps.map(({ step, count }) => (count === 1 ? String(step) : `${step}x${count}`)).join(',');
}

export function unpackedLines(text: string): number[] {
  const starts: number[] = [];
  let line = 0;
  for (const [, step = '', count = '1'] of text.matchAll(/(\d+)(?:x(\d+))?/g)) {
    for (let i = 0; i < Number(count); i++) starts.push((line += Number(step)));
  }
  return starts;
}
