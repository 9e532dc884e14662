// Where a command that stands in quotes ends: `"$(jq -n --arg d "$x" '[$d]')"`. Only of one line, without a here-document: its words
// are then those of the same command without the quotes around it.

const MAX_LENGTH = 6_000;
const MAX_DEPTH = 4;

/** The bracket that closes what begins behind `$(`; undefined where it isn't one command of one line. */
export function closingOf(text: string, from: number, depth = 0): number | undefined {
  if (depth > MAX_DEPTH || text[from] === '(') return undefined;
  const end = Math.min(text.length, from + MAX_LENGTH);
  let open = 1;
  for (let at = from; at < end; at++) {
    const char = text[at] ?? '';
    if (char === '\\') at++;
    else if (char === "'" || char === '"') {
      const close = char === '"' ? quoteEnd(text, at + 1, end, depth) : signEnd(text, at + 1, end);
      if (close === undefined) return undefined;
      at = close;
    } else if (/[;\n#`]/.test(char) || (char === '<' && text[at + 1] === '<')) return undefined;
    else if (char === '(') open++;
    else if (char === ')' && --open === 0) return at;
  }
  return undefined;
}

/** The quote that closes what begins at `from`. */
function quoteEnd(text: string, from: number, end: number, depth: number): number | undefined {
  for (let at = from; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
    else if (text[at] === '$' && text[at + 1] === '(' && text[at + 2] !== '(') {
      const close = closingOf(text, at + 2, depth + 1);
      if (close === undefined) return undefined;
      at = close;
    }
  }
  return undefined;
}

function signEnd(text: string, from: number, end: number): number | undefined {
  for (let at = from; at < end; at++) if (text[at] === "'") return at;
  return undefined;
}
