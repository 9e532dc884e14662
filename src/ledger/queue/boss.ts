// pg-boss, which hands out chunks to the host that asks first: no supervision, retries, expiry or schedule. Its answers
// are hints. Our own tables decide, so that a chunk that is handed out twice or never does no harm.
import type { PgBoss } from 'pg-boss';

import { LedgerError } from '../ledger-error.ts';
import type { Session } from '../postgres/connections.ts';

const INSTALL = 'npm install pg-boss@12.35.0';

/** A chunk, as it goes through the queue. */
interface Handed {
  readonly job: string;
  readonly runId: string;
  readonly chunk: number;
}

interface Sent extends Handed {
  /** Chunks that were begun before go first. */
  readonly again: boolean;
}

type Ask = (text: string, values?: readonly unknown[]) => Promise<unknown[]>;

/** Errors: {@link LedgerError}, `missing_package`. */
async function load(): Promise<typeof PgBoss> {
  try {
    return (await import('pg-boss')).PgBoss;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error; // Node's own code
    throw new LedgerError(
      `several hosts on one ledger need the package pg-boss, which is not installed: ${INSTALL}`,
      error,
      'missing_package',
    );
  }
}

const QUIET = {
  ...{ supervise: false, schedule: false, monitorVacuum: false, reindex: false, persistWarnings: false },
  useListenNotify: false,
} as const;

/** Of a ledger's schema. */
const queueSchema = (schema: string): string => `${schema}_queue`;

/** In SQL: whether a job waits to be fetched, or was fetched a moment ago. */
export const handedOut = (schema: string, column: string): string =>
  `EXISTS (SELECT 1 FROM "${queueSchema(schema)}".job j WHERE j.id = ${column}::uuid
     AND (j.state < 'active' OR j.state = 'active' AND j.started_on > clock_timestamp() - interval '3 s'))`;

/** Makes its tables, or brings them up to date. */
export async function makeQueue(session: Pick<Session, 'query'>, schema: string): Promise<void> {
  // Two hosts at once would both find that its schema isn't there.
  const lock = `1885433188, hashtext('${schema}')`;
  await session.query(`SELECT pg_advisory_lock(${lock})`);
  const boss = await started((text, values) => session.query(text, values), schema, true);
  await boss.stop({ graceful: false });
  await session.query(`SELECT pg_advisory_unlock(${lock})`);
}

async function started(ask: Ask, schema: string, make: boolean): Promise<PgBoss> {
  const Boss = await load();
  const boss = new Boss({
    ...QUIET,
    schema: queueSchema(schema),
    migrate: make,
    createSchema: make,
    // Its own would not judge the server that it is connected to.
    db: { executeSql: async (text, values) => ({ rows: await ask(text, values) }) },
  });
  // Without a listener, a warning of its own would end the process.
  boss.on('error', () => undefined);
  boss.on('warning', () => undefined);
  await boss.start();
  return boss;
}

export class Boss {
  readonly #boss: PgBoss;
  readonly #made = new Set<string>();

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** `ask`: one statement over a connection that was judged. */
  static async open(ask: Ask, schema: string): Promise<Boss> {
    return new Boss(await started(ask, schema, false));
  }

  async #queue(name: string): Promise<void> {
    if (this.#made.has(name)) return;
    // Jobs stay until we remove them.
    await this.#boss.createQueue(name, {
      ...{ policy: 'standard', retryLimit: 0, expireInSeconds: 86_000 },
      ...{ retentionSeconds: 10 * 365 * 86_400, deleteAfterSeconds: 0 },
    });
    this.#made.add(name);
  }

  /** May be repeated: a job's id is ours. */
  async send(queue: string, chunks: readonly Sent[]): Promise<void> {
    if (chunks.length === 0) return;
    await this.#queue(queue);
    await this.#boss.insert(
      queue,
      chunks.map(({ job, runId, chunk, again }) => ({
        id: job,
        priority: again ? 1 : 0,
        data: { runId, chunk },
      })),
    );
  }

  async next(queue: string): Promise<Handed | undefined> {
    await this.#queue(queue);
    const [job] = await this.#boss.fetch<{ runId: string; chunk: number }>(queue);
    return job && { job: job.id, runId: job.data.runId, chunk: job.data.chunk };
  }

  async forget(queue: string, jobs: readonly string[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.#queue(queue);
    await this.#boss.deleteJob(queue, [...jobs]);
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}
