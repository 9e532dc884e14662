// Perl's hashes as object-like text of the same length: `%body = ( a => 1 )` as `{ a => 1 }`, and what is read out of one,
// `$answer->{amount}`, as no object. One walk over the text.

const BEFORE = 90;
/** Bounded: BEFORE characters, a name of 60. */
const HASH = /%\w{1,60}\s{0,20}=\s{0,20}$/;
/** What was answered, or is kept of it. Bounded, too. */
const ANSWERED =
  /^%\w{0,40}(?:row|record|answer|result|response|reply|entry|booked|seen|report|event)s?\s{0,20}=/i;
const SUBSCRIPT = /^\{\s{0,8}["']?\$?[\w-]{1,80}["']?\s{0,8}\}/;
const MAX_SUBSCRIPT = 100;
/** A longer text is read as if its quote stood for nothing. */
const MAX_TEXT = 500;

/** Whether a script is Perl, told by its signs. Bounded. */
export const isPerl = (text: string): boolean =>
  /\buse (?:strict|warnings)\b|^#![^\n]{0,100}perl/m.test(text);

/** `map { 'data:...' . encode_base64($_) } @files` gives a text for each: its block is no object. Bounded: 300 characters. */
const MAPS = /\bmap\s{0,8}\{\s{0,20}(?=["']data:)/g;
const MAX_BLOCK = 300;

function withoutMaps(text: string): string {
  let out = '';
  let from = 0;
  for (const { 0: head, index } of text.matchAll(MAPS)) {
    if (index < from) continue;
    const end = endOfBlock(text, index + head.length);
    if (end === undefined) continue;
    out += `${text.slice(from, index)}${' '.repeat(head.length)}${text.slice(index + head.length, end)}, `;
    // Whatever is walked through is no object, either.
    from = end + 2;
  }
  return out + text.slice(from);
}

/** The bracket that closes a block, where a blank stands behind it. */
function endOfBlock(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_BLOCK); at++) {
    const char = text[at] ?? '';
    if (char === '"' || char === "'") at = endOfText(text, at, char);
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return text[at + 1] === ' ' ? at : undefined;
  }
  return undefined;
}

export function withHashes(source: string): string {
  const text = withoutMaps(source);
  const out: string[] = [];
  const open: boolean[] = [];
  let from = 0;
  const put = (at: number, sign: string): void => {
    out.push(text.slice(from, at), sign);
    from = at + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"' || char === "'") {
      const end = endOfText(text, at, char);
      // `"$answer->{id}"` reads it, too.
      for (let inner = at; char === '"' && (inner = text.indexOf('->{', inner + 1)) >= 0 && inner < end;) {
        const read = SUBSCRIPT.exec(text.slice(inner + 2, inner + 2 + MAX_SUBSCRIPT))?.[0];
        if (read === undefined) continue;
        put(inner + 2, '(');
        put(inner + 1 + read.length, ')');
      }
      at = end;
    } else if (char === '(') {
      const named = HASH.exec(text.slice(Math.max(0, at - BEFORE), at))?.[0];
      const isHash = named !== undefined && !ANSWERED.test(named);
      open.push(isHash);
      if (isHash) put(at, '{');
    } else if (char === ')' && open.pop() === true) put(at, '}');
    else if (char === '{' && /[\w>}]/.test(text[at - 1] ?? '') && text[at - 1] !== '=') {
      const read = isArrow(text, at) ? SUBSCRIPT.exec(text.slice(at, at + MAX_SUBSCRIPT))?.[0] : undefined;
      if (read === undefined) continue;
      put(at, '(');
      put(at + read.length - 1, ')');
      at += read.length - 1;
    }
  }
  out.push(text.slice(from));
  return out.join('');
}

/** `->{x}`, `$h{x}`, `}{x}`: nothing between; a block's bracket stands behind a blank. */
const isArrow = (text: string, at: number): boolean => text[at - 1] !== '>' || text[at - 2] === '-';

/** A text ends on its line, or is none. */
function endOfText(text: string, at: number, quote: string): number {
  const last = Math.min(text.length, at + MAX_TEXT);
  for (let i = at + 1; i < last && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i;
  }
  return at;
}
