// The service's answer: as it came for programs, as a table for people. Numbers keep their digits.
import { isLosslessNumber, parse, stringify } from 'lossless-json';

import { oneLine } from '../../client/explain.ts';
import { plain, plainLines } from '../../files/plain.ts';
import type { Io } from '../io.ts';
import { plainTable, widthOf } from './table.ts';

const CELL = 80;

export function answerText(text: string, io: Pick<Io, 'outTerminal' | 'columns'>, json: boolean): string {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return `${plainLines(text)}\n`;
  }
  if (json || !io.outTerminal) return `${text.trimEnd()}\n`;
  return `${tables(value, widthOf(io))}\n`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Lists of objects become tables of their own, everything else a line with its path. */
function tables(value: unknown, width: number): string {
  if (Array.isArray(value)) return listTable(value, width);
  if (!isObject(value)) return cell(value);
  const lines: string[][] = [];
  const lists: [string, unknown[]][] = [];
  collect(value, '', lines, lists);
  const own = lines.length === 0 ? [] : [plainTable(['field', 'value'], lines, [], width)];
  return [...own, ...lists.map(([path, list]) => `${plain(path)}:\n${listTable(list, width)}`)].join('\n');
}

function collect(
  value: Record<string, unknown>,
  path: string,
  lines: string[][],
  lists: [string, unknown[]][],
): void {
  for (const [key, inner] of Object.entries(value)) {
    const full = path === '' ? key : `${path}.${key}`;
    if (isObject(inner)) collect(inner, full, lines, lists);
    else if (Array.isArray(inner) && inner.some(isObject)) lists.push([full, inner]);
    else lines.push([full, cell(inner)]);
  }
}

function listTable(list: readonly unknown[], width: number): string {
  if (list.length === 0) return '(none)';
  const names = [...new Set(list.flatMap((item) => (isObject(item) ? Object.keys(item) : ['value'])))];
  const rows = list.map((item) =>
    names.map((name) => cell(isObject(item) ? item[name] : name === 'value' ? item : '')),
  );
  return plainTable(names, rows, [], width);
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return oneLine(typeof value === 'string' ? value : (stringify(value) ?? ''), CELL);
}
