// The built command as a user runs it: in a separate process and folder, without the settings of this machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from 'csv-parse/sync';

import { SANDBOX_CREDENTIALS } from '../../src/sandbox/options.ts';

export const BIN = fileURLToPath(new URL('../../bin/paybatch.js', import.meta.url));
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function serviceEnv(url: string): Record<string, string> {
  return {
    PAYBATCH_BASE_URL: url,
    PAYBATCH_AUTH_URL: url,
    PAYBATCH_CLIENT_ID: SANDBOX_CREDENTIALS.clientId,
    PAYBATCH_API_KEY: SANDBOX_CREDENTIALS.apiKey,
    PAYBATCH_API_SECRET: SANDBOX_CREDENTIALS.apiSecret,
  };
}

/** With a ledger in that folder. */
export const ledgerEnv = (at: string, url: string): Record<string, string> => ({
  ...serviceEnv(url),
  PAYBATCH_LEDGER: join(at, 'l.db'),
});

/** Makes the path after `--ledger` absolute, because paybatch refuses a relative one. */
export const inFolder = (cwd: string, args: readonly string[]): string[] =>
  args.map((arg, at) => (args[at - 1] === '--ledger' ? resolve(cwd, arg) : arg));

export function start(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program: string = BIN,
): ChildProcess {
  return spawn(process.execPath, [program, ...inFolder(cwd, args)], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, TERM: 'dumb', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]; // of Node's event
  return { code, signal, stdout, stderr };
}

/** Runs the command in a separate process. To run it in this process, use `paybatch` of io.ts. */
export const paybatchProcess = (
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> => ended(start(cwd, args, env));

/** The rows of a results file by column name. */
export function results(path: string): Record<string, string>[] {
  return parse<Record<string, string>>(readFileSync(path), { columns: true });
}

export function statuses(path: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of results(path)) counts[row['status'] ?? ''] = (counts[row['status'] ?? ''] ?? 0) + 1;
  return counts;
}
