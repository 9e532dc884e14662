// Jupyter notebooks: the code of all cells as one program, each character with its place in the file.
import { type LooseNode, readLoose } from './loose.ts';
import { decoded, type Region } from './region.ts';

const child = (node: LooseNode | undefined, name: string): LooseNode | undefined =>
  node?.members.find(({ key }) => key.text === name)?.value;

/** The cells of a kind; `undefined` where the text is not a notebook. */
export function cellsOf(text: string, kind: 'code' | 'markdown'): Region | undefined {
  const cells = child(readLoose(text), 'cells');
  if (!cells) return undefined;
  const lines = cells.items
    .filter((cell) => child(cell, 'cell_type')?.text === kind)
    .flatMap((cell) => {
      const source = child(cell, 'source');
      return source?.kind === 'text' ? [source] : (source?.items ?? []);
    });
  return decoded(
    lines.flatMap((line) => [
      // A cell's own commands are not Python.
      { text: /^[%!]/.test(line.text) ? line.text.replace(/^[%!]/, '#') : line.text, at: line.start },
      ...(line.text.endsWith('\\n') ? [] : [{ text: '\n', at: line.end, raw: true }]),
    ]),
  );
}
