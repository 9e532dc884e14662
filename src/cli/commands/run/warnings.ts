// Warnings of a file, on standard error: the gravest of them, and how many more there are.
import { type Warning, warningText, WEIGHT, weightOf } from '../../../batch/input/warnings.ts';
import { plainPath } from '../../../files/plain.ts';
import type { Io } from '../../io.ts';

const WARNINGS_SHOWN = 20;
/** Accounts that were never paid: a file of new suppliers has one for each row. The others are told by their lines. */
const FIRSTS_SHOWN = 3;
const LINES_SHOWN = 10;

const placeText = ({ firstLine, column }: Warning): string =>
  column === 0 ? String(firstLine) : `${firstLine}:${column}`;

const isFirst = (warning: Warning): boolean => weightOf(warning) === WEIGHT.firstPayment;

export function showWarnings(file: string, warnings: readonly Warning[], io: Io): void {
  const say = (warning: Warning): void => {
    const place = warning.field === '' ? '' : `:${placeText(warning)}`;
    io.err(`${plainPath(file)}${place}: warning: ${warningText(warning)}\n`, 'warn');
  };
  const others = warnings.filter((one) => !isFirst(one));
  others.slice(0, WARNINGS_SHOWN).forEach(say);
  if (others.length > WARNINGS_SHOWN)
    io.err(`... and ${others.length - WARNINGS_SHOWN} more warnings\n`, 'warn');
  const firsts = warnings.filter(isFirst);
  firsts.slice(0, FIRSTS_SHOWN).forEach(say);
  const more = firsts.slice(FIRSTS_SHOWN);
  if (more.length === 0) return;
  const [accounts, were] = more.length === 1 ? ['account', 'was'] : ['accounts', 'were'];
  io.err(
    `... and ${more.length} more ${accounts} that ${were} never paid before: ${linesText(more)}\n`,
    'warn',
  );
}

function linesText(warnings: readonly Warning[]): string {
  const lines = warnings.slice(0, LINES_SHOWN).map(({ firstLine }) => firstLine);
  const more = warnings.length > lines.length ? ' and further on' : '';
  return `line${warnings.length === 1 ? '' : 's'} ${lines.join(', ')}${more}`;
}
