// Places that name the ended path and are no call: what a mock answers, a test expects, a type allows, a cache or a signature is
// made with. Where one stands in the same file as a call, a change of the call alone is half a change.
import { isForeign } from '../judge/evidence.ts';
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { PathUse, Span } from '../model/model.ts';
import { along } from './along.ts';
import { unfixed } from './unfixed.ts';

/** A string that is the path, whole. Bounded: 200 characters on each side. */
const QUOTED = /(["'`])((?:[A-Z]{3,7} )?[^\s"'`\\]{0,200}\/current-tenant(?![\w-])[^\s"'`\\]{0,200})\\?\1/g;
/** Languages whose texts have lengths that somebody may have counted. */
const COUNTED: ReadonlySet<string> = new Set(['c', 'cpp', 'rust', 'go', 'zig', 'csharp', 'swift']);
const NUMBER = /(?<![\w.])\d{1,4}(?![\w.])/g;
/** As far from a text its length may stand. */
const FAR = 300;

export interface PairedIn {
  readonly path: string;
  readonly text: string;
  readonly comments: readonly Span[];
  readonly format: Format;
  readonly uses: readonly PathUse[];
  /** Those of the service, where the config file names them: what stands at any other is no half of a call. */
  readonly hosts: readonly string[];
}

/** What names the path, and neither calls it nor serves it, nor is a test that it is refused. */
export function otherPlaces(hits: readonly Hit[], { text, comments, uses, path, hosts }: PairedIn): Span[] {
  if (!text.includes('current-tenant')) return [];
  const commentAt = along(comments);
  const fixAt = along(hits.flatMap(({ fix }) => (fix ? [fix] : [])));
  const toldAt = along(hits.filter(({ confidence }) => confidence !== 'low'));
  const usesAt = along(uses, ({ at }) => at);
  const hasExamples = text.includes('"originalRequest"');
  return [...text.matchAll(QUOTED)].flatMap(({ index, 0: { length } }): Span[] => {
    const place = { start: index, end: index + length };
    if (hasExamples && isKeptAnswer(text, index)) return [];
    const [, host] = HOST.exec(text.slice(index, index + length)) ?? [];
    if (hosts.length > 0 && host !== undefined && isForeign(host, hosts)) return [];
    const told = toldAt(place).length > 0;
    const isHeld = HELD.test(text.slice(Math.max(0, index - 120), index));
    const isOne = (use: PathUse): boolean => isOneEnd(use, path) || (told && !isHeld && isPart(use));
    const [comment, fix, own] = [commentAt(place), fixAt(place), usesAt(place).filter(isOne)];
    return comment.length + fix.length + own.length > 0 ? [] : [place];
  });
}

/** Bounded: a host of 120 characters. */
const HOST = /^.{0,10}:\/\/([^/\s"'`{}$<>:@]{1,120})/;

/** How far from its key a place may stand in an answer that a collection keeps. */
const KEPT = 2_000;

/** What was answered once stays as it was. */
function isKeptAnswer(text: string, index: number): boolean {
  const near = text.slice(Math.max(0, index - KEPT), index);
  const at = near.lastIndexOf('"body"');
  if (at < 0) return false;
  const value = near.slice(at + '"body"'.length).replace(/^\s{0,4}:\s{0,4}"/, '');
  return !/(?<!\\)"/.test(value);
}

/** One end of a call, or what stands for its end. A server within tests answers in the place of the one that is called. */
const isOneEnd = ({ side, gone, context, mocked, compared }: PathUse, path: string): boolean =>
  gone === true ||
  context.fate === 'refused' ||
  (mocked !== true && compared !== true && (side === 'client' || (side === 'server' && !TESTS.test(path))));
const TESTS = /(?:^|[/._-])(?:tests?|__tests__|specs?|e2e|cy)[/._-]/i;
/** A part of what is called, as far as is seen, which is told of for itself. */
const isPart = ({ side, compared, mocked }: PathUse): boolean =>
  side === undefined && compared !== true && mocked !== true;
/** What a test expects, and what a signature is made of. Bounded: 80 characters before a place. */
const HELD =
  /\b(?:expect|assert|should|verify)\w{0,20}[^\n]{0,80}$|\.(?:toEqual|toBe|toContain|toMatch|eql?|equals?|endswith|endsWith)\w{0,20}\([^()\n]{0,40}$|\b(?:sign|hmac|digest|canonical)\w{0,20}\([^()\n]{0,60}$/i;

const TAIL = /current-tenant((?:\/[\w-]{1,40}){0,3})/;
const tailOf = (path: string): string => TAIL.exec(path)?.[1] ?? '';

/** Fixes that would leave half of something are not made. `others`: as above. */
export function withPairs(hits: readonly Hit[], others: readonly Span[], paired: PairedIn): Hit[] {
  const { text, format } = paired;
  const isProse = format.kind === 'markdown' || format.kind === 'text';
  const isCounted = format.kind === 'code' && COUNTED.has(format.language);
  const byTail = new Map<string, Span>();
  for (const other of isProse ? [] : others) {
    const tail = tailOf(text.slice(other.start, other.end));
    if (!byTail.has(tail)) byTail.set(tail, other);
  }
  const lines = new Map<Span, number>();
  const lineOf = (span: Span): number => {
    const line = lines.get(span) ?? text.slice(0, span.start).split('\n').length;
    lines.set(span, line);
    return line;
  };
  return hits.map((hit) => {
    const { fix, entry } = hit;
    if (!fix || entry.where !== 'path') return hit;
    const other = byTail.get(tailOf(hit.field));
    if (other) return unfixed(hit, `is named in line ${lineOf(other)}, too, ${whatIs(other, text)}`);
    return isCounted && hasLength(fix, text) ? unfixed(hit, 'has its length beside it') : hit;
  });
}

/** What another place is, as far as its line tells. */
function whatIs({ start }: Span, text: string): string {
  const before = text.slice(Math.max(0, start - 120), start);
  if (HELD.test(before)) return 'where it is expected or signed';
  return LET.test(before) ? 'where it is let through' : 'where its calls could not be followed';
}
/** Bounded: 80 characters before a place. */
const LET = /(?<![a-z])(?:allow(?:ed|s|list)?|white_?list|permitted|egress)[^\n]{0,80}$/i;

/** How long the text is that holds a place, or one more, stands near it: `[u8; 22]`. */
function hasLength({ start }: Span, text: string): boolean {
  const from = Math.max(0, start - FAR);
  const near = text.slice(from, start + FAR);
  for (const { index, 2: said = '' } of near.matchAll(QUOTED)) {
    const at = from + index;
    if (start < at || at + said.length + 2 < start) continue;
    const length = Buffer.byteLength(said);
    const numbers = [...near.matchAll(NUMBER)].map(([number]) => Number(number));
    // One more where the text ends with a zero.
    if (numbers.includes(length) || numbers.includes(length + 1)) return true;
  }
  return false;
}
