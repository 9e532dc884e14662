// Types that calls give back: named behind a function's arrow, handed to what decodes an answer, or only ever read. With an id of
// its own beside its other fields, which no request names, such a type is what is read.
import type { LanguageId } from '../../model/language.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const READS =
  /^(?:(?:safe_?)?parse(?:_?async)?|decode|from_?(?:json|dict|api|response)|model_validate(?:_json)?|class|self)$/i;
const RESULTS = /^(?:SetResult|DecodeJSON|Unmarshal|Decode|Bind|ReadFromJsonAsync)$/;
/** The type stands before the name of what gives it back. */
const TYPED = /^(?:java|csharp|cpp)$/;
const MAX_USES = 24;
const MAX_MARK = 40;

export function isGivenBack(
  name: string,
  tokens: readonly Token[],
  places: Places,
  language: LanguageId,
): boolean {
  const text = (at: number): string => tokens[at]?.text ?? '';
  return places
    .uses(name)
    .slice(0, MAX_USES)
    .some((use) => {
      const [before, next] = [text(use - 1), text(use + 1)];
      if (before === '->' || (before === ':' && text(use - 2) === ')')) return true;
      if (/^(?:\.|::)$/.test(next) && READS.test(text(use + 2))) return true;
      if (language === 'rust' && isOnlyRead(use, tokens)) return true;
      if (language === 'go' && isFilled(use, tokens, places)) return true;
      const isName = tokens[use + 1]?.kind === 'name' && tokens[use + 1]?.first !== true;
      return (
        TYPED.test(language) && isName && text(use + 2) === '(' && !/^(?:new|record|class)$/.test(before)
      );
    });
}

/** `#[derive(Deserialize)]`, and nothing that writes it. */
function isOnlyRead(use: number, tokens: readonly Token[]): boolean {
  const marks = tokens.slice(Math.max(0, use - MAX_MARK), use).map(({ text }) => text);
  const from = Math.max(marks.lastIndexOf(';'), marks.lastIndexOf('}')) + 1;
  const own = marks.slice(from);
  return own.includes('Deserialize') && !own.includes('Serialize') && !own.includes('{');
}

/** `var t Transfer` or a result `(t Transfer, err error)`, and `SetResult(&t)`. */
function isFilled(use: number, tokens: readonly Token[], places: Places): boolean {
  const variable = tokens[use - 1];
  if (variable?.kind !== 'name' || /^(?:type|func|struct|map|chan)$/.test(variable.text)) return false;
  return places
    .usesAfter(variable.text, use, MAX_USES)
    .some((at) => tokens[at - 1]?.text === '&' && RESULTS.test(tokens[at - 3]?.text ?? ''));
}
