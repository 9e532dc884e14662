// Where the writes of a run go: into a group commit on this thread, or, while a run of many rows is under way, to the
// ledger's own thread, so that a sync of the disk stands in nobody's way. Never to both at once.
import type { GroupCommit } from '../store/group-commit.ts';
import type { RowWrite, RowWriter, WriteResults } from '../store/row-write.ts';
import { later, NO_TIP, type Tip } from '../tip.ts';
import type { ThreadWriter } from './thread/thread-writer.ts';

export class RunWriter implements RowWriter {
  readonly #group: GroupCommit;
  readonly #start: () => ThreadWriter | null;
  #thread: ThreadWriter | undefined;
  #tip: Tip = NO_TIP;

  /** `start`: makes the thread, or `null` where there is to be none. */
  constructor(group: GroupCommit, start: () => ThreadWriter | null) {
    this.#group = group;
    this.#start = start;
  }

  get tip(): Tip {
    return later(this.#tip, this.#thread?.tip ?? NO_TIP);
  }

  /** A run begins. The thread opens what was judged here, and starts while the first rows are being quoted. */
  begin(rows: number): void {
    if (rows > 1) this.#thread ??= this.#start() ?? undefined;
  }

  submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]> {
    if (this.#thread) return this.#thread.submit(write);
    return this.#group.submit(write);
  }

  /** Waits for what was submitted; from now on writes are made here again. */
  async end(): Promise<void> {
    await this.#thread?.end();
    this.#tip = this.tip;
    this.#thread = undefined;
  }
}
