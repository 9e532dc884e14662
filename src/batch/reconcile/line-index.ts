// The lines of a statement that evidence has not taken yet, found by what they have.
import { byValue, fold, tagsIn, wordsOf } from './compare.ts';
import type { StatementLine } from './statement.ts';

type Indexed = 'id' | 'tag' | 'reference' | 'amount' | 'account';

export class LineIndex {
  readonly #found = new Map<string, StatementLine[]>();
  readonly #taken = new Set<StatementLine>();

  constructor(lines: readonly StatementLine[]) {
    for (const line of lines) {
      this.#add('id', line.id, line);
      for (const tag of new Set(tagsIn(line.memo))) this.#add('tag', tag, line);
      this.#add('reference', wordsOf(line.reference).join(' '), line);
      this.#add('amount', byValue(line.amount), line);
      this.#add('account', fold(line.account), line);
    }
  }

  by(what: Indexed, value: string): readonly StatementLine[] {
    const found = value === '' ? undefined : this.#found.get(`${what} ${value}`);
    return found?.filter((line) => !this.#taken.has(line)) ?? [];
  }

  /** Two lines with one id: which of them is the payment is not known. */
  isRepeated({ id }: StatementLine): boolean {
    return id !== '' && (this.#found.get(`id ${id}`)?.length ?? 0) > 1;
  }

  take(line: StatementLine): void {
    this.#taken.add(line);
  }

  #add(what: Indexed, value: string, line: StatementLine): void {
    if (value === '') return;
    const key = `${what} ${value}`;
    const known = this.#found.get(key);
    if (known) known.push(line);
    else this.#found.set(key, [line]);
  }
}
