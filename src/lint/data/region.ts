// A text inside a text: JSON in a string of source code, a body in a collection. Offsets find their way back to the file.

export interface Region {
  readonly text: string;
  /** Offset in the file of each offset in the text (one more than there are characters). */
  readonly at: (offset: number) => number;
}

export function wholeRegion(text: string, base = 0): Region {
  return { text, at: (offset) => base + offset };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '0': '\0' };

interface Piece {
  readonly text: string;
  readonly at: number;
  /** Without escapes: a backslash is a backslash. */
  readonly raw?: boolean;
}

/** The value of a string literal's pieces: escapes undone, and something in the place of what isn't text. */
export function decoded(pieces: readonly (Piece | { readonly code: string; readonly at: number })[]): Region {
  let text = '';
  const offsets: number[] = [];
  const add = (char: string, at: number): void => {
    for (let i = 0; i < char.length; i++) offsets.push(at);
    text += char;
  };
  let last = 0;
  for (const piece of pieces) {
    if ('code' in piece) {
      add('0', piece.at);
      last = piece.at + piece.code.length;
      continue;
    }
    for (let i = 0; i < piece.text.length; i++) {
      const char = piece.text[i] ?? '';
      const next = piece.text[i + 1];
      if (char !== '\\' || next === undefined || piece.raw === true) {
        add(char, piece.at + i);
        continue;
      }
      const unicode = /^u([0-9a-fA-F]{4})/.exec(piece.text.slice(i + 1, i + 6))?.[1];
      add(
        unicode === undefined ? (ESCAPES[next] ?? next) : String.fromCharCode(parseInt(unicode, 16)),
        piece.at + i,
      );
      i += unicode === undefined ? 1 : 5;
    }
    last = piece.at + piece.text.length;
  }
  return { text, at: (offset) => offsets[offset] ?? last };
}

/** A region inside a region. */
export function inner(outer: Region, value: Region): Region {
  return { text: value.text, at: (offset) => outer.at(value.at(offset)) };
}
