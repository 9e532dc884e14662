// Warnings of a file, on standard error: the first of them, and how many more there are. What is trouble is said with --quiet,
// too, so it has the level of an error.
import type { Warning } from '../../../batch/input/warnings.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import type { Io, Level } from '../../io.ts';

const WARNINGS_SHOWN = 20;

const placeText = ({ firstLine, column }: Warning): string =>
  column === 0 ? String(firstLine) : `${firstLine}:${column}`;

const level = ({ isTrouble }: Warning): Level => (isTrouble === true ? 'error' : 'warn');

/** What is said of a row as a whole has no cell. */
const cellText = ({ field, value }: Warning): string =>
  field === 'the row' && value === '' ? field : `${field} "${plain(value, 60)}"`;

export function showWarnings(file: string, warnings: readonly Warning[], io: Io): void {
  for (const warning of warnings.slice(0, WARNINGS_SHOWN)) {
    const more = warning.count > 1 ? ` (${warning.count} rows, first here)` : '';
    const place = warning.field === '' ? '' : `:${placeText(warning)}`;
    const cell = warning.field === '' ? '' : `${cellText(warning)} `;
    io.err(`${plainPath(file)}${place}: warning: ${cell}${plain(warning.message)}${more}\n`, level(warning));
  }
  const [next] = warnings.slice(WARNINGS_SHOWN);
  if (next) io.err(`... and ${warnings.length - WARNINGS_SHOWN} more warnings\n`, level(next));
}
