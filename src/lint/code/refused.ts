// Lists of old names that are there to be refused: `if (GONE.has(type)) throw ...`, `if kind in GONE: raise ...`.
// The source around each use of the list's name shows it.
import type { Span } from '../model/facts.ts';
import { lastOf, type State } from './state.ts';

const BEFORE = 90;
const BEHIND = 170;
const MOST_PLACES = 12;
/** After the list's name, and before it. */
const LOOKS_UP = /^\)?(?:\.|\?\.|::)(?:has|includes?\??|[cC]ontains\w*|some|any|find|indexOf|member\??)\b/;
const LOOKS_IN =
  /(?:\bin|in:|\b(?:in_array|array_key_exists|[cC]ontains)\([^()]{0,60})\s*(?:[\w$@]+(?:\.|::|->))?[$@]*$/;
const REFUSES =
  /\b(?:throw|raise|reject\w*|abort|fail\w*|panic|exclusion)\b|Err\w*\b|\breturn\s+(?:false|null|nil|None)\b/;
/** A value that passes this test is kept. */
const KEEPS = /\b(?:guard|refine|filter|select|require)\b/;
const NEGATED = /!|\bnot\b|\bunless\b/;

export function markRefused(state: State): void {
  const places = placesByName(state);
  for (const { name, value } of state.binds.all) {
    const owner = value.kind === 'list' ? value.list : value.kind === 'object' ? value.object : undefined;
    const found = places.get(lastOf(name)) ?? [];
    if (!owner || found.length === 0 || found.length > MOST_PLACES) continue;
    if (found.every((at) => refuses(state.text, at, lastOf(name)))) markInside(state, owner.span);
  }
}

function placesByName({ uses, calls }: State): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const called = calls.all.map(({ call: { callee, span } }) => ({
    name: callee.slice(0, Math.max(0, callee.lastIndexOf('.'))),
    at: span.start,
  }));
  for (const { name, at } of [...uses.all, ...called]) {
    const known = places.get(lastOf(name));
    if (!known) places.set(lastOf(name), [at]);
    else if (known.length <= MOST_PLACES) known.push(at);
  }
  return places;
}

/** Whether a member of the list is refused at this place. */
function refuses(text: string, at: number, name: string): boolean {
  const start = text.indexOf(name, at);
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const behind = text.slice(start + name.length, start + name.length + BEHIND);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isTest = LOOKS_UP.test(behind) || LOOKS_IN.test(before);
  if (!isTest) return false;
  return KEEPS.test(line) ? NEGATED.test(line) : REFUSES.test(line + behind) && !NEGATED.test(line);
}

function markInside({ facts }: State, { start, end }: Span): void {
  for (const { span, place } of [...facts.texts, ...facts.lists, ...facts.objects])
    if (span.start >= start && span.end <= end) place.marks.add('refused');
}
