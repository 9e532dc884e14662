// How the report's page searches: what is seen of a row, and nothing else of it. What was typed is looked for as it stands;
// only where no row has that are its words looked for one by one. Text of the page's script, and tested as that.

export const SEARCH = `
const folded = (text) => text.normalize('NFKC').toLowerCase().replace(/[^\\S\\n]+/g, ' ');
/* By chance, every tenth id has any two digits: short words are not looked for inside of one. */
const SHORT = 4;
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/g;
/* A user's own: a number by itself, not the end or the middle of another; zeros before it don't matter. */
const standing = (digits) => new RegExp('(?<![\\\\d.,])0*' + digits + '(?!\\\\d)');
const tester = (word) => {
  if (!/^\\d+$/.test(word)) return (text) => text.includes(word);
  const number = standing(word);
  return (text) => number.test(text);
};
/* texts: what is seen of each row, folded. */
const finder = (texts) => {
  let bare;
  const where = (word) => (word.length < SHORT ? (bare ??= texts.map((text) => text.replace(IDS, ''))) : texts);
  return (typed) => {
    const phrase = folded(typed.trim());
    if (phrase === '') return { found: null, byWord: false };
    const those = where(phrase);
    const found = those.map((text) => text.includes(phrase));
    const words = phrase.split(' ');
    if (words.length === 1 || found.includes(true)) return { found, byWord: false };
    const tests = words.map((word) => ({ has: tester(word), among: where(word) }));
    return { found: texts.map((_, at) => tests.every(({ has, among }) => has(among[at]))), byWord: true };
  };
};
`;
