// Records whose keys are types of documents, `{ OwnershipChart: file }`: whether they are refused, and whether a loop sends
// each of them as a customer's document. Knows no names but the types'.
import type { Context } from '../../model/model.ts';
import { isPaper, REMOVED_TYPES } from '../../model/words.ts';
import type { Fates } from '../lists/fates.ts';
import type { Uses } from '../lists/uses.ts';
import type { FoundKey } from '../names/keys.ts';
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import type { Contexts } from './contexts.ts';

export interface TypeKeysReader {
  readonly fates: Fates;
  readonly uses: Uses;
  readonly contexts: Contexts;
}

export class TypeKeys {
  readonly #tokens: readonly Token[];
  readonly #reader: TypeKeysReader;

  constructor(tokens: readonly Token[], reader: TypeKeysReader) {
    this.#tokens = tokens;
    this.#reader = reader;
  }

  of(group: Group, keys: readonly FoundKey[], context: Context): Context {
    if (!keys.some(({ written }) => REMOVED_TYPES.has(written)) || !group.parent) return context;
    const { fates, uses, contexts } = this.#reader;
    const fate = fates.of(group.parent, group.position);
    const { loops } = context.urls.length > 0 ? { loops: [] } : uses.of(group);
    const sent = contexts.ofLoops(loops);
    // What the loop calls sends them, if they are papers all around.
    const walked = sent.length === 0 && contexts.callsOut(loops) && this.#papersIn(group) > 1;
    return { ...context, urls: [...context.urls, ...sent], fate, ...(walked ? { walked } : {}) };
  }

  #papersIn({ items }: Group): number {
    return items.filter((item) => isPaper(tokenOf(item, this.#tokens)?.text ?? '')).length;
  }
}
