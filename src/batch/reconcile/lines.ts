// The lines of a statement that nobody has yet, found by what they bear: a statement may have a hundred thousand.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { foldedReference } from '../../interface/reference.ts';
import type { LineTime } from './when.ts';

export interface StatementLine {
  readonly line: number;
  readonly id: string;
  readonly memo: string;
  readonly reference: string;
  readonly payee: string;
  readonly customer: string;
  /** A plain decimal; empty where the statement has none, null where it can't be read. */
  readonly amount: string | null;
  readonly currency: string;
  /** The time, or the beginning and end of a day; null where there is none. */
  readonly time: LineTime | null;
  readonly state: string;
  /** Why it proves no payment, whichever row it may be (outgoing.ts); null where nothing is against it. */
  readonly reserve: string | null;
}

/** As memo-tag.ts makes them, in whatever case a bank writes them. */
const TAGS = /pb-[0-9a-f]{10}/gi;

export class Lines {
  readonly #ids = new Map<string, StatementLine[]>();
  readonly #tags = new Map<string, StatementLine[]>();
  readonly #references = new Map<string, StatementLine[]>();
  readonly #amounts = new Map<string, StatementLine[]>();
  readonly #taken = new Set<StatementLine>();

  constructor(lines: readonly StatementLine[]) {
    for (const line of lines) {
      add(this.#ids, line.id, line);
      for (const tag of new Set(Lines.tagsIn(line.memo))) add(this.#tags, tag, line);
      add(this.#references, foldedReference(line.reference), line);
      add(this.#amounts, line.amount === null ? '' : byValue(line.amount), line);
    }
  }

  static tagsIn(memo: string): string[] {
    return memo.match(TAGS)?.map((tag) => tag.toLowerCase()) ?? [];
  }

  withId(id: string): readonly StatementLine[] {
    return this.#free(this.#ids, id);
  }

  withTag(tag: string): readonly StatementLine[] {
    return this.#free(this.#tags, tag.toLowerCase());
  }

  withReference(reference: string): readonly StatementLine[] {
    return this.#free(this.#references, foldedReference(reference));
  }

  /** By its value: a customer has none. */
  withAmount(amount: string): readonly StatementLine[] {
    return this.#free(this.#amounts, byValue(amount));
  }

  /** Two lines with one id are one transfer told twice: no telling which of them speaks. */
  isRepeated({ id }: StatementLine): boolean {
    return (this.#ids.get(id)?.length ?? 0) > 1;
  }

  take(line: StatementLine): void {
    this.#taken.add(line);
  }

  #free(index: ReadonlyMap<string, StatementLine[]>, key: string): readonly StatementLine[] {
    return index.get(key)?.filter((line) => !this.#taken.has(line)) ?? [];
  }
}

/** Nothing is found by nothing. */
function add(index: Map<string, StatementLine[]>, key: string, line: StatementLine): void {
  if (key === '') return;
  const known = index.get(key);
  if (known) known.push(line);
  else index.set(key, [line]);
}

/** One spelling of a plain decimal, zeros before it aside. */
export function byValue(amount: string): string {
  return canonicalDecimal(amount.replace(/^0+(?=\d)/, ''));
}
