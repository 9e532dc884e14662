// The second pass of a run that is open to several hosts: each row goes into the ledger as it is, and those that can be paid
// into chunks. A chunk is queued at once where no document is missing; the others when theirs are uploaded (upload.ts).
import type { Item, RunQueue, RunRow } from '../../ledger/ledger.ts';
import type { PayoutRow } from '../input/row.ts';
import type { RunHooks } from '../results/hooks.ts';
import { isSaidAtEnd, type RowResult } from '../results/result.ts';
import { noteRows, runRow } from '../send/outcome.ts';
import { asItWent } from '../send/paid-before.ts';
import { type PlannedPass, type PlannedRow, plannedRows } from '../send/planned-rows.ts';
import { noteKey } from '../send/second-pass.ts';
import { isUploaded, itemOf } from './item.ts';
import type { RawText } from './raw-text.ts';

/** Rows that are handed out at once. */
export const CHUNK_ROWS = 50;

export interface Submitting extends PlannedPass {
  readonly queue: RunQueue;
  readonly raw: RawText;
  /** Somebody else has begun it. */
  readonly isResumed: boolean;
  /** Whether the rest is left for whoever goes on. A run that was stopped is told of all its rows. */
  readonly isOver: () => boolean;
  readonly hooks: RunHooks;
  /** Takes how rows end that nobody sends, by line. */
  readonly ended: Map<number, RowResult>;
}

/** Returns how many rows another run holds. Errors: FileChanged; LedgerError. */
export async function submitRows(pass: Submitting): Promise<number> {
  const { context, queue, raw, isResumed } = pass;
  const [chunks, keeping] = [new Chunks(), new InTurn()];
  let held = 0;
  try {
    for await (const rows of plannedRows(pass)) {
      if (pass.isOver()) break;
      const texts = await raw.of(rows.map(({ row, cells }) => ({ start: row.start, end: row.end, cells })));
      const there = isResumed ? await keptOf(pass, rows) : NONE;
      const notes: RunRow[] = [];
      for (const [at, one] of rows.entries()) {
        const { row, key, planned } = one;
        if (row.kind !== 'payouts') throw new Error('customers are created by the host that reads them');
        const text = texts[at] ?? '';
        if (there.has(key.sequence)) continue;
        if (planned.do !== 'nothing') {
          chunks.add(row, itemOf(row, key, chunks.chunkOf(key.sequence), text));
          continue;
        }
        const named = noteKey(row, key);
        notes.push(runRow(row, named, planned.result));
        chunks.settled({ ...itemOf(row, key, null, text), key: named.key });
        pass.ended.set(row.line, asItWent(planned.result, one.before, context));
        if (planned.result.errorCode === 'held') held++;
        tell(pass, one);
      }
      // Told before they are kept: a row that is kept and not told is open.
      await noteRows(context, notes);
      // While they are kept, the next page is read.
      const full = chunks.full();
      await keeping.next(() => keep(context, queue, full));
    }
  } finally {
    await keeping.settled();
  }
  await keeping.end();
  if (!pass.isOver()) await keep(context, queue, chunks.rest());
  return held;
}

/** One after the other; each is begun when the one before has ended well. */
class InTurn {
  #last: Promise<void> = Promise.resolve();

  /** Begins it. Errors: those of the one before. */
  async next(work: () => Promise<void>): Promise<void> {
    await this.#last;
    this.#last = work();
    this.#last.catch(() => undefined); // said to whoever comes next
  }

  /** Waits for the last. Errors: its own. */
  end(): Promise<void> {
    return this.#last;
  }

  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Ordinals of those rows that are kept already: whatever has become of them since is told elsewhere. */
function keptOf({ context, queue }: Submitting, rows: readonly PlannedRow[]): Promise<ReadonlySet<number>> {
  return queue.kept(
    context.runId,
    rows.map(({ key }) => key.sequence),
  );
}

interface Ready {
  readonly items: readonly Item[];
  readonly ready: readonly number[];
}

async function keep(
  { runId }: PlannedPass['context'],
  queue: RunQueue,
  { items, ready }: Ready,
): Promise<void> {
  if (items.length > 0) await queue.add(runId, items, ready);
}

function tell({ hooks }: Submitting, { row, planned }: PlannedRow): void {
  if (planned.do !== 'nothing') return;
  const { status, errorMessage } = planned.result;
  if (['created', 'duplicate'].includes(status) || isSaidAtEnd(planned.result)) return;
  hooks.problem?.(row.line, status, errorMessage);
}

/** Rows on their way into chunks. Which chunk a row is in is told by its place: a submission that goes on finds the same. */
class Chunks {
  #items: Item[] = [];
  #passed = 0;
  /** Chunks that something is to be uploaded for, and those that have rows. */
  readonly #waiting = new Set<number>();
  readonly #begun = new Set<number>();

  chunkOf(sequence: number): number {
    return Math.floor(sequence / CHUNK_ROWS);
  }

  add(row: PayoutRow, item: Item): void {
    const chunk = this.chunkOf(item.sequence);
    this.#begun.add(chunk);
    if (!isUploaded(row.documents)) this.#waiting.add(chunk);
    this.settled(item);
  }

  settled(item: Item): void {
    this.#items.push(item);
    this.#passed = item.sequence + 1;
  }

  /** What belongs to chunks that are full, or to none. */
  full(end = this.chunkOf(this.#passed)): Ready {
    const isFull = ({ chunk }: Item): boolean => chunk === null || chunk < end;
    const items = this.#items.filter(isFull);
    this.#items = this.#items.filter((item) => !isFull(item));
    const chunks = [...this.#begun].filter((chunk) => chunk < end);
    for (const chunk of chunks) this.#begun.delete(chunk);
    return { items, ready: chunks.filter((chunk) => !this.#waiting.has(chunk)) };
  }

  rest(): Ready {
    return this.full(Infinity);
  }
}
