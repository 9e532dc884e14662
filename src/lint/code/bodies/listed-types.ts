// A list of a type as what a variable or parameter is said to be: `rows: Order[]`, `List<Order> rows`, `rows []Order`, `rows:
// &[Order]`. Looks at the tokens around the type's name and at nothing else.
import type { LanguageId } from '../../model/language.ts';
import type { Token } from '../tokens/token.ts';

const LISTS =
  /^(List|list|Array|ReadonlyArray|ArrayList|LinkedList|IList|IReadOnlyList|IEnumerable|IAsyncEnumerable|ICollection|IReadOnlyCollection|Collection|Iterable|AsyncIterable|Iterator|AsyncIterator|AsyncIterable|Sequence|Seq|Vec|VecDeque|Vector|Set|set|Queue|Deque|Stream|Flow|Flux|Observable|Generator|AsyncGenerator|MutableList|ImmutableList|ImmutableArray|tuple|Tuple|deque|vector|span|Span|HashSet|Slice|NonEmptyList|Chunk)$/;
const SIGNS = /^([&*?]|mut|readonly|const|'\w+|\.\.\.)$/;
const TYPED = /^(java|csharp|cpp|php)$/;
const MAX_WRAPS = 8;

/** The variable that is said to hold a list of the type that stands at a token. */
export function listOfType(use: number, tokens: readonly Token[], language: LanguageId): number | undefined {
  const text = (at: number): string => tokens[at]?.text ?? '';
  let [l, r, listed] = [use - 1, use + 1, false];
  for (let wraps = 0; wraps < MAX_WRAPS; wraps++) {
    if (text(r) === '[' && text(r + 1) === ']') [r, listed] = [r + 2, true];
    else if (text(l) === '<' && text(r) === '>' && LISTS.test(text(l - 1)))
      [l, r, listed] = [l - 2, r + 1, true];
    else if (text(l) === '[' && text(r) === ']')
      [l, r, listed] = [LISTS.test(text(l - 1)) ? l - 2 : l - 1, r + 1, true];
    else if (text(l) === ']' && text(l - 1) === '[') [l, listed] = [l - 2, true];
    else if (SIGNS.test(text(l))) [l, listed] = [l - 1, listed || text(l) === '...'];
    else if (/^(\.\.\.|\?)$/.test(text(r))) [r, listed] = [r + 1, listed || text(r) === '...'];
    else break;
  }
  if (!listed) return undefined;
  const isName = (at: number): boolean => tokens[at]?.kind === 'name';
  const behind = isName(r) && !tokens[r]?.first && /^([,)=;:]|in)$/.test(text(r + 1));
  if (TYPED.test(language)) return behind ? r : undefined;
  if (language === 'kotlin' && behind && text(l) !== ':') return r;
  if (/^(:|=|:=)$/.test(text(l))) {
    const at = text(l - 1) === '?' ? l - 2 : l - 1;
    return isName(at) ? at : undefined;
  }
  return language === 'go' && isName(l) && !/^(return|range|make|new)$/.test(text(l)) ? l : undefined;
}
