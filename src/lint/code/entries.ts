// What stands between the commas of a bracket: a key and its value, a spread, a value.
import type { Span } from '../model/facts.ts';
import { isGroup, isName, isSign, isString, type Item, split, textOf } from './groups.ts';
import type { Language } from './language.ts';
import type { Token } from './tokenize.ts';

export interface Entry {
  readonly key?: { readonly written: string; readonly span: Span } | undefined;
  /** The key is an expression: `[name]: value`. */
  readonly computed?: boolean;
  readonly spread?: boolean;
  /** The key is the value as well: `{ amount }`. */
  readonly shorthand?: boolean;
  readonly value: readonly Item[];
}

const SPREADS: ReadonlySet<string> = new Set(['...', '**', '..']);
/** Between two texts, or a text and a value, these always make a pair. */
const PAIRED: ReadonlySet<string> = new Set(['=>', '->', 'to']);

export const entriesIn = (
  items: readonly Item[],
  separators: readonly string[],
  { traits }: Language,
  mayBeShort = traits.has('shorthand'),
): Entry[] => {
  if (traits.has('forms')) return pairsIn(items);
  return split(items, (item) => isSign(item, ',') || isSign(item, ';')).map((entry) =>
    entryOf(entry, separators, mayBeShort),
  );
};

function entryOf(items: readonly Item[], separators: readonly string[], mayBeShort: boolean): Entry {
  const [first, second] = items;
  if (first?.kind === 'sign' && SPREADS.has(first.text)) return { spread: true, value: items.slice(1) };
  if (isGroup(first, '[') && isSeparator(second, separators))
    return computedEntry(first.items, items.slice(2));
  if (isKey(first)) {
    if (isSeparator(second, separators) || (isString(first) && PAIRED.has(textOf(second)))) {
      return { key: keyAt(first), value: items.slice(2) };
    }
    if (items.length === 1 && mayBeShort && isName(first)) {
      return { key: keyAt(first), shorthand: true, value: items };
    }
  }
  return { value: items };
}

function computedEntry(inner: readonly Item[], value: readonly Item[]): Entry {
  const [only] = inner;
  if (isString(only)) return { key: keyAt(only), value };
  const span = { start: only?.start ?? 0, end: inner.at(-1)?.end ?? 0 };
  return { key: { written: inner.map(textOf).join(''), span }, computed: true, value };
}

const isKey = (item: Item | undefined): item is Token => isName(item) || isString(item);
const isSeparator = (item: Item | undefined, separators: readonly string[]): boolean =>
  item?.kind === 'sign' && separators.includes(item.text);

export function keyAt(token: Token): { written: string; span: Span } {
  const start = token.inner ?? token.start;
  return { written: token.text, span: { start, end: start + token.text.length } };
}

/** Keys and values that simply follow each other: `{:amount 5, :memo "x"}`. */
function pairsIn(items: readonly Item[]): Entry[] {
  const forms = items.filter((item) => !isSign(item, ','));
  const entries: Entry[] = [];
  for (let i = 0; i + 1 < forms.length; i += 2) {
    const key = forms[i];
    entries.push(
      isKey(key) ? { key: keyAt(key), value: [forms[i + 1] as Item] } : { value: forms.slice(i, i + 2) },
    );
  }
  return entries;
}

/** `Map.of("amount", x, "memo", y)`. */
export function inTurns(items: readonly Item[]): Entry[] {
  const parts = split(items, (item) => isSign(item, ','));
  const entries: Entry[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [name] = parts[i] ?? [];
    if (isString(name)) entries.push({ key: keyAt(name), value: parts[i + 1] ?? [] });
    else entries.push({ value: parts[i] ?? [] });
  }
  return entries;
}
