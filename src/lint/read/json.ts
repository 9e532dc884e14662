// JSON and its like: comments, NDJSON, templates, HAR files, collections of requests. Text between values is passed
// over.
import { type Facts, newFacts, type Reader, type Source } from '../model/facts.ts';
import { readLoose } from './loose.ts';
import { joined, memberOf, type Piece, type Region, regionAt, type TreeNode } from './region.ts';
import type { Around } from './tree-around.ts';
import { TreeFacts } from './tree-facts.ts';

export const readJson: Reader = ({ text, path }: Source): Facts => {
  const facts = newFacts();
  addJson(regionAt(text, 0), facts, { names: fileNames(path) });
  return facts;
};

/** Adds all values of a text; returns whether there was one. */
export function addJson(region: Region, facts: Facts, around: Partial<Around>): boolean {
  const tree = new TreeFacts(facts, region);
  const { text } = region;
  let hasValue = false;
  for (let at = nextOpening(text, 0); at >= 0;) {
    const root = readLoose(text, at, () => (facts.isTooDeep = true));
    if (root) {
      tree.add(root, around);
      hasValue = true;
    }
    at = nextOpening(text, root ? Math.max(root.end, at + 1) : at + 1);
  }
  return hasValue;
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

/** The content that the file's name suggests, other than a response. */
export function fileNames(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
  return name === '' ? [] : [name];
}

export const readNotebook: Reader = ({ text }: Source): Facts => {
  const facts = newFacts();
  const root = readLoose(text, 0, () => (facts.isTooDeep = true));
  const cells = memberOf(root, 'cells')?.items ?? [];
  for (const [kind, format] of [
    ['code', 'py'],
    ['markdown', 'md'],
  ] as const) {
    const lines = cells.filter((cell) => memberOf(cell, 'cell_type')?.text === kind).flatMap(linesOf);
    const part = joined(lines.flatMap((line) => piecesOf(line)));
    if (part.text !== '') facts.parts.push({ text: part.text, format, at: part.at });
  }
  return facts;
};

function linesOf(cell: TreeNode): TreeNode[] {
  const source = memberOf(cell, 'source');
  return source?.kind === 'text' ? [source] : (source?.items ?? []);
}

/** A line of a cell. */
function piecesOf({ text, start, end }: TreeNode): Piece[] {
  const line = { text, at: start };
  return text.endsWith('\\n') ? [line] : [line, { text: '\n', at: end, raw: true }];
}
