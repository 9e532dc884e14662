// A name that an object of some JSON has twice. Readers differ in which of the two they take, so whoever signs might have seen
// another value than the one that is used. (lossless-json minds only where the values differ.)

/** Texts and marks; nothing else of valid JSON matters here. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** The first such name, or `undefined`. `text`: JSON that was parsed already. */
export function repeatedMember(text: string): string | undefined {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') last = token;
    else {
      const name = JSON.parse(last) as string; // a text, as JSON has it before a colon
      const names = open.at(-1);
      // Nothing of a plan is called so, and whoever reads it might pass it over.
      if (name === '__proto__' || names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}
