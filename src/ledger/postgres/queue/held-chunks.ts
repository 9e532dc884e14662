// The chunks that this process holds. Each claim is one conditional statement, so that only one host has a chunk.
// Claims are made one after the other, so that the table can be compared with what this process knows. They differ if
// a response was lost.
import type { ChunkName, TakenChunk } from '../../queue.ts';
import type { ServerRow, ServerSession } from '../connections.ts';
import type { Lease } from '../lease.ts';
import type { Access } from '../transactions.ts';
import type { Boss } from './boss.ts';
import { HAS_OPEN, OPEN, openItems, SENDING } from './items.ts';

/** So many jobs for chunks that are not free are skipped at once. */
const STALE_JOBS = 50;
/** Chunks that get a job at once. */
const NEW_JOBS = 100;

/** This host, if its lease is open. A host that closes the lease waits for this statement, and finds the chunk. */
const ME = 'me AS MATERIALIZED (SELECT id FROM workers WHERE id = $1 AND closed_at IS NULL FOR SHARE)';
/** The run of a chunk c is open, and of this host's version. */
const GOING = `EXISTS (SELECT 1 FROM submissions s WHERE s.run_id = c.run_id AND s.stopped IS NULL AND s.ended_at IS NULL
  AND s.version = (SELECT version FROM workers WHERE id = $1))`;

export class HeldChunks {
  readonly #query: ServerSession['query'];
  readonly #environment: number;
  readonly #lease: Lease;
  readonly #boss: () => Promise<Boss>;
  readonly #held = new Map<string, ChunkName>();
  /** One after the other: claiming, giving back, comparing. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ connections, environment }: Access, lease: Lease, boss: () => Promise<Boss>) {
    [this.#query, this.#environment] = [connections.query, environment];
    [this.#lease, this.#boss] = [lease, boss];
  }

  take(runId?: string): Promise<TakenChunk | undefined> {
    return this.#inTurn(async () => {
      const me = await this.#lease.open();
      const taken = runId === undefined ? await this.#handed(me) : await this.#own(me, runId);
      if (!taken) return undefined;
      const { runId: run, chunk } = taken;
      // If this fails, compare() gives the chunk back.
      const items = await openItems(this.#query, run, chunk);
      this.#held.set(nameOf(taken), taken);
      return { runId: run, chunk, items };
    });
  }

  /** Claims the first free chunk of a run. */
  async #own(worker: string, runId: string): Promise<ChunkName | undefined> {
    const [taken] = await this.#query<{ chunk: number }>(
      `WITH ${ME}, free AS (SELECT chunk FROM chunks c WHERE run_id = $2 AND state = 'queued' AND worker IS NULL AND ${GOING}
         ORDER BY chunk LIMIT 1 FOR UPDATE SKIP LOCKED)
       UPDATE chunks c SET worker = me.id FROM me, free WHERE c.run_id = $2 AND c.chunk = free.chunk AND c.worker IS NULL
       RETURNING c.chunk`,
      [worker, runId],
    );
    return taken && { runId, chunk: taken.chunk };
  }

  /** Claims a chunk that the queue hands out. A host that finds the queue empty fills it with free chunks. */
  async #handed(worker: string): Promise<ChunkName | undefined> {
    const boss = await this.#boss();
    let mayFill = true;
    for (let tries = 0; tries < STALE_JOBS; tries++) {
      const handed = await boss.next();
      if (handed && (await this.#claim(worker, handed))) return handed;
      if (handed) continue;
      const free = mayFill ? await this.#free(worker) : [];
      if (free.length === 0) return undefined;
      await boss.send(free);
      mayFill = false;
    }
    return undefined;
  }

  async #claim(worker: string, { runId, chunk }: ChunkName): Promise<boolean> {
    const taken = await this.#query(
      `WITH ${ME} UPDATE chunks c SET worker = me.id FROM me
       WHERE c.run_id = $2 AND c.chunk = $3 AND c.state = 'queued' AND c.worker IS NULL AND ${GOING} RETURNING c.chunk`,
      [worker, runId, chunk],
    );
    return taken.length > 0;
  }

  /** Free chunks with a row to send, those of the oldest run first. */
  #free(worker: string): Promise<ChunkName[]> {
    return this.#query<ChunkName & ServerRow>(
      `SELECT c.run_id AS "runId", c.chunk FROM submissions s JOIN runs r ON r.id = s.run_id CROSS JOIN LATERAL
         (SELECT run_id, chunk FROM chunks c WHERE c.run_id = s.run_id AND c.state = 'queued' AND c.worker IS NULL
            AND EXISTS (SELECT 1 FROM items i WHERE i.run_id = c.run_id AND i.chunk = c.chunk AND ${OPEN} AND NOT ${SENDING})
          ORDER BY c.chunk LIMIT ${NEW_JOBS}) c
       WHERE s.environment = $2 AND s.stopped IS NULL AND s.ended_at IS NULL
         AND s.version = (SELECT version FROM workers WHERE id = $1)
       ORDER BY r.begun, c.chunk LIMIT ${NEW_JOBS}`,
      [worker, this.#environment],
    );
  }

  /** Gives a chunk back. It is done if none of its rows is open. */
  release({ runId, chunk }: ChunkName): Promise<void> {
    return this.#inTurn(async () => {
      this.#held.delete(nameOf({ runId, chunk }));
      await this.#query(
        `UPDATE chunks c SET worker = NULL, state = CASE WHEN ${HAS_OPEN} THEN 'queued' ELSE 'done' END
         WHERE c.run_id = $2 AND c.chunk = $3 AND c.worker = $1`,
        [await this.#lease.open(), runId, chunk],
      );
    });
  }

  /** Gives back chunks that this process holds by the table, but does not know of. */
  compare(): Promise<void> {
    return this.#inTurn(async () => {
      const known = [...this.#held.values()];
      await this.#query(
        `UPDATE chunks c SET worker = NULL WHERE worker = $1 AND NOT EXISTS
           (SELECT 1 FROM unnest($2::text[], $3::bigint[]) AS k(r, n) WHERE k.r = c.run_id AND k.n = c.chunk)`,
        [await this.#lease.open(), known.map(({ runId }) => runId), known.map(({ chunk }) => chunk)],
      );
    });
  }

  /** The lease was lost, and with it the chunks. */
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
