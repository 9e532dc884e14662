// A file without references whose rows were all paid before, so that a run of it sends nothing: the same night that is the
// second run of a batch, weeks later it may be a payment that is due again. Says so; decides nothing.
import { basename } from 'node:path';

import type { Ledger, RowRecord } from '../../../ledger/ledger.ts';
import type { BatchRow } from '../../input/row.ts';
import type { Warnings } from '../../input/warnings.ts';
import { ALIKE_DAYS, type AlikeRules, DAY_MS } from './alike.ts';

interface Own {
  readonly file: string;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly batchId: string;
  readonly rows: number;
}

export class PaidBefore {
  #line = 0;
  #paid = 0;
  /** The newest of the payments. */
  #last: RowRecord | undefined;

  /** Rows of one piece of the file, with what the ledger knows of each. */
  look(
    batchId: string,
    rows: readonly { readonly row: BatchRow; readonly known: RowRecord | undefined }[],
  ): void {
    for (const { row, known } of rows) {
      // A reference says which payment is meant, and so does a retry file.
      const isTold = row.reference !== '' || row.retryOf !== undefined || row.kind !== 'payouts';
      if (isTold || known?.state !== 'created' || known.batchId !== batchId) continue;
      if (this.#paid++ === 0) this.#line = row.line;
      if (!this.#last || known.updatedAt > this.#last.updatedAt) this.#last = known;
    }
  }

  /** At the file's end. */
  async warn(own: Own, ledger: Ledger, { nowMs, alikeDays }: AlikeRules, warnings: Warnings): Promise<void> {
    const last = this.#last;
    if (!last || this.#paid < own.rows) return;
    const run = await ledger.run(last.runId);
    // Without the look at what is alike, a run of the same night is silent all the same.
    const days = alikeDays === 0 ? ALIKE_DAYS : alikeDays;
    const isOld = nowMs - last.updatedAt.getTime() > days * DAY_MS;
    const isOtherFile =
      run !== undefined &&
      (basename(run.file) !== basename(own.file) || (run.fileHash !== null && run.fileHash !== own.hash));
    if (!isOld && !isOtherFile) return;
    const all = this.#paid === 1 ? 'its only row was' : `all ${this.#paid} rows were`;
    const day = last.updatedAt.toISOString().slice(0, 10);
    const from = run === undefined ? '' : ` from ${basename(run.file)}`;
    const why = own.batchId === own.hash ? 'the same bytes' : `batch ${own.batchId}`;
    warnings.trouble(
      this.#line,
      '',
      '',
      () =>
        `${all} paid on ${day} by run ${last.runId}${from} (${why}), so nothing is sent. If this is a new payment, give the rows references that were never used, and run it again`,
    );
  }
}
