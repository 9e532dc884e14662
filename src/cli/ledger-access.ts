// The way of a command to its ledger: where it may be made, when it must be there, whose environment it speaks of.
import { existsSync } from 'node:fs';

import { plainPath } from '../files/plain.ts';
import { isLoopback } from '../interface/environment.ts';
import type { Ledger, RunRecord } from '../ledger/ledger.ts';
import { LedgerError } from '../ledger/ledger.ts';
import { SqliteLedger } from '../ledger/sqlite/sqlite-ledger.ts';
import { begin } from './begun.ts';
import { type Io, UsageError } from './io.ts';
import type { Settings } from './settings.ts';

export interface LedgerFlags {
  readonly 'accept-ledger'?: boolean;
}

/** The ledger of a command that may send. It is made on purpose, and for loopback alone by itself, which is said. */
export function openToSend(settings: Settings, flags: LedgerFlags, io: Io): Ledger {
  const path = settings.ledgerPath();
  const loopback = isLoopback(new URL(settings.baseUrl()).hostname);
  const isNew = !existsSync(path);
  const accept = flags['accept-ledger'] === true;
  begin();
  const ledger = open(path, settings, { create: loopback, accept, thread: true });
  if (isNew) io.err(`paybatch: made a new ledger at ${plainPath(ledger.path)}\n`);
  return ledger;
}

/** The ledger as it is, to be closed by whoever asked; nothing is written. Errors: `no_ledger`. */
export function openToLook(settings: Settings): Ledger {
  const path = settings.ledgerPath();
  if (!existsSync(path))
    throw new LedgerError(`there is no ledger at ${path}: nothing to compare with`, undefined, 'no_ledger');
  return open(path, settings, { create: false, accept: false, look: true });
}

/** The ledger of a command that looks into it, or writes a person's word. There has to be one. */
export async function withLedger<T>(
  settings: Settings,
  how: LedgerFlags & { readonly look: boolean },
  work: (ledger: Ledger, environment: string) => Promise<T>,
): Promise<T> {
  const path = settings.ledgerPath();
  const environment = settings.environment();
  if (!existsSync(path)) {
    throw new LedgerError(`there is no ledger at ${path}: nothing can be shown`, undefined, 'no_ledger');
  }
  const ledger = open(path, settings, {
    create: false,
    accept: how['accept-ledger'] === true,
    look: how.look,
  });
  try {
    return await work(ledger, environment);
  } finally {
    await ledger.close();
  }
}

function open(
  path: string,
  settings: Settings,
  options: { create: boolean; accept: boolean; look?: boolean; thread?: boolean },
): Ledger {
  const pinnedId = settings.get('ledgerId').value ?? undefined;
  return new SqliteLedger(path, settings.environment(), { ...options, pinnedId });
}

/** Enough to find any beginning; runs are few beside rows. */
const RUNS_SEARCHED = 100_000;

/** A run by its id, a unique beginning of it, or `last`. Errors: {@link UsageError}. */
export async function findRun(ledger: Ledger, word: string): Promise<RunRecord> {
  const exact = await ledger.run(word);
  if (exact) return exact;
  if (word === 'last') {
    const [newest] = await ledger.runs(1);
    if (newest) return newest;
    throw new UsageError('the ledger holds no runs yet', 'run');
  }
  const [first, second] = (await ledger.runs(RUNS_SEARCHED)).filter(({ id }) => id.startsWith(word));
  if (!first) throw new UsageError(`the ledger knows no run ${word}. See paybatch status`, 'run');
  if (second) {
    throw new UsageError(
      `more than one run begins with ${word}: ${second.id} and ${first.id}. Write more of it`,
      'run',
    );
  }
  return first;
}
