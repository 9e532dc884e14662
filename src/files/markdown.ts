// Text of others in Markdown: escaped, so that a name can't draw a table of its own or smuggle HTML into a page. Pure.
import { plainLines } from './plain.ts';

/** Text inside a table's cell or a sentence. */
export const markdownText = (text: string): string =>
  plainLines(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, (gap) => (gap.includes('\n') ? ' ' : gap));

export const markdownCode = (text: string): string => `\`${markdownText(text).replaceAll('`', "'")}\``;

/** Lines of a table; its cells are Markdown already. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
