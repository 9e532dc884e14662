// How many files and connections this process may still open. Node can't ask for the limit (ulimit -n), so it is tried:
// that counts what is open already, and works on every system.
import { closeSync, openSync } from 'node:fs';
import { register } from 'node:module';
import { devNull } from 'node:os';

/** Below this nothing works: the ledger, the input, the results, the network. */
const LEAST = 40;
/** What Node may have open while it loads the modules of a command, all at once. */
const LOADING = 160;
/** What a run has open besides its rows: ledger, lock, log, input, results, retry file, modules. */
const BESIDES = 32;
/** A row's connection, its document, and in the sandbox the other end of the connection. */
const PER_ROW = 3;

/** Up to `wanted`. */
export function freeDescriptors(wanted: number): number {
  const open: number[] = [];
  try {
    while (open.length < wanted) open.push(openSync(devNull, 'r'));
  } catch {
    // that was the last one
  } finally {
    for (const fd of open) closeSync(fd);
  }
  return open.length;
}

/** Before any command is loaded. What is wrong, in a sentence, or `undefined`. */
export function tooFewDescriptors(): string | undefined {
  const free = freeDescriptors(LOADING);
  if (free < LEAST)
    return `only ${free} more files may be opened (ulimit -n), and ${LEAST} are needed: raise the limit`;
  if (free < LOADING) register(import.meta.url.replace(/descriptors(?=\.[jt]s$)/, 'one-by-one'));
  return undefined;
}

/** How many rows may be at work at once, of those that are wanted; at least one. */
export function rowsAtOnce(wanted: number): number {
  const free = freeDescriptors(BESIDES + wanted * PER_ROW) - BESIDES;
  return Math.max(1, Math.min(wanted, Math.floor(free / PER_ROW)));
}
