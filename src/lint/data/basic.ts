// Visual Basic's texts: a quote inside is written twice, and a body is put together from several. As one text, with holes.
import { decoded, type Region } from './region.ts';

const BASIC = /\.(?:bas|vbs|vba?|cls|frm|asp)$/i;

/** Bounded: a text of 4,000 characters. */
const TEXT = /"(?:[^"\n]|""){0,4000}"/g;
/** Bounded: names of 60 characters at the beginning of a line. */
const GOES_ON = /^(\w{1,60})\s{0,4}=\s{0,4}(\w{1,60})\s/;

/** What may stand between two parts: `& id &`, over lines that end in `_`, or `body = body & id &`. */
function joins(between: string): boolean {
  const [head = '', next, more] = between.split('\n').filter((line) => !/^[ \t]*_?\s*$/.test(line));
  if (more !== undefined) return false;
  const own = head.trim();
  if (next === undefined && /^[&+]/.test(own)) return /[&+](?:\s*_)?$/.test(own);
  const last = (next ?? own).trim();
  const name = GOES_ON.exec(last);
  const isSame = name === null ? own.endsWith('_') && next !== undefined : name[1] === name[2];
  return isSame && last.endsWith('&');
}

interface Part {
  readonly text: string;
  readonly at: number;
  readonly raw: true;
}

export const isBasic = (text: string, path = ''): boolean => BASIC.test(path) && text.includes('""');

export function basicOf(text: string): Region {
  const pieces: (Part | { readonly code: string; readonly at: number })[] = [];
  const raw = (from: number, to: number): void => {
    if (to > from) pieces.push({ text: text.slice(from, to), at: from, raw: true });
  };
  let last = 0;
  let doubled = false;
  for (const { index, 0: whole } of text.matchAll(TEXT)) {
    const end = index + whole.length;
    const between = text.slice(last, index);
    const isDoubled = whole.slice(1, -1).includes('""');
    // Of one that goes on, neither the quotes nor what joins its parts.
    if ((doubled || isDoubled) && last > 0 && between.length < 900 && joins(between)) {
      pieces.pop();
      pieces.push({ code: between, at: last });
    } else {
      raw(last, index + 1);
    }
    let from = index + 1;
    for (let at = whole.indexOf('""', 1); at > 0 && at < whole.length - 2; at = whole.indexOf('""', at + 2)) {
      raw(from, index + at + 1);
      from = index + at + 2;
    }
    raw(from, end - 1);
    raw(end - 1, end);
    doubled ||= isDoubled;
    if (!isDoubled && between.includes('\n')) doubled = false;
    last = end;
  }
  raw(last, text.length);
  return decoded(pieces);
}
