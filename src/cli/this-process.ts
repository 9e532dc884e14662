// This process: its version, its user, its limits, and whether it may have sent something.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull, userInfo } from 'node:os';

import type { CrashPoint } from '../batch/results/hooks.ts';
import type { CopyPoint } from '../ledger/copy/copy.ts';
import { UsageError } from './io.ts';

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
export const VERSION: string = (JSON.parse(text) as { version: string }).version; // npm insists on it
/** `major.minor`: only workers of this version send the rows that it submitted. */
export const SHORT_VERSION: string = VERSION.split('.').slice(0, 2).join('.');

/** A hash of the build; `undefined` when run from source. */
export const BUILD: string | undefined = buildId();

function buildId(): string | undefined {
  try {
    return readFileSync(new URL('../build-id', import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}

/** The name of the system's user; `uid N` where it has none, as in a container. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

let isLedgerOpened = false;

/** Whether a ledger was opened: before that, nothing can have been sent. Decides the exit status of a crash. */
export const hasBegun = (): boolean => isLedgerOpened;

export function noteLedgerOpened(): void {
  isLedgerOpened = true;
}

/** The heap may grow to twice its used size before V8 collects. V8's default is four times. */
const GROWTH_PERCENT = 100;
/** Another V8 may not know the setting, and would print a warning. */
const KNOWN_BY = /^1[1-3]\./;

/** Saves memory: a nightly run may share a small machine. For the whole process with its threads. */
export function collectSooner(): void {
  // Loaded here: it takes 3 ms.
  if (KNOWN_BY.test(process.versions.v8))
    process.getBuiltinModule('node:v8').setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * For the crash tests and selftest only: PAYBATCH_TEST_CRASH=POINT:N kills this process, as `kill -9` would, the Nth
 * time that a row or the copy of a ledger reaches the named point; POINT:N:SIGSTOP pauses it there.
 */
export function crashPoint(
  env: Readonly<Record<string, string | undefined>>,
): (point: CrashPoint | `copy-${CopyPoint}`) => void {
  const [name, times = '1', signal] = env['PAYBATCH_TEST_CRASH']?.split(':') ?? [];
  if (name === undefined) return () => undefined;
  let left = Number(times);
  return (point) => {
    if (point === name && --left === 0) process.kill(process.pid, signal === 'SIGSTOP' ? signal : 'SIGKILL');
  };
}

/** Files that a run has open, apart from its rows: ledger, lock, log, input, results, retry file, modules. */
const OTHER_FILES = 32;
/** A row's connection, its document, and in the sandbox the other end of the connection. */
const FILES_PER_ROW = 3;

/**
 * The number of rows in progress that the limit of open files allows, at least one: a connection that can't be opened
 * leaves rows unpaid or in doubt. Node can't read this limit (ulimit -n), so files are opened until it is reached.
 */
export function rowsAtOnce(wanted: number): number {
  const open: number[] = [];
  try {
    while (open.length < OTHER_FILES + wanted * FILES_PER_ROW) open.push(openSync(devNull, 'r'));
  } catch {
    // that was the last one
  } finally {
    for (const fd of open) closeSync(fd);
  }
  return Math.max(1, Math.min(wanted, Math.floor((open.length - OTHER_FILES) / FILES_PER_ROW)));
}

/** Waits until the sandbox or the proxy has started. Errors: {@link UsageError} for a port that is in use. */
export async function startedOn<T>(port: number, server: Promise<T>): Promise<T> {
  try {
    return await server;
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw inUse ? new UsageError(`--port ${port} is in use: choose another, or leave out --port`) : error;
  }
}
