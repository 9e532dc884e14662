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
    const part = joined(lines.flatMap((line) => piecesOf(line, kind === 'code')));
    if (part.text !== '') facts.parts.push({ text: part.text, format, at: part.at });
  }
  return facts;
};

function linesOf(cell: TreeNode): TreeNode[] {
  const source = memberOf(cell, 'source');
  return source?.kind === 'text' ? [source] : (source?.items ?? []);
}

/** A line of a cell; a cell's own commands are not Python. */
function piecesOf({ text, start, end }: TreeNode, isCode: boolean): Piece[] {
  const line = { text: isCode && /^[%!]/.test(text) ? `#${text.slice(1)}` : text, at: start };
  return text.endsWith('\\n') ? [line] : [line, { text: '\n', at: end, raw: true }];
}
