// What the checks of a run warned of, on a terminal: as the run keeps it, the gravest first.
import { withRows } from '../../batch/input/warnings.ts';
import type { Warned } from '../../batch/input/warnings-shown.ts';
import { plain } from '../../files/plain.ts';
import { CHECKS_TITLE, kindsText, moreText } from '../../report/checks.ts';
import { prose } from './prose.ts';

/** The report has the others that are kept. */
const SHOWN = 20;

/** Empty where nothing was said, or nothing was kept. */
export function checksText(warned: Warned | null, width: number): string {
  if (warned === null || warned.count === 0) return '';
  const lines = warned.first
    .slice(0, SHOWN)
    .map(({ line, text, rows }) => `  line ${line}: ${plain(withRows(text, rows), 1100)}`);
  const more = moreText(warned, lines.length);
  const all = [`${CHECKS_TITLE}: ${kindsText(warned)}`, ...lines, ...(more === '' ? [] : [`  ${more}`])];
  return `${prose(all.join('\n'), width, 4)}\n`;
}
