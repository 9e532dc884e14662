// Limits of rate and concurrency over all hosts of an environment, by the server's clock. Turns are a little further
// apart than the rate allows, so that late ones never overfill a second. Places for requests in progress are given out
// under the bucket's lock. The places of a host whose lease has expired are free. Only the limits have to survive a
// crash.
import type { HostLimits, NewLimits, SharedLimits } from '../run-records.ts';
import type { Connections } from './connections.ts';
import type { Lease } from './lease.ts';

/** The share of the rate that is used. The rest is for late turns, and for the way to the service. */
const PACE = 0.93;
/** Turns are given out only so long ahead, so that a new rate takes effect soon. */
const AHEAD_MS = 1_000;

type LimitsDemand = Parameters<SharedLimits['ask']>[0];
type LimitsGrant = Awaited<ReturnType<SharedLimits['ask']>>;

interface LimitsRow {
  readonly rate: number | null;
  readonly concurrency: number | null;
  readonly places: number | null;
  readonly now: number;
  readonly first: number | null;
  readonly turns: number;
  readonly behind: number;
}

export class PostgresLimits implements SharedLimits {
  readonly #connections: Connections;
  readonly #environment: number;
  readonly #lease: Pick<Lease, 'id' | 'maySend' | 'open'>;
  #none = false;

  constructor(connections: Connections, environment: number, lease: Pick<Lease, 'id' | 'maySend' | 'open'>) {
    this.#connections = connections;
    this.#environment = environment;
    this.#lease = lease;
  }

  get isHeld(): boolean {
    return this.#lease.maySend;
  }

  async ask(asked: LimitsDemand): Promise<LimitsGrant> {
    if (this.#none) {
      const limits = await this.read();
      if (limits.rate === null && limits.concurrency === null)
        return { ...limits, places: 0, nowMs: 0, turnsAtMs: [], againInMs: 0 };
    }
    await this.#lease.open();
    const text = question(this.#environment, this.#lease.id, asked);
    const [found] = await this.#connections.steady((session) =>
      session.query<LimitsRow & Record<string, unknown>>(text),
    );
    const { rate = null, concurrency = null, places, now = 0, first, turns = 0, behind = 0 } = found ?? {};
    this.#none = rate === null && concurrency === null;
    const intervalMs = rate === null ? 0 : 1000 / (rate * PACE);
    const turnsAtMs = Array.from({ length: turns }, (_, at) => (first ?? now) + at * intervalMs);
    return {
      rate,
      concurrency,
      places: places ?? 0,
      nowMs: now,
      turnsAtMs,
      againInMs: Math.max(0, behind - AHEAD_MS),
    };
  }

  async read(): Promise<HostLimits> {
    const [found] = await this.#connections.query<{ rate: number | null; concurrency: number | null }>(
      'SELECT rate, concurrency FROM bucket WHERE environment = $1',
      [this.#environment],
    );
    return { rate: found?.rate ?? null, concurrency: found?.concurrency ?? null };
  }

  async set({ rate, concurrency }: NewLimits): Promise<HostLimits> {
    await this.#connections.query(
      `INSERT INTO bucket (environment, rate, concurrency) VALUES ($1, $2, $4)
       ON CONFLICT (environment) DO UPDATE SET rate = CASE WHEN $3 THEN excluded.rate ELSE bucket.rate END,
         concurrency = CASE WHEN $5 THEN excluded.concurrency ELSE bucket.concurrency END,
         paid_until = least(bucket.paid_until, clock_timestamp() + ${2 * AHEAD_MS} * interval '1 ms')`,
      [this.#environment, rate ?? null, rate !== undefined, concurrency ?? null, concurrency !== undefined],
    );
    return this.read();
  }
}

/**
 * Several statements in one transaction and one round trip. All values are numbers, or an id that this process made.
 */
function question(environment: number, worker: string, { turns, underWay, wanted }: LimitsDemand): string {
  if (!/^[0-9a-f-]{36}$/.test(worker)) throw new Error('a worker without an id');
  const [e, n, u, w] = [environment, turns, underWay, wanted].map((number) => String(Math.trunc(number))) as [
    ...[string, string, string, string], // of four
  ];
  const stepMs = `(1000 / (l.rate * ${PACE}))`;
  return `
    SELECT set_config('synchronous_commit', 'off', true);
    SELECT 1 FROM bucket WHERE environment = ${e} FOR UPDATE;
    DELETE FROM slots USING workers w WHERE slots.environment = ${e} AND w.id = slots.worker AND w.closed_at IS NOT NULL;
    WITH t AS (SELECT clock_timestamp() AS at),
    l AS (SELECT rate, concurrency, greatest(0, extract(epoch FROM paid_until - t.at) * 1000) AS ahead
      FROM bucket, t WHERE environment = ${e}),
    others AS (SELECT s.taken, s.wanted FROM slots s JOIN workers w ON w.id = s.worker
      WHERE s.environment = ${e} AND s.worker <> '${worker}' AND w.closed_at IS NULL AND w.lease_until > clock_timestamp()),
    -- An equal share for each host that wants some, and what the others do not want of theirs.
    equal AS (SELECT floor(concurrency::float / (1 + (SELECT count(*) FROM others WHERE wanted > 0))) AS part FROM l),
    share AS (SELECT greatest(1, part, concurrency - (SELECT coalesce(sum(least(wanted, part)), 0) FROM others)) AS part
      FROM l, equal),
    mine AS (INSERT INTO slots (environment, worker, taken, wanted)
      SELECT ${e}, '${worker}',
        greatest(${u}, least(${w}, part, concurrency - (SELECT coalesce(sum(taken), 0) FROM others))), ${w}
      FROM l, share WHERE concurrency IS NOT NULL
      ON CONFLICT (environment, worker) DO UPDATE SET taken = excluded.taken, wanted = excluded.wanted
      RETURNING taken),
    n AS (SELECT CASE WHEN rate IS NULL OR coalesce(ahead, 0) > ${2 * AHEAD_MS} THEN 0
        ELSE least(${n}, greatest(1, floor((${AHEAD_MS} - coalesce(ahead, 0)) / ${stepMs}) + 1))::int END AS turns FROM l),
    paid AS (UPDATE bucket SET paid_until = t.at + (coalesce(l.ahead, 0) + n.turns * ${stepMs}) * interval '1 ms'
      FROM t, l, n WHERE environment = ${e} AND n.turns > 0)
    SELECT l.rate, l.concurrency, (SELECT taken FROM mine) AS places, n.turns, coalesce(l.ahead, 0)::float AS behind,
      (extract(epoch FROM t.at) * 1000)::float AS now,
      (extract(epoch FROM t.at) * 1000 + coalesce(l.ahead, 0))::float AS first
    FROM t, l, n`;
}
