// The chunks that this process holds. It claims one after the other, so that what it holds by the table and what it knows to
// hold can be compared: where the answer to a claim was lost, they differ.
import type { Session } from '../postgres/connections.ts';
import type { ChunkName, Taken } from '../queue.ts';
import type { Boss } from './boss.ts';
import { claim, claimOf, giveBack, giveBackUnknown } from './chunks.ts';
import { openItems } from './items.ts';

/** Jobs that hand out nothing are passed over, so many at once. */
const STALE_JOBS = 50;

export interface HoldingParts {
  readonly query: Session['query'];
  readonly boss: () => Promise<Boss>;
  /** The queue of this environment and version. */
  readonly queue: string;
  /** This process's id, with a lease. */
  readonly worker: () => Promise<string>;
}

/** A chunk, and the job that it came by. */
interface Held extends ChunkName {
  readonly job: string | null;
}

export class Holding {
  readonly #parts: HoldingParts;
  readonly #held = new Map<string, Held>();
  /** One after the other: claiming, giving back, comparing. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: HoldingParts) {
    this.#parts = parts;
  }

  take(runId?: string): Promise<Taken | undefined> {
    return this.#inTurn(async () => {
      const { query, worker } = this.#parts;
      const me = await worker();
      const taken = runId === undefined ? await this.#handed(me) : await this.#own(me, runId);
      if (!taken) return undefined;
      this.#held.set(nameOf(taken), taken);
      const { runId: run, chunk } = taken;
      return { runId: run, chunk, items: await openItems(query, run, chunk) };
    });
  }

  async #own(worker: string, runId: string): Promise<Held | undefined> {
    const chunk = await claimOf(this.#parts.query, worker, runId);
    return chunk === undefined ? undefined : { runId, chunk, job: null };
  }

  /** By the queue. A job that stands for nothing is forgotten: the chunk was taken, done or stopped meanwhile. */
  async #handed(worker: string): Promise<Held | undefined> {
    const { query, queue } = this.#parts;
    const boss = await this.#parts.boss();
    for (let tries = 0; tries < STALE_JOBS; tries++) {
      const handed = await boss.next(queue);
      if (!handed) return undefined;
      if (await claim(query, worker, handed)) return handed;
      await boss.forget(queue, [handed.job]);
    }
    return undefined;
  }

  release(chunk: ChunkName): Promise<void> {
    return this.#inTurn(async () => {
      const { query, queue } = this.#parts;
      const held = this.#held.get(nameOf(chunk));
      this.#held.delete(nameOf(chunk));
      const job = await giveBack(query, await this.#parts.worker(), chunk);
      const jobs = [...new Set([job, held?.job ?? null])].filter((one) => one !== null);
      if (jobs.length > 0) await (await this.#parts.boss()).forget(queue, jobs);
    });
  }

  /** What this process holds without knowing goes back. */
  compare(): Promise<void> {
    return this.#inTurn(async () =>
      giveBackUnknown(this.#parts.query, await this.#parts.worker(), [...this.#held.values()]),
    );
  }

  /** It was given up: others hold all of it by now. */
  forget(): void {
    this.#held.clear();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

const nameOf = ({ runId, chunk }: ChunkName): string => `${runId}\0${chunk}`;
