// Words and annotations before what a statement declares.
import { isGroup, isName, isSign, type Item, textOf } from './groups.ts';
import type { State } from './state.ts';

const MODIFIERS =
  /^(?:export|default|declare|public|private|protected|internal|static|final|readonly|abstract|override|open|data|sealed|const|let|var|val|my|our|local|pub|async|lateinit|required|late|inline|suspend|volatile|virtual|partial|unsafe|extern|fileprivate|weak|lazy|mutable|defp?struct|global|nonlocal|set|new|case|inner|actual|expect|tailrec|operator|implicit|given|def(?=\s+\w+\s*=))$/;
/** How many words stand before what is declared; the last word is no modifier itself (`data = x`). */
export function modifiersIn(items: readonly Item[]): number {
  let count = 0;
  while (isName(items[count]) && MODIFIERS.test(textOf(items[count]))) {
    const next = items[count + 1];
    if (next === undefined || (next.kind === 'sign' && !/^[*&]$/.test(next.text))) break;
    count++;
  }
  return count;
}

export function annotationEnd(items: readonly Item[], from: number, { language }: State): number {
  const item = items[from];
  const { name } = language;
  if (isSign(item, '#') && isGroup(items[from + 1], '[')) return from + 2;
  if (isGroup(item, '[') && name === 'csharp' && items.length > from + 1 && !isSign(items[from + 1], '='))
    return from + 1;
  if (!isName(item) || !/^@[A-Za-z]/.test(item.text) || language.traits.has('sigils')) return from;
  let end = from + 1;
  while (isSign(items[end], '.') && isName(items[end + 1])) end += 2;
  // `@field:Json(name = "x")`.
  if (isSign(items[end], ':') && isName(items[end + 1])) end += 2;
  return isGroup(items[end], '(') ? end + 1 : end;
}
