// Paths to the ended endpoints inside a text: words with a slash around them, and bare ones where they are called a path.
import type { Context, Model } from '../model/model.ts';
import { withoutTrailing } from '../model/trailing.ts';
import type { Region } from './region.ts';
import { withHoles } from './url.ts';

/** Names of a value that is joined to a base address: a bare word is a path there. */
const NAMES_RESOURCE = /(path|resource|endpoint|route|uri|url|segment)s?$/i;

/** Paths to the ended endpoints that stand in a text. A bare word is no path, unless it is called one. */
export function pathsIn({ text, at }: Region, model: Model, context: Context): void {
  for (
    let from = text.indexOf('current-tenant');
    from >= 0;
    from = text.indexOf('current-tenant', from + 14)
  ) {
    const start = wordStart(text, from);
    const end = wordEnd(text, from);
    const literal = withoutTrailing(text.slice(start, end), '.,:');
    const bare = literal === 'current-tenant' && text.trim() === literal;
    const isNamed = NAMES_RESOURCE.test(context.names[0] ?? '');
    if (!/\/current-tenant|current-tenant\//.test(literal) && !(bare && isNamed)) continue;
    const span = { start: at(start), end: at(start + literal.length) };
    model.paths.push({ path: withHoles(literal), literal, at: span, context });
    from = end - 14;
  }
}

const EDGE = /[\s"'`<>|()\\,;=]/;
/** A path is no longer than this. */
const FAR = 300;

function wordStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at < FAR && !EDGE.test(text[at - 1] ?? ' ')) at--;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < FAR && !EDGE.test(text[at] ?? ' ')) at++;
  return at;
}
