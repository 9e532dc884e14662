// Requests as text, in any format that names a URL and holds a body: .http files, Hurl, Bruno, feature files, JMeter,
// PowerShell, Perl, prose. Each object is judged by the URL that it follows or, in a script, by those around it. Linear.
import { type Context, type Model, NO_CONTEXT, type Span } from '../model/model.ts';
import { readForms } from './forms.ts';
import { visitLoose } from './json.ts';
import { type LooseNode, readLoose } from './loose.ts';
import { pathsIn } from './paths.ts';
import type { Region } from './region.ts';
import { withHoles } from './url.ts';
import type { Variable } from './variable.ts';

export interface RequestOptions {
  readonly context: Context;
  /** A URL may come after its body: a script, a test plan. */
  readonly script?: boolean;
  /** Addresses that steps of the text put together, in order. */
  readonly steps?: readonly { readonly url: string; readonly at: number }[];
  readonly variable?: (name: string) => Variable | undefined;
  readonly flows?: RootFlows;
  /** Where else what comes back is looked at, in order. */
  readonly answers?: readonly Span[];
}

/** What a script's language says of its objects. */
export interface RootFlows {
  /** A bracket that begins statements. */
  readonly isBlock: (text: string, at: number) => boolean;
  readonly of: (text: string, roots: readonly LooseNode[]) => Roots;
}

export interface Roots {
  readonly roots: readonly LooseNode[];
  /** Shown, or written to a file: not sent. */
  readonly kept: ReadonlySet<LooseNode>;
}

const NONE: ReadonlySet<LooseNode> = new Set();
/** Bounded: what may fail, 300 characters. */
const URL_OR_OPENING =
  /(?:https?:\/\/[^\s"'`<>|\\)\]]+|(?:\{\{[^{}\n]{1,80}\}\}|\$\{?[\w:.]{1,60}\}?|<<?\w{1,60}>?>|(?<![\w.*/:<}]))\/[\w{$][\w.{}$:\/-]{1,300})|[{[]/g;
/** An answer begins: Hurl's and HTTP's status line, a step that says what came back. Bounded, like the next: 500 characters. */
const ANSWER_LINE =
  /^(?:(?:\*\s{0,4}|(?:And|Then)\s{1,4})?match\s{1,4}(?:each\s{1,4})?response\b|HTTP(?:\/[\d.]+)?\s+(?:\d{3}|\*)\b|Then\b.*\b(?:response|answer|body|returns?|receives?)\b|#+.*\bresponse\b|Response:?$|.*\b(?:response|answer)s?(?: is| looks like| body)?:$)/i;
const REQUEST_LINE = /^(?:(?:When|Given|And|Then)\b.*)?\b(?:GET|POST|PUT|PATCH|DELETE)\b/i;
/** What a line is, its beginning says. */
const LINE_HEAD = 500;
/** What may stand behind an opening bracket of an object or of a list of them. */
const OBJECT =
  /^\{\s*(?:["'`][^"'`\n]{1,80}["'`]\s*[:=]|[\w$@.-]{1,80}\s*(?:=>|[:=](?!=)|,|\}|\n)|\{\s*["'\w]|\{%|\/\/|\.\.\.)/;
const LIST = /^\[\s*(?:[{"']|\{%)/;

export function readRequests(region: Region, model: Model, options: RequestOptions): void {
  const { text } = region;
  const urls: { readonly url: string; readonly at: number }[] = [];
  const read: LooseNode[] = [];
  let until = 0;
  for (const found of text.matchAll(URL_OR_OPENING)) {
    if (found[0].length > 1) {
      urls.push({ url: withHoles(found[0]), at: found.index });
      continue;
    }
    if (found.index < until || options.flows?.isBlock(text, found.index) === true) continue;
    const head = text.slice(found.index, found.index + 200);
    if (!(found[0] === '{' ? OBJECT : LIST).test(head)) continue;
    const root = readLoose(text, found.index);
    if (!root) continue;
    read.push(root);
    until = root.end;
  }
  if (options.steps) {
    for (const one of options.steps) urls.push(one);
    urls.sort((a, b) => a.at - b.at);
  }
  const answered = inOrder([...answersIn(text), ...(options.answers ?? [])]);
  const { roots, kept } = options.flows?.of(text, read) ?? { roots: read, kept: NONE };
  const answers = ordered(answered, ({ start }) => start);
  const url = ordered(urls, ({ at }) => at);
  const apart = ordered([...text.matchAll(/^(?:###|---)/gm)], ({ index }) => index);
  for (const root of roots) {
    const body = innermost(root);
    const [last, after] = url(body.start);
    const [section] = apart(root.start);
    const before = last && (section?.index ?? -1) < last.at ? last : undefined;
    const [answer] = answers(root.start);
    const reading = kept.has(root) || (answer !== undefined && root.start < answer.end);
    const context: Context = {
      ...options.context,
      urls: !options.script && before ? [before.url] : options.context.urls,
      near: options.script ? [before, after].flatMap((one) => one?.url ?? []) : [],
      reading: reading || options.context.reading,
    };
    visitLoose(root, region, model, { context, ...(options.variable ? { variable: options.variable } : {}) });
  }
  if (options.script) return;
  const inside = ordered(roots, ({ start }) => start);
  const [address, section, answer] = [
    ordered(urls, ({ at }) => at),
    ordered([...text.matchAll(/^(?:###|---)/gm)], ({ index }) => index),
    ordered(answered, ({ start }) => start),
  ];
  readForms(region, model, (offset) => {
    const [root] = inside(offset);
    const [last] = address(offset);
    const [mark] = section(offset);
    const [answered] = answer(offset);
    // A word in quotes inside an object has been read with it.
    const read = offset < (root?.end ?? 0) && /["'`]/.test(text[offset - 1] ?? '');
    if (!last || (mark?.index ?? -1) > last.at || read || offset < (answered?.end ?? 0)) return undefined;
    return { ...options.context, urls: [last.url] };
  });
}

/** `body:json { { ... } }`: the block's own object stands inside it. */
const innermost = (node: LooseNode): LooseNode => {
  const [only] = node.items;
  return node.kind === 'object' && node.members.length === 0 && only ? innermost(only) : node;
};

/** The last one before an offset and the next behind it, for offsets that only grow. */
function ordered<T>(
  list: readonly T[],
  at: (one: T) => number,
): (offset: number) => [T | undefined, T | undefined] {
  let next = 0;
  return (offset) => {
    for (let one = list[next]; one !== undefined && at(one) < offset; one = list[next]) next++;
    return [list[next - 1], list[next]];
  };
}

/** By their beginnings; the last that begins before a place ends as late as any of those before it. */
function inOrder(spans: Span[]): Span[] {
  let end = 0;
  return spans
    .sort((a, b) => a.start - b.start)
    .map((span) => {
      end = Math.max(end, span.end);
      return { start: span.start, end };
    });
}

/** From each answer's first line to the next request. Both lists are in order, so one walk does. */
function answersIn(text: string): Span[] {
  const requests = linesLike(text, REQUEST_LINE);
  let next = 0;
  return linesLike(text, ANSWER_LINE).map((start) => {
    while (next < requests.length && (requests[next] ?? 0) <= start) next++;
    return { start, end: requests[next] ?? text.length };
  });
}

/** Where the lines begin that are of a kind. */
function linesLike(text: string, kind: RegExp): number[] {
  const starts: number[] = [];
  for (let from = 0; from < text.length;) {
    const stop = text.indexOf('\n', from);
    const end = stop < 0 ? text.length : stop;
    if (kind.test(text.slice(from, Math.min(end, from + LINE_HEAD)).trim())) starts.push(from);
    from = end + 1;
  }
  return starts;
}

/** Requests and paths of a text that is nothing else. */
export function readText(
  region: Region,
  model: Model,
  options: RequestOptions = { context: NO_CONTEXT },
): void {
  pathsIn(region, model, { ...options.context, names: ['url', ...options.context.names] });
  readRequests(region, model, options);
}
