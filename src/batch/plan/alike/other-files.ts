// Rows without references whose key was paid for another file of the same batch, where a retry file stands between: the run of a
// retry file bears a batch id of its own, and the row is "already paid" to whoever reads it. Says so; decides nothing.
import { basename } from 'node:path';

import type { Ledger, RowRecord, RunRecord } from '../../../ledger/ledger.ts';
import type { BatchRow } from '../../input/row.ts';
import type { Warnings } from '../../input/warnings.ts';
import { isOneFile, type OriginalFile, originOf, originsOf } from '../../results/origin.ts';
import type { RowKey } from '../keys.ts';

/** A file may be of so many; a warning names so many runs each by itself. */
const KEPT = 20;

export interface Looked {
  readonly row: BatchRow;
  readonly key: RowKey;
  readonly known: RowRecord | undefined;
}

/** Rows of one file among those that are read, paid by one run. */
interface Paid {
  readonly runId: string;
  /** Of which file they are; the very file that is read, where none is said. */
  readonly origin: string | undefined;
  readonly first: { readonly line: number; readonly known: RowRecord };
  last: RowRecord;
  rows: number;
}

interface Own extends OriginalFile {
  readonly isOld: (paid: RowRecord) => boolean;
}

export class OtherFiles {
  readonly #paid = new Map<string, Paid>();
  #isRetry = false;
  readonly #origins = new Set<string>();

  /** Of which files the rows are, as a retry file has it; `undefined` for any other file. */
  get origins(): readonly string[] | undefined {
    return this.#isRetry ? [...this.#origins] : undefined;
  }

  /** All rows of a piece of the file. */
  meet(rows: readonly BatchRow[]): void {
    for (const { retryOf } of rows) {
      if (!retryOf) continue;
      this.#isRetry = true;
      if (retryOf.origin !== undefined && this.#origins.size < KEPT) this.#origins.add(retryOf.origin);
    }
  }

  /** Rows of one piece of the file, with what the ledger knows of each. */
  look(batchId: string, rows: readonly Looked[]): void {
    for (const { row, key, known } of rows) {
      if (known?.state !== 'created' || row.kind !== 'payouts' || row.reference !== '') continue;
      // What it says now wasn't paid: that is told as what it is.
      if (!key.isContent(known.content)) continue;
      // Paid under this batch, it is PaidBefore's; of a retry file whose rows don't say it, nobody knows the file.
      if (row.retryOf ? row.retryOf.origin === undefined : known.batchId === batchId) continue;
      const origin = row.retryOf?.origin;
      const kind = `${known.runId}\0${origin ?? ''}`;
      const paid = this.#paid.get(kind);
      if (paid) {
        paid.rows++;
        if (known.updatedAt > paid.last.updatedAt) paid.last = known;
      } else {
        const first = { line: row.line, known };
        this.#paid.set(kind, { runId: known.runId, origin, first, last: known, rows: 1 });
      }
    }
  }

  /** At the file's end. */
  async warn(own: Own, ledger: Pick<Ledger, 'run'>, warnings: Warnings): Promise<void> {
    const itself = originOf(own);
    let named = 0;
    for (const [kind, paid] of this.#paid) {
      const run = await ledger.run(paid.runId);
      if (!run) continue;
      const theirs = originsOf(run);
      // A retry file says which payment is meant, however old; a name is another month's in time.
      const isOld = paid.origin === undefined && own.isOld(paid.last);
      if (theirs.length === 0 || theirs.some((one) => isOneFile(paid.origin ?? itself, one, isOld))) continue;
      if (++named > KEPT) return;
      warnings.trouble(paid.first.line, '', kind, () => textOf(paid, run), paid.last);
    }
  }
}

function textOf({ rows, first, last, origin }: Paid, run: RunRecord): string {
  const [was, it, them] = rows === 1 ? ['1 row was', 'it', 'it'] : [`${rows} rows were`, 'they', 'them'];
  const day = last.updatedAt.toISOString().slice(0, 10);
  const which = `the first: line ${first.line}, as line ${first.known.line} of run ${run.id}`;
  const tie = origin === undefined ? '' : ', without the column x-retry-of';
  return `${was} paid on ${day} by run ${run.id} from ${basename(run.file)}, for another file of the same batch, and ${it} ${rows === 1 ? 'is' : 'are'} not sent again for this one (${which}). If both files mean a payment of their own, put ${them} into a file${tie}, and run that with --alike-ok`;
}
