// How a command opens its ledger: when it may create one, when there must be one, and for which environment.
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';

import { plain, plainPath } from '../files/plain.ts';
import { isLoopback } from '../interface/environment.ts';
import { describeLedger, type EnvironmentDescription } from '../ledger/file/describe.ts';
import { FileLedger } from '../ledger/file/file-ledger.ts';
import type { OpenOptions } from '../ledger/file/opening.ts';
import type { Ledger, RunRecord } from '../ledger/ledger.ts';
import { LedgerError } from '../ledger/ledger.ts';
import type { PostgresAddress } from '../ledger/postgres/address.ts';
import type { OpenOptions as PostgresOpenOptions } from '../ledger/postgres/open.ts';
import { type Io, UsageError } from './io.ts';
import type { LedgerPlace } from './ledger-place.ts';
import { sayingReach } from './render/ledger-words.ts';
import type { Settings } from './settings.ts';
import { begin, SHORT_VERSION } from './this-process.ts';

export interface LedgerFlags {
  readonly 'accept-ledger'?: boolean;
}

interface Told extends LedgerFlags {
  readonly accepted?: ((objection: string) => void) | undefined;
  readonly objected?: ((objection: string) => void) | undefined;
  /** For commands that wait for the ledger: they print that it does not respond, and that it does again. */
  readonly io?: Io;
}

/** The ledger of a command that may send. It is made on purpose, and for loopback alone by itself, which is said. */
export async function openToSend(settings: Settings, flags: LedgerFlags, io: Io): Promise<Ledger> {
  const place = settings.ledgerPlace();
  begin();
  if (place.kind === 'postgres')
    return openPostgres(place.address, settings, { ...flags, accepted: saying(io), io }, 'run');
  const { path } = place;
  const loopback = isLoopback(new URL(settings.baseUrl()).hostname);
  const isNew = !existsSync(path);
  const accept = flags['accept-ledger'] === true;
  const thread = io.singleThread !== true;
  const ledger = open(path, settings, { create: loopback, accept, accepted: saying(io), thread });
  if (isNew) io.err(`paybatch: created a new ledger at ${plainPath(ledger.path)}\n`);
  return ledger;
}

/** The ledger of a host that works on whatever is queued in it: it waits for its server without end. */
export function openToWork(settings: Settings, flags: LedgerFlags, io: Io): Promise<Ledger> | Ledger {
  const place = settings.ledgerPlace();
  if (place.kind === 'postgres') return openPostgres(place.address, settings, { ...flags, io }, 'work');
  // Whether there is one or not: to make it would be the wrong advice.
  throw new UsageError(
    `work: ${place.path} is a ledger for one host: several hosts need a ledger on Postgres (--ledger postgres://...)`,
    'work',
  );
}

/** The ledger as it is, to be closed by whoever asked; nothing is written. Errors: `no_ledger`. */
export async function openToLook(settings: Settings): Promise<Ledger> {
  const place = settings.ledgerPlace();
  if (place.kind === 'postgres') return openPostgres(place.address, settings, {}, 'look');
  const { path } = place;
  if (!existsSync(path))
    throw new LedgerError(`there is no ledger at ${path}: nothing to compare with`, undefined, 'no_ledger');
  return open(path, settings, { create: false, accept: false, look: true });
}

/** Whoever goes on in spite of something reads once more of what. */
const saying = (io: Io) => (objection: string) =>
  io.err(
    `paybatch: warning: ${plain(objection)}. --accept-ledger: it is used all the same. This is recorded\n`,
    'warn',
  );

/** Whoever only looks is shown what is there, and must not take it for the whole. */
const warning = (io: Io) => (objection: string) =>
  io.err(
    `paybatch: warning: ${plain(objection)}. What is shown may be incomplete: restore the right ledger\n`,
    'warn',
  );

/** The ledger of a command that looks into it, or writes a person's word. There has to be one. */
export async function withLedger<T>(
  settings: Settings,
  how: LedgerFlags & { readonly look: boolean; readonly isReader?: boolean; readonly io?: Io },
  work: (ledger: Ledger, environment: string) => Promise<T>,
): Promise<T> {
  const place = settings.ledgerPlace();
  const isReader = how.look || how.isReader === true;
  const environment = isReader ? await environmentToRead(settings, place) : settings.environment();
  const told = { ...how, accepted: how.io && saying(how.io), objected: how.io && warning(how.io) };
  const ledger =
    place.kind === 'postgres'
      ? await openPostgres(place.address, settings, told, how.look ? 'look' : 'word', environment)
      : openThere(place.path, settings, { ...told, environment });
  try {
    return await work(ledger, environment);
  } finally {
    await ledger.close();
  }
}

/** By the settings; where they name none, the only one that the ledger has. Errors: {@link UsageError}. */
async function environmentToRead(settings: Settings, place: LedgerPlace): Promise<string> {
  if (settings.get('baseUrl').value !== null && settings.get('clientId').value !== null)
    return settings.environment();
  const [only, ...others] = (await environmentsIn(place)).map(({ name }) => name);
  if (others.length === 0) return only ?? '';
  throw new UsageError(
    `the ledger holds ${others.length + 1} environments (${[only, ...others].slice(0, 3).join('; ')}): set PAYBATCH_BASE_URL and PAYBATCH_CLIENT_ID to choose one`,
    'settings',
  );
}

async function environmentsIn(place: LedgerPlace): Promise<readonly EnvironmentDescription[]> {
  if (place.kind === 'file') return existsSync(place.path) ? describeLedger(place.path).environments : [];
  const { describePostgres } = await import('../ledger/postgres/describe.ts');
  return (await describePostgres(place.address, null)).environments;
}

function openThere(
  path: string,
  settings: Settings,
  how: Told & { readonly look: boolean; readonly environment: string },
): Ledger {
  if (!existsSync(path)) {
    throw new LedgerError(`there is no ledger at ${path}: nothing can be shown`, undefined, 'no_ledger');
  }
  const accept = how['accept-ledger'] === true;
  const { accepted, objected, look, environment } = how;
  return open(path, settings, { create: false, accept, accepted, objected, look }, environment);
}

/** A run waits longer for a server that went away: it holds outcomes that nobody else has. A worker has nothing else to do. */
const PATIENCE_MS = { run: 300_000, work: Infinity, word: 10_000, look: 10_000 } as const;

/** A ledger that is there already, for an environment that something else than the settings names. Errors: `no_ledger`. */
export function openOf(settings: Settings, environment: string, look: boolean): Promise<Ledger> | Ledger {
  const place = settings.ledgerPlace();
  if (place.kind === 'postgres')
    return openPostgres(place.address, settings, {}, look ? 'look' : 'word', environment);
  if (!existsSync(place.path)) throw new LedgerError('there is no ledger here', undefined, 'no_ledger');
  const { stateFolder } = settings;
  return new FileLedger(place.path, environment, { create: false, accept: false, look, stateFolder });
}

/** Its package is asked for only where a ledger is kept there. */
async function openPostgres(
  address: PostgresAddress,
  settings: Settings,
  flags: Told,
  why: keyof typeof PATIENCE_MS,
  environment: string = settings.environment(),
): Promise<Ledger> {
  const { PostgresLedger } = await import('../ledger/postgres/postgres-ledger.ts');
  return PostgresLedger.open({
    ...postgresOpening(address, settings),
    environment,
    accept: flags['accept-ledger'] === true,
    accepted: flags.accepted,
    objected: flags.objected,
    look: why === 'look',
    patienceMs: PATIENCE_MS[why],
    reached:
      flags.io && (why === 'run' || why === 'work') ? sayingReach(flags.io, address.shown, why) : undefined,
  });
}

/** How this host opens a ledger on Postgres, whatever for. */
export function postgresOpening(
  address: PostgresAddress,
  settings: Settings,
): Omit<PostgresOpenOptions, 'environment'> {
  return {
    address,
    accept: false,
    look: false,
    pinnedId: settings.get('ledgerId').value ?? undefined,
    host: {
      name: settings.get('host').value ?? hostname(),
      pid: process.pid,
      version: SHORT_VERSION,
    },
    leaseMs: settings.integer('leaseSeconds') * 1000,
    patienceMs: PATIENCE_MS.word,
    stateFolder: settings.stateFolder,
    now: () => new Date(),
  };
}

function open(
  path: string,
  settings: Settings,
  options: Pick<OpenOptions, 'create' | 'accept' | 'accepted' | 'objected' | 'look' | 'thread'>,
  environment: string = settings.environment(),
): Ledger {
  const pinnedId = settings.get('ledgerId').value ?? undefined;
  const { stateFolder } = settings;
  return new FileLedger(path, environment, { ...options, pinnedId, stateFolder });
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
    throw new UsageError('the ledger has no runs yet', 'run');
  }
  const found = (await ledger.runs(RUNS_SEARCHED)).filter(({ id }) => id.startsWith(word));
  const [first, second] = found;
  if (!first)
    throw new UsageError(
      `the ledger ${plain(ledger.path)} has no run ${plain(word, 80)}. See paybatch status; was it run with --config or --ledger, or in another environment?`,
      'run',
    );
  if (second) {
    const which =
      found.length > 2 ? `such as ${first.id} (${found.length} in all)` : `${second.id} and ${first.id}`;
    throw new UsageError(`more than one run begins with ${word}: ${which}. Give more characters`, 'run');
  }
  return first;
}
