// Warnings of a file, on standard error: the first of them, and how many more there are. What is trouble is said with --quiet,
// too, so it has the level of an error.
import { type Warning, warningText } from '../../../batch/input/warnings.ts';
import { plainPath } from '../../../files/plain.ts';
import type { Io, Level } from '../../io.ts';

const WARNINGS_SHOWN = 20;

const placeText = ({ firstLine, column }: Warning): string =>
  column === 0 ? String(firstLine) : `${firstLine}:${column}`;

const level = ({ isTrouble }: Warning): Level => (isTrouble === true ? 'error' : 'warn');

export function showWarnings(file: string, warnings: readonly Warning[], io: Io): void {
  for (const warning of warnings.slice(0, WARNINGS_SHOWN)) {
    const place = warning.field === '' ? '' : `:${placeText(warning)}`;
    io.err(`${plainPath(file)}${place}: warning: ${warningText(warning)}\n`, level(warning));
  }
  const [next] = warnings.slice(WARNINGS_SHOWN);
  if (next) io.err(`... and ${warnings.length - WARNINGS_SHOWN} more warnings\n`, level(next));
}
