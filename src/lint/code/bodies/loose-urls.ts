// Data URLs that no `documents` was seen to hold, in a function that creates a transfer: a builder, a loop, a stream or a
// merge may lie between. What is uploaded, shown on a page or mailed doesn't count.
import type { LooseUrl } from '../../model/model.ts';
import type { DataUrlText } from '../lists/data-url-text.ts';
import type { Urls } from '../sides/urls.ts';
import { calleeOf, givenTo } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import type { Contexts } from './contexts.ts';

/** Who has one of these in the same function makes the data URL for an upload. */
const UPLOADS = /upload|documentId|document_id|file_?blob/i;
const SHOWS =
  /^(src|href|url|html|style|icon|logo|image|img|avatar|thumb(nail)?|preview|qr(_?code)?|background|poster)$|image|preview|thumbnail|avatar|logo|mail|render|qr_?code|window|location|write|save|print|log\b/i;
const MAX_DEPTH = 5;
const MAX_FOUND = 24;

export interface LooseReader {
  readonly text: DataUrlText;
  readonly places: Places;
  readonly contexts: Contexts;
  readonly urls: Urls;
}

export function looseUrls(tokens: readonly Token[], reader: LooseReader): LooseUrl[] {
  const found: LooseUrl[] = [];
  for (const [at, token] of tokens.entries()) {
    if (found.length >= MAX_FOUND) break;
    const whole = functionOf(token.scope);
    if (!whole || token.passive || !reader.text.beginsAt(at) || isShown(at, tokens, reader.places)) continue;
    const [first, last] = extentOf(whole, at, tokens);
    const near = reader.urls.between(first, last);
    if (near.length === 0 || uploads(tokens, first, last)) continue;
    const place = reader.places.of(at);
    if (!place) continue;
    const { group, position } = place;
    const context = reader.contexts.of(group, position, token.statement, token.scope, [at, at]);
    found.push({
      at: { start: token.body ?? token.start, end: token.end },
      within: { start: tokens[first]?.start ?? 0, end: tokens[last]?.end ?? 0 },
      context: { ...context, near: [...context.near, ...near] },
    });
  }
  return found;
}

/** The outermost function around: a lambda belongs to what calls it. */
function functionOf(scope: Scope): Scope | undefined {
  let found: Scope | undefined;
  for (let at: Scope | undefined = scope; at; at = at.parent) if (at.kind === 'function') found = at;
  return found;
}

const isWithin = (scope: Scope | undefined, whole: Scope): boolean => {
  for (let at = scope; at; at = at.parent) if (at === whole) return true;
  return false;
};

function extentOf(whole: Scope, at: number, tokens: readonly Token[]): [number, number] {
  let first = at;
  let last = at;
  while (first > 0 && isWithin(tokens[first - 1]?.scope, whole)) first--;
  while (last < tokens.length - 1 && isWithin(tokens[last + 1]?.scope, whole)) last++;
  return [first, last];
}

function uploads(tokens: readonly Token[], first: number, last: number): boolean {
  for (let at = first; at <= last; at++) {
    const token = tokens[at];
    if (token && UPLOADS.test(token.text)) return true;
    if (token?.kind === 'string' && /\/documents$/.test(token.text)) return true;
  }
  return false;
}

/** Given to something that shows, mails or keeps it. */
function isShown(at: number, tokens: readonly Token[], places: Places): boolean {
  let place = places.of(at);
  for (let depth = 0; place && depth < MAX_DEPTH; depth++) {
    const { group, position } = place;
    const owner = givenTo(group.items, position, tokens);
    if (owner && SHOWS.test(owner.text)) return true;
    if (group.open === '(' && SHOWS.test(calleeOf(group, tokens).join('.'))) return true;
    place = group.parent && { group: group.parent, position: group.position };
  }
  return false;
}
