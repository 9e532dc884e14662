// A line without its values: names, accounts, amounts, documents, secrets. Keys, words of the interface and variables stay, and in
// code whatever stands outside of strings. Values become dots, so that columns hold. Bounded: a part of a line, 1,400 characters.
import { INTEREST } from './vocabulary.ts';

/** `code`: source code. `header`: the first line of a table. `data`: everything else. */
export type MaskKind = 'code' | 'data' | 'header';

/** `start` and `end`: the finding, which stays. */
export function masked(line: string, start: number, end: number, kind: MaskKind): string {
  const plain = withoutBlobs(line);
  const out = MASKS[kind](plain, start, end);
  return out.slice(0, start) + plain.slice(start, end) + out.slice(end);
}

const dots = (text: string): string => '.'.repeat(text.length);

function withoutBlobs(line: string): string {
  const urls = line.replace(/data:[^,\s]{1,150},[A-Za-z0-9+/=]*/g, (url) => 'data:'.padEnd(url.length, '.'));
  return urls.replace(/[A-Za-z0-9+/]{60,}={0,2}/g, dots);
}

const WORDS: ReadonlySet<string> = new Set(
  (
    'GET HEAD POST PUT PATCH DELETE HTTP Authorization Bearer Content-Type Accept application json ' +
    'curl http https wget jq echo cat export for do done in if then else fi env'
  ).split(' '),
);
const SEGMENTS: ReadonlySet<string> = new Set(
  (
    'api v1 current-tenant developer balances webhook-config crypto-instruction accounts customers documents ' +
    'fiat-deposit-instructions transfers quote trades quotes ethereum USDC USDCT'
  ).split(' '),
);
const isKnown = (word: string): boolean => WORDS.has(word) || SEGMENTS.has(word) || INTEREST.has(word);

/** A key before its sign; a flag; a variable; an address without who calls it; a word. */
const PARTS =
  /(["']?)[A-Za-z_][\w.-]{0,120}\1(?=\s{0,9}(?:[:=]\s|:["'[{\d$]|=["'[{$\w]|[:=]$))|(?<=\s)--?[A-Za-z][a-z-]{0,40}(?=[\s=]|$)|\$\{[\w.[\]()?!:-]{1,80}\}|\$[A-Za-z_]\w*|\{\{?\s?[A-Za-z_][\w.]{0,80}\s?\}?\}|[a-z]{2,9}:\/\/(?:[^\s"'`]*@)?[\w.-]*(?::\d{1,5}(?![\w.]))?|[\w-]+/g;
/** A bare key begins its line, an object or a part of an address. */
const BEFORE_KEY = /^[\s>|-]*(?:export\s+)?$|[{?&]\s?$/;
/** What stands behind a key: its sign, and then no bare word. */
const IS_GIVEN = /^\s{0,9}(?:[:=](?=[\s"'[{$]|$)|=(?=\w))/;
const IS_KEPT = /^(?:["'$]|\{|-{1,2}[A-Za-z])/;

/** Of words for people or programs only keys, variables and names of the interface are known to be no values. */
function maskData(text: string): string {
  return text.replace(PARTS, (part, _, at: number) => {
    const behind = text.slice(at + part.length, at + part.length + 10);
    if (
      IS_KEPT.test(part) ||
      (IS_GIVEN.test(behind) && BEFORE_KEY.test(text.slice(0, at)) && /^[A-Za-z_]/.test(part))
    )
      return part;
    const [, scheme = '', user = '', host = ''] = /^([a-z]+:\/\/)([^]*@)?([^]*)$/.exec(part) ?? [];
    if (scheme !== '') return scheme + dots(user) + host;
    return isKnown(part) ? part : dots(part);
  });
}

/** Strings that are no keys, paths or names of the interface are dots, and so are numbers. */
function maskCode(line: string, start: number, end: number): string {
  // A quoted key in a line that begins with it may stand in a string over several lines.
  if (/^\s*["'][\w.-]+["']\s*:/.test(line)) return maskData(line);
  const shown = line.replace(
    /(["'`])((?:\\.|(?!\1)[^\\])*)\1/g,
    (whole: string, quote: string, value: string, at: number) => {
      const isKey = /^\s*(?::|=>|\]\s*=)/.test(line.slice(at + whole.length)) || INTEREST.has(value);
      if (isKey) return whole;
      const isPath = /\/(?:api|v1|current-tenant|transfers|customers)/.test(value);
      const holdsFinding = at < end && at + whole.length > start;
      return (
        quote + (isPath || holdsFinding ? maskData(value) : value.replace(/[^\s"',;:{}[\]()]/g, '.')) + quote
      );
    },
  );
  return shown.replace(/(?<![\w$])\d[\w.]*/g, dots);
}

const MASKS: Readonly<Record<MaskKind, (line: string, start: number, end: number) => string>> = {
  code: maskCode,
  data: maskData,
  header: (line) => line.replace(/\d{6,}/g, dots),
};

/** A path as messages name it: segments of the interface and variables stay. Any other field stays as it is. */
export function withoutValues(field: string): string {
  if (!/^\/?api\/|\/current-tenant(?:\/|$)/.test(field)) return field;
  return field
    .split('/')
    .map((part) => (part === '' || SEGMENTS.has(part) || /[${}<>:*%]/.test(part) ? part : '...'))
    .join('/');
}
