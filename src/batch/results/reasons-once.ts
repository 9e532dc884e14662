// Reasons of rows of which none needs correcting: each once, with the lines that it holds for. A run that stopped has one for thousands of
// rows, and whoever opens the file looks among them for what is to be done. Bounded: the results have each row's own.

/** So many reasons are named, and so many stretches of lines of each. */
const REASONS = 50;
const STRETCHES = 200;

interface Stretch {
  readonly first: number;
  last: number;
}

interface Once {
  readonly head: string;
  readonly why: readonly string[];
  rows: number;
  readonly stretches: Stretch[];
  /** The place of its last row among the results. */
  at: number;
}

export class ReasonsOnce {
  readonly #reasons = new Map<string, Once>();
  #others = 0;

  /** `at`: the row's place among the results; `head`: its status, and what the service answered. */
  add(at: number, line: number, head: string, why: readonly string[]): void {
    const key = [head, ...why].join('\n');
    const known = this.#reasons.get(key);
    if (known === undefined && this.#reasons.size >= REASONS) {
      this.#others++;
      return;
    }
    const once = known ?? { head, why, rows: 0, stretches: [], at: -2 };
    if (!known) this.#reasons.set(key, once);
    once.rows++;
    const last = once.stretches.at(-1);
    if (last && once.at === at - 1) last.last = line;
    else if (once.stretches.length <= STRETCHES) once.stretches.push({ first: line, last: line });
    once.at = at;
  }

  text(): string {
    const parts = [...this.#reasons.values()].map(({ head, why, rows, stretches }) => {
      const whys = why.map((one) => `    ${one}\n`);
      return `${rows === 1 ? '' : `${rows} rows, `}${linesText(rows, stretches)}  ${head}\n${whys.join('')}`;
    });
    const rest =
      this.#others === 0 ? '' : `${this.#others} more, for other reasons: the results have them.\n`;
    return parts.join('') + rest;
  }
}

function linesText(rows: number, stretches: readonly Stretch[]): string {
  const shown = stretches
    .slice(0, STRETCHES)
    .map(({ first, last }) => (first === last ? String(first) : `${first} to ${last}`));
  const more = stretches.length > STRETCHES ? ' and further on' : '';
  return `${rows === 1 ? 'line' : 'lines'} ${shown.join(', ')}${more}`;
}
