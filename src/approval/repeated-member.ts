// A name that an object of some JSON has twice. Readers differ in which of the two they take, so whoever signs might have seen
// another value than the one that is used. (lossless-json minds only where the values differ.)

/** The first such name, or `undefined`. `text`: JSON that was parsed already. */
export function repeatedMember(text: string): string | undefined {
  const open: Set<string>[] = [];
  let last = '';
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '{' || mark === '[') open.push(new Set());
    else if (mark === '}' || mark === ']') open.pop();
    else if (mark === '"') {
      const end = endOfText(text, at);
      last = text.slice(at, end + 1);
      at = end;
    } else if (mark === ':') {
      const name = JSON.parse(last) as string; // a text, as JSON has it before a colon
      const names = open.at(-1);
      // Nothing of a plan is called so, and whoever reads it might pass it over.
      if (name === '__proto__' || names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** Where the text that begins here ends: at the next quote that is no part of it. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
