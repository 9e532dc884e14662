// Where a value of a type is made: `new T(...)`, `T{...}`, `T(...)`, and `T.model_validate(row)`, which makes it of a record that no call
// gave back.
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Place } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const OF_RECORD =
  /^(?:model_validate|model_construct|parse_obj|from_(?:row|orm|dict|record|mapping)|from(?:Row|Array|Record))$/;
const DECLARES = /^(?:class|struct|record|interface|def|fun|func|function|data)$/;
/** What a call gave back. */
const ANSWERED = /^(?:res|resp|response|answer|result|reply|data|payload|json|body|content|text|r)$/i;
/** Of such a call. */
const MAX_ARGUMENTS = 6;

/** The brackets that the value is made of; `undefined` where none is made. */
export function madeAt({ group: { items }, position }: Place, tokens: readonly Token[]): Group | undefined {
  const token = tokenOf(items[position], tokens);
  const made = items[position + 1];
  if (!token || token.scope.name === token.text) return undefined;
  if (typeof made !== 'object') return ofRecord(items, position, tokens);
  if (made.open === '[' || tokens[made.at + 1]?.text === '**') return undefined;
  return DECLARES.test(tokenOf(items[position - 1], tokens)?.text ?? '') ? undefined : made;
}

function ofRecord(items: Group['items'], position: number, tokens: readonly Token[]): Group | undefined {
  const [sign, name] = [1, 2].map((by) => tokenOf(items[position + by], tokens)?.text ?? '');
  const given = items[position + 3];
  if (!/^(?:\.|::)$/.test(sign ?? '') || !OF_RECORD.test(name ?? '') || typeof given !== 'object')
    return undefined;
  // A name alone, or a member of one: what a call gives back is an answer.
  const isRecord = given.items.every((item) => {
    const token = tokenOf(item, tokens);
    return token !== undefined && !ANSWERED.test(token.text);
  });
  return isRecord && given.items.length > 0 && given.items.length <= MAX_ARGUMENTS ? given : undefined;
}
