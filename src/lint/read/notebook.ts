// Jupyter notebooks: the code of all cells as one part, their prose as another. Outputs are not read.
import { type Facts, newFacts, type Reader, type Source } from '../model/facts.ts';
import { readLoose } from './loose.ts';
import { joined, type Piece } from './region.ts';
import { memberOf, type TreeNode } from './tree.ts';

export const readNotebook: Reader = ({ text }: Source): Facts => {
  const facts = newFacts();
  const root = readLoose(text, 0, () => (facts.cut = 'too-deep'));
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
