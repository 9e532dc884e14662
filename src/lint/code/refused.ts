// Lists that something is held against only to refuse it: `if (GONE.has(type)) throw ...`, `files.filter((f) => !GONE.includes(f.type))`.
// Told by the source around each place where the list's name stands.
import type { Place, Span } from '../model/facts.ts';
import type { State } from './state.ts';
import { lastOf } from './state.ts';

const BEFORE = 90;
const BEHIND = 170;
const MOST_PLACES = 12;
const TESTS =
  /^\s*\)?\s*(?:\.|\?\.|::)\s*(?:has|includes?\??|contains?|Contains|some|any|find|indexOf|member\??|ContainsKey|containsKey)\b|^\s*\[/;
const LOOKED_UP_IN =
  /(?:\b(?:not\s+)?in|!in|in_array\([^()]{1,60},|Contains\(|array_key_exists\([^()]{1,60},|exclusion:\s*\{\s*in:|notIn\(\[?)\s*[@$\w.:>-]{0,30}$/;
const REFUSES =
  /\b(?:throw|raise|reject\w*|continue|next|abort|fail\w*|panic)\b|Err(?:or)?\w*\(|Err\w*\b|\breturn\s+(?:false|null|nil|None|err\w*)\b|\{:error|\b4(?:00|10|22)\b|exclusion|notIn/;
const NEGATED =
  /(?:!\s*[\w.$@:>-]{0,40}|\bnot\s+in\s*|\bnot\s+[\w.]{0,40}|!in\s*|\bunless\b[^\n]{0,60}|!in_array\([^()]{0,60})$/;
const FILTERS =
  /\b(?:filter|select|find_all|where|Where|refine|keep_if|takeWhile|require|guard|check)\b|\bfor\b[^\n]{0,60}\bif\b/;

export function markRefused(state: State): void {
  const places = placesByName(state);
  for (const { name, value } of state.binds.all) {
    const owner = value.kind === 'list' ? value.list : value.kind === 'object' ? value.object : undefined;
    const found = places.get(lastOf(name)) ?? [];
    if (!owner || found.length === 0 || found.length > MOST_PLACES) continue;
    if (found.every((at) => refuses(state.text, at, lastOf(name)))) mark(state, owner);
  }
}

function placesByName({ uses, tested }: State): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const { name, at } of [...uses.all, ...tested]) {
    const known = places.get(lastOf(name));
    if (!known) places.set(lastOf(name), [at]);
    else if (known.length <= MOST_PLACES) known.push(at);
  }
  return places;
}

/** Whether what is in the list is refused at this place. */
function refuses(text: string, at: number, name: string): boolean {
  const start = text.indexOf(name, at);
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const behind = text.slice(start + name.length, start + name.length + BEHIND);
  if (!TESTS.test(behind) && !LOOKED_UP_IN.test(before)) return false;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isNegated = NEGATED.test(line);
  if (FILTERS.test(line)) return isNegated;
  return !isNegated && (REFUSES.test(behind) || REFUSES.test(line));
}

function mark({ facts }: State, { span, place }: { readonly span: Span; readonly place: Place }): void {
  const isInside = (inner: Span): boolean => inner.start >= span.start && inner.end <= span.end;
  place.marks.add('refused');
  for (const one of [...facts.texts, ...facts.lists, ...facts.objects])
    if (isInside(one.span)) one.place.marks.add('refused');
}
