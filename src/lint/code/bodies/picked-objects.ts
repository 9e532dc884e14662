// Rows, records and forms that are sent as they are, where the source says of which fields they are made.
import type { LanguageId } from '../../model/language.ts';
import type { Obj } from '../../model/model.ts';
import { isRemoved, pickedIn } from '../names/picked-fields.ts';
import { type Group, spanOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import type { Contexts } from './contexts.ts';

/** The new field's name: then what is sent was mended already. */
const NAMES_NEW = /receiver_?amount/i;
const TRANSFERS = /(?:^|\/)transfers(?:\/quote)?$/;
const CUSTOMERS = /(?:^|\/)customers$/;

export function pickedObjects(
  groups: readonly Group[],
  tokens: readonly Token[],
  {
    source,
    language,
    contexts,
  }: { readonly source: string; readonly language: LanguageId; readonly contexts: Contexts },
): Obj[] {
  const isMended = NAMES_NEW.test(source);
  return groups.flatMap((group) =>
    pickedIn(group, tokens, source, language).flatMap((one): Obj[] => {
      const opening = tokens[one.inside[0]];
      if (!opening) return [];
      const found = contexts.of(one.group, one.position, opening.statement, opening.scope, one.inside);
      const isCustomer = one.keys.some(({ name }) => isRemoved(name));
      const urls = found.urls.filter((url) => (isCustomer ? CUSTOMERS : TRANSFERS).test(url));
      if (urls.length === 0 || (isMended && !isCustomer)) return [];
      const context = { ...found, urls, reading: false };
      return [{ keys: [...one.keys], at: spanOf(group, tokens), context, kind: 'literal' }];
    }),
  );
}
