// A company of several hosts in one test: a service, a new ledger on Postgres, a folder with a file of payouts, and
// commands of any number of hosts.
import { type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { type Ended, ended, paybatchProcess, results, serviceEnv, start } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { asked, type TestPostgres } from '../../kit/postgres.ts';
import { paidByMemo, sandbox } from '../../kit/sandbox.ts';

/** The command without one of its safeguards. */
const CARELESS = fileURLToPath(new URL('./careless-host.js', import.meta.url));

/** Environment of a process that loads NAME.js of this folder ahead of the command. */
export const ahead = (name: string) => ({
  NODE_OPTIONS: `--import=${new URL(`./${name}.js`, import.meta.url).href}`,
});

export interface CompanyOptions {
  readonly rows?: number;
  readonly lease?: number;
  /** Milliseconds that each transfer takes. */
  readonly slowMs?: number;
  readonly documents?: boolean;
  readonly service?: Partial<SandboxOptions>;
}

export interface Host {
  readonly child: ChildProcess;
  readonly over: Promise<Ended>;
}

export class Company {
  readonly at: string;
  readonly service: Sandbox;
  readonly env: Record<string, string>;
  readonly schema: string;
  readonly rows: number;
  readonly #server: TestPostgres;

  private constructor(
    parts: Pick<Company, 'at' | 'service' | 'env' | 'schema' | 'rows'>,
    server: TestPostgres,
  ) {
    ({ at: this.at, service: this.service, env: this.env, schema: this.schema, rows: this.rows } = parts);
    this.#server = server;
  }

  static async make(server: TestPostgres, options: CompanyOptions = {}): Promise<Company> {
    const { rows = 12, lease = 2, slowMs = 0, documents = false } = options;
    const faults = slowMs === 0 ? [] : [{ kind: 'slow', operation: 'createTransfer', ms: slowMs } as const];
    const service = await sandbox({ faults, ...options.service });
    const lines = numbered(rows).map((row, i) =>
      documents && i % 3 === 0 ? { ...row, documents: 'doc.pdf' } : row,
    );
    const at = folder({ 'in.csv': payouts(lines), 'doc.pdf': 'some bytes' });
    const schema = server.newSchema();
    const env = {
      ...serviceEnv(service.url),
      PAYBATCH_LEDGER: server.address(),
      PAYBATCH_LEDGER_SCHEMA: schema,
      PAYBATCH_LEASE_SECONDS: String(lease),
    };
    const made = await paybatchProcess(at, ['ledger', 'init'], env);
    expect(made.code, made.stderr).toBe(0);
    return new Company({ at, service, env, schema, rows }, server);
  }

  /** Starts a command of a host. It is killed when the test ends. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Host {
    const child = start(this.at, args, { ...this.env, ...env });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, over: ended(child) };
  }

  /** Starts a command without one of its safeguards (careless-host.js). */
  startCareless(
    what: 'deadline' | 'intents' | 'holding',
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Host {
    const child = start(this.at, args, { ...this.env, ...env, PAYBATCH_TEST_CARELESS: what }, CARELESS);
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, over: ended(child) };
  }

  /** Runs a command in the process of the test: a separate process costs half a second. */
  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    if ('PAYBATCH_TEST_CRASH' in env) return paybatchProcess(this.at, args, { ...this.env, ...env });
    const io = fakeIo(this.at, { ...this.env, ...env }, { columns: Infinity });
    // A separate process would resolve these names in its working directory.
    const found = args.map((arg) =>
      /^[^/{][^{]*\.(csv|json|plan|key|zip)$/.test(arg) ? join(this.at, arg) : arg,
    );
    const code = await program(found, io);
    return { code, signal: null, stdout: io.said.out, stderr: io.said.err };
  }

  /** Queues the file. Returns the run id. */
  async detach(file = 'in.csv', more: readonly string[] = []): Promise<string> {
    const end = await this.run(['run', file, '--detach', ...more]);
    expect(end.code, end.stderr + end.stdout).toBe(0);
    return end.stdout.trim();
  }

  ask(sql: string): Promise<Record<string, unknown>[]> {
    return asked(this.#server.address(), sql.replaceAll('@', `${this.schema}.`));
  }

  /**
   * Copies the rows of all tables. The returned function restores them into the same tables, so that only the rows
   * themselves show the restore.
   */
  async keepRows(): Promise<() => Promise<void>> {
    const all = async (then: string): Promise<void> => {
      await this.ask(`DO $do$ DECLARE t text; BEGIN
        PERFORM pg_advisory_xact_lock(1885433186, hashtext('${this.schema}'));
        FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = '${this.schema}' LOOP ${then} END LOOP; END $do$`);
    };
    const [here, kept] = [`${this.schema}.%I`, `${this.schema}_kept.%I`];
    await this.ask(`CREATE SCHEMA ${this.schema}_kept`);
    await all(`EXECUTE format('CREATE TABLE ${kept} AS TABLE ${here}', t, t);`);
    return () =>
      all(`EXECUTE format('DELETE FROM ${here}', t);
           EXECUTE format('INSERT INTO ${here} SELECT * FROM ${kept}', t, t);`);
  }

  /** Starts a submission, and kills it (-9) when it has queued its first 50 rows. */
  async cutOff(args: readonly string[]): Promise<void> {
    await this.ask(`CREATE FUNCTION @stall() RETURNS trigger AS $$ BEGIN
      IF NEW.sequence >= 50 THEN PERFORM pg_sleep(600); END IF; RETURN NEW; END $$ LANGUAGE plpgsql;
      CREATE TRIGGER stall BEFORE INSERT ON @items FOR EACH ROW EXECUTE FUNCTION @stall()`);
    const { child, over } = this.start(args);
    const asleep = "FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
    await expect.poll(() => this.ask(`SELECT pid ${asleep}`), { timeout: 60_000 }).toHaveLength(1);
    child.kill('SIGKILL');
    await over;
    await this.ask(`SELECT pg_terminate_backend(pid) ${asleep}`);
    await this.ask('DROP FUNCTION @stall CASCADE');
  }

  /** Ends the leases of all workers. */
  async forget(): Promise<void> {
    await this.ask(`UPDATE @workers SET lease_until = '-infinity' WHERE closed_at IS NULL`);
  }

  get paid(): number {
    return this.service.store.transfers.length;
  }

  async paying(count: number, timeout = 60_000): Promise<void> {
    await expect.poll(() => this.paid, { timeout, interval: 20 }).toBeGreaterThanOrEqual(count);
  }

  /**
   * Compares the results of a file with the service: every row is there, none is lost, and none was paid twice.
   * Returns the number of rows in doubt.
   */
  compare(file = 'in.results.csv', rows = this.rows): number {
    const found = results(join(this.at, file));
    expect(found).toHaveLength(rows);
    const paid = paidByMemo(this.service);
    found.forEach((row, i) => {
      const times = paid.get(`row ${i + 1}`) ?? 0;
      expect(times, `line ${row['line']} was created ${times} times`).toBeLessThanOrEqual(1);
      if (row['status'] === 'created') expect(times, `line ${row['line']}`).toBe(1);
      else if (row['status'] !== 'in_doubt') expect(times, `line ${row['line']} is ${row['status']}`).toBe(0);
    });
    return found.filter(({ status }) => status === 'in_doubt').length;
  }

  async whole(): Promise<void> {
    const verified = await this.run(['ledger', 'verify']);
    expect(verified.code, verified.stdout + verified.stderr).toBe(0);
  }
}
