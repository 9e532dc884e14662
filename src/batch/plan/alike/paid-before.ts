// A file whose rows were all paid before, so that a run of it sends nothing, or some of them under a fixed --batch-id: the same
// night that is the second run of a batch; weeks later it may be a payment that is due again, and under another name it may
// stand where tonight's file should. Says so; decides nothing.
import { basename } from 'node:path';

import type { Ledger, RowRecord, RunRecord } from '../../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../../input/named-sheet.ts';
import type { Warnings } from '../../input/warnings.ts';
import { keptPlace } from '../../results/results-place.ts';
import { ALIKE_DAYS, type AlikeRules, DAY_MS } from './alike.ts';
import { type Looked, OtherFiles } from './other-files.ts';
import type { ReadFile } from './same-file.ts';

interface Own extends ReadFile {
  readonly file: string;
  /** Where its results go: two folders may have files of one name. */
  readonly place: string;
  /** By --batch-id. */
  readonly isNamed: boolean;
  readonly rows: number;
}

const ADVICE = 'If this is a new payment, give the rows references that were never used, and run it again';

/** Whether a payment was made so long ago that a file of that name may be another one by now. */
const isPast =
  ({ nowMs, alikeDays }: AlikeRules) =>
  ({ updatedAt }: RowRecord): boolean =>
    // Without the look at what is alike, a run of the same night is silent all the same.
    nowMs - updatedAt.getTime() > (alikeDays === 0 ? ALIKE_DAYS : alikeDays) * DAY_MS;

export class PaidBefore {
  /** Rows that a retry file has paid, or that stand in one. */
  readonly others = new OtherFiles();
  #line = 0;
  #paid = 0;
  /** One run has paid them all. */
  #isOne = true;
  /** Rows that were paid under their references, in whatever batch. */
  #told = 0;
  /** Who has paid the first of the rows. */
  #first: RowRecord | undefined;
  /** The newest of the payments. */
  #last: RowRecord | undefined;

  /** Rows of one piece of the file, with what the ledger knows of each. */
  look(batchId: string, rows: readonly Looked[]): void {
    this.others.look(batchId, rows);
    for (const { row, key, known } of rows) {
      if (known?.state !== 'created' || row.kind !== 'payouts') continue;
      // A reference says which payment is meant, and so does a retry file.
      const isTold = row.reference !== '' || row.retryOf !== undefined;
      if (isTold ? !key.isContent(known.content) : known.batchId !== batchId) continue;
      if (isTold) this.#told++;
      else this.#paid++;
      if (this.#told + this.#paid === 1) [this.#line, this.#first] = [row.line, known];
      this.#isOne &&= (this.#last ?? known).runId === known.runId;
      if (!this.#last || known.updatedAt > this.#last.updatedAt) this.#last = known;
    }
  }

  /** At the file's end. */
  async warn(own: Own, ledger: Ledger, rules: AlikeRules, warnings: Warnings): Promise<void> {
    await this.others.warn({ ...own, isOld: isPast(rules) }, ledger, warnings);
    const [first, last] = [this.#first, this.#last];
    // Some rows that were paid under their references are an everyday thing.
    if (!first || !last || (this.#told > 0 && this.#told + this.#paid < own.rows)) return;
    const run = await ledger.run(last.runId);
    const isOld = isPast(rules)(last);
    // Another sheet is another file, under whatever name: both are tonight's.
    const isOtherSheet = run !== undefined && !isSameSheet(sheetOf(run.settings), own.sheet);
    const kept = run === undefined ? '' : keptPlace(run.settings);
    const isElsewhere = kept !== '' && kept !== own.place;
    const isOtherName =
      isOtherSheet || isElsewhere || (run !== undefined && basename(run.file) !== basename(own.file));
    const isOtherFile =
      run !== undefined && run.fileHash !== null && (run.fileHash !== own.hash || isOtherSheet);
    const day = last.updatedAt.toISOString().slice(0, 10);
    const isSameName = isElsewhere && run !== undefined && basename(run.file) === basename(own.file);
    const elsewhere = isSameName ? ', whose results lie elsewhere' : '';
    const from = run === undefined ? '' : ` from ${fileOf(run, isOtherSheet)}${elsewhere}`;
    const why =
      this.#told > 0 ? 'the same references' : own.isNamed ? `batch ${own.batchId}` : 'the same bytes';
    const when = this.#isOne ? '' : ', the last of them';
    const by = `paid${when} on ${day} by run ${last.runId}${from} (${why})`;
    if (this.#told + this.#paid === own.rows) {
      if (!isOld && !isOtherName && (!isOtherFile || this.#told > 0)) return;
      const all = own.rows === 1 ? 'its only row was' : `all ${own.rows} rows were`;
      warnings.trouble(this.#line, '', '', () => `${all} ${by}, so nothing is sent. ${ADVICE}`, last);
      return;
    }
    // A file that was cut off goes on, and one that was corrected the same night.
    if (!isOtherFile || (!isOld && !isOtherName)) return;
    const some = this.#paid === 1 ? '1 row was' : `${this.#paid} rows were`;
    const which = `the first: line ${this.#line}, as line ${first.line} of run ${first.runId}`;
    warnings.trouble(
      this.#line,
      '',
      '',
      () => `${some} ${by}, and only the others are sent (${which}). ${ADVICE}`,
      last,
    );
  }
}

/** Its name, and which of its sheets where that is what differs. */
const fileOf = ({ file, settings }: RunRecord, isOtherSheet: boolean): string =>
  `${basename(file)}${isOtherSheet ? `, sheet ${sheetOf(settings)}` : ''}`;
