// Functions that give back what one of them has made: `papers(order)` is made by `inline(file)`, one step further.
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { isGivenBackAt } from './early-makers.ts';

const STEPS = 2;
export const UPLOADS = /upload|post|send|attach|store|save|request|fetch|create(?!Object)|documentId/i;
export const SENDS = /upload|documentId/i;
/** What says of itself that it makes one. */
export const MAKES = /data_?ur[il]|base_?64|inline|_uri$|[a-z]Ur[il]$/i;

/** In another file its name has to do: `attachmentToDataUri` makes one, `attach` may send it. */
export const isTold = (name: string): boolean =>
  !UPLOADS.test(name) || (MAKES.test(name) && !SENDS.test(name));

/** Of a library, by its name alone: `dataUri(file)`, `new DatauriParser()`, `fileToDataUrl(file)`. */
export const OF_LIBRARY = /^data_?ur[il](?:_?parser)?$|(?:to|as)_?data_?ur[il]$/i;

/** With the functions that name a maker of this file or of another, two steps far. `sends`: functions that send what they make;
 *  `early`: those of them that give it back in a branch of its own, to which more are added. */
export function withCallers(
  makers: ReadonlySet<string>,
  { told, sends, early }: { told: ReadonlySet<string>; sends: ReadonlySet<string>; early: Set<string> },
  tokens: readonly Token[],
): Set<string> {
  const found = new Set(makers);
  for (let step = 0; step < STEPS; step++) {
    const before = found.size;
    for (const [at, { kind, text, scope, passive, parameter }] of tokens.entries()) {
      if (kind !== 'name' || passive || parameter || scope.kind !== 'function' || scope.name === text)
        continue;
      if (!found.has(text) && !(told.has(text) && isUsed(at, tokens))) continue;
      if (sends.has(scope.name)) {
        if (!isGivenBackAt(at, tokens)) continue;
        early.add(scope.name);
      }
      found.add(scope.name);
    }
    if (found.size === before) break;
  }
  return found;
}

/** Called or handed on, and no member of somebody's own. */
const isUsed = (at: number, tokens: readonly Token[]): boolean =>
  tokens[at + 1]?.text === '(' ||
  /^(::|->|&)$/.test(tokens[at - 1]?.text ?? '') ||
  tokens[at + 1]?.text === '::';

/** Before the name of one that gives back data URLs for certain, whatever else it does. */
export const SURE = '=';
/** Before the name of a constant that holds one. */
export const CONSTANT = '#';
/** Before the name of one that pytest hands to the tests which have a parameter of that name. */
export const FIXTURE = '@';
/** As far as the function stands behind `@pytest.fixture(scope="session")`. */
const MAX_AHEAD = 24;

export const fixturesIn = (tokens: readonly Token[], places: Places): string[] =>
  places.uses('fixture').flatMap((use) => {
    if (tokens[use - 2]?.text !== 'pytest' && tokens[use - 1]?.text !== '@') return [];
    const ahead = tokens.slice(use, use + MAX_AHEAD);
    return ahead[ahead.findIndex(({ text }) => text === 'def') + 1]?.text ?? [];
  });
