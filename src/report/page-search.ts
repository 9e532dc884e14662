// How the report's page searches: what was typed as it is; if no row has that, each of its words. Text of the page's script, and
// tested as that.

export const SEARCH = `
const folded = (text) => text.normalize('NFKC').toLowerCase().replace(/[^\\S\\n]+/g, ' ');
/* texts: what is seen of each row, folded. */
const finder = (texts) => (typed) => {
  const phrase = folded(typed.trim());
  if (phrase === '') return { found: null, byWord: false };
  const found = texts.map((text) => text.includes(phrase));
  const words = phrase.split(' ');
  if (words.length === 1 || found.includes(true)) return { found, byWord: false };
  return { found: texts.map((text) => words.every((word) => text.includes(word))), byWord: true };
};
`;
