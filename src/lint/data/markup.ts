// XML and its like: entities undone, so that a body in an attribute or element is read as what it is. Images are passed
// over: their ids and their data are nobody's requests.
import type { Region } from './region.ts';

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };

/** The text with its entities undone, and the way back. */
export function undoEntities(text: string): Region {
  const pieces: string[] = [];
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  let at = 0;
  const add = (piece: string, origin: number): void => {
    if (piece === '') return;
    pieces.push(piece);
    starts.push(length);
    origins.push(origin);
    length += piece.length;
  };
  for (const entity of text.matchAll(/&(?:#(\d{1,6})|#x([0-9a-fA-F]{1,6})|(\w{2,6}));/g)) {
    const [whole, decimal, hex, name = ''] = entity;
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? parseInt(hex, 16) : undefined;
    const char =
      code === undefined ? ENTITIES[name] : code < 0x11_00_00 ? String.fromCodePoint(code) : undefined;
    if (char === undefined) continue;
    add(text.slice(at, entity.index), at);
    add(char, entity.index);
    at = entity.index + whole.length;
  }
  add(text.slice(at), at);
  return {
    text: pieces.join(''),
    at: (offset) => {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return (origins[low] ?? 0) + offset - (starts[low] ?? 0);
    },
  };
}
