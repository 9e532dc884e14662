// Opens a ledger on Postgres for one environment, or refuses it: another id or timeline, or less than this host has
// seen.
import type { Message } from '../../message.ts';
import { acceptanceOf, objected, type Objection, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { isAway, movedAway } from '../moved.ts';
import type { Tip } from '../records.ts';
import { readMove, readTip } from '../store/reads.ts';
import { accept as recordAcceptance, environmentOf, findEnvironment } from '../store/runs.ts';
import type { PostgresAddress } from './address.ts';
import { Connections, type Session } from './connections.ts';
import { objectionTo, objectionToRows, together, whereaboutsOf } from './database-identity.ts';
import { loadDriver } from './driver.ts';
import { HostMarks } from './host-marks.ts';
import type { Host } from './lease.ts';
import { lockOf, readStore, type StoreFacts } from './make.ts';
import { postgresMessage } from './messages.ts';
import type { Reach } from './reach.ts';
import { answerOver } from './statement.ts';
import { type TransactionPoint, Transactions } from './transactions.ts';

export interface OpenOptions {
  readonly address: PostgresAddress;
  /** Its name: canonical address of the service and client id. */
  readonly environment: string;
  /** Uses it in spite of objections, which is recorded. */
  readonly accept: boolean;
  /** Is called with each accepted objection. */
  readonly accepted?: ((objection: Message) => void) | undefined;
  /** To read only: objections are no reason to refuse, and its marks stay as they are. */
  readonly look: boolean;
  /** Of a reader: is called with each objection. */
  readonly objected?: ((objection: Message) => void) | undefined;
  /** The only ledger that will do (setting `ledgerId`). */
  readonly pinnedId: string | undefined;
  readonly host: Host;
  readonly leaseMs: number;
  /** For how long a lost connection is tried again. */
  readonly patienceMs: number;
  /** Is called when the server is lost after opening, and when it is back. */
  readonly reached?: ((reach: Reach) => void) | undefined;
  /** Where this host remembers what it has seen. */
  readonly stateFolder: string;
  readonly now: () => Date;
  /** For fault tests. */
  readonly at?: ((point: TransactionPoint) => void) | undefined;
}

export interface Opened {
  readonly options: OpenOptions;
  readonly connections: Connections;
  readonly transactions: Transactions;
  readonly witness: HostMarks;
  readonly id: string;
  readonly environment: number;
  readonly tip: Tip;
}

/** Also for a server that accepts a connection and does not answer. */
const START_MS = 14_000;
const START_PATIENCE_MS = 6_000;

/** Errors: {@link LedgerError}. */
export async function openStore(options: OpenOptions): Promise<Opened> {
  const { address, accept } = options;
  const judging = new Judging(options);
  const connections = new Connections(await loadDriver(), {
    address,
    patienceMs: options.patienceMs,
    judge: (session) => judging.judge(session),
  });
  try {
    const opened = await inTime(address, open(options, connections, judging));
    if (options.reached) connections.watch(options.reached);
    return opened;
  } catch (error) {
    void connections.close();
    throw error;
  } finally {
    if (accept) judging.accepted = true;
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

/** Whether a new connection leads to the ledger that was opened. */
class Judging {
  readonly #options: OpenOptions;
  store: StoreFacts | undefined;
  accepted = false;

  constructor(options: OpenOptions) {
    this.#options = options;
  }

  async judge(session: Session): Promise<void> {
    const { address, look, accept, pinnedId, stateFolder } = this.#options;
    const store = await readStore(session, address, { moved: true });
    await this.#refuseMoved(session, store);
    const known = this.store ?? store;
    if (store.ledger_id !== known.ledger_id) {
      const message = postgresMessage('other_by_now', { id: store.ledger_id, before: known.ledger_id });
      throw objected(address.shown, { code: 'ledger_other', message });
    }
    if (!look && pinnedId !== undefined && pinnedId !== store.ledger_id && !accept) {
      const message = ledgerMessage('other_id', { id: store.ledger_id, pinned: pinnedId });
      throw objected(address.shown, { code: 'ledger_other', message });
    }
    this.store = store;
    if (look || (accept && !this.accepted)) return;
    const moved = objectionTo(store, await whereaboutsOf(session));
    if (!moved) return;
    const seen = await answerOver(session, new HostMarks(stateFolder, address).object(store.ledger_id));
    throw objected(address.shown, together([seen, moved]) ?? moved);
  }

  async #refuseMoved(session: Session, store: StoreFacts): Promise<void> {
    const { address, look, stateFolder } = this.#options;
    const move = await answerOver(session, readMove());
    if (!isAway(move)) return;
    // Before the move has arrived, this may be an unfinished copy.
    if (!look && move.done !== null)
      await answerOver(session, new HostMarks(stateFolder, address).learn(store.ledger_id));
    throw movedAway(move, address.shown);
  }
}

async function open(options: OpenOptions, connections: Connections, judging: Judging): Promise<Opened> {
  const { address, look } = options;
  await connections.steady((session) => session.query('SELECT 1'), START_PATIENCE_MS);
  const { store } = judging;
  if (!store) throw new Error('a connection was not judged');
  const witness = new HostMarks(options.stateFolder, address);
  const transactions = new Transactions({
    ...{ connections, lock: lockOf(address.schema), at: options.at },
    now: () => options.now().getTime(),
  });
  transactions.bearsAnew = look;
  const isJudged = !look || options.objected !== undefined;
  const found = isJudged ? await connections.steady((session) => objectionsTo(session, store, witness)) : [];
  if (look) for (const one of found) options.objected?.(objected(address.shown, one).told);
  else if (found.length > 0) await acceptAll(options, transactions, store, found);
  const environment = await environmentId(connections, transactions, options);
  const tip = await answerOver(connections, readTip());
  transactions.tip = tip;
  if (!look) witness.begin(store.ledger_id, tip, found.length > 0);
  const id = store.ledger_id;
  return { options, connections, transactions, witness, id, environment, tip };
}

/** By what this host has seen of it, by where it is, and by who wrote its end. */
export async function objectionsTo(
  session: Session,
  store: StoreFacts,
  marks: HostMarks | undefined,
): Promise<Objection[]> {
  const seen = marks && (await answerOver(session, marks.object(store.ledger_id)));
  const moved = objectionTo(store, await whereaboutsOf(session));
  return [seen, moved, await objectionToRows(session)].filter((one) => one !== undefined);
}

/** Errors: {@link LedgerError}, unless a person goes on in spite of all of them. */
async function acceptAll(
  { address, accept, accepted, now }: OpenOptions,
  transactions: Transactions,
  store: StoreFacts,
  found: readonly Objection[],
): Promise<void> {
  const all = together(found);
  if (all && !accept) throw objected(address.shown, all);
  transactions.bearsAnew = true;
  await transactions.run(async (tx) => {
    for (const one of found) await answerOver(tx, recordAcceptance(tx, acceptanceOf(one), now()));
    // For every host: what one has accepted is accepted.
    const here = await whereaboutsOf(tx);
    if (objectionTo(store, here))
      await tx.query('UPDATE store SET timeline = $1, place = $2', [here.timeline, here.place]);
  });
  transactions.bearsAnew = false;
  for (const one of found) accepted?.(objected(address.shown, one).told);
}

/** The number of an environment. A reader of a ledger without this environment gets 0, which no row has. */
async function environmentId(
  connections: Connections,
  transactions: Transactions,
  { environment, look }: OpenOptions,
): Promise<number> {
  const known = await answerOver(connections, findEnvironment(environment));
  if (known !== undefined || look) return known ?? 0;
  return (await transactions.run((tx) => answerOver(tx, environmentOf(tx, environment)))).result;
}
