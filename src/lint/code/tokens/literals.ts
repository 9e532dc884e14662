// Comments, strings and word lists at a place in a source that has no grammar here: where they end, and what they hold.
import type { Part } from './token.ts';

/** End of the comment that begins here, or `at`. */
export function commentAt(text: string, at: number, elixir: boolean): number {
  const lineEnd = (): number => {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  };
  if (elixir) {
    if (text[at] === '#') return lineEnd();
    if (!/^@(module|type)?doc\s+"""/.test(text.slice(at, at + 20))) return at;
    const opened = text.indexOf('"""', at);
    const closed = text.indexOf('"""', opened + 3);
    return closed === -1 ? text.length : closed + 3;
  }
  if (text.startsWith('//', at)) return lineEnd();
  if (!text.startsWith('/*', at)) return at;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
}

/** Elixir's `~w(a b c)`. */
export function wordListAt(text: string, at: number) {
  const opened = /^~[wW]([([{|/])/.exec(text.slice(at, at + 3))?.[1];
  if (opened === undefined) return undefined;
  const body = at + 3;
  const close = text.indexOf({ '(': ')', '[': ']', '{': '}' }[opened] ?? opened, body);
  if (close === -1) return undefined;
  const found = text.slice(body, close).matchAll(/[^\s]+/g);
  const words = [...found].map(({ 0: word, index }) => ({ word, start: body + index }));
  return { words, body, end: close + 1 };
}

export interface Scanned {
  readonly text: string;
  readonly body: number;
  readonly end: number;
  readonly parts: readonly Part[];
}

export function stringAt(text: string, at: number): Scanned | undefined {
  const opened = /^(?:~[sSwW])?(#*)("""|"|')/.exec(text.slice(at, at + 12));
  if (!opened) return undefined;
  const [whole = '', hashes = '', quote = ''] = opened;
  // An apostrophe that doesn't close soon is none of a string's. Bounded: 210 characters.
  if (quote === "'" && !/^'(?:\\.|[^'\n]){0,200}'/.test(text.slice(at, at + 210))) return undefined;
  const close = quote + hashes;
  const body = at + whole.length;
  const parts: Part[] = [];
  let from = body;
  let here = body;
  while (here < text.length && !text.startsWith(close, here)) {
    if (quote !== '"""' && text[here] === '\n') break;
    const code = /^(?:\$\{|#\{|\\\()/.exec(text.slice(here, here + 2))?.[0];
    if (code !== undefined) {
      const end = matching(text, here + code.length, code === '\\(' ? ')' : '}');
      if (here > from) parts.push({ text: text.slice(from, here), at: from });
      parts.push({ code: text.slice(here + code.length, end).trim(), at: here });
      here = end + 1;
      from = here;
      continue;
    }
    const simple = /^\$[A-Za-z_]\w*/.exec(text.slice(here, here + 80))?.[0];
    if (simple !== undefined) {
      if (here > from) parts.push({ text: text.slice(from, here), at: from });
      parts.push({ code: simple.slice(1), at: here });
      here += simple.length;
      from = here;
      continue;
    }
    here += text[here] === '\\' ? 2 : 1;
  }
  if (here > from) parts.push({ text: text.slice(from, here), at: from });
  const end = Math.min(text.length, here + close.length);
  return { text: parts.map((part) => ('text' in part ? part.text : '{}')).join(''), body, end, parts };
}

function matching(text: string, from: number, close: string): number {
  const open = close === ')' ? '(' : '{';
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return text.length;
}
