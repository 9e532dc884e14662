// What the checks of a run warned of, on a terminal: as the run keeps it, the gravest first.
import { type KeptWarnings, withRows } from '../../batch/input/warnings.ts';
import { plain } from '../../files/plain.ts';
import { prose } from './prose.ts';

/** The report has the others that are kept. */
const SHOWN = 20;

/** Empty where nothing was said, or nothing was kept. */
export function checksText(warned: KeptWarnings | null, width: number): string {
  if (warned === null || warned.count === 0) return '';
  const lines = warned.first
    .slice(0, SHOWN)
    .map(({ line, text, rows }) => `  line ${line}: ${plain(withRows(text, rows), 1100)}`);
  const more = warned.count - lines.length;
  const all = ['Warnings of the checks:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
  return `${prose(all.join('\n'), width, 4)}\n`;
}
