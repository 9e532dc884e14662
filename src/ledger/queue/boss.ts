// pg-boss, which hands out chunks to the host that asks first: no supervision, retries, expiry or schedule. Its answers
// are hints. Our own tables decide, so that a chunk that is handed out twice or never does no harm.
import type { PgBoss } from 'pg-boss';

import { sha256 } from '../keys.ts';
import { LedgerError } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { Session } from '../postgres/connections.ts';
import type { ChunkName } from '../queue.ts';

/** That of package.json. */
const VERSION = '12.35.0';

/** A chunk, and the version of the workers that may have it. */
export interface Job extends ChunkName {
  readonly version: string;
}

/** A chunk has one job at a time, whose id follows from its name: here, and in SQL of a chunk c. */
const idOf = ({ runId, chunk }: ChunkName): string => sha256(`${runId} ${chunk}`).slice(0, 32);
const ID = `left(encode(sha256(convert_to(c.run_id || ' ' || c.chunk, 'UTF8')), 'hex'), 32)::uuid`;

type Ask = (text: string, values?: readonly unknown[]) => Promise<unknown[]>;

/** Errors: {@link LedgerError}, `missing_package`. */
async function load(): Promise<typeof PgBoss> {
  try {
    return (await import('pg-boss')).PgBoss;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error; // Node's own code
    throw new LedgerError(
      ledgerMessage('package_missing', { name: 'pg-boss', version: VERSION }),
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

/** In SQL: whether the job of a chunk c of a submission s waits to be fetched, or was fetched a moment ago. */
export const handedOut = (schema: string): string =>
  `EXISTS (SELECT 1 FROM "${queueSchema(schema)}".job j
     WHERE j.name = 'e' || s.environment || '-v' || s.version AND j.id = ${ID}
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
  readonly #environment: number;
  readonly #made = new Set<string>();

  private constructor(boss: PgBoss, environment: number) {
    this.#boss = boss;
    this.#environment = environment;
  }

  /** `ask`: one statement over a connection that was judged. */
  static async open(ask: Ask, schema: string, environment: number): Promise<Boss> {
    return new Boss(await started(ask, schema, false), environment);
  }

  async #queueOf(version: string): Promise<string> {
    const name = `e${this.#environment}-v${version}`;
    if (this.#made.has(name)) return name;
    // Jobs stay until we remove them.
    await this.#boss.createQueue(name, {
      ...{ policy: 'standard', retryLimit: 0, expireInSeconds: 86_000 },
      ...{ retentionSeconds: 10 * 365 * 86_400, deleteAfterSeconds: 0 },
    });
    this.#made.add(name);
    return name;
  }

  /** May be repeated: a chunk that has a job keeps it. */
  send(chunks: readonly Job[]): Promise<void> {
    return this.#byVersion(chunks, (queue, own) =>
      this.#boss.insert(
        queue,
        own.map(({ runId, chunk }) => ({ id: idOf({ runId, chunk }), data: { runId, chunk } })),
      ),
    );
  }

  async next(version: string): Promise<ChunkName | undefined> {
    const [job] = await this.#boss.fetch<ChunkName>(await this.#queueOf(version));
    return job?.data;
  }

  forget(chunks: readonly Job[]): Promise<void> {
    return this.#byVersion(chunks, (queue, own) => this.#boss.deleteJob(queue, own.map(idOf)));
  }

  async #byVersion(
    chunks: readonly Job[],
    work: (queue: string, own: readonly Job[]) => Promise<unknown>,
  ): Promise<void> {
    for (const version of new Set(chunks.map((chunk) => chunk.version)))
      await work(
        await this.#queueOf(version),
        chunks.filter((chunk) => chunk.version === version),
      );
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}
