// Links to the ended endpoints in documents and pages: `[balances](https://.../api/v1/current-tenant/balances)`, an address by
// itself, `<a href="...">`, `<form action="...">`, and a request in `<code>` of a page.
import type { Comment } from '../code/tokens/token.ts';
import { pathsIn } from '../data/paths.ts';
import { wholeRegion } from '../data/region.ts';
import { blank } from '../model/lines.ts';
import { type Context, type Model, NO_CONTEXT, type Span } from '../model/model.ts';
import { SaidGone, SAYS_GONE } from './gone-in-prose.ts';

/** Bounded: an address of 300 characters. */
const LINK =
  /\]\([ \t]?<?([^\s()<>]{1,300})|(?:^|[\s<("'])(https?:\/\/[^\s<>()"'`\]]{1,300})|\b(?:href|src|action)=(?:"([^"\n]{1,300})"|'([^'\n]{1,300})')/g;
/** A request in a page's code. Bounded: 300 characters. */
const CODE = /<(?:code|kbd|samp)\b[^<>]{0,80}>([^<>\n]{1,300})<\//g;
/** A path of the service, and no page about it: that has an ending, or lies deeper. Bounded: parts of 80 characters. */
const OURS =
  /(?:^|[\s"'`=])(?:https?:\/\/[^\s/]{1,200}|[$]?\{[\w.]{1,60}\}{1,2})?(?:\/[\w-]{1,40})?\/api\/v1\/current-tenant(?:\/[\w{}$:-]{1,80}){0,3}\/?(?=[?#.,;:"'`\s]|$)(?!\.\w)/;
/** Between two tags that belong together nothing is read, and comments are said to nobody. Bounded: attributes of 500 characters. */
const UNREAD = /<(script|style)\b[^<>]{0,500}>/gi;

/** The path that takes its place: a line beside it tells of both. */
const NEW = /\/api\/v1\/developer(?![\w-])/;

/** Of one line; of a page, what else is a link. */
export function readLinks(line: string, base: number, model: Model, ...more: readonly RegExp[]): void {
  if (!line.includes('/current-tenant') || /\/developer(?![\w-])/.test(line) || SAYS_GONE.test(line)) return;
  const said = line.replace(/`[^`]*`/g, blank);
  const context: Context = { ...NO_CONTEXT, names: ['url', said.replace(LINK, ' ').slice(0, 300)] };
  for (const pattern of [LINK, ...more])
    for (const found of said.matchAll(pattern)) {
      const link = found.slice(1).find((group: string | undefined) => group !== undefined) ?? '';
      if (!OURS.test(link)) continue;
      const start = base + found.index + found[0].lastIndexOf(link);
      pathsIn(wholeRegion(link, start), model, context);
    }
}

/** A page's own text, line by line; what its scripts say is read with them. */
export function readPage(text: string, model: Model): void {
  if (!text.includes('/current-tenant')) return;
  const lines = withoutScripts(text).split('\n');
  const gone = new SaidGone(lines.map(asProse));
  let at = 0;
  lines.forEach((line, i) => {
    const isGone = gone.pass(i);
    const isBoth = (): boolean => NEW.test(`${lines[i - 1] ?? ''} ${lines[i + 1] ?? ''}`);
    if (line.includes('/current-tenant') && !isGone() && !isBoth()) readLinks(line, at, model, CODE);
    at += line.length + 1;
  });
}

/** A heading as Markdown has it, and no tags. Bounded: attributes of 500 characters. */
const asProse = (line: string): string =>
  line
    .trimStart()
    .replace(/^<h([1-6])\b[^<>]{0,500}>/i, (_, depth: string) => `${'#'.repeat(Number(depth))} `)
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, ' ');

function withoutScripts(text: string): string {
  let out = '';
  let from = 0;
  for (const { start, end } of unreadIn(text)) {
    out += text.slice(from, start) + blank(text.slice(start, end));
    from = end;
  }
  return out + text.slice(from);
}

/** A page's comments, which may say that a finding is to be passed over. */
export const commentsIn = (text: string): Comment[] =>
  unreadIn(text)
    .filter(({ start }) => text.startsWith('<!--', start))
    .map(({ start, end }) => ({ text: text.slice(start, end), start, end }));

/** Scripts, styles and comments, in order; none stands in another. */
function unreadIn(text: string): Span[] {
  const opened = [...text.matchAll(UNREAD)].map(({ index, 1: tag = '' }) => ({ index, close: `</${tag}` }));
  const comments = [...text.matchAll(/<!--/g)].map(({ index }) => ({ index, close: '-->' }));
  const found: Span[] = [];
  let from = 0;
  for (const { index, close } of [...opened, ...comments].sort((a, b) => a.index - b.index)) {
    if (index < from) continue;
    const at = text.indexOf(close, index);
    from = at < 0 ? text.length : at + (close === '-->' ? close.length : 0);
    found.push({ start: index, end: from });
  }
  return found;
}
