// The block of source in a document that a place stands in, and which format it has.
import { type Format, FORMATS } from '../model/format-of.ts';
import { languageNamed } from '../model/language.ts';

export interface Fenced {
  readonly start: number;
  readonly end: number;
  readonly format: Format;
}

/** Bounded: 40 characters of a language's name. */
const FENCE = /^[ \t]{0,20}(?:>[ \t]?){0,4}(`{3,9}|~{3,9})[ \t]{0,4}\{?\.?([\w#+-]{0,40})/gm;
const KINDS: Readonly<Record<string, Exclude<Format['kind'], 'code'>>> = {
  json5: 'json',
  jsonc: 'json',
  dotenv: 'pairs',
  perl: 'script',
  powershell: 'script',
  fsharp: 'script',
  julia: 'script',
  clojure: 'clojure',
  protobuf: 'proto',
  terraform: 'hcl',
};

export function fenceAt(text: string, at: number): Fenced | undefined {
  let open: { mark: string; named: string; start: number } | undefined;
  for (const { index, 0: whole, 1: mark = '', 2: named = '' } of text.matchAll(FENCE)) {
    if (!open) {
      if (index > at) return undefined;
      open = { mark, named: named.toLowerCase(), start: index + whole.length };
    } else if (mark.startsWith(open.mark) && named === '') {
      if (index > at) return fenced(text, open.named, open.start, index);
      open = undefined;
    }
  }
  return open && fenced(text, open.named, open.start, text.length);
}

function fenced(text: string, named: string, start: number, end: number): Fenced {
  const language = languageNamed(named);
  if (language !== undefined) return { start, end, format: { kind: 'code', language } };
  const known = Object.hasOwn(KINDS, named)
    ? KINDS[named]
    : FORMATS.find(([kind, endings]) => kind === named || endings.split(' ').includes(named))?.[0];
  // Bounded: the first 100 characters.
  const isObject = /^\s{0,20}[{[]/.test(text.slice(start, Math.min(end, start + 100)));
  return { start, end, format: { kind: known ?? (isObject ? 'json' : 'text') } };
}
