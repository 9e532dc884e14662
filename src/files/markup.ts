// Foreign text in Markdown and HTML, escaped: a name can't draw a table or add markup to a page. Pure.
import { plain, plainLines } from './plain.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  plain(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Text inside a Markdown table's cell or a sentence. */
export const markdownText = (text: string): string =>
  plainLines(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, (gap) => (gap.includes('\n') ? ' ' : gap));

/** Foreign text in a report: it can't make links, images or emphasis either. */
export const markdownForeign = (text: string, most = 1100): string =>
  plain(text, most).replace(/[\\`*_{}[\]<>()#|!~]/g, '\\$&');

/** A code span, with a fence that is longer than any backticks in it. Not for tables. */
export function markdownCode(text: string): string {
  const code = plain(text);
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const isOpen = code === '' || /^`|`$|^ .* $/.test(code);
  return isOpen ? `${fence} ${code} ${fence}` : fence + code + fence;
}

/** The same in a table's cell, where pipes are escaped also in code spans. */
export const markdownCodeCell = (text: string): string => markdownCode(text).replaceAll('|', '\\|');

/** Lines of a table. The cells are Markdown. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
