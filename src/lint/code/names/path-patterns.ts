// Expressions that a mock waits for: `stub_request(:get, %r{/api/v1/current-tenant})`. What they match, as a path.
import type { Context, PathUse } from '../../model/model.ts';
import type { Token } from '../tokens/token.ts';

/** A word, so bounded. */
const ENDED = /v1\\?\/current-tenant(?![\w-])/;

export const isPathPattern = ({ kind, text }: Token): boolean => kind === 'symbol' && ENDED.test(text);

/** A longer one is no path. */
const MAX_LENGTH = 400;
/** Whatever may be there. Bounded: 400 characters. */
const ANY = /(?:\.|\\[dw]|\[[^\]]{1,40}\])[*+]\??/g;

/** The signs of the expression are gone, and what may be anything is `{}`. */
export function pathOf({ text: literal, start, end }: Token, context: Context): PathUse {
  const path = literal
    .slice(0, MAX_LENGTH)
    .replace(/^(?:%r\W|\/)/, '')
    .replace(/[^\w][a-z]{0,4}$/, '')
    .replace(/\\[AzZ]|^\^|\$$/g, '')
    .replaceAll(ANY, '{}')
    .replace(/^https\?/, 'https')
    .replaceAll(/\\(.)/g, '$1');
  return { path, literal, at: { start, end }, context, side: 'client' };
}
