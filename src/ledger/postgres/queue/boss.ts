// pg-boss hands out chunks to the host that asks first, without supervision, retries, expiry or schedule. Its jobs are
// hints, and are deleted when they are fetched. The ledger's tables decide, so a lost or repeated job does no harm.
import type { PgBoss } from 'pg-boss';

import type { ChunkName } from '../../queue.ts';
import type { ServerSession } from '../connections.ts';
import { optional } from '../packages.ts';

type AskServer = (text: string, values?: readonly unknown[]) => Promise<unknown[]>;

const QUIET = {
  ...{ supervise: false, schedule: false, monitorVacuum: false, reindex: false, persistWarnings: false },
  useListenNotify: false,
} as const;

/** The schema of pg-boss's tables. */
const queueSchema = (schema: string): string => `${schema}_queue`;

/** Makes pg-boss's tables, or updates them. */
export async function makeQueue(session: Pick<ServerSession, 'query'>, schema: string): Promise<void> {
  // Two hosts at once would both find that the schema is missing.
  const lock = `1885433188, hashtext('${schema}')`;
  await session.query(`SELECT pg_advisory_lock(${lock})`);
  const boss = await started((text, values) => session.query(text, values), schema, true);
  await boss.stop({ graceful: false });
  await session.query(`SELECT pg_advisory_unlock(${lock})`);
}

/** Errors: {@link LedgerError}, `missing_package`. */
async function started(ask: AskServer, schema: string, make: boolean): Promise<PgBoss> {
  const { PgBoss } = await optional('pg-boss', () => import('pg-boss'));
  const boss = new PgBoss({
    ...QUIET,
    schema: queueSchema(schema),
    migrate: make,
    createSchema: make,
    // Its own connections would not check the server.
    db: { executeSql: async (text, values) => ({ rows: await ask(text, values) }) },
  });
  // Without a listener, an error would end the process.
  boss.on('error', () => undefined);
  boss.on('warning', () => undefined);
  await boss.start();
  return boss;
}

/** The jobs for hosts of one environment and version. */
export class Boss {
  readonly #boss: PgBoss;
  readonly #queue: string;

  private constructor(boss: PgBoss, queue: string) {
    this.#boss = boss;
    this.#queue = queue;
  }

  /** `ask`: sends one statement over a checked connection. */
  static async open(ask: AskServer, schema: string, environment: number, version: string): Promise<Boss> {
    const boss = await started(ask, schema, false);
    const queue = `e${environment}-v${version}`;
    // short: a chunk has one waiting job at most. Jobs stay until this code deletes them.
    await boss.createQueue(queue, {
      ...{ policy: 'short', retryLimit: 0, expireInSeconds: 86_000 },
      ...{ retentionSeconds: 10 * 365 * 86_400, deleteAfterSeconds: 0 },
    });
    return new Boss(boss, queue);
  }

  /** May be repeated. */
  async send(chunks: readonly ChunkName[]): Promise<void> {
    await this.#boss.insert(
      this.#queue,
      chunks.map(({ runId, chunk }) => ({ singletonKey: `${runId} ${chunk}`, data: { runId, chunk } })),
    );
  }

  async next(): Promise<ChunkName | undefined> {
    const [job] = await this.#boss.fetch<ChunkName>(this.#queue);
    if (job) await this.#boss.deleteJob(this.#queue, job.id);
    return job?.data;
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}
