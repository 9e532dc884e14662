// Which statements of a source are walked: those with a word of this service, those that declare what these use, and
// those that use what these declare. Most of a large file is none of these: without this choice a file takes three
// times as long.
import { camel } from '../model/facts.ts';
import {
  COMMON_REMOVED,
  CUSTOMER_TELLING,
  isDocumentType,
  TRANSFER_OWN,
  TRANSFER_SHARED,
  typeNamed,
} from '../model/vocabulary.ts';
import { isGroup, isSign, type Item } from './groups.ts';

const TELLING = /amount|documents?$|base64|tenant|transfer|payout|customer|quote|api|v1/i;
/** Words that tie nothing together. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'export default import from public private protected internal static final readonly abstract override async ' +
    'const let var val my local function def fn fun func sub class struct interface type enum object module record ' +
    'return if else for while switch case try catch throw raise new await this self void string number bool boolean ' +
    'int true false null nil None err error require use package namespace do end in not and or'
  ).split(' '),
);
const LONGEST_NAME = 80;
const MOST_KNOWN = 50_000;
/** Texts that were met in any file, and whether they are words of this service. */
const known = new Map<string, boolean>();

function isTelling(text: string): boolean {
  // A body as a text, among others.
  if (text.length > LONGEST_NAME) return true;
  const before = known.get(text);
  if (before !== undefined) return before;
  const name = camel(text);
  const isName = [CUSTOMER_TELLING, COMMON_REMOVED, TRANSFER_OWN, TRANSFER_SHARED].some((own) =>
    own.has(name),
  );
  const isWord = isName || TELLING.test(text) || isDocumentType(typeNamed(text));
  if (known.size < MOST_KNOWN) known.set(text, isWord);
  return isWord;
}

/** The names in a statement, and those that it may declare: before its first `=` or `{`. */
class Names {
  readonly all = new Set<string>();
  readonly declared = new Set<string>();
  #isHead = true;

  constructor(items: readonly Item[]) {
    this.#add(items);
  }

  #add(items: readonly Item[]): void {
    for (const item of items) {
      if (isSign(item, '=') || isGroup(item, '{')) this.#isHead = false;
      if (isGroup(item)) this.#add(item.items);
      else if ((item.kind === 'name' || item.kind === 'string') && !COMMON.has(item.text)) {
        this.all.add(item.text);
        if (this.#isHead) this.declared.add(item.text);
      }
    }
  }
}

export function tiedStatements(all: readonly (readonly Item[])[]): readonly (readonly Item[])[] {
  const names = all.map((items) => new Names(items));
  const naming = indexOf(names.map((own) => own.all));
  const declaring = indexOf(names.map((own) => own.declared));
  const kept = new Set(names.flatMap((own, i) => ([...own.all].some(isTelling) ? [i] : [])));
  const keep = (tied: ReadonlySet<string>, index: Map<string, number[]>): void => {
    for (const name of tied) {
      for (const other of index.get(name) ?? []) kept.add(other);
      index.delete(name);
    }
  };
  // Grows while it is gone through.
  for (const i of kept) {
    keep(names[i]?.all ?? new Set(), declaring);
    keep(names[i]?.declared ?? new Set(), naming);
  }
  return all.filter((_, i) => kept.has(i));
}

function indexOf(sets: readonly ReadonlySet<string>[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [i, names] of sets.entries())
    for (const name of names) {
      const others = index.get(name);
      if (others) others.push(i);
      else index.set(name, [i]);
    }
  return index;
}
