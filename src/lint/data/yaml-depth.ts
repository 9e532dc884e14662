// Whether a text of YAML is nested deeper than any that is meant: a parser that calls itself would run out of stack.

/** Nested deeper, no parser of YAML comes back from it. */
const MAX_DEPTH = 200;

/** Flow brackets or indentation, deeper than any file that is meant: one look at each character. */
export function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '[' || char === '{') depth++;
    else if ((char === ']' || char === '}') && depth > 0) depth--;
    else if (char === '\n') {
      depth = 0;
      let dashes = 0;
      while (text[at + 1] === ' ' || text[at + 1] === '-' || text[at + 1] === '\t') {
        at++;
        dashes++;
      }
      if (dashes > MAX_DEPTH * 4) return true;
    }
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
