// Fields of the classes and blocks that tests make bodies with: `class TransferBodyFactory(factory.DictFactory)` of Python,
// `factory :transfer_body, class: Hash do` of Ruby. Those of a record of a database are somebody's own.
import { type FoundKey, isInteresting } from '../names/keys.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';

const MAX_BASES = 30;
const MAX_BLOCK = 2_000;
/** What stands behind the name of a factory of Ruby. */
const MAX_HEAD = 12;
const BASE = /Factory$/;
const OF_RECORDS = /^(Django\w*|SQLAlchemy\w*|Mongo\w*|Alchemy\w*|Peewee\w*|Beanie\w*|Odmantic\w*)$/i;
const BODY = /body|request|payload|params|dto|dict|json/i;
const PLAIN = /^(dict|Hash|OpenStruct)$/;

export type Declared = readonly [Scope, FoundKey];

export function factoryFields(tokens: readonly Token[], places: Places): Declared[] {
  const known = new Map<Scope, boolean>();
  return tokens.flatMap((token, at): Declared[] => {
    const { scope, kind, first, text } = token;
    if (kind !== 'name' || !first || scope.kind !== 'type' || tokens[at + 1]?.text !== '=') return [];
    if (!isInteresting(text)) return [];
    const is = known.get(scope) ?? isFactory(scope, tokens, places);
    known.set(scope, is);
    const key = is ? keyAt(at, 2, tokens, places) : undefined;
    return key ? [[scope, key]] : [];
  });
}

function isFactory(scope: Scope, tokens: readonly Token[], places: Places): boolean {
  const use = places
    .uses(scope.name)
    .find((at) => tokens[at]?.scope === scope && tokens[at + 1]?.text === '(');
  if (use === undefined) return false;
  const bases = tokens.slice(use + 2, use + MAX_BASES).map(({ text }) => text);
  const own = bases.slice(0, Math.max(0, bases.indexOf(')')));
  if (!own.some((text) => BASE.test(text)) || own.some((text) => OF_RECORDS.test(text))) return false;
  const model = modelOf(scope, tokens, places);
  return model === undefined || PLAIN.test(model) || BODY.test(model) || BODY.test(scope.name);
}

/** `class Meta: model = Order` inside it. */
function modelOf(factory: Scope, tokens: readonly Token[], places: Places): string | undefined {
  const own = places.uses('model').find((at) => tokens[at]?.scope.parent === factory);
  return own === undefined ? undefined : tokens[own + 2]?.text;
}

/** Of Ruby's FactoryBot: `documents { [PDF] }` in a block. */
export function factoryBlocks(tokens: readonly Token[], places: Places): Declared[] {
  return places.uses('factory').flatMap((use): Declared[] => {
    const name = tokens[use + 1];
    if (name?.kind !== 'string' || tokens[use]?.first !== true) return [];
    const { first, last } = name.statement;
    const block = tokens.slice(first, Math.min(last, first + MAX_BLOCK));
    const head = block.slice(0, MAX_HEAD).map(({ text }) => text);
    const isPlain = head.slice(0, Math.max(0, head.indexOf('do'))).some((text) => PLAIN.test(text));
    const isMade = block.some(
      ({ text }, i) => text === 'initialize_with' && block[i + 2]?.text === 'attributes',
    );
    if (!isPlain && !isMade && !BODY.test(name.text)) return [];
    const scope: Scope = { name: name.text, kind: 'type', parent: undefined };
    return block.flatMap((token, i): Declared[] => {
      const at = first + i;
      if (token.kind !== 'name' || !token.first || tokens[at + 1]?.text !== '{') return [];
      const key = isInteresting(token.text) ? keyAt(at, 1, tokens, places) : undefined;
      return key ? [[scope, key]] : [];
    });
  });
}

function keyAt(at: number, behind: number, tokens: readonly Token[], places: Places): FoundKey | undefined {
  const token = tokens[at];
  const place = places.of(at);
  if (!token || !place) return undefined;
  const { start, text: written } = token;
  const { group, position } = place;
  const end = start + written.length;
  return { written, start, end, value: position + behind, group, token, declared: true };
}
