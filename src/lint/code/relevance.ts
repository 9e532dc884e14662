// Which statements of a source a rule could ask about: those with a word of the service, what they use, and what uses them.
// Most of a large file is none of these, and is not walked.
import { camel } from '../model/facts.ts';
import { COMMON_REMOVED, CUSTOMER_OWN, isPaper, STRONG_WORDS, typeNamed } from '../model/vocabulary.ts';
import { isGroup, isSign, type Item } from './groups.ts';

const TELLING = new RegExp(
  `amount|documents?$|base64|tenant|transfer|payout|customer|quote|api|v1|${STRONG_WORDS.join('|')}`,
  'i',
);
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
/** What a statement declares is among so many names at its beginning. */
const MOST_DECLARED = 12;

/** Of each short text that was met so far, in whatever file, whether it is a word of the service. */
const known = new Map<string, boolean>();

function isTelling(text: string): boolean {
  if (text.length > LONGEST_NAME) return TELLING.test(text);
  const before = known.get(text);
  if (before !== undefined) return before;
  const name = camel(text);
  const isField = CUSTOMER_OWN.has(name) || COMMON_REMOVED.has(name);
  const isWord = isField || TELLING.test(text) || isPaper(typeNamed(text));
  if (known.size < MOST_KNOWN) known.set(text, isWord);
  return isWord;
}

class Statement {
  readonly items: readonly Item[];
  readonly names = new Set<string>();
  readonly declared = new Set<string>();
  isRelevant = false;
  #isHead = true;

  constructor(items: readonly Item[]) {
    this.items = items;
    this.#read(items);
  }

  #read(items: readonly Item[]): void {
    for (const item of items) {
      if (isGroup(item)) {
        if (item.bracket === '{') this.#isHead = false;
        this.#read(item.items);
      } else if (item.kind === 'name' || item.kind === 'string') {
        this.isRelevant ||= isTelling(item.text);
        this.#add(item.text);
        for (const piece of item.pieces ?? [])
          if ('code' in piece) piece.code.split(/\W+/).forEach(this.#add);
      } else if (isSign(item, '=')) this.#isHead = false;
    }
  }

  readonly #add = (name: string): void => {
    if (name.length > LONGEST_NAME || COMMON.has(name)) return;
    this.names.add(name);
    if (this.#isHead && this.declared.size < MOST_DECLARED) this.declared.add(name);
  };
}

export function relevantStatements(all: readonly (readonly Item[])[]): (readonly Item[])[] {
  const statements = all.map((items) => new Statement(items));
  const relevant = statements.filter(({ isRelevant }) => isRelevant);
  const declaring = byName(statements, ({ declared }) => declared);
  const naming = byName(statements, ({ names }) => names);
  // Grows while it is gone through.
  for (const { names, declared } of relevant) {
    for (const [tied, index] of [
      [names, declaring],
      [declared, naming],
    ] as const) {
      for (const name of tied) {
        for (const other of index.get(name) ?? []) {
          if (!other.isRelevant) relevant.push(other);
          other.isRelevant = true;
        }
        index.delete(name);
      }
    }
  }
  return statements.filter(({ isRelevant }) => isRelevant).map(({ items }) => items);
}

function byName(
  statements: readonly Statement[],
  namesOf: (statement: Statement) => ReadonlySet<string>,
): Map<string, Statement[]> {
  const index = new Map<string, Statement[]>();
  for (const statement of statements) {
    for (const name of namesOf(statement)) {
      const others = index.get(name);
      if (others) others.push(statement);
      else index.set(name, [statement]);
    }
  }
  return index;
}
