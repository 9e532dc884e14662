// Queues rows for all hosts. Every row goes into the ledger, rows to be paid in chunks and with the ids of their
// documents, which are uploaded here. A document that can't be uploaded ends its row as in any run.
import type { QueueItem, RunQueue, RunRow } from '../../ledger/ledger.ts';
import type { PayoutRow } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';
import type { PlannedRow } from '../plan/page.ts';
import { reportProblem, type RunHooks } from '../results/hooks.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { notStarted, type RowResult } from '../results/result.ts';
import type { RunContext } from '../send/context.ts';
import type { Sink } from '../send/deliver.ts';
import { noteRows, recordOutcome, runRow, sendingOf } from '../send/outcome.ts';
import { uploadAll } from '../send/process-payout.ts';
import type { LiveSettings } from '../send/settings.ts';
import { itemOf } from './item.ts';

/** A row's place in the file gives its chunk, so a submission that is completed later finds the same chunks. */
const CHUNK_ROWS = 50;
const chunkOf = (sequence: number): number => Math.floor(sequence / CHUNK_ROWS);

interface QueueSinkOptions {
  readonly context: RunContext;
  readonly queue: RunQueue;
  readonly hooks: RunHooks;
  /** Completes a submission that was cut off: rows that it has kept stay as they are. */
  readonly isResumed: boolean;
  /** `detach`: the command ends when all is queued. */
  readonly settings: Pick<LiveSettings, 'detach'>;
}

export class QueueSink implements Sink {
  /** Rows that other runs use. */
  usedByRuns = 0;
  readonly #options: QueueSinkOptions;
  /** Rows that are not kept yet: their chunks are not full. */
  #items: QueueItem[] = [];
  #keeping: Promise<void> = Promise.resolve();

  constructor(options: QueueSinkOptions) {
    this.#options = options;
  }

  get #isDetached(): boolean {
    return this.#options.settings.detach === true;
  }

  /** After a detached submission has stopped, it takes no row; the same command completes it. */
  get isOver(): boolean {
    return this.#isDetached && this.#options.context.breaker.isTripped;
  }

  async take(rows: readonly PlannedRow[]): Promise<void> {
    const { context, queue, isResumed } = this.#options;
    const sequences = rows.map(({ key }) => key.sequence);
    const kept = isResumed ? await queue.kept(context.runId, sequences) : undefined;
    const others = rows.filter(({ key }) => kept?.has(key.sequence) !== true);
    const ready = await Promise.all(others.map((row) => this.#prepare(row)));
    if (this.isOver) return;
    // Before the items: an item without a note is still open.
    await noteRows(
      context,
      ready.flatMap(({ note }) => note ?? []),
    );
    this.#items.push(...ready.map(({ item }) => item));
    await this.#keeping;
    const last = this.#items.at(-1);
    this.#keeping = last ? this.#keep(chunkOf(last.sequence + 1)) : Promise.resolve();
    this.#keeping.catch(() => undefined); // take() or end() reports it
  }

  /** They are not queued: the same command completes the submission, or sends them in another run. */
  async leaveOut(): Promise<void> {}

  /** The row as it is queued. `note`: the outcome of a row that is not sent, unless the ledger has it. */
  async #prepare({
    row,
    key,
    planned,
  }: PlannedRow): Promise<{ readonly item: QueueItem; readonly note?: RunRow | undefined }> {
    if (row.kind !== 'payouts') throw new Error('customers are created by the host that reads them');
    const ids: string[] = [];
    const isPlanned = planned.do !== 'nothing';
    // A row that is sent again needs them as well, if a person calls it not created meanwhile.
    const outcome = isPlanned ? await this.#upload(row, key, ids, planned.do === 'resend') : planned.result;
    if (!outcome) return { item: itemOf(row, ids, key, chunkOf(key.sequence)) };
    if (outcome.errorCode === 'held') this.usedByRuns++;
    reportProblem(this.#options.hooks, row, outcome);
    const note = runRow(row, key, outcome);
    const isRecorded = isPlanned && (outcome.status === 'rejected' || outcome.status === 'failed');
    const item = { ...itemOf(row, [], key, null), key: note.key };
    return { item, note: isRecorded ? undefined : note };
  }

  /** Uploads the documents of a row. A returned outcome ends the row. */
  async #upload(
    row: PayoutRow,
    key: RowKey,
    ids: string[],
    isResend: boolean,
  ): Promise<RowResult | undefined> {
    const { context } = this.#options;
    if (row.documents.length === 0) return undefined;
    const sending = sendingOf(context, row, key, { isResend });
    if (context.breaker.reason)
      return recordOutcome(context, sending, { unsent: notStarted(context.breaker.reason) });
    sending.shown.documentIds = ids;
    const refused = await uploadAll(context, row, ids);
    return refused && recordOutcome(context, sending, { outcome: refused, hasIntent: false });
  }

  /** Queues the rows of the chunks before `end`. */
  async #keep(end: number): Promise<void> {
    const { context, queue } = this.#options;
    const isFull = ({ chunk }: QueueItem): boolean => chunk === null || chunk < end;
    const items = this.#items.filter(isFull);
    this.#items = this.#items.filter((item) => !isFull(item));
    if (items.length > 0) await queue.add(context.runId, items);
  }

  /** Queues the last rows. If the ledger fails, the run stops. */
  async end(): Promise<void> {
    const { context, queue } = this.#options;
    const { runId, breaker } = context;
    const queued = await ledgerCall(async () => {
      await this.#keeping;
      if (!this.isOver) await this.#keep(Infinity);
    });
    if (!queued.ok) breaker.trip(queued.failure);
    if (breaker.reason && !this.#isDetached) await queue.stop(runId, breaker.reason);
    if (!breaker.isTripped || !this.#isDetached) await queue.queued(runId);
  }
}
