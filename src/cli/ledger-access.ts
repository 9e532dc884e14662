// How a command opens its ledger: whether it may create one, and for which environment.
import { existsSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

import { plain, plainPath } from '../files/plain.ts';
import { isLoopback } from '../interface/environment.ts';
import { describeLedger } from '../ledger/file/describe.ts';
import { FileLedger } from '../ledger/file/file-ledger.ts';
import type { OpenFileOptions } from '../ledger/file/open.ts';
import type { Ledger, RunRecord } from '../ledger/ledger.ts';
import type { PostgresAddress } from '../ledger/postgres/address.ts';
import type { OpenStoreOptions } from '../ledger/postgres/open.ts';
import type { LedgerDescription } from '../ledger/store/describe.ts';
import type { Message } from '../message.ts';
import { say } from '../words/say.ts';
import { type Io, UsageError } from './io.ts';
import { type LedgerPlace, mayExist } from './ledger-place.ts';
import { reachReporter } from './render/ledger-words.ts';
import { warn } from './render/print.ts';
import type { Settings } from './settings.ts';
import { noteLedgerOpened, SHORT_VERSION } from './this-process.ts';

export interface LedgerFlags {
  readonly 'accept-ledger'?: boolean;
  readonly detach?: boolean;
}

/**
 * What a command does with the ledger, and how long it waits for a server that does not respond. A run waits to write
 * its outcomes. `look`: nothing is written.
 */
const PATIENCE_MS = { run: 300_000, work: Infinity, record: 10_000, look: 10_000 } as const;

interface LedgerOpening {
  readonly use: keyof typeof PATIENCE_MS;
  /** By default that of the settings, as is `ledgerId`: any other ledger is refused. */
  readonly environment?: string;
  readonly ledgerId?: string;
  readonly flags?: LedgerFlags;
  /** For warnings about the ledger and its server. */
  readonly io?: Io | undefined;
}

/** The caller closes it. Errors: {@link UsageError}, LedgerError. */
export async function openLedger(settings: Settings, opening: LedgerOpening): Promise<Ledger> {
  const { use, flags = {}, io, environment = settings.environment() } = opening;
  const pinnedId = opening.ledgerId ?? settings.values.ledgerId;
  const place = settings.ledgerPlace();
  if (use === 'run') noteLedgerOpened();
  const common = {
    pinnedId,
    accept: flags['accept-ledger'] === true,
    look: use === 'look',
    ...(io && {
      accepted: warning(io, '--accept-ledger: paybatch continues with this ledger. This is recorded'),
      objected: warning(io, 'What is shown may be incomplete: restore the right ledger'),
    }),
  };
  if (place.kind === 'file') return openFile(place.path, settings, { ...opening, environment }, common);
  // Loaded only for a ledger on Postgres: its package is optional.
  const { PostgresLedger } = await import('../ledger/postgres/postgres-ledger.ts');
  const isWaiting = use === 'run' || use === 'work';
  return PostgresLedger.open({
    ...postgresOpening(place.address, settings),
    ...common,
    environment,
    patienceMs: PATIENCE_MS[use],
    reached: io && isWaiting ? reachReporter(io, place.address.shown, use) : undefined,
  });
}

/** `ledger init` creates a ledger. Only a run against loopback creates one itself, and prints that. */
function openFile(
  path: string,
  settings: Settings,
  { use, flags, io, environment }: LedgerOpening & { readonly environment: string },
  common: Pick<OpenFileOptions, 'accept' | 'look' | 'pinnedId'>,
): Ledger {
  // First: the advice to create this ledger would be wrong.
  if (use === 'work' || flags?.detach === true)
    throw new UsageError(
      `${use === 'work' ? use : '--detach'}: ${path} is a ledger for one host: several hosts need a ledger on Postgres (--ledger postgres://...)`,
      use === 'work' ? use : 'detach',
    );
  const isNew = !existsSync(path);
  const isEmpty = !isNew && statSync(path).size === 0;
  const create = use === 'run' && isLoopback(new URL(settings.require('baseUrl')).hostname);
  const ledger = new FileLedger(path, environment, {
    ...{ ...common, create },
    thread: use === 'run' && io?.singleThread !== true,
    stateFolder: settings.stateFolder,
  });
  if (isNew || isEmpty) io?.err(`paybatch: created a new ledger at ${plainPath(ledger.path)}\n`);
  return ledger;
}

const warning = (io: Io, consequence: string) => (objection: Message) =>
  warn(io, `${plain(say(objection))}. ${consequence}`);

/** How this host opens a ledger on Postgres. */
export const postgresOpening = (
  address: PostgresAddress,
  settings: Settings,
): Omit<OpenStoreOptions, 'environment'> => ({
  address,
  accept: false,
  look: false,
  pinnedId: settings.values.ledgerId,
  host: { name: settings.values.host ?? hostname(), pid: process.pid, version: SHORT_VERSION },
  leaseMs: settings.values.leaseSeconds * 1000,
  patienceMs: PATIENCE_MS.record,
  stateFolder: settings.stateFolder,
  now: () => new Date(),
});

/** The ledger of a command that reads it, or records a resolution. It must exist. */
export async function withLedger<T>(
  settings: Settings,
  how: LedgerFlags & { readonly look: boolean; readonly isReader?: boolean; readonly io?: Io },
  work: (ledger: Ledger, environment: string) => Promise<T>,
): Promise<T> {
  const isReader = how.look || how.isReader === true;
  const environment = isReader ? await environmentToRead(settings) : settings.environment();
  const use = how.look ? 'look' : 'record';
  const ledger = await openLedger(settings, { use, environment, flags: how, io: how.io });
  try {
    return await work(ledger, environment);
  } finally {
    await ledger.close();
  }
}

/**
 * The environment of the settings, else the only one in the ledger. Refused runs, such as with a mistyped client id,
 * leave environments without rows. Errors: {@link UsageError}.
 */
async function environmentToRead(settings: Settings): Promise<string> {
  if (settings.values.baseUrl !== undefined && settings.values.clientId !== undefined)
    return settings.environment();
  const place = settings.ledgerPlace();
  const all = mayExist(place) ? (await describedLedger(place)).environments : [];
  const used = all.filter(({ rows }) => Object.keys(rows).length > 0);
  const [only = '', ...others] = (used.length > 0 ? used : all).map(({ name }) => name);
  if (others.length === 0) return only;
  throw new UsageError(
    `the ledger holds ${others.length + 1} environments (${[only, ...others].slice(0, 3).join('; ')}): set PAYBATCH_BASE_URL and PAYBATCH_CLIENT_ID to choose one`,
    'settings',
  );
}

/** What a ledger contains. `asRun`: also refuses it as a run would. Errors: LedgerError. */
export async function describedLedger(
  place: LedgerPlace,
  asRun?: { readonly pinnedId: string | undefined; readonly stateFolder: string },
): Promise<LedgerDescription> {
  if (place.kind === 'file') return describeLedger(place.path, asRun);
  return (await import('../ledger/postgres/describe.ts')).describePostgres(place.address, asRun);
}

const RUNS_SEARCHED = 100_000;

/** A run by its id, a unique prefix of it, or `last`. Errors: {@link UsageError}. */
export async function findRun(ledger: Ledger, word: string): Promise<RunRecord> {
  const exact = word === 'last' ? (await ledger.runs(1))[0] : await ledger.run(word);
  if (exact) return exact;
  if (word === 'last') throw new UsageError('the ledger has no runs yet', 'run');
  const found = (await ledger.runs(RUNS_SEARCHED)).filter(({ id }) => id.startsWith(word));
  const [first, second] = found;
  if (!first)
    throw new UsageError(
      `the ledger ${plain(ledger.path)} has no run ${plain(word, 80)}. See paybatch status; was it run with --config or --ledger, or in another environment?`,
      'run',
    );
  if (!second) return first;
  throw new UsageError(
    `more than one run begins with ${word}, such as ${second.id} and ${first.id} (${found.length} in all). Give more characters`,
    'run',
  );
}
