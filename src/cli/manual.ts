// The manual: one Markdown file for each topic, in src/manual, which the package ships; and its pages as plain text
// for a terminal. It knows no more of Markdown than the manual uses.
import { readdirSync, readFileSync } from 'node:fs';

import { wrapped } from '../files/plain.ts';
import { plainTable } from './render/table.ts';

const FOLDER = new URL('../../src/manual/', import.meta.url);
const ENDING = '.md';

export const topicNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

/** `name`: one of {@link topicNames}. */
export const pageOf = (name: string): string => readFileSync(new URL(name + ENDING, FOLDER), 'utf8');

/** What a page is about, from its heading: `# Postgres: one ledger for several hosts`. */
export const subjectOf = (name: string): string => /: (.*)/.exec(pageOf(name))?.[1] ?? name;

const CODE_INDENT = '    ';
/** A piece of code with its fences, or lines up to a blank line. */
const BLOCK = /^ *```[^]*?^ *```$|(?:^.+\n?)+/gm;

/** `width`: the columns of the terminal. Code keeps its lines, so that a command can be copied. */
export function markdownText(page: string, width: number): string {
  const blocks = page.replace(/<!--[^]*?-->\n?/g, '').match(BLOCK) ?? [];
  return `${blocks.map((block) => blockText(block.trimEnd().split('\n'), width)).join('\n\n')}\n`;
}

function blockText(lines: readonly string[], width: number): string {
  const [first = ''] = lines;
  const [, marks = '', heading = ''] = /^(#+) (.+)$/.exec(first) ?? [];
  if (heading !== '') return `${heading}\n${(marks === '#' ? '=' : '-').repeat(heading.length)}`;
  if (first.trimStart().startsWith('```'))
    return lines
      .slice(1, -1)
      .map((line) => (CODE_INDENT + line).trimEnd())
      .join('\n');
  return first.startsWith('|') ? tableText(lines, width) : listText(lines, width);
}

/** A paragraph is one item without a mark; a list has one item for each mark. */
function listText(lines: readonly string[], width: number): string {
  const items = lines.join('\n').split(/\n(?=\s*(?:- |\d+\. ))/);
  return items
    .flatMap((item) => {
      const [mark = ''] = /^\s*(?:- |\d+\. )?/.exec(item) ?? [];
      const text = inline(item.slice(mark.length).replace(/\n\s*/g, ' '));
      return wrapped(text, width - mark.length).map(
        (line, at) => (at === 0 ? mark : ' '.repeat(mark.length)) + line,
      );
    })
    .join('\n');
}

function tableText(lines: readonly string[], width: number): string {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'))),
  );
  return plainTable(head, rows, [], width);
}

/** Code without anything around it, such as a name in a table. */
const ONLY_CODE = /^(?:`[^`]+`(?:, )?)+$/;

/** A link to another page names the command that prints it. A plain word of code in a sentence is put in quotes. */
const inline = (text: string): string =>
  (ONLY_CODE.test(text) ? text : text.replace(/`([a-z][a-z_-]*)`/g, '"$1"'))
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, shown: string, to: string) => {
      const page = /^([a-z-]+)\.md$/.exec(to)?.[1];
      return page === undefined ? shown : `"paybatch help ${page}"`;
    })
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll('`', '');
