// The lease of this process, under an id that is never used again. The server's clock decides when it expires. This
// machine's monotonic clock tells how much is certainly left, counted from before the lease was asked for.
import { randomUUID } from 'node:crypto';

import type { LedgerError } from '../ledger-error.ts';
import type { Connections, ServerSession } from './connections.ts';
import { olderLease } from './transactions.ts';

export interface Host {
  readonly name: string;
  readonly pid: number;
  readonly version: string;
}

/** So often a lease is renewed before it would expire. Two renewals may fail. */
const BEATS = 4;
/** The share of a lease in which a request may start. The rest is for clocks that differ. */
const SENDING_SHARE = 0.75;
/** The end of a lease in microseconds. Each renewal writes a later one. */
export const UNTIL =
  'CASE WHEN isfinite(lease_until) THEN (extract(epoch FROM lease_until) * 1000000)::bigint ELSE 9007199254740991 END';

/** The lease of a host is open: neither closed nor expired. */
export const AT_WORK = 'closed_at IS NULL AND lease_until > clock_timestamp()';

/** A process, and the end of its lease that it wrote last. An earlier end in the ledger shows a restored copy. */
export interface LeaseEnd {
  readonly id: string;
  readonly until: number;
}

export class Lease {
  readonly #connections: Connections;
  readonly #environment: number;
  readonly #host: Host;
  readonly #leaseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #sendUntilMs = -Infinity;
  #opening: Promise<string> | undefined;
  /** Empty before it has one. */
  id = '';
  /** Other hosts have closed the lease. Its id is never used again. */
  isLost = false;
  #until = 0;
  #replaced: LedgerError | undefined;

  constructor(connections: Connections, environment: number, host: Host, leaseMs: number) {
    this.#connections = connections;
    this.#environment = environment;
    this.#host = host;
    this.#leaseMs = leaseMs;
  }

  /** Whether a request may start now: the lease is certainly still open. */
  get maySend(): boolean {
    return performance.now() < this.#sendUntilMs;
  }

  get current(): LeaseEnd {
    return { id: this.id, until: this.#until };
  }

  /** Errors: LedgerError, after a renewal has found an older lease of this process. */
  refuseReplaced(): void {
    if (this.#replaced) throw this.#replaced;
  }

  open(): Promise<string> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<string> {
    const id = randomUUID();
    const { name, pid, version } = this.#host;
    const askedMs = performance.now();
    // Repeated if the response was lost: no other process has this id.
    const [row] = await this.#connections.query<{ until: number }>(
      `INSERT INTO workers (id, environment, host, pid, version, lease_until)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 ms') 
       ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until RETURNING ${UNTIL} AS until`,
      [id, this.#environment, name, pid, version, this.#leaseMs],
    );
    this.id = id;
    this.#until = row?.until ?? 0;
    this.#held(askedMs);
    this.#timer = setInterval(() => void this.#beat(), this.#leaseMs / BEATS);
    this.#timer.unref();
    return id;
  }

  /** Renews the lease. After a failure the next renewal may succeed. */
  async #beat(): Promise<void> {
    const askedMs = performance.now();
    const { id, until } = this.current;
    try {
      const found = await this.#connections.once((session) => beat(session, { id, until }, this.#leaseMs));
      if (id !== this.id) return;
      if (found === 'closed') this.lose();
      else if (found === 'older') this.#replace();
      else {
        this.#until = Math.max(this.#until, found);
        this.#held(askedMs);
      }
    } catch {
      // Until then nothing starts once the lease is too old.
    }
  }

  #replace(): void {
    this.stop();
    this.#replaced = olderLease();
  }

  #held(askedMs: number): void {
    this.#sendUntilMs = Math.max(this.#sendUntilMs, askedMs + this.#leaseMs * SENDING_SHARE);
  }

  lose(): void {
    this.#sendUntilMs = -Infinity;
    this.isLost = true;
  }

  /** Takes another id and lease. Call it when all requests under the old lease are reported. */
  async renew(): Promise<void> {
    this.stop();
    const old = this.id;
    await this.#connections.steady((session) => leave(session, old));
    this.#opening = undefined;
    this.isLost = false;
    await this.open();
  }

  /** From now on no request starts. */
  stop(): void {
    clearInterval(this.#timer);
    this.#sendUntilMs = -Infinity;
  }
}

/** Returns the new end of the lease, or why it was not renewed. */
async function beat(
  session: ServerSession,
  { id, until }: LeaseEnd,
  leaseMs: number,
): Promise<number | 'closed' | 'older'> {
  const [renewed] = await session.query<{ until: number }>(
    `UPDATE workers SET lease_until = clock_timestamp() + $2 * interval '1 ms'
     WHERE id = $1 AND closed_at IS NULL AND ${UNTIL} >= $3 RETURNING ${UNTIL} AS until`,
    [id, leaseMs, until],
  );
  if (renewed) return renewed.until;
  const [there] = await session.query<{ until: number }>(
    `SELECT ${UNTIL} AS until FROM workers WHERE id = $1`,
    [id],
  );
  return there && there.until >= until ? 'closed' : 'older';
}

/** A process ends after it has reported everything that it knows. */
export async function leave(session: ServerSession, worker: string): Promise<void> {
  await session.query(
    `WITH gone AS (DELETE FROM intents WHERE worker = $1), free AS
       (UPDATE chunks SET worker = NULL WHERE worker = $1), slot AS (DELETE FROM slots WHERE worker = $1)
     UPDATE workers SET closed_at = clock_timestamp() WHERE id = $1 AND closed_at IS NULL`,
    [worker],
  );
}
