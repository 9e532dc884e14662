// A text inside a text, with its escapes undone. Its offsets lead back to the source. And the tree of data.

export interface Region {
  readonly text: string;
  /** From an offset in `text` to one in the source. */
  readonly at: (offset: number) => number;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['0', '\0'],
]);

/** A piece of a text as written; `raw`: a backslash is a backslash. */
export interface Piece {
  readonly text: string;
  readonly at: number;
  readonly raw?: boolean;
}

export const regionAt = (text: string, start: number): Region => ({ text, at: (offset) => start + offset });

/** Pieces one behind the other, with their escapes undone. */
export function joined(pieces: readonly Piece[]): Region {
  const [only] = pieces;
  if (pieces.length === 1 && only && (only.raw === true || !only.text.includes('\\')))
    return regionAt(only.text, only.at);
  const text: string[] = [];
  const offsets: number[] = [];
  let last = 0;
  for (const piece of pieces) {
    unescape(piece, (chars, at, step) => {
      text.push(chars);
      for (let i = 0; i < chars.length; i++) offsets.push(at + i * step);
    });
    last = piece.at + piece.text.length;
  }
  return { text: text.join(''), at: (offset) => offsets[offset] ?? last };
}

function unescape({ text, at, raw }: Piece, add: (chars: string, at: number, step: number) => void): void {
  for (let i = 0; i < text.length;) {
    const next = raw === true ? -1 : text.indexOf('\\', i);
    const stop = next < 0 || next + 1 >= text.length ? text.length : next;
    if (stop > i) add(text.slice(i, stop), at + i, 1);
    if (stop === text.length) return;
    const char = text[stop + 1] ?? '';
    add(ESCAPES.get(char) ?? char, at + stop, 0);
    i = stop + 2;
  }
}

/** A part of a region. */
export const within = (outer: Region, from: number, to = outer.text.length): Region => ({
  text: outer.text.slice(from, to),
  at: (offset) => outer.at(from + offset),
});

/** The same length of blanks; line ends stay. */
export const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

export interface TreeKey {
  readonly text: string;
  /** Of the key itself, without its quotes. */
  readonly start: number;
  readonly end: number;
}

export interface TreeMember {
  readonly key: TreeKey;
  /** `undefined` if only a name is given: `{ amount }`. */
  value?: TreeNode;
}

/** `hole`: something that another program fills in, `{{ x }}`. `other`: numbers, names, expressions. */
export interface TreeNode {
  readonly kind: 'object' | 'list' | 'text' | 'hole' | 'other';
  readonly start: number;
  end: number;
  /** Of a text: as written, without its quotes. Of `hole` and `other`: as written. */
  readonly text: string;
  /** Of a text: its value, if that is not as written. */
  readonly value?: Region;
  readonly members: TreeMember[];
  readonly items: TreeNode[];
}

export const treeNode = (kind: TreeNode['kind'], start: number, end: number, text = ''): TreeNode => ({
  kind,
  start,
  end,
  text,
  members: [],
  items: [],
});

export const memberOf = (node: TreeNode | undefined, name: string): TreeNode | undefined =>
  node?.members.find(({ key }) => key.text === name)?.value;
