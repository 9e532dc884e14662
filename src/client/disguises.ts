// Text with its escapes undone, each character with the place that it came from: JSON's, URLs' and HTML's, one layer at
// a time. For finding a secret behind them; linear in the text, whatever the text is.

import { mayHoldTraceless, traceless } from '../files/plain.ts';

export type Kind = 'json' | 'url' | 'html';

/** `from[i]` is where the character `text[i]` begins in the original, and one more entry; `null`: in its own place. */
export interface Decoded {
  readonly text: string;
  readonly from: readonly number[] | null;
}

export const placeOf = ({ from }: Decoded, at: number): number => (from === null ? at : (from[at] ?? 0));

const JSON_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
/** Of ASCII's signs, those that HTML has names for. */
const ENTITIES: Readonly<Record<string, string>> = Object.fromEntries(
  `& amp < lt > gt " quot ' apos ! excl # num $ dollar % percnt ( lpar ) rpar * ast * midast + plus , comma . period / sol : colon
  ; semi = equals ? quest @ commat [ lsqb [ lbrack \\ bsol ] rsqb ] rbrack ^ hat _ lowbar \` grave { lcub { lbrace | verbar | vert
  } rcub } rbrace`
    .split(/\s+/)
    .flatMap((sign, at, all) => (at % 2 === 0 ? [[all[at + 1] ?? '', sign]] : [])),
);

const ESCAPE: Readonly<Record<Kind, string>> = { json: '\\', url: '%', html: '&' };

/** Undoes one layer of one kind of escape; `undefined` when there is none. */
export function decodeOnce(decoded: Decoded, kind: Kind): Decoded | undefined {
  const { text } = decoded;
  if (!text.includes(ESCAPE[kind])) return undefined;
  const out: string[] = [];
  const places: number[] = [];
  let done = 0;
  const keep = (end: number): void => {
    if (end > done) out.push(text.slice(done, end));
    for (let i = done; i < end; i++) places.push(placeOf(decoded, i));
  };
  for (let at = text.indexOf(ESCAPE[kind]); at >= 0;) {
    const one = unescaped(text, at, kind);
    if (one) {
      keep(at);
      out.push(one.value);
      for (let i = 0; i < one.value.length; i++) places.push(placeOf(decoded, at));
      done = at + one.length;
    }
    at = text.indexOf(ESCAPE[kind], at + (one?.length ?? 1));
  }
  if (done === 0) return undefined;
  keep(text.length);
  places.push(placeOf(decoded, text.length));
  return { text: out.join(''), from: places };
}

/** The same text, of the same places. */
export function isSame(one: Decoded, other: Decoded): boolean {
  if (one.text !== other.text) return false;
  for (let at = 0; at <= one.text.length; at++) if (placeOf(one, at) !== placeOf(other, at)) return false;
  return true;
}

/** The text as people will be shown it, without what nobody sees; `undefined` when there is nothing of the kind. */
export function visible(decoded: Decoded): Decoded | undefined {
  const { text } = decoded;
  return mayHoldTraceless(text) ? without(decoded, traceless(text)) : undefined;
}

const LINE_BREAK = /[\r\n][\r\n\t ]*/g;

/** The text in one line: Base64 is often broken into many. `undefined` for what is in one. */
export function unbroken(decoded: Decoded): Decoded | undefined {
  const { text } = decoded;
  if (!text.includes('\n') && !text.includes('\r')) return undefined;
  const breaks = [...text.matchAll(LINE_BREAK)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  return without(decoded, breaks);
}

/** `ranges`: in their order; `undefined` where there are none. */
function without(
  decoded: Decoded,
  ranges: Iterable<readonly [start: number, end: number]>,
): Decoded | undefined {
  const { text } = decoded;
  const kept: string[] = [];
  const from: number[] = [];
  let done = 0;
  const keep = (end: number): void => {
    kept.push(text.slice(done, end));
    for (let at = done; at < end; at++) from.push(placeOf(decoded, at));
  };
  for (const [start, end] of ranges) {
    keep(start);
    done = end;
  }
  if (done === 0) return undefined;
  keep(text.length);
  from.push(placeOf(decoded, text.length));
  return { text: kept.join(''), from };
}

interface Unescaped {
  readonly value: string;
  readonly length: number;
}

function unescaped(text: string, at: number, kind: Kind): Unescaped | undefined {
  if (text[at] !== ESCAPE[kind]) return undefined;
  switch (kind) {
    case 'json':
      return jsonEscape(text, at);
    case 'url':
      return percentEscape(text, at);
    case 'html':
      return entity(text, at);
    default:
      return kind satisfies never;
  }
}

function jsonEscape(text: string, at: number): Unescaped | undefined {
  const next = text[at + 1] ?? '';
  // Besides JSON's own, what JavaScript writes.
  const [hex] = /^(?:u[0-9a-f]{4}|x[0-9a-f]{2})/i.exec(text.slice(at + 1, at + 6)) ?? [];
  if (hex !== undefined)
    return { value: String.fromCharCode(parseInt(hex.slice(1), 16)), length: hex.length + 1 };
  // Markdown, shells and expressions put it before any sign.
  const sign = /^[!-/:-@[-`{-~]$/.test(next) ? next : undefined;
  const value = Object.hasOwn(JSON_ESCAPES, next) ? JSON_ESCAPES[next] : sign;
  return value === undefined ? undefined : { value, length: 2 };
}

/** One character of UTF-8, of as many encoded bytes as its first one asks for. */
function percentEscape(text: string, at: number): Unescaped | undefined {
  // As JavaScript's escape() writes what isn't Latin.
  const [unit] = /^%u[0-9a-f]{4}/i.exec(text.slice(at, at + 6)) ?? [];
  if (unit !== undefined) return { value: String.fromCharCode(parseInt(unit.slice(2), 16)), length: 6 };
  const first = byteAt(text, at);
  if (first === undefined) return undefined;
  const count = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const bytes = [first];
  for (let i = 1; i < count; i++) {
    const byte = byteAt(text, at + 3 * i);
    if (byte === undefined || byte >> 6 !== 2) return { value: String.fromCharCode(first), length: 3 };
    bytes.push(byte);
  }
  return { value: Buffer.from(bytes).toString('utf8'), length: 3 * count };
}

function byteAt(text: string, at: number): number | undefined {
  const escape = text.slice(at, at + 3);
  return /^%[0-9a-f]{2}$/i.test(escape) ? parseInt(escape.slice(1), 16) : undefined;
}

function entity(text: string, at: number): Unescaped | undefined {
  const [whole = '', name = ''] =
    /^&([a-z]{2,6}|#\d{1,7}|#x[0-9a-f]{1,6});/i.exec(text.slice(at, at + 12)) ?? [];
  if (whole === '') return undefined;
  if (!name.startsWith('#')) {
    const known = name.toLowerCase();
    const value = Object.hasOwn(ENTITIES, known) ? ENTITIES[known] : undefined;
    return value === undefined ? undefined : { value, length: whole.length };
  }
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  return code > 0x10ffff ? undefined : { value: String.fromCodePoint(code), length: whole.length };
}
