// Which statement of SQL a line stands in: only what is inserted is a list; what is asked for or taken away is none.
import { type Layout, lineAt } from './layout.ts';

const MAX_LINES = 200;

/** The line where SQL begins to insert what stands in a line; `undefined` where the statement is another. */
export function insertAbove(layout: Layout, first: number): number | undefined {
  for (let line = first; line >= 0 && line > first - MAX_LINES; line--) {
    const text = lineAt(layout, layout.code, line);
    if (/^\s*(?:insert\s+(?:ignore\s+)?into|merge\s+into|replace\s+into)\b/i.test(text)) return line;
    if (line < first && /;\s*$/.test(text)) return undefined;
  }
  return undefined;
}
