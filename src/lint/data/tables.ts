// Tables between bars, as feature files hold a request's fields: across (a header row) or down (a name in each row).
import { type Context, type Key, type Model, NO_CONTEXT } from '../model/model.ts';
import { INTEREST } from '../model/words.ts';
import { type Column, columnsOf, type HeaderCell } from './header.ts';
import { withHoles } from './url.ts';

/** Bounded: 500 characters of a line. */
const URL = /(?:https?:\/\/|\{\{?[\w.]{1,60}\}?\}|(?<![\w/]))\/?[\w.{}-]{0,80}\/[\w.{}$:/-]{1,300}/;

export function readTables(text: string, model: Model): void {
  let rows: HeaderCell[][] = [];
  let said = '';
  let looked = false;
  let at = 0;
  for (const line of `${text}\n`.split('\n')) {
    if (/^\s*\|.*\|\s*$/.test(line)) rows.push(cellsOf(line, at));
    else {
      push(rows, said, looked, model);
      rows = [];
      if (line.trim() !== '') said = line;
      const step = /^\s*(Given|When|Then|Scenario|Background|Feature|Rule|Examples)\b/.exec(line)?.[1];
      if (step !== undefined) looked = step === 'Then';
    }
    at += line.length + 1;
  }
}

function cellsOf(line: string, base: number): HeaderCell[] {
  let at = line.indexOf('|') + 1;
  const cells: HeaderCell[] = [];
  for (const cell of line.slice(at, line.lastIndexOf('|')).split('|')) {
    const lead = cell.length - cell.trimStart().length;
    cells.push({ text: cell.trim(), start: base + at + lead });
    at += cell.length + 1;
  }
  return cells;
}

/** A step behind `Then` that speaks of what was sent all the same. */
const SENDS = /\b(?:request|sends?|sent|posts?|posted|POST|calls?|called|receives?|received)\b/;

function push(rows: readonly HeaderCell[][], said: string, looked: boolean, model: Model): void {
  const [header] = rows;
  // What comes back is looked at, not sent; so is what is told of it in the steps that follow.
  if (!header || /^\s*(Then|And the response|But)\b/.test(said)) return;
  if (looked && /^\s*(?:And|\*)\s/.test(said) && !SENDS.test(said) && !URL.test(said.slice(0, 500))) return;
  const down = rows.flatMap(([name]) => (name ? [name] : []));
  const cells = header.length === 2 ? down : header;
  const url = URL.exec(said.slice(0, 500))?.[0];
  const context: Context = {
    ...NO_CONTEXT,
    names: [said.trim()],
    urls: url === undefined ? [] : [withHoles(url)],
  };
  const keys = columnsOf(cells, undefined).flatMap((column) => keyOf(column));
  const [first] = keys;
  if (first) model.objects.push({ keys, at: first.at, context, kind: 'literal' });
}

const keyOf = ({ top, path, at }: Column): Key[] =>
  INTEREST.has(top) ? [{ name: top, written: path, at, value: { kind: 'other' } }] : [];
