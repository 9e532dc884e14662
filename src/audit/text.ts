// The audit's page for a terminal, and as Markdown for a ticket or a pull request. Pure.
import { markdownCode, markdownCodeCell, markdownTable, markdownText as escaped } from '../files/markup.ts';
import { plain, plainPath } from '../files/plain.ts';
import type { Page, Section, Table } from './sections.ts';

const ROWS_SHOWN = 15;

export function auditText(page: Page): string {
  const lines = [page.title, page.verdict];
  lines.push(`Looked at ${page.paths.map((path) => plainPath(path)).join(', ')}: ${page.files} scanned.`);
  lines.push(...page.notes);
  for (const { title, body } of page.sections) {
    lines.push('', `${title}:`);
    if ('tasks' in body)
      body.tasks.forEach(({ title: task, what, how }, i) => {
        lines.push(`  ${i + 1}. ${task}: ${what}`, `     ${how}.`);
      });
    else if ('items' in body) lines.push(...body.items.map((item) => `  ${plain(item)}`));
    else lines.push(...tableLines(body));
  }
  return `${lines.join('\n')}\n`;
}

/** Columns of one width each. The reason has a line below its row. */
function tableLines({ head, rows, numbers, hasReason = false }: Table): string[] {
  const columns = hasReason ? head.length - 1 : head.length;
  const shown = [head, ...rows.slice(0, ROWS_SHOWN)].map((row) => row.map((cell) => plain(cell)));
  const widths = head.map((_, at) => Math.max(...shown.map((row) => row[at]?.length ?? 0)));
  const lines = shown.flatMap((row, at) => {
    const cells = row
      .slice(0, columns)
      .map((cell, i) => (numbers.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)));
    const line = `  ${cells.join('  ').trimEnd()}`;
    return hasReason && at > 0 ? [line, `    ${row[columns] ?? ''}`] : [line];
  });
  const more = rows.length - ROWS_SHOWN;
  return more > 0 ? [...lines, `  ... and ${more} more (--format json has all)`] : lines;
}

export function auditMarkdown(page: Page): string {
  const paths = page.paths.map(markdownCode).join(', ');
  const lines = [`# ${page.title}`, '', `**${escaped(page.verdict)}**`, ''];
  lines.push(`Looked at ${paths}: ${page.files} scanned.`, '');
  for (const note of page.notes) lines.push(escaped(note), '');
  // As many as there are files and owners: joined, not handed over as arguments.
  const sections = page.sections.map(({ title, body }) =>
    [`## ${title}`, '', ...markdownLines(body), ''].join('\n'),
  );
  return [...lines, ...sections].join('\n');
}

function markdownLines(body: Section['body']): string[] {
  if ('tasks' in body)
    return body.tasks.map(
      ({ title, what, how }, i) => `${i + 1}. **${escaped(title)}**: ${what}. ${escaped(how)}.`,
    );
  if ('items' in body) return body.items.map((item) => `- ${escaped(item)}`);
  const { head, rows, code } = body;
  const cells = rows.map((row) =>
    row.map((cell, at) => (code.includes(at) ? markdownCodeCell(cell) : escaped(cell))),
  );
  return markdownTable(head, cells);
}
