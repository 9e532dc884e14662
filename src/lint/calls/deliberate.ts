// Calls of the ended path that somebody means: a fallback, a watch over its end, a client of an earlier release; and places in
// which nothing is ever mended, though it speaks of a call.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { PathUse, Span } from '../model/model.ts';
import { along } from './along.ts';
import { unfixed } from './unfixed.ts';

/** Words beside a call. Bounded: each a few signs. */
const MEANT =
  /\buntil\s{1,3}!|\bfall[-_ ]?back(?:[-_ ]?(?:path|url|route|endpoint|call|to))?(?![\w=])(?!\s?=)|\b(?:do not|don't|never) (?:change|rename|migrate|touch)\b|\bintentional(?:ly)?\b|\bon purpose\b|@deprecated|\[Obsolete|\bcanary\b|(?:\b|[a-z_])(?:old|legacy|former|previous|earlier)[ _-]?(?:path|route|endpoint|form|api|tenant)s?(?![a-z])|still[ _]?(?:alive|works?|answers?|up|served)|not (?:yet )?(?:been )?upgraded|\bolder (?:cluster|version|release|region)s?\b|V1(?:2\d|3[01])(?!\d)|\brelease 1\.(?:2\d|3[01])\b/i;
/** What a first call was refused with. */
const REFUSED =
  /(?:===?|!==?|-eq|\bis\b|\bin\b)\s{0,3}\(?(?:404|410)\b|\b(?:404|410)\s{0,3}(?:===?|=>|->|\))|\b(?:StatusNotFound|StatusGone|NOT_FOUND)\b/;
/** A line that ends what is refused, and goes on to nothing. */
const LEAVES = /\b(?:return|throw|raise|panic|exit)\b/;
/** What is called once another call has failed, or has given nothing. Bounded: 80 characters. */
const FAILED =
  /\bcatch\b[^\n]{0,60}\{\s{0,3}(?:return\s)?[^\n;]{0,80}$|^\s{0,40}(?:except|rescue)\b[^\n]{0,60}$|(?:\?\?|\|\|)\s{0,3}(?:\(?await\s)?[\w.$<>]{1,60}\(\s{0,3}["'`][^"'`\n]{0,80}$/m;
/** The same path by a name that is filled in: the new one beside the old. Bounded: spaces. */
const BY_NAME = /\/api\/v1\/(?:[$#]\{|\$\w|\{\w|["'`]\s{0,3}[+.]|%s)/;
/** Somebody means to change it. */
const TO_DO =
  /(?<!\bnot )(?<!n't )(?<!\bnever )\b(?:TODO|FIXME|XXX|migrate|replace|move|change|rename|switch)\b/;
/** Where what was above has ended. */
const ENDS = /^(?:[})\]]{1,4}[;,]?|end|esac|fi|done)?$/;
/** `'tenant:/api/v1/...'`, as keys of caches are. Bounded: 40 characters and a path's. */
const KEYED = /["'`](?:[\w.-]{1,40}:){1,3}(?:\/[\w.-]{1,20}){0,3}\/$/;
const LINES = 4;
const FAR = 400;

/** A line of a record. */
const DATED = /^\s{0,8}(?:[-*]\s{1,3})?(?:20\d\d-\d\d-\d\d|\d{1,2}\.\d{1,2}\.20\d\d)\b/;
/** What a document says of a path that isn't the service's. */
const OF_OWN = /\b(?:our|my|its|their|one's) own\b|\bnothing to do with\b/i;
/** A moment in a line of data. */
const MOMENT = /["']20\d\d-\d\d-\d\d[T ]\d\d:\d\d/;
const lineOf = (text: string, at: number): string => {
  const near = text.slice(Math.max(0, at - FAR), at);
  return near.includes('\n') || at <= FAR ? near.slice(near.lastIndexOf('\n') + 1) : '';
};

/** A document says that what is called is somebody's own server. */
export const isOfOwn = (text: string, place: Span): boolean => OF_OWN.test(wholeLine(text, place));

const wholeLine = (text: string, { start, end }: Span): string =>
  lineOf(text, start) + (text.slice(start, end + FAR).split('\n', 1)[0] ?? '');

/** Keys of lists of what is let through, or isn't. */
export const LISTS =
  /^(?:allow|allowed|deny|denied|block|blocked|permit|permitted|firewall|egress|acl|white_?list|black_?list|allow_?list|deny_?list|block_?list|polic(?:y|ies))(?:[_-]?(?:urls?|uris?|paths?|hosts?|lists?|rules?|entries))?$/i;
/** Keys of routes and of probes of one's own. */
const ROUTES =
  /^(?:ingress|http_?get|(?:readiness|liveness|startup)_?probe|health_?check\w{0,20}|listen_?path|virtual_?service)$/i;
/** Others' code that was copied here, or lies here as a repository of its own. Bounded: a path. */
const OTHERS =
  /(?:^|\/)(?:vendored|third[-_]?party|submodules)\/|(?:^|\/)vendor\/(?:[^/]{1,100}\.[^/]{1,20}\/|.{0,1000}\.(?:[cm]?js|css|html?|map)$)/i;
/** Below sources such a folder holds one's own clients of those that a company buys from. */
const SOURCES = /^(?:src|app|apps|libs?|internal|pkg|server|backend)$/i;
const isCopied = (path: string): boolean => {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex((name) => /^vendors?$/i.test(name));
  return at >= 0 && !folders.slice(0, at).some((name) => SOURCES.test(name));
};
/** Rules of what is let through: in their languages, and in data of a folder of them. Bounded: parts of a path. */
const POLICY =
  /\.(?:rego|cedar|polar)$|(?:^|\/)(?:polic(?:y|ies)|egress|acls?|waf|firewalls?|allow[-_]?lists?)\/(?:[^/]{1,100}\/){0,6}[^/]{1,100}\.(?:ya?ml|json|toml|hcl|tf|txt|conf|csv)$/i;
/** What a build made, which the next one makes again: its name holds a sum. */
const BUILT =
  /(?:^|\/)(?:assets|static|public|build|dist|out|www|wwwroot)\/(?:[^/]{1,100}\/){0,6}[^/]{1,80}[-.](?=[a-z_-]{0,20}[\dA-Z])(?=[\w-]{0,20}\d)[\w-]{6,20}\.(?:m?js|css)$/;
/** What has run once, and isn't run again: migrations; what a release was documented with; what a test holds its output against. Bounded: parts of a path, of 100 characters each. */
const DONE =
  /(?:^|\/)(?:migrations?|db\/migrate|alembic\/versions|flyway)\/(?:[^/]{1,100}\/){0,4}[^/]{0,20}\d{3,}[^/]{0,100}\.(?:py|rb|php|[jt]s|java|kt|go|cs|exs?|sql|xml)$|(?:^|\/)versioned_docs\/|(?:^|\/)(?:golden|goldens|testdata|__snapshots__)\/|\.golden$|(?:^|\/)(?:incidents?|incident-reviews|post-?mortems?|tickets)\/(?:[^/]{1,100}\/){0,4}[^/]{1,100}\.(?:md|mdx|txt|rst|adoc)$|\.gen\.\w{2,4}$/i;
/** Documents of what was said or agreed on a day. Bounded: parts of a path, of 100 characters each. */
const RECORDS =
  /(?:^|\/)(?:_?posts|blog|news|rfcs?|proposals|legal|agreements|archived?|meetings?)\/(?:[^/]{1,100}\/){0,6}[^/]{1,100}\.(?:md|mdx|markdown|txt|rst|adoc|html?)$|(?:^|\/)[^/]{0,60}(?:change[-_]?log|release[-_]?notes)[^/]{0,40}\.(?:json|ya?ml|toml|[jt]sx?|vue|svelte|html?)$/i;

export const LET_THROUGH = 'stands in a list of what is let through';
export const OF_OWN_SERVER = 'is said to be of an own server';

export interface MeantIn {
  readonly text: string;
  readonly path: string;
  readonly format: Format;
  readonly uses: readonly PathUse[];
}

/** Hits whose change nobody asked for are not fixed. */
export function withDeliberate(hits: readonly Hit[], { text, path, format, uses }: MeantIn): Hit[] {
  if (!hits.some(({ fix }) => fix)) return [...hits];
  const where = placeOf(path);
  const isData = format.kind === 'yaml' || format.kind === 'json' || format.kind === 'hcl';
  const isLines = /json$/.test(format.kind) && /\.(?:jsonl|ndjson|log)$/i.test(path);
  const isProse = format.kind === 'markdown' || format.kind === 'text';
  const usesAt = along(uses, ({ at }) => at);
  return hits.map((hit) => {
    const { fix, entry } = hit;
    if (!fix || entry.where !== 'path') return hit;
    if (where !== undefined) return unfixed(hit, where);
    const names = isData ? usesAt(fix).flatMap(({ context }) => context.names.map(plain)) : [];
    if (isProse && DATED.test(lineOf(text, fix.start))) return unfixed(hit, 'tells of a day that was');
    if (isProse && isOfOwn(text, fix)) return unfixed(hit, OF_OWN_SERVER);
    if (isLines && MOMENT.test(lineOf(text, fix.start))) return unfixed(hit, 'tells of what happened then');
    if (names.some((name) => LISTS.test(name))) return unfixed(hit, LET_THROUGH);
    if (names.some((name) => ROUTES.test(name) || (format.kind !== 'hcl' && /^route_?key$/i.test(name))))
      return unfixed(hit, 'stands in a route or a probe');
    if (KEYED.test(text.slice(Math.max(0, fix.start - FAR), fix.start)))
      return unfixed(hit, 'is a part of a key');
    return isMeant(before(text, fix.start), usesAt(fix), text, fix.end)
      ? unfixed(hit, 'stands beside words that say that the earlier one is meant')
      : hit;
  });
}

function placeOf(path: string): string | undefined {
  if (OTHERS.test(path) || isCopied(path)) return "stands in others' code, which is copied anew";
  if (POLICY.test(path)) return 'stands in a policy of what is let through';
  if (/\.snap$/.test(path)) return 'stands in what a test wrote, and writes anew';
  if (DONE.test(path)) return 'stands in what was written once, and stays as it was';
  if (BUILT.test(path)) return 'stands in what a build makes';
  return RECORDS.test(path) ? 'stands in a record of what was' : undefined;
}

const plain = (name: string): string => name.replace(/\[\d*\]$/, '');

function isMeant(lines: readonly string[], uses: readonly PathUse[], text: string, end: number): boolean {
  const said = lines.join('\n');
  if (MEANT.test(said) || uses.some(({ context }) => context.outer.some((name) => MEANT.test(name))))
    return true;
  // A guard above that returns is another call's; the last line is the call's own.
  const refused = lines.filter((line, i) => i === lines.length - 1 || !LEAVES.test(line));
  if (refused.some((line) => REFUSED.test(line)) || FAILED.test(lines.slice(-2).join('\n'))) return true;
  return (
    BY_NAME.test(said) ||
    BY_NAME.test(
      text
        .slice(end, end + FAR)
        .split('\n', 2)
        .join('\n'),
    )
  );
}

/** The line up to a place, and those above it that belong to it. */
function before(text: string, at: number): string[] {
  const [line = '', ...above] = text
    .slice(Math.max(0, at - FAR), at)
    .split('\n')
    .reverse();
  const said = [line];
  for (const one of above.slice(0, LINES)) {
    if (ENDS.test(one.trim())) break;
    if (!TO_DO.test(one)) said.unshift(one);
  }
  return said;
}
