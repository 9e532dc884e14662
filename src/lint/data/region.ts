// A text inside a text: JSON in a string of source code, a body in a collection. Offsets find their way back to the file.

export interface Region {
  readonly text: string;
  /** Offset in the file of each offset in the text (one more than there are characters). */
  readonly at: (offset: number) => number;
}

export function wholeRegion(text: string, base = 0): Region {
  return { text, at: (offset) => base + offset };
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['0', '\0'],
]);

interface Piece {
  readonly text: string;
  readonly at: number;
  /** Without escapes: a backslash is a backslash. */
  readonly raw?: boolean;
}

type Part = Piece | { readonly code: string; readonly at: number };

/** The value of a string literal's pieces: escapes undone, and something in the place of what isn't text. */
export function decoded(pieces: readonly Part[]): Region {
  const [only] = pieces;
  if (pieces.length === 1 && only && 'text' in only && (only.raw === true || !only.text.includes('\\')))
    return wholeRegion(only.text, only.at);
  const text: string[] = [];
  const offsets: number[] = [];
  const add = (chars: string, at: number, step: number): void => {
    text.push(chars);
    for (let i = 0; i < chars.length; i++) offsets.push(at + i * step);
  };
  let last = 0;
  for (const piece of pieces) {
    if ('code' in piece) {
      add('0', piece.at, 0);
      last = piece.at + piece.code.length;
      continue;
    }
    unescape(piece, add);
    last = piece.at + piece.text.length;
  }
  return { text: text.join(''), at: (offset) => offsets[offset] ?? last };
}

function unescape(piece: Piece, add: (chars: string, at: number, step: number) => void): void {
  const { text, at } = piece;
  for (let i = 0; i < text.length;) {
    const next = piece.raw === true ? -1 : text.indexOf('\\', i);
    const stop = next < 0 || next + 1 >= text.length ? text.length : next;
    if (stop > i) add(text.slice(i, stop), at + i, 1);
    if (stop === text.length) return;
    const char = text[stop + 1] ?? '';
    const unicode = char === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(stop + 2, stop + 6))?.[0] : undefined;
    const value =
      unicode === undefined ? (ESCAPES.get(char) ?? char) : String.fromCharCode(parseInt(unicode, 16));
    add(value, at + stop, 0);
    i = stop + (unicode === undefined ? 2 : 6);
  }
}

/** A region inside a region. */
export function inner(outer: Region, value: Region): Region {
  return { text: value.text, at: (offset) => outer.at(value.at(offset)) };
}

/** `={{ JSON.stringify({ ... }) }}` and `={{ ({ ... }) }}`: a workflow's expression that makes an object. Bounded: spaces. */
const EXPRESSION = /^\s{0,40}=\s{0,9}\{\{\s{0,40}(?:JSON\.stringify\s{0,4})?(?:\(\s{0,40})?(?=[[{])/;

/** Where the object or list begins that a text is, or that its expression makes; -1 where it is none. */
export function bodyAt(text: string): number {
  const made = EXPRESSION.exec(text);
  if (made) return made[0].length;
  return /^\s*(?:=\s*)?[[{]/.test(text) ? text.search(/[[{]/) : -1;
}
