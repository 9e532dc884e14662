// Rows for all hosts: each goes into the ledger, those to be paid in chunks. A chunk is queued at once if no document is missing,
// and otherwise when its documents are uploaded (upload.ts).
import { type RunQueue, type RunRow } from '../../ledger/ledger.ts';
import type { RunHooks } from '../results/hooks.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { isSaidAtEnd, type RowResult } from '../results/result.ts';
import type { RunContext } from '../send/context.ts';
import type { PlannedRow, Sink } from '../send/deliver.ts';
import { noteKey } from '../send/local-sink.ts';
import { noteRows, runRow } from '../send/outcome.ts';
import type { Pages } from '../send/pages.ts';
import { asItWent } from '../send/paid-before.ts';
import { Chunks, type ReadyItems } from './chunks.ts';
import { itemOf } from './item.ts';
import type { RawText } from './raw-text.ts';
import { uploadDocuments } from './upload.ts';

export interface QueueSinkOptions {
  readonly context: RunContext;
  readonly queue: RunQueue;
  readonly hooks: RunHooks;
  readonly raw: RawText;
  readonly pages: Pages;
  /** Completes a submission that was cut off: rows that are kept already stay as they are. */
  readonly isResumed: boolean;
  /** The command ends when all is queued. */
  readonly isDetached: boolean;
}

export class QueueSink implements Sink {
  /** How rows ended that nobody sends, by line. */
  readonly ended = new Map<number, RowResult>();
  /** Rows that another run holds. */
  held = 0;
  readonly #options: QueueSinkOptions;
  readonly #chunks = new Chunks();
  #keeping: Promise<void> = Promise.resolve();

  constructor(options: QueueSinkOptions) {
    this.#options = options;
  }

  /** After a signal the rest of a detached submission is left out; the same command completes it. */
  get isOver(): boolean {
    return this.#options.isDetached && this.#options.context.breaker.isTripped;
  }

  async take(rows: readonly PlannedRow[]): Promise<void> {
    const { context, queue, raw, isResumed } = this.#options;
    const sequences = rows.map(({ key }) => key.sequence);
    const kept = isResumed ? await queue.kept(context.runId, sequences) : undefined;
    const texts = await raw.of(rows.map(({ row }) => row));
    const notes: RunRow[] = [];
    for (const [at, item] of rows.entries()) {
      if (kept?.has(item.key.sequence) === true) continue;
      const note = this.#add(item, texts[at] ?? '');
      if (note) notes.push(note);
    }
    // Before the items: an item without a note is still open.
    await noteRows(context, notes);
    await this.#keeping;
    this.#keeping = this.#keep(this.#chunks.takeFull());
    this.#keeping.catch(() => undefined); // the next page, or the end, meets it
  }

  /** Returns how the row ended, if nobody sends it. */
  #add(item: PlannedRow, text: string): RunRow | undefined {
    const { row, key, planned, before } = item;
    if (row.kind !== 'payouts') throw new Error('customers are created by the host that reads them');
    if (planned.do !== 'nothing') {
      this.#chunks.add(row, itemOf(row, key, this.#chunks.chunkOf(key.sequence), text));
      return undefined;
    }
    const { result } = planned;
    const named = noteKey(row, key);
    this.#chunks.addEnded({ ...itemOf(row, key, null, text), key: named.key });
    if (result.errorCode === 'held') this.held++;
    const isPaid = ['created', 'duplicate'].includes(result.status);
    this.#end(
      row.line,
      asItWent(result, before, this.#options.context.client.profile),
      !isPaid && !isSaidAtEnd(result),
    );
    return runRow(row, named, result);
  }

  #end(line: number, outcome: RowResult, isProblem: boolean): void {
    this.ended.set(line, outcome);
    if (isProblem) this.#options.hooks.problem?.(line, outcome.status, outcome.errorMessage);
  }

  async #keep({ items, ready }: ReadyItems): Promise<void> {
    const { context, queue } = this.#options;
    if (items.length > 0) await queue.add(context.runId, items, ready);
  }

  /** The rest of the rows, and the documents. A ledger that fails stops the run in good order. */
  async end(): Promise<void> {
    const { context, queue, pages, isDetached } = this.#options;
    const { runId, breaker } = context;
    const kept = await ledgerCall(async () => {
      await this.#keeping;
      if (!this.isOver) await this.#keep(this.#chunks.takeRest());
    });
    if (!kept.ok) breaker.trip(kept.failure);
    const onEnded = ({ line }: { line: number }, outcome: RowResult): void => this.#end(line, outcome, true);
    if (!breaker.isTripped) await uploadDocuments({ context, queue, onEnded });
    await pages.flush();
    if (breaker.isTripped && !isDetached) await queue.stop(runId, breaker.reason);
    if (!breaker.isTripped || !isDetached) await queue.queued(runId);
  }
}
