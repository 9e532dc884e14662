// Where statements end, and the modifiers before the name that they declare.
import { isGroup, isName, isSign, type Item, textOf } from './groups.ts';
import type { State } from './state.ts';

const BEGINS_REST =
  /^(?:\.|\?\.|&\.|!\.|->|\?->|::|\|>|&&|\|\||\?\?|\?|:|[+*/%]|==|===|!=|=|=>|and|or|else|catch|finally|as|\.\.)$/;
const GOES_ON =
  /^(?:[.,=+*/%&|?:<(]|=>|->|:=|&&|\|\||\?\?|\|>|\?\.|and|or|not|in|return|throw|await|=|\+=|<-|<>|\.\.)$/;
const MODIFIERS =
  /^(?:export|default|declare|public|private|protected|internal|static|final|readonly|abstract|override|open|data|sealed|const|let|var|val|my|our|local|pub|async|lateinit|required|late|inline|suspend|volatile|virtual|partial|unsafe|extern|fileprivate|weak|lazy|mutable|global|nonlocal|set|new|case|inner|actual|expect|tailrec|operator|implicit|given)$/;
const MOST_ANNOTATIONS = 40;
const MOST_TYPES = 40;

/** Statements of a block: at `;`, and where a line ends that nothing carries on. */
export function statementsOf(items: readonly Item[], state: State): Item[][] {
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
    if (before && isNewLine(item, before, current, state)) end();
    current.push(item);
  }
  end();
  return statements;
}

function isNewLine(item: Item, before: Item, current: readonly Item[], state: State): boolean {
  // A block that opened with a line is recognized by its indentation.
  if (isGroup(before, 'block') && state.has('indented')) return true;
  if (item.indent < 0 || BEGINS_REST.test(textOf(item))) return false;
  if (state.has('semicolons')) return isGroup(before, '{');
  if (before.kind === 'sign' && GOES_ON.test(before.text)) return false;
  if (isGroup(item, '{') && (isGroup(before, '(') || isName(before))) return false;
  return !isAnnotations(current);
}

/** Nothing but `@Name(...)` so far: they belong to what follows. */
function isAnnotations(items: readonly Item[]): boolean {
  const [first] = items;
  if (items.length > MOST_ANNOTATIONS || !isName(first) || !/^@[A-Za-z]/.test(first.text)) return false;
  return items.every(
    (item, i) =>
      isGroup(item, '(') ||
      isSign(item, '.') ||
      (isName(item) && (item.text.startsWith('@') || isSign(items[i - 1], '.'))),
  );
}

/** How many words come before the declared name; the last word is not a modifier (`data = x`). */
export function modifiersIn(items: readonly Item[]): number {
  let count = 0;
  while (isName(items[count]) && MODIFIERS.test(textOf(items[count]))) {
    const next = items[count + 1];
    if (next === undefined || (next.kind === 'sign' && !/^[*&]$/.test(next.text))) break;
    count++;
  }
  return count;
}

/** Where an annotation at `from` ends (`@Name(...)`, `#[name(...)]`, `[Name(...)]`); `from` if there is none. */
export function annotationEnd(items: readonly Item[], from: number, state: State): number {
  const item = items[from];
  if (isSign(item, '#') && isGroup(items[from + 1], '[')) return from + 2;
  if (isGroup(item, '[') && state.has('attributes') && items.length > from + 1) return from + 1;
  if (!isName(item) || !/^@[A-Za-z]/.test(item.text) || state.has('sigils')) return from;
  let end = from + 1;
  // `@app.post(...)`, `@field:Json(name = "x")`.
  while ((isSign(items[end], '.') || isSign(items[end], ':')) && isName(items[end + 1])) end += 2;
  return isGroup(items[end], '(') ? end + 1 : end;
}

/** Without `<...>` after a name: type arguments are no evidence about a request body. */
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

function closingType(items: readonly Item[], from: number): number {
  let depth = 0;
  for (let i = from; i < items.length && i < from + MOST_TYPES; i++) {
    const text = textOf(items[i]);
    if (text === '<') depth++;
    if (text === '>' && --depth === 0) return i;
    if (text === '&&') return -1;
  }
  return -1;
}
