// Whether a path to an ended endpoint is surely a call that this source sends. Where the old path and the new one stand side
// by side, or the old one is looked for, compared, refused or served, it is what a rename, a redirect, a guard or a route
// speaks of: a change there breaks a build or turns a guard round. Told by the text around a place, in any format.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { PathUse, Span } from '../model/model.ts';
import { along } from './along.ts';
import { isBesideNew, NewPaths } from './beside-new.ts';
import { UNFOLLOWED } from './in-words.ts';
import { isFaked, isReplayed, isSentOn, NO_CALL, withoutLabels } from './no-call.ts';
import { speaksOfService, type Spoken } from './own-words.ts';
import { isRouted, withoutCall } from './routed.ts';
import { isServedIn } from './served.ts';
import { isServing } from './serving.ts';
import { isAmongOurs } from './siblings.ts';
import { isSought } from './sought.ts';
import { isStated } from './stated.ts';
import { unfixed } from './unfixed.ts';

/** What stands around a place is looked at no further than this. */
const FAR = 1_200;
/** Lines of data that make one entry. */
const NEAR_LINES = 2;
const DAYS =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/** What is said or done with a path that has ended: an answer that refuses or sends on, and a test that it does. */
/** What a call may be refused with and go on. */
const HANDLES = /(?<![\w.:-])(?:403|404)(?![\w.:-])|\b(?:StatusNotFound|NOT_FOUND|forbidden|denied|deny)\b/g;
/** What tests a call rather than makes it. */
const TESTS = /\b(?:expect|assert|should|must|require|verify|reply|respond|thenReturn|willReturn)\w{0,30}\b/;
const REFUSES =
  /(?<![\w.:-])(?:301|302|303|307|308|403|404|405|410)(?![\w.:-])|\b(?:rejects|toThrow|raises|throws|assertThrows|pytest\.raises|StatusGone|StatusNotFound|HttpStatus\.(?:GONE|NOT_FOUND)|forbidden|denied|deny|[sS]elector|pattern-not)\b/;
const PROSE = new RegExp(
  `\\b(?:after|before|since|until|from) \\d{1,2}\\.? ${DAYS}|\\b(?:instead of|answers? 4|is refused|ended|ends|end of life|by the new path|replace)\\b`,
  'i',
);
/** A command that looks for a text or changes it, with nothing between it and the path that ends it. Bounded: 300 characters. */
const SEARCHES =
  /(?:^|[\s;&|(`'"!])(?:[ef]?grep|rg|ack|ag|sed|awk|gawk|perl|find|test|case|expr|\[\[?|gsub|sub|tr|replace|jq)\s[^;&|]{0,300}$/;
const SENDS = /(?:^|[\s;&|(`'"$/])(?:\$[({]CURL[)}]|curl|https?|wget|xh|curlie|hurl|httpie)\s[^;|]{0,600}$/;
/** SQL that looks for a value or changes it. */
const LOOKS_UP = /\b(?:where|like|update|set|replace|delete|when|ilike|similar)\b/i;
const COMPARES =
  /(?:[!=]==?|=~|!~|\s-(?:eq|ne|like|match|replace|contains)|\b(?:eq|contains|startsWith|replace|gsub|match|indexOf|find|string\.(?:find|match|gsub)))[\s(]{0,3}(?:[\w@$.]{0,20}\s{0,2})?["'`/^(]{0,3}$/i;
/** What a signature is made of. Bounded: 80 characters before a place. */
const SIGNS =
  /\b(?:sign(?:ature)?(?:_?(?:for|of|path|payload|message|string))?|canonical\w{0,20}|hmac\w{0,12}|digest\w{0,8})\([^()\n]{0,60}$/i;
/** What sets a header of an answer. Bounded: 80 characters before a place. */
const ANSWERS =
  /\b(?:(?:put_resp_header|set_?[hH]eader|header|set|put|add|append|Add|Set|merge)\(\s{0,4}|headers?\[\s{0,2})(?:[\w$.]{1,40},\s{0,4})?["'`](?:[cC]ontent-)?[lL]ocation["'`]\s{0,2}(?:,|\]\s{0,2}=|:|=>)\s{0,8}$/;
const NEAR = 80;
/** Keys whose value is called. */
const CALLED =
  /(?:url|uri|endpoint|href|resource|address|api)s?$|[a-z0-9](?:Path|Route)s?$|[_-](?:path|route)s?$|[A-Z]_(?:PATH|ROUTE)S?$/i;
const FORMER =
  /^(?:old|former|previous|before|from|legacy|deprecated|ended)(?![a-z])|(?:Old|Former|Previous|Before|From)$|[_-](?:old|former|previous|before|from)$|forbid|blocked|denied|ignored|obsolete|renam|redirect|rewrit|migrat|alias/i;

export interface Read {
  readonly text: string;
  readonly comments: readonly Span[];
  readonly format: Format;
  readonly around: Spoken & { readonly name: string };
}

/** Hits whose place is no sure call are no longer certain; what remains certain is a call. */
export function onlyCertain(
  hits: readonly Hit[],
  uses: readonly PathUse[],
  { text, comments, format, around }: Read,
): Hit[] {
  if (!hits.some(isPath)) return [...hits];
  const targets = new NewPaths(text, comments);
  const usesAt = along(uses, ({ at }) => at);
  let speaks: boolean | undefined;
  let replays: boolean | undefined;
  return hits.flatMap((hit) => {
    if (!isPath(hit)) return hit;
    const all = usesAt(hit).filter(({ at }) => at.start <= hit.start && hit.end <= at.end);
    const mended = all.filter((use) => use.mended);
    const of = mended.length > 0 ? mended : all;
    if (of.some((use) => isSought(use, hit, text, format))) return [];
    if (of.some((use) => !isStated(use, text)))
      return of.some((use) => isRouted(use, text, format))
        ? withoutCall(unstated(hit), ROUTE)
        : unstated(hit);
    const { fix } = hit;
    if (!fix || of.length === 0) return hit;
    const none = of.map((use) => whyNoCall(use, hit, text, format)).find((why) => why !== undefined);
    if (none === NO_CALL.served && (replays ??= isReplayed(text, format)))
      return withoutCall(hit, NO_CALL.replayed);
    if (none !== undefined) return withoutCall(hit, none);
    if (of.some((use) => isRouted(use, text, format)) && !(speaks ??= speaksOfService(text, around)))
      return withoutCall(hit, ROUTE);
    if (of.some(({ at }) => isServing(text, at.start, at.end, format))) return withoutCall(hit, 'is a route');
    // A second branch, key or case with the new path would then stand twice.
    if (mended.length === 0 && of.some((use) => targets.have(hit.field, use, format)))
      return unfixed(hit, 'stands beside its new path already');
    return of.every(
      (use) => isSurelySent(use, text, format) || (LISTS_PATHS.test(around.name) && isConstant(use)),
    )
      ? hit
      : { ...unfixed(uncalled(hit), ''), left: UNFOLLOWED };
  });
}

/** Of data, whose paths are taken for called ones. */
const uncalled = (hit: Hit): Hit => ({ ...hit, evidence: hit.evidence.filter((one) => one !== 'is called') });
const ROUTE = 'is a route, and nothing here speaks of this service';
const isPath = ({ entry }: Hit): boolean => entry.where === 'path';

/** Nothing takes the place of what the service never had. */
const unstated = (hit: Hit): Hit => ({
  ...hit,
  entry: { ...hit.entry, replacement: null },
  confidence: hit.confidence === 'high' ? 'medium' : hit.confidence,
  ...{ fix: undefined, left: 'the specification states no path that takes its place' },
  evidence: [...hit.evidence, 'is no endpoint that the specification states'],
});

/** Why a place is no call, or none that is meant to last. */
function whyNoCall(use: PathUse, { field, fix }: Hit, text: string, format: Format): string | undefined {
  if (use.compared === true) return isFaked(text, use.at.start) ? NO_CALL.faked : NO_CALL.compared;
  const near = text.slice(Math.max(0, use.at.start - NEAR), use.at.start);
  if (SIGNS.test(near)) return NO_CALL.signed;
  if (use.literal.startsWith('/') && ANSWERS.test(near.replace(/["'`]$/, ''))) return NO_CALL.answered;
  const at = fix?.start ?? use.at.start;
  const names = use.context.names.map((name) => name.split('.').at(-1) ?? '');
  const around = withoutLabels(aroundOf(use, at, text, format), format);
  if (isSentOn(names[0] ?? '', around)) return NO_CALL.served;
  if (FORMER.test(names[0] ?? '')) return NO_CALL.former;
  // A fake of one's own back end answers there, too.
  if (use.mocked === true && !BASED.test(use.path) && !around.includes('://')) return NO_CALL.faked;
  if (use.mended !== true && isBesideNew(around, field, use, format)) return NO_CALL.beside;
  const line = lineAt(text, at);
  const said = format.kind === 'code' || format.kind === 'markup' ? around : line;
  // What a call does about its own refusal is no test and no stub of it.
  const isOwn = use.side === 'client' && use.mocked !== true && !TESTS.test(said);
  if (REFUSES.test(isOwn ? said.replace(HANDLES, '') : said)) return NO_CALL.refused;
  if (format.kind === 'code') return undefined;
  const before = beforeAt(text, use.at.start);
  if (SEARCHES.test(before) && !SENDS.test(before)) return NO_CALL.sought;
  if (format.kind === 'sql') return LOOKS_UP.test(line) ? NO_CALL.sought : undefined;
  if (format.kind === 'markdown') return PROSE.test(line) ? NO_CALL.ended : undefined;
  if (COMPARES.test(before)) return NO_CALL.compared;
  const isServed = use.mended !== true && isServedIn(text, use.at.start, names[0] ?? '', format);
  return isServed ? NO_CALL.served : undefined;
}

/** Its statement, if that is a small one; in data, the lines beside it. */
function aroundOf({ within }: PathUse, at: number, text: string, { kind }: Format): string {
  if (within && within.end - within.start <= FAR) return text.slice(within.start, within.end);
  let start = at;
  let end = at;
  const lines = kind === 'code' || kind === 'markup' ? 1 : NEAR_LINES;
  for (let i = 0; i <= lines; i++) {
    start = Math.max(text.lastIndexOf('\n', start - 1), at - FAR, 0);
    const stop = text.indexOf('\n', end + 1);
    end = Math.min(stop < 0 ? text.length : stop, at + FAR);
    if (start === 0) break;
  }
  return text.slice(start, end);
}

const lineAt = (text: string, at: number): string => `${beforeAt(text, at)}${afterAt(text, at)}`;
const afterAt = (text: string, at: number): string => text.slice(at, at + FAR).split('\n', 1)[0] ?? '';

/** The line up to a place, with those that it goes on from. */
function beforeAt(text: string, at: number): string {
  const head = text.slice(Math.max(0, at - FAR), at);
  const lines = head.split('\n');
  let from = lines.length - 1;
  while (from > 0 && /[\\`]\r?$/.test(lines[from - 1] ?? '')) from--;
  return lines.slice(from).join(' ');
}

/** A base address, known or not, before the path. */
const BASED = /^(?:[a-z]+:\/\/|\{\{?[\w.]{0,40}\}|\$|<|%|:)/i;
const JOINED = /[\w$)}\]]["']?\s{0,2}(?:\+|\.|~|<>|&|,)\s{0,2}["'`]$/;
/** Bounded: the line before a place, 1,200 characters. */
const REQUESTS =
  /(?:^|[\s"'`(])(?:GET|PATCH|HEAD|Invoke-\w{3,20}|irm|iwr|url|path|request|fetch|getJSON)\b[^;|]{0,200}$/;

/** Of the path itself: a text may be a whole command. */
const placeOf = ({ at, literal }: PathUse): number =>
  at.start + Math.max(0, literal.search(/\/?(?:api\/v1\/)?current-tenant/));

/** In code, what is given to a call or to a name of a path; in data, what has a base address or is called a URL. */
function isSurelySent(use: PathUse, text: string, { kind }: Format): boolean {
  if (kind === 'code' || kind === 'markup')
    return (
      use.side === 'client' ||
      (use.side === undefined &&
        (isNamed(use) || isListed(use, text) || SENDS.test(beforeAt(text, placeOf(use)))))
    );
  if (kind === 'sql' || kind === 'csv' || kind === 'log' || kind === 'recording') return false;
  // Of code in a page.
  if (use.side === 'client') return true;
  if (BASED.test(use.path) || (use.also?.length ?? 0) > 0 || use.mended) return true;
  const before = beforeAt(text, use.at.start);
  if (isListed(use, text)) return true;
  return SENDS.test(before) || JOINED.test(before) || REQUESTS.test(before) || isNamed(use);
}

/** What this service's own paths are called by, among which it stands: `balances = "/api/v1/..."`. */
const OWN_KEY =
  /^(?:developer|(?:current_?)?tenant|balances?|webhook(?:_?config)?|crypto(?:_?instructions?)?|profile|me)$/i;
const isListed = ({ context, at }: PathUse, text: string): boolean =>
  OWN_KEY.test(context.names[0]?.split('.').at(-1) ?? '') && isAmongOurs(text, at.start);
/** Sources that hold nothing but paths. */
const LISTS_PATHS = /^(?:end_?points?|api_?paths?|paths|urls|api_?urls?|uris)$/i;
const isConstant = ({ context, side, compared }: PathUse): boolean =>
  side === undefined && compared !== true && /^[A-Z][A-Z\d_]{1,60}$/.test(context.names[0] ?? '');

const isNamed = ({ context, path }: PathUse): boolean =>
  BASED.test(path) ||
  context.names.slice(0, 3).some((name) => CALLED.test(name) || /path|tenant/i.test(name));
