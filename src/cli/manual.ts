// The manual: one Markdown file for each topic, in src/manual, which the package ships; and its pages as plain text for
// a terminal. It knows no more of Markdown than the manual uses.
import { readdirSync, readFileSync } from 'node:fs';

import { wrapped } from '../files/plain.ts';
import { plainTable } from './render/table.ts';

const FOLDER = new URL('../../src/manual/', import.meta.url);
const ENDING = '.md';

export interface Topic {
  readonly name: string;
  /** What the page is about, from its heading: `# Postgres: one ledger for several hosts`. */
  readonly title: string;
}

export const topicNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

export const topics = (): Topic[] => topicNames().map((name) => ({ name, title: titleOf(pageOf(name)) }));

/** `name`: one of {@link topicNames}. */
export const pageOf = (name: string): string => readFileSync(new URL(name + ENDING, FOLDER), 'utf8');

const titleOf = (page: string): string => page.slice(2, page.indexOf('\n'));

const FENCE = '```';
const CODE_INDENT = '    ';

/** `width`: the columns of the terminal. Code keeps its lines, so that a command can be copied. */
export function markdownText(page: string, width: number): string {
  const blocks = blocksOf(page.replace(/<!--[^]*?-->\n?/g, ''));
  return `${blocks.map((block) => blockText(block, width)).join('\n\n')}\n`;
}

/** Separated by blank lines, except within code. */
function blocksOf(page: string): string[][] {
  const blocks: string[][] = [];
  let block: string[] = [];
  let inCode = false;
  for (const line of page.split('\n')) {
    if (line.trimStart().startsWith(FENCE)) inCode = !inCode;
    if (line.trim() === '' && !inCode) {
      if (block.length > 0) blocks.push(block);
      block = [];
    } else block.push(line);
  }
  return block.length > 0 ? [...blocks, block] : blocks;
}

function blockText(block: readonly string[], width: number): string {
  const [first = ''] = block;
  const heading = /^#+ (.+)$/.exec(first)?.[1];
  if (heading !== undefined)
    return first.startsWith('# ')
      ? `${heading}\n${'='.repeat(heading.length)}`
      : `${heading}\n${'-'.repeat(heading.length)}`;
  if (first.trimStart().startsWith(FENCE))
    return block
      .slice(1, -1)
      .map((line) => (CODE_INDENT + line).trimEnd())
      .join('\n');
  if (first.startsWith('|')) return tableText(block, width);
  return itemsOf(block)
    .flatMap(({ indent, mark, text }) => filled(inline(text), width, indent, mark))
    .join('\n');
}

interface Item {
  readonly indent: string;
  readonly mark: string;
  readonly text: string;
}

/** A paragraph is one item without a mark; a list has one item for each mark. */
function itemsOf(block: readonly string[]): Item[] {
  const items: Item[] = [];
  for (const line of block) {
    const [, indent = '', mark = '', text = ''] = /^(\s*)(- |\d+\. )?(.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    if (mark === '' && last) items[items.length - 1] = { ...last, text: `${last.text} ${text}` };
    else items.push({ indent, mark, text });
  }
  return items;
}

function filled(text: string, width: number, indent: string, mark: string): string[] {
  const hang = indent + ' '.repeat(mark.length);
  return wrapped(text, Math.max(20, width - hang.length)).map(
    (line, at) => (at === 0 ? indent + mark : hang) + line,
  );
}

function tableText(block: readonly string[], width: number): string {
  const [head = [], , ...rows] = block.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'))),
  );
  return plainTable(head, rows, [], width);
}

/** A link to another page names the command that prints it. */
const inline = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, shown: string, to: string) => {
      const page = /^([a-z-]+)\.md$/.exec(to)?.[1];
      return page === undefined ? shown : `"paybatch help ${page}"`;
    })
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll('`', '');
