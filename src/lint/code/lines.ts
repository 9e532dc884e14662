// Where statements end, and what of their types says nothing.
import { isGroup, isName, isSign, type Item, textOf } from './groups.ts';
import type { Language } from './language.ts';

const BEGINS_REST =
  /^(?:\.|\?\.|&\.|!\.|->|\?->|::|\|>|&&|\|\||\?\?|\?|:|[+*/%]|==|===|!=|=|=>|and|or|else|catch|finally|as|\.\.)$/;
const GOES_ON =
  /^(?:[.,=+*/%&|?:<(]|=>|->|:=|&&|\|\||\?\?|\|>|\?\.|and|or|not|in|return|throw|await|=|\+=|<-|<>|\.\.)$/;

/** Statements of a block: at `;`, and where a line ends that nothing carries on. */
export function statementsOf(items: readonly Item[], language: Language): Item[][] {
  const hasSemicolons = language.traits.has('semicolons');
  const statements: Item[][] = [];
  let current: Item[] = [];
  const end = (): void => {
    if (current.length > 0) statements.push(current);
    current = [];
  };
  for (const item of items) {
    if (isSign(item, ';')) {
      end();
      continue;
    }
    const before = current.at(-1);
    if (before && isNewLine(item, before, current, hasSemicolons, language)) end();
    current.push(item);
  }
  end();
  return statements;
}

function isNewLine(
  item: Item,
  before: Item,
  current: readonly Item[],
  hasSemicolons: boolean,
  language: Language,
): boolean {
  // A block that opened with a line is told by its own indentation.
  if (isGroup(before, 'block') && language.traits.has('indented')) return true;
  if (item.indent < 0) return false;
  if (BEGINS_REST.test(textOf(item)) && !(textOf(item) === ':' && language.traits.has('symbols')))
    return false;
  if (hasSemicolons) return isGroup(before, '{');
  if (before.kind === 'sign' && GOES_ON.test(before.text)) return false;
  if (before.kind === 'name' && /^(?:and|or|not|in|return|throw|await)$/.test(before.text)) {
    return before.text === 'return' && language.name !== 'typescript';
  }
  if (isGroup(item, '{') && (isGroup(before, '(') || isName(before))) return false;
  return !isAnnotations(current);
}

const MOST_ANNOTATIONS = 40;

/** Nothing but `@Name(...)` so far: they belong to what follows. */
export function isAnnotations(items: readonly Item[]): boolean {
  const [first] = items;
  if (items.length > MOST_ANNOTATIONS || !isName(first) || !/^@[A-Za-z]/.test(first.text)) return false;
  return items.every(
    (item, i) =>
      isGroup(item, '(') ||
      isSign(item, '.') ||
      (isName(item) && (item.text.startsWith('@') || isSign(items[i - 1], '.'))),
  );
}

/** Without `<...>` behind a name: what a type is made of says nothing of what is sent. */
export function withoutTypes(items: readonly Item[]): readonly Item[] {
  if (!items.some((item) => isSign(item, '<'))) return items;
  const kept: Item[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Item;
    const before = kept.at(-1);
    const end = isSign(item, '<') && isName(before) && before.end === item.start ? closingType(items, i) : -1;
    if (end < 0) kept.push(item);
    else i = end;
  }
  return kept;
}

const MOST_TYPES = 40;

function closingType(items: readonly Item[], from: number): number {
  let depth = 0;
  for (let i = from; i < items.length && i < from + MOST_TYPES; i++) {
    const text = textOf(items[i]);
    if (text === '<') depth++;
    if (text === '>' && --depth === 0) return i;
    if (text === '&&' || text === '||') return -1;
  }
  return -1;
}
