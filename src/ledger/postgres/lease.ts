// This process as the ledger's other hosts see it: an id of its own that is never used again, and a lease that it renews for
// as long as it lives. The lease is counted by the server's clock; how much of it is certainly left, by this machine's
// monotonic one, from before it was asked for.
import { randomUUID } from 'node:crypto';

import type { Connections, Session } from './connections.ts';

export interface Host {
  readonly name: string;
  readonly pid: number;
  readonly version: string;
}

/** Beats in a lease: two may be lost. */
const BEATS = 4;
/** Of a lease, what is left to a request that starts: the rest is for clocks that run unlike. */
const SENDING_SHARE = 0.75;

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
  /** Others took this process for dead: its id is closed for good. */
  isLost = false;

  constructor(connections: Connections, environment: number, host: Host, leaseMs: number) {
    this.#connections = connections;
    this.#environment = environment;
    this.#host = host;
    this.#leaseMs = leaseMs;
  }

  /** Whether a request may start now: the lease was open when it was last renewed, and certainly still is. */
  get maySend(): boolean {
    return performance.now() < this.#sendUntilMs;
  }

  open(): Promise<string> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<string> {
    const id = randomUUID();
    const { name, pid, version } = this.#host;
    const askedMs = performance.now();
    // The same again where the answer was lost: the id is ours alone.
    await this.#connections.query(
      `INSERT INTO workers (id, environment, host, pid, version, lease_until)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 ms') ON CONFLICT DO NOTHING`,
      [id, this.#environment, name, pid, version, this.#leaseMs],
    );
    this.id = id;
    this.#held(askedMs);
    this.#timer = setInterval(() => void this.#beat(), this.#leaseMs / BEATS);
    this.#timer.unref();
    return id;
  }

  /** A beat that fails is followed by another: what is left of the lease says what may still be sent. */
  async #beat(): Promise<void> {
    const askedMs = performance.now();
    const { id } = this;
    try {
      const renewed = await this.#connections.once((session) =>
        session.query(
          `UPDATE workers SET lease_until = clock_timestamp() + $2 * interval '1 ms'
           WHERE id = $1 AND closed_at IS NULL RETURNING id`,
          [id, this.#leaseMs],
        ),
      );
      if (id !== this.id) return;
      if (renewed.length > 0) this.#held(askedMs);
      else this.lose();
    } catch {
      // Said above.
    }
  }

  #held(askedMs: number): void {
    this.#sendUntilMs = Math.max(this.#sendUntilMs, askedMs + this.#leaseMs * SENDING_SHARE);
  }

  /** Others have closed it. */
  lose(): void {
    this.#sendUntilMs = -Infinity;
    this.isLost = true;
  }

  /** Another id under a new lease, once all that was under way under the old one was told. */
  async renew(): Promise<void> {
    this.stop();
    const old = this.id;
    await this.#connections.steady((session) => leave(session, old));
    this.#opening = undefined;
    this.isLost = false;
    await this.open();
  }

  /** Nothing is sent any more. The ledger is told by whoever closes it. */
  stop(): void {
    clearInterval(this.#timer);
    this.#sendUntilMs = -Infinity;
  }
}

/** A host ends in good order: it has reported whatever it will ever know of what it holds. */
export async function leave(session: Session, worker: string): Promise<void> {
  await session.query(
    `WITH gone AS (DELETE FROM intents WHERE worker = $1), free AS
       (UPDATE chunks SET worker = NULL, job = NULL WHERE worker = $1), slot AS (DELETE FROM slots WHERE worker = $1)
     UPDATE workers SET closed_at = clock_timestamp() WHERE id = $1 AND closed_at IS NULL`,
    [worker],
  );
}
