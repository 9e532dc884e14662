// Queues rows for all hosts. Every row goes into the ledger, rows to be paid in chunks. A chunk is queued at once, or
// when its documents are uploaded. A document that can't be uploaded ends its row as in any run.
import { type Item, type KeptItem, type RunQueue, type RunRow } from '../../ledger/ledger.ts';
import type { PlannedRow } from '../plan/page.ts';
import { reportProblem, type RunHooks } from '../results/hooks.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RunContext } from '../send/context.ts';
import type { Sink } from '../send/deliver.ts';
import { noteRows, recordOutcome, runRow, sendingOf } from '../send/outcome.ts';
import { uploadAll } from '../send/process-payout.ts';
import type { RunParts } from '../send/run-parts.ts';
import type { LiveSettings } from '../send/settings.ts';
import { isUploaded, itemOf, payoutOf, withDocuments } from './item.ts';

/** A row's place in the file gives its chunk, so a submission that is completed later finds the same chunks. */
const CHUNK_ROWS = 50;
const chunkOf = (sequence: number): number => Math.floor(sequence / CHUNK_ROWS);

export interface QueueSinkOptions {
  readonly context: RunContext;
  readonly queue: RunQueue;
  readonly hooks: RunHooks;
  readonly parts: RunParts;
  /** Completes a submission that was cut off: rows that it has kept stay as they are. */
  readonly isResumed: boolean;
  /** `detach`: the command ends when all is queued. */
  readonly settings: Pick<LiveSettings, 'detach'>;
}

interface NewItem {
  readonly item: Item;
  /** It waits for no document. */
  readonly isReady: boolean;
}

export class QueueSink implements Sink {
  /** Rows that another run holds. */
  usedByRuns = 0;
  readonly #options: QueueSinkOptions;
  /** Rows that are not kept yet: their chunks are not full. */
  #items: NewItem[] = [];
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
    if (this.isOver) return;
    const { context, queue, isResumed } = this.#options;
    const sequences = rows.map(({ key }) => key.sequence);
    const kept = isResumed ? await queue.kept(context.runId, sequences) : undefined;
    const notes: RunRow[] = [];
    for (const item of rows) {
      if (kept?.has(item.key.sequence) === true) continue;
      const note = this.#add(item);
      if (note) notes.push(note);
    }
    // Before the items: an item without a note is still open.
    await noteRows(context, notes);
    await this.#keeping;
    const last = this.#items.at(-1);
    this.#keeping = last ? this.#keep(chunkOf(last.item.sequence + 1)) : Promise.resolve();
    this.#keeping.catch(() => undefined); // take() or end() reports it
  }

  /** These rows are not queued: the same command completes the submission, or sends them in another run. */
  leaveOut(): Promise<void> {
    return Promise.resolve();
  }

  /** Returns the row's outcome, if it is not sent. */
  #add({ row, key, planned }: PlannedRow): RunRow | undefined {
    if (row.kind !== 'payouts') throw new Error('customers are created by the host that reads them');
    if (planned.do !== 'nothing') {
      const item = itemOf(row, key, chunkOf(key.sequence));
      this.#items.push({ item, isReady: isUploaded(row.documents) });
      return undefined;
    }
    const { result } = planned;
    const note = runRow(row, key, result);
    this.#items.push({ item: { ...itemOf(row, key, null), key: note.key }, isReady: true });
    if (result.errorCode === 'held') this.usedByRuns++;
    reportProblem(this.#options.hooks, row, result);
    return note;
  }

  /** Keeps the rows of the chunks before `end`, and queues the chunks that wait for no document. */
  async #keep(end: number): Promise<void> {
    const { context, queue } = this.#options;
    const isFull = ({ item: { chunk } }: NewItem): boolean => chunk === null || chunk < end;
    const full = this.#items.filter(isFull);
    this.#items = this.#items.filter((one) => !isFull(one));
    const chunks = new Set(full.flatMap(({ item: { chunk } }) => chunk ?? []));
    for (const { item, isReady } of full) if (item.chunk !== null && !isReady) chunks.delete(item.chunk);
    const items = full.map(({ item }) => item);
    if (items.length > 0) await queue.add(context.runId, items, [...chunks]);
  }

  /** Keeps the last rows, and uploads documents. If the ledger fails, the run stops. */
  async end(): Promise<void> {
    const { context, queue, parts } = this.#options;
    const { runId, breaker } = context;
    const isDetached = this.#isDetached;
    await this.#orStop(async () => {
      await this.#keeping;
      if (!this.isOver) await this.#keep(Infinity);
    });
    if (!breaker.isTripped) await this.#uploadDocuments();
    await parts.flush();
    if (breaker.reason && !isDetached) await queue.stop(runId, breaker.reason);
    if (!breaker.isTripped || !isDetached) await queue.queued(runId);
  }

  /** If the run stops, other chunks wait for a command that completes the submission. */
  async #uploadDocuments(): Promise<void> {
    const { context, queue } = this.#options;
    const { runId, breaker } = context;
    const waiting = await this.#orStop(() => queue.waiting(runId));
    for (const chunk of waiting ?? []) {
      if (breaker.isTripped) return;
      await this.#orStop(async () => {
        const items = await queue.itemsOf(runId, chunk);
        const ready = await Promise.all(items.map((item) => this.#withIds(item)));
        if (!breaker.isTripped) await queue.ready(runId, chunk, ready);
      });
    }
  }

  async #orStop<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = await ledgerCall(work);
    if (done.ok) return done.value;
    this.#options.context.breaker.trip(done.failure);
    return undefined;
  }

  async #withIds(item: KeptItem): Promise<KeptItem> {
    if (item.isAltered) return item;
    const { context, hooks } = this.#options;
    const { row, key } = payoutOf(item);
    const sending = sendingOf(context, row, key);
    const ids: string[] = [];
    sending.shown.documentIds = ids;
    const refused = await uploadAll(context, row, ids);
    if (refused) {
      const outcome = await recordOutcome(context, sending, { outcome: refused, hasIntent: false });
      reportProblem(hooks, row, outcome);
    }
    return withDocuments(item, ids);
  }
}
