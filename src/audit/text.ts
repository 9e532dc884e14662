// The audit's page for a terminal, and as Markdown. Pure.
import { markdownCode, markdownText } from '../files/markup.ts';
import { plain, plainPath } from '../files/plain.ts';
import { sectionMarkdown, type Table } from '../files/sections.ts';
import type { AuditPage } from './sections.ts';

const ROWS_SHOWN = 15;

export function auditText(page: AuditPage): string {
  const lines = [page.title, page.verdict];
  lines.push(`${page.files} scanned under ${page.paths.map((path) => plainPath(path)).join(', ')}.`);
  lines.push(...page.notes);
  for (const { title, items = [], isOrdered, table } of page.sections) {
    lines.push('', `${title}:`);
    items.forEach(({ head, text, note }, i) => {
      const number = isOrdered ? `${i + 1}. ` : '';
      lines.push(`  ${number}${head === undefined ? '' : `${plain(head)}: `}${plain(text)}`);
      if (note !== undefined) lines.push(`     ${plain(note)}`);
    });
    if (table) lines.push(...tableLines(table));
  }
  return `${lines.join('\n')}\n`;
}

/** Aligned columns. A note is a line below its row. */
function tableLines({ head, rows, texts = [] }: Table): string[] {
  const shown = rows.slice(0, ROWS_SHOWN);
  const all = [head, ...shown.map((row) => row.map(({ text }) => text))].map((row) =>
    row.map((cell) => plain(cell)),
  );
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const lines = all.flatMap((row, at) => {
    const parts = row.map((cell, i) =>
      i === 0 || texts.includes(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    const note = shown[at - 1]?.[0]?.note;
    return [`  ${parts.join('  ').trimEnd()}`, ...(note === undefined ? [] : [`    ${note}`])];
  });
  const more = rows.length - ROWS_SHOWN;
  return more > 0 ? [...lines, `  ... and ${more} more (--format json has all)`] : lines;
}

export function auditMarkdown(page: AuditPage): string {
  const paths = page.paths.map(markdownCode).join(', ');
  const lines = [`# ${page.title}`, '', `**${markdownText(page.verdict)}**`, ''];
  lines.push(`${page.files} scanned under ${paths}.`, '');
  for (const note of page.notes) lines.push(markdownText(note), '');
  // Joined, since there may be too many lines for arguments of a call.
  return [...lines, ...page.sections.map((section) => sectionMarkdown(section).join('\n'))].join('\n');
}
