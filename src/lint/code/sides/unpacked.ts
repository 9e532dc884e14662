// Parameters that a function takes apart: read by their members or made into something else, and never handed on as they are.
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import type { Mapped } from './mapped.ts';

const MAX_USES = 24;

interface Around {
  readonly tokens: readonly Token[];
  readonly places: Places;
  readonly mapped: Mapped;
}

/** The parameter whose type stands at a position. */
export function isOnlyMapped({ items }: Group, position: number, around: Around): boolean {
  const { tokens, places, mapped } = around;
  const name = tokenOf(items[position - 2], tokens);
  if (!name) return false;
  const uses = places.usesAfter(name.text, places.indexOf(name), MAX_USES);
  const next = uses.findIndex((use) => tokens[use]?.parameter === true);
  const own = next < 0 ? uses : uses.slice(0, next);
  if (own.length === 0 || own.length === MAX_USES) return false;
  return own.every((use) => isMember(use, tokens) || isTakenApart(use, around) || mapped.isMapped(use));
}

const isMember = (use: number, tokens: readonly Token[]): boolean =>
  /^\??\.$/.test(tokens[use + 1]?.text ?? '');

/** `const { amount, customer } = order;`, all by name, or with a rest of which members alone are read. */
function isTakenApart(use: number, { tokens, places }: Around): boolean {
  const place = places.of(use);
  if (!place || tokens[use - 1]?.text !== '=') return false;
  const pattern = place.group.items[place.position - 2];
  if (typeof pattern !== 'object' || pattern.open !== '{') return false;
  if (tokens[pattern.at + 1]?.passive !== true) return false;
  const rest = pattern.items.findIndex((item) => tokenOf(item, tokens)?.text === '...');
  if (rest < 0) return true;
  const name = tokenOf(pattern.items[rest + 1], tokens)?.text ?? '';
  const uses = places.usesAfter(name, pattern.close, MAX_USES);
  return uses.length < MAX_USES && uses.every((at) => isMember(at, tokens));
}
