// Opens a ledger on Postgres for one environment, or refuses it: another id or timeline, or fewer entries than this
// host has seen.
import { refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { isAway, movedAway } from '../move.ts';
import type { Tip } from '../records.ts';
import {
  areAccepted,
  type LedgerObjection,
  objected,
  objectionToId,
  type Opening,
  recordAcceptance,
} from '../store/objections.ts';
import { readMove, readTip } from '../store/reads.ts';
import { environmentOf, findEnvironment } from '../store/runs.ts';
import type { PostgresAddress } from './address.ts';
import { Connections, type ServerSession } from './connections.ts';
import { objectionToDatabase, objectionToRows, whereaboutsOf } from './database-identity.ts';
import { answerOver } from './driver.ts';
import { HostMarks } from './host-marks.ts';
import type { Host } from './lease.ts';
import { lockOf, readStore, type StoreFacts } from './make.ts';
import { postgresMessage } from './messages.ts';
import { loadDriver } from './packages.ts';
import type { Reach } from './reach.ts';
import { type TransactionPoint, Transactions } from './transactions.ts';

export interface OpenStoreOptions extends Opening {
  readonly address: PostgresAddress;
  /** The canonical address of the service, and the client id. */
  readonly environment: string;
  readonly host: Host;
  readonly leaseMs: number;
  /** How long a lost connection is retried. */
  readonly patienceMs: number;
  /** Is called when the server is lost after opening, and when it is back. */
  readonly reached?: ((reach: Reach) => void) | undefined;
  readonly stateFolder: string;
  readonly now: () => Date;
  /** For fault tests. */
  readonly at?: ((point: TransactionPoint) => void) | undefined;
}

export interface OpenedStore {
  readonly options: OpenStoreOptions;
  readonly connections: Connections;
  readonly transactions: Transactions;
  readonly marks: HostMarks;
  readonly id: string;
  readonly environment: number;
  readonly tip: Tip;
}

/** Also for a server that accepts a connection and does not respond. */
const START_MS = 14_000;
const START_PATIENCE_MS = 6_000;

/** Errors: {@link LedgerError}. */
export async function openStore(options: OpenStoreOptions): Promise<OpenedStore> {
  const { address, patienceMs } = options;
  const checker = new ConnectionChecker(options);
  const connections = new Connections(await loadDriver(), {
    ...{ address, patienceMs },
    check: (session) => checker.check(session),
  });
  try {
    const opened = await inTime(address, open(options, connections, checker));
    if (options.reached) connections.watch(options.reached);
    return opened;
  } catch (error) {
    void connections.close();
    throw error;
  }
}

function inTime<T>({ shown }: PostgresAddress, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const why = postgresMessage('no_answer', { seconds: START_MS / 1000 });
      const message = ledgerMessage('ledger_cannot', { ledger: shown, be: 'reached', why });
      reject(refusal('ledger_unreachable', message));
    }, START_MS);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** Checks that a new connection leads to the ledger that was opened. */
class ConnectionChecker {
  readonly #options: OpenStoreOptions;
  store: StoreFacts | undefined;
  /** The ledger has no objections left. From now on every new connection must lead to the same place. */
  isAccepted = false;

  constructor(options: OpenStoreOptions) {
    this.#options = options;
  }

  async check(session: ServerSession): Promise<void> {
    const { address, look = false } = this.#options;
    const store = await readStore(session, address, { moved: true });
    await this.#refuseMoved(session, store);
    const { ledger_id: id } = store;
    const { ledger_id: before } = this.store ?? store;
    if (id !== before) {
      const message = postgresMessage('other_by_now', { id, before });
      throw objected(address.shown, { code: 'ledger_other', message });
    }
    this.store = store;
    if (look || !this.isAccepted || !objectionToDatabase(store, await whereaboutsOf(session))) return;
    areAccepted(address.shown, await objectionsToStore(session, store, this.#options), { accept: false });
  }

  async #refuseMoved(session: ServerSession, store: StoreFacts): Promise<void> {
    const { address, look, stateFolder } = this.#options;
    const move = await answerOver(session, readMove());
    if (!isAway(move)) return;
    if (look !== true) await answerOver(session, new HostMarks(stateFolder, address).learn(store.ledger_id));
    throw movedAway(move, address.shown);
  }
}

async function open(
  options: OpenStoreOptions,
  connections: Connections,
  checker: ConnectionChecker,
): Promise<OpenedStore> {
  const { address, look = false, stateFolder } = options;
  await connections.steady((session) => session.query('SELECT 1'), START_PATIENCE_MS);
  const { store } = checker;
  if (!store) throw new Error('a connection was not checked');
  const { ledger_id: id } = store;
  const transactions = new Transactions({
    ...{ connections, lock: lockOf(address.schema), at: options.at },
    now: () => options.now().getTime(),
  });
  transactions.allowsRestored = look;
  const isChecked = !look || options.objected !== undefined;
  const found = isChecked
    ? await connections.steady((session) => objectionsToStore(session, store, options))
    : [];
  if (areAccepted(address.shown, found, options)) await acceptAll(options, transactions, store, found);
  checker.isAccepted = true;
  const environment = await environmentId(connections, transactions, options);
  const tip = await answerOver(connections, readTip());
  transactions.tip = tip;
  const marks = new HostMarks(stateFolder, address);
  if (!look) marks.begin(id, tip, found.length > 0);
  return { options, connections, transactions, marks, id, environment, tip };
}

/** By its id, by this host's marks, by the place of the database, and by the transaction that wrote its end. */
export async function objectionsToStore(
  session: ServerSession,
  store: StoreFacts,
  { address, stateFolder, pinnedId }: Pick<OpenStoreOptions, 'address' | 'stateFolder' | 'pinnedId'>,
): Promise<LedgerObjection[]> {
  const { ledger_id: id } = store;
  const seen = await answerOver(session, new HostMarks(stateFolder, address).object(id));
  const moved = objectionToDatabase(store, await whereaboutsOf(session));
  return [...objectionToId(id, pinnedId), seen, moved, await objectionToRows(session)].filter(
    (one) => one !== undefined,
  );
}

async function acceptAll(
  { address, accepted, now }: OpenStoreOptions,
  transactions: Transactions,
  store: StoreFacts,
  found: readonly LedgerObjection[],
): Promise<void> {
  transactions.allowsRestored = true;
  await transactions.run(async (tx) => {
    await answerOver(tx, recordAcceptance(tx, found, now()));
    // An acceptance counts for every host.
    const here = await whereaboutsOf(tx);
    if (objectionToDatabase(store, here))
      await tx.query('UPDATE store SET timeline = $1, place = $2', [here.timeline, here.place]);
  });
  transactions.allowsRestored = false;
  for (const one of found) accepted?.(objected(address.shown, one).told);
}

/** The number of the environment. A reader of a ledger without it gets 0, which no row has. */
async function environmentId(
  connections: Connections,
  transactions: Transactions,
  { environment, look }: OpenStoreOptions,
): Promise<number> {
  const known = await answerOver(connections, findEnvironment(environment));
  if (known !== undefined || look) return known ?? 0;
  return (await transactions.run((tx) => answerOver(tx, environmentOf(tx, environment)))).result;
}
