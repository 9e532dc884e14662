// A file without references whose rows were all paid before, so that a run of it sends nothing, or some of them under a fixed
// --batch-id: the same night that is the second run of a batch, weeks later it may be a payment that is due again. Says so;
// decides nothing.
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

const ADVICE = 'If this is a new payment, give the rows references that were never used, and run it again';

export class PaidBefore {
  #line = 0;
  #paid = 0;
  /** Who has paid the first of the rows. */
  #first: RowRecord | undefined;
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
      if (this.#paid++ === 0) [this.#line, this.#first] = [row.line, known];
      if (!this.#last || known.updatedAt > this.#last.updatedAt) this.#last = known;
    }
  }

  /** At the file's end. */
  async warn(own: Own, ledger: Ledger, { nowMs, alikeDays }: AlikeRules, warnings: Warnings): Promise<void> {
    const [first, last] = [this.#first, this.#last];
    if (!first || !last) return;
    const run = await ledger.run(last.runId);
    // Without the look at what is alike, a run of the same night is silent all the same.
    const days = alikeDays === 0 ? ALIKE_DAYS : alikeDays;
    const isOld = nowMs - last.updatedAt.getTime() > days * DAY_MS;
    const isOtherName = run !== undefined && basename(run.file) !== basename(own.file);
    const isOtherHash = run !== undefined && run.fileHash !== null && run.fileHash !== own.hash;
    const day = last.updatedAt.toISOString().slice(0, 10);
    const from = run === undefined ? '' : ` from ${basename(run.file)}`;
    const why = own.batchId === own.hash ? 'the same bytes' : `batch ${own.batchId}`;
    const by = `paid on ${day} by run ${last.runId}${from} (${why})`;
    if (this.#paid === own.rows) {
      if (!isOld && !isOtherName && !isOtherHash) return;
      const all = this.#paid === 1 ? 'its only row was' : `all ${this.#paid} rows were`;
      warnings.trouble(this.#line, '', '', () => `${all} ${by}, so nothing is sent. ${ADVICE}`);
      return;
    }
    // A file that was cut off goes on, and one that was corrected the same night.
    if (!isOtherHash || (!isOld && !isOtherName)) return;
    const some = this.#paid === 1 ? '1 row was' : `${this.#paid} rows were`;
    const which = `the first: line ${this.#line}, as line ${first.line} of run ${first.runId}`;
    warnings.trouble(
      this.#line,
      '',
      '',
      () => `${some} ${by}, and only the others are sent (${which}). ${ADVICE}`,
    );
  }
}
