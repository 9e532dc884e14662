// Which folder an import of Go means. The name of the module stands before it and isn't known, so the ends have to agree, and
// both files have to lie below where they begin to differ.

/** Where Go's own packages begin: none of them is a folder of the repository. */
const OWN =
  /^(archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe)$/;
const VERSION = /^v\d{1,3}$/;

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** The name of a folder; of a version's, of the one above. */
export function folderNamed(path: string): string {
  const parts = partsOf(path);
  const last = parts.at(-1) ?? '';
  return VERSION.test(last) ? (parts.at(-2) ?? last) : last;
}

/** Whether what a file of the folder `from` imports is the folder `to`. Both as the file system has them, with slashes. */
export function isImported(path: string, to: string, from: string): boolean {
  const asked = partsOf(path);
  if (OWN.test(asked[0] ?? '')) return false;
  const there = partsOf(to);
  let same = 0;
  while (same < asked.length && asked.at(-1 - same) === there.at(-1 - same)) same++;
  if (same === 0 || same === there.length) return false;
  const root = there.slice(0, there.length - same);
  const own = partsOf(from);
  return root.every((part, i) => own[i] === part);
}

/** Bounded: blocks of 20,000 characters, names of 100 and paths of 300. */
const BLOCK = /^import[ \t]{1,4}\(([^)]{0,20000})\)/gm;
const PATH = /"([\w@./~-]{1,300})"/g;
const SINGLE = /^import[ \t]{1,4}[\w.]{1,100}[ \t]{1,4}"([\w@./~-]{1,300})"/gm;

/** The packages that a file imports in blocks or under names of its own, each as it says it there. */
export function goImportsOf(text: string): string[] {
  const blocks = [...text.matchAll(BLOCK)].flatMap(([, block = '']) => [...block.matchAll(PATH)]);
  return [...blocks, ...text.matchAll(SINGLE)].map(([, path = '']) => path);
}
