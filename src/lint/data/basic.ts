// Visual Basic's texts: a quote inside is written twice, and a body is put together from several. As one text, with holes.
import { decoded, type Region } from './region.ts';

const BASIC = /\.(?:bas|vbs|vba?|cls|frm|asp)$/i;

/** Bounded: a text of 4,000 characters. */
const TEXT = /"(?:[^"\n]|""){0,4000}"/g;
/** What may stand between two parts: `& id &`, over lines, or `body = body & id &`. Bounded: expressions of 100 characters. */
const BETWEEN =
  /^(?:[ \t]{0,8}[&+][^"\n&]{0,100}){0,4}(?:_[ \t]{0,8}\r?\n|\r?\n[ \t]{0,40}(\w{1,60})\s{0,4}=\s{0,4}\1(?=\s))?(?:[ \t]{0,40}[&+][^"\n&]{0,100}){0,4}[ \t]{0,8}[&+][ \t]{0,8}$/;

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
    if ((doubled || isDoubled) && last > 0 && between.length < 900 && BETWEEN.test(between)) {
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
