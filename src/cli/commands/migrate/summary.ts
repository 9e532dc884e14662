// The end of a migration: a table of the files, and what is left to do. Pure.
import { relative } from 'node:path';

import { plain, plainPath } from '../../../files/plain.ts';
import type { MigrateEnd } from '../../../migrate/migrate.ts';
import { say } from '../../../words/say.ts';
import { inWords } from '../../render/print.ts';
import { plainTable } from '../../render/table.ts';

interface Shown {
  readonly out: string | undefined;
  readonly isDry: boolean;
  /** The todo files that were given. */
  readonly todo: readonly string[];
  readonly cwd: string;
  readonly width: number;
}

const BROKEN_SHOWN = 5;

export function summary(ends: readonly MigrateEnd[], shown: Shown): string {
  const { isDry, out, width } = shown;
  const head = [
    ...['file', 'kind', 'rows', 'ready', 'waiting', 'unreadable'],
    ...[isDry ? 'would change' : 'changed', 'removed values', 'documents'],
  ];
  const rows = ends.map((end) => {
    const { records, ready, waiting, unreadable, changed, dropped, documents } = end;
    const counts = [records, ready, waiting, unreadable, changed, dropped, documents];
    return [end.file, end.kind, ...counts.map(String)];
  });
  const lines = [plainTable(head, rows, [2, 3, 4, 5, 6, 7, 8], width), ''];
  const waiting = ends.reduce((sum, end) => sum + end.waiting, 0);
  const unreadable = ends.reduce((sum, end) => sum + end.unreadable, 0);
  if (!isDry)
    lines.push(
      `Written to ${plainPath(out ?? '')}: each converted file, the values that were removed (NAME.dropped.csv), and what to fill in (NAME.todo.csv). The input is unchanged.`,
    );
  if (waiting + unreadable === 0) lines.push('Nothing is left to do by hand.');
  if (waiting > 0) lines.push(waitingText(ends, waiting, shown));
  if (unreadable > 0) lines.push(unreadableText(ends, unreadable));
  return `${lines.join('\n')}\n`;
}

function waitingText(ends: readonly MigrateEnd[], waiting: number, { isDry, todo, cwd }: Shown): string {
  const rows = `${inWords(waiting, 'row')} ${waiting === 1 ? 'needs' : 'need'} an answer from you`;
  if (isDry) return `${rows}: with --out DIR instead of --dry-run, paybatch writes the questions to DIR.`;
  const sheets = ends.flatMap(({ todoFile }) =>
    todoFile === null ? [] : [plainPath(relative(cwd, todoFile))],
  );
  return `${rows}: fill in the column "answer" of ${sheets.join(', ')} ("-" leaves a field out). Then run this again with ${[...todo.map(plainPath), ...sheets].map((file) => `--todo ${file}`).join(' ')}.`;
}

/** No answer helps if the row itself is broken. */
function unreadableText(ends: readonly MigrateEnd[], all: number): string {
  const first = ends
    .flatMap(({ file, broken }) =>
      broken.map(({ line, why }) => `${plainPath(file)}:${line}: ${plain(say(why), 200)}`),
    )
    .slice(0, BROKEN_SHOWN);
  const more = all > first.length ? `; and ${all - first.length} more` : '';
  const those = all === 1 ? "1 row can't be read and is" : `${all} rows can't be read and are`;
  return `${those} not in the output. Correct the input, then run this again (${first.join('; ')}${more}).`;
}
