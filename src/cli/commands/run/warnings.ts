// Warnings of a file, on standard error: the first of them, and how many more there are.
import type { Warning } from '../../../batch/input/warnings.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import type { Io } from '../../io.ts';

const WARNINGS_SHOWN = 20;

const placeText = ({ firstLine, column }: Warning): string =>
  column === 0 ? String(firstLine) : `${firstLine}:${column}`;

export function showWarnings(file: string, warnings: readonly Warning[], io: Io): void {
  for (const warning of warnings.slice(0, WARNINGS_SHOWN)) {
    const more = warning.count > 1 ? ` (${warning.count} rows, first here)` : '';
    io.err(
      `${plainPath(file)}:${placeText(warning)}: warning: ${warning.field} "${plain(warning.value, 60)}" ${plain(warning.message)}${more}\n`,
      'warn',
    );
  }
  if (warnings.length > WARNINGS_SHOWN)
    io.err(`... and ${warnings.length - WARNINGS_SHOWN} more warnings\n`, 'warn');
}
