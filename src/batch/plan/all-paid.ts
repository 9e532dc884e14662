// A file of which every row was paid long ago: a run of it sends nothing. Perhaps it stands where this week's file should.
import type { RowRecord } from '../../ledger/ledger.ts';
import type { Warnings } from '../input/warnings.ts';
import { ALIKE_DAYS, DAY_MS } from './duplicates.ts';
import type { PageItem, Planned } from './page.ts';

export class AllPaid {
  #rows = 0;
  #line = 0;
  #last: RowRecord | undefined;

  add({ row, known, planned }: Planned<PageItem>): void {
    if (known?.state !== 'created' || planned.do !== 'nothing' || planned.result.status === 'invalid') return;
    if (this.#rows++ === 0) this.#line = row.line;
    if (!this.#last || known.updatedAt > this.#last.updatedAt) this.#last = known;
  }

  /** `rows`: of the whole file. */
  warn(rows: number, nowMs: number, warnings: Warnings): void {
    const last = this.#last;
    if (!last || this.#rows < rows || nowMs - last.updatedAt.getTime() <= ALIKE_DAYS * DAY_MS) return;
    const day = last.updatedAt.toISOString().slice(0, 10);
    const text = `every row of this file was paid before, the last on ${day} by run ${last.runId}, so nothing is sent. If these are new payments, give the rows new references`;
    warnings.trouble(this.#line, '', '', () => text, last);
  }
}
