// A line without its values: names, accounts, amounts, documents, secrets. What stays is what is known to be none: keys, names
// of the interface, variables, and in code whatever stands outside of texts. Places stay: a value is as many dots. Bounded
// expressions throughout, over a part of a line.
import type { Span } from './model.ts';
import { INTEREST } from './words.ts';

/** Of a line: code, a shell's, prose, data, settings, Clojure's, or the header of a table, which has no values. */
export type LineKind = 'code' | 'shell' | 'prose' | 'data' | 'pairs' | 'clojure' | 'header';

/** `start` and `end`: the finding, which stays. `unspoken`: what is no code in a line of code, from left to right. */
export function masked(
  line: string,
  start: number,
  end: number,
  kind: LineKind,
  unspoken: readonly Span[] = [],
): string {
  const shown = withoutBlobs(line);
  let out = '';
  for (const span of unspoken) {
    out += maskPart(shown, { start: out.length, end: span.start }, MASKS[kind], { start, end });
    const text = shown.slice(span.start, span.end);
    out += UNQUOTED.test(text) ? maskWords(text) : maskShell(text);
  }
  out += maskPart(shown, { start: out.length, end: shown.length }, MASKS[kind], { start, end });
  return out.slice(0, start) + shown.slice(start, end) + out.slice(end);
}

/** An expression, or Ruby's own brackets: no variables there, and no comment. */
const UNQUOTED = /^(?:\/(?![/*])|%)/;

type Mask = (line: string, start: number, end: number) => string;

const maskPart = (line: string, part: Span, mask: Mask, finding: Span): string =>
  mask(line.slice(part.start, part.end), finding.start - part.start, finding.end - part.start);

const MASKS: Readonly<Record<LineKind, Mask>> = {
  header: (line) => withoutNumbers(line, /\d{6,}/g),
  data: maskData,
  pairs: maskPairs,
  clojure: maskClojure,
  prose: maskText,
  shell: maskShell,
  code: maskCode,
};

const dots = (text: string): string => text.replace(/[^\s"',;:{}[\]()]/g, '.');
const all = (text: string): string => '.'.repeat(text.length);

const withoutNumbers = (text: string, numbers: RegExp): string => text.replace(numbers, all);

function withoutBlobs(line: string): string {
  // Bounded: a part of a line, 1,400 characters.
  const urls = line.replace(/data:[^,\s]{1,150},[A-Za-z0-9+/=]*/g, (url) => 'data:'.padEnd(url.length, '.'));
  return urls.replace(/[A-Za-z0-9+/]{60,}={0,2}/g, all);
}

/** A key in quotes where one may stand; one without at the beginning of its line or object. A text may hold a colon. Bounded: 1,400 characters. */
const KEYS =
  /(?<=^\s{0,200}(?:-\s{1,20}){0,9}|[{,]\s{0,200})(["'])[\w.-]{1,120}\1\s{0,9}:(?=\s|["'[{\d]|$)|(?<=^\s{0,200}(?:-\s{1,20}){0,9}|\{\s{0,200})[\w.-]{1,120}\s{0,9}:(?=\s|["'[{\d]|$)/g;

function maskData(line: string): string {
  return keeping(line, KEYS, dots);
}

/** The name that a line begins with. What is encoded may end in `=`. */
const SETTING = /^\s{0,40}(?:export\s{1,9})?[\w.-]{1,120}(?=\s{0,9}[=:]\s{0,9}[^\s=:])/g;

/** A setting's name stays, and of an address where it leads. */
function maskPairs(line: string): string {
  return keeping(line, SETTING, maskText);
}

/** What is called, and keywords. */
const CLOJURE_NAMES =
  /(?<=[\s{([])::?[A-Za-z][\w.*+!?<>=/-]{0,80}|(?<=\()[A-Za-z*<>=.-][\w.*+!?<>=/-]{0,80}/g;

/** Names stay where no text and no comment is. */
function maskClojure(line: string): string {
  let out = '';
  let at = 0;
  // Bounded: a part of a line, 1,400 characters.
  for (const { 0: text, index } of line.matchAll(/"(?:\\.|[^\\"])*"?|;[^]*$/g)) {
    out += keeping(line.slice(at, index), CLOJURE_NAMES, dots) + dots(text);
    at = index + text.length;
  }
  return out + keeping(line.slice(at), CLOJURE_NAMES, dots);
}

/** Texts that are no keys, paths or names of the interface are dots, and so are numbers. */
function maskCode(line: string, start: number, end: number): string {
  const shown = line.replace(
    // Bounded: a part of a line, 1,400 characters.
    /(["'`])((?:\\.|(?!\1)[^\\])*)\1/g,
    (whole: string, quote: string, value: string, at: number) => {
      const isKey = /^\s*(:|=>|\]\s*=)/.test(line.slice(at + whole.length)) || INTEREST.has(value);
      if (isKey) return whole;
      const isPath = /\/(api|v1|current-tenant|transfers|customers)/.test(value);
      const holds = at < end && at + whole.length > start;
      return quote + (isPath || holds ? maskText(value) : dots(value)) + quote;
    },
  );
  return withoutNumbers(shown, /(?<![\w$])\d[\w.]*/g);
}

const SHELL_NAMES =
  /(?<![\w$.-])(?:--[a-z][a-z-]{0,40}(?=[\s=]|$)|-[A-Za-z](?=\s|$)|(?<=^|[\s;?&])[A-Za-z_]\w{0,80}(?==[^\s=])|(?:curl|https?|wget|jq|echo|printf|cat|export|for|do|done|in|if|then|else|fi|xargs|node|grep|sed|awk)(?=\s))/g;

/** Of a word of the shell nobody knows whether it is a value: names, flags and variables stay. */
function maskShell(line: string): string {
  return keeping(line, SHELL_NAMES, maskText);
}

const WORDS: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'HTTP'],
  ...['Authorization', 'Bearer', 'Content-Type', 'Accept', 'application', 'json'],
]);
const SEGMENTS: ReadonlySet<string> = new Set([
  ...['api', 'v1', 'current-tenant', 'developer', 'balances', 'webhook-config', 'crypto-instruction'],
  ...[
    'accounts',
    'customers',
    'documents',
    'fiat-deposit-instructions',
    'transfers',
    'quote',
    'trades',
    'quotes',
  ],
  // Examples of the specification.
  ...['ethereum', 'USDC', 'USDCT'],
]);

const isKnown = (word: string): boolean => WORDS.has(word) || SEGMENTS.has(word) || INTEREST.has(word);

const maskWords = (text: string): string =>
  text.replace(/[\w-]+/g, (part) => (isKnown(part) ? part : all(part)));

/** A key in JSON; a variable; an address without who calls it; a word. */
const PARTS =
  /"[\w.-]{1,120}"(?=\s*:)|\$\{[\w.[\]()?!]{1,80}\}|\$[A-Za-z_]\w*|\{\{?\s?[A-Za-z_][\w.]{0,80}\s?\}?\}|[a-z]{2,9}:\/\/(?:[^\s"'`]*@)?[\w.-]*(?::\d{1,5}(?![\w.]))?|[\w-]+/g;

/** What is written for people or for other programs: of its words only those of the interface are known. */
function maskText(text: string): string {
  return text.replace(PARTS, (part) => {
    if (/^["${]/.test(part)) return part;
    const [, scheme = '', who = '', host = ''] = /^([a-z]+:\/\/)([^]*@)?([^]*)$/.exec(part) ?? [];
    if (scheme !== '') return scheme + all(who) + host;
    return isKnown(part) ? part : all(part);
  });
}

/** What matches stays; the rest is masked. */
function keeping(line: string, kept: RegExp, mask: (text: string) => string): string {
  let out = '';
  let at = 0;
  for (const { 0: text, index } of line.matchAll(kept)) {
    out += mask(line.slice(at, index)) + text;
    at = index + text.length;
  }
  return out + mask(line.slice(at));
}

/** A path as messages name it: of its segments those of the interface, and variables. Anything else as it is. */
export function withoutValues(field: string): string {
  if (!/^\/?api\/|\/current-tenant(?:\/|$)/.test(field)) return field;
  return field
    .split('/')
    .map((part) => (part === '' || SEGMENTS.has(part) || /[${}<>:*%]/.test(part) ? part : '...'))
    .join('/');
}
