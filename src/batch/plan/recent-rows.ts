// Rows of a file that repeat recent payments under other references: gathered while the file is read, judged at its end. Only
// then is it known whether the file is an export made anew, or some payments in it recur.
import type { Warnings } from '../input/warnings.ts';
import { recentText } from './duplicate-text.ts';
import { isExportAnew } from './duplicates.ts';
import type { PageItem, Planned } from './page.ts';

/** So many are kept with what they repeat; the others are counted. */
const KEPT = 10_000;

export class RecentRows {
  readonly #kept: Pick<Planned<PageItem>, 'row' | 'duplicate'>[] = [];
  #more = 0;

  add({ row, duplicate }: Planned<PageItem>): void {
    if (this.#kept.length < KEPT) this.#kept.push({ row, duplicate });
    else this.#more++;
  }

  get rows(): number {
    return this.#kept.length + this.#more;
  }

  /** Whether such rows are to be held. `rows`: of the whole file. */
  isExportAnew(rows: number): boolean {
    return isExportAnew(this.rows, rows);
  }

  /** Where they are sent. */
  warn(warnings: Warnings): void {
    for (const { row, duplicate } of this.#kept) {
      const { line, reference, kind } = row;
      if (duplicate?.kind !== 'recent') continue;
      const { match } = duplicate;
      warnings.trouble(line, 'reference', reference, () => recentText(match, kind), match);
    }
  }
}
