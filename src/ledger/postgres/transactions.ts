// Transactions that change the ledger, one after the other over all hosts: each holds the ledger's lock before it reads
// and until it has ended, so that the hash chain has one end. When the answer to a commit was lost, its link is looked
// for before anything is repeated.
import { type LedgerError, refusal } from '../ledger-error.ts';
import { type MoveRecord, refuseMoved } from '../moved.ts';
import { later, NO_TIP, type Tip } from '../records.ts';
import { Changes } from '../store/changes.ts';
import { readTip } from '../store/reads.ts';
import type { Connections, Session } from './connections.ts';
import { IS_ANEW } from './database-identity.ts';
import { postgresMessage, type PostgresMessages } from './messages.ts';
import { isLost } from './reach.ts';
import { answerOver, statementOf } from './statement.ts';

export interface Tx extends Session {
  readonly changes: Changes;
  /** Where the chain ended before it. */
  readonly before: Tip;
}

/** The ledger of one environment. */
export interface Access {
  readonly connections: Connections;
  readonly environment: number;
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

interface Ledgered {
  readonly connections: Connections;
  /** The server's lock, as the arguments of its functions. */
  readonly lock: string;
  readonly now: () => number;
  /** For fault tests: called between the parts of each transaction. */
  readonly at?: ((point: TransactionPoint) => void) | undefined;
}

interface Done<T> {
  readonly tip: Tip;
  readonly result: T;
}

export type TransactionPoint = 'locked' | 'written' | 'committed';

/** The last move as one value, NULL for none. */
const MOVED = '(SELECT row_to_json(m) FROM moves m ORDER BY id DESC LIMIT 1)';
const LAST = 'SELECT number AS link, sequence, head FROM links ORDER BY number DESC LIMIT 1';
/** With the last move, whether the end of the chain was restored, and the head of a link that was seen before. */
const lastHere = ({ link }: Tip): string =>
  LAST.replace(
    ' FROM',
    `, ${MOVED} AS moved, ${IS_ANEW} AS anew, (SELECT head FROM links WHERE number = ${String(Math.trunc(link))}) AS then FROM`,
  );

export class Transactions {
  readonly #ledger: Ledgered;
  /** Where the chain ended after the last of ours; at first, where it ended when it was opened. */
  tip: Tip = NO_TIP;
  /** Where it ended when it was last looked at, whoever had written. */
  #looked: Tip = NO_TIP;
  /** Restored rows are not refused: a person accepts them, or nothing is sent. */
  bearsAnew = false;

  constructor(ledger: Ledgered) {
    this.#ledger = ledger;
  }

  /** A ledger that does not have it was replaced. */
  get seen(): Tip {
    return later(this.tip, this.#looked);
  }

  /** Reads what others wrote. Errors: LedgerError for a ledger that was replaced or moved. */
  async look(): Promise<Tip> {
    const { connections } = this.#ledger;
    await connections.steady(async (session) => {
      this.#here(await lastOf(session, this.seen));
    });
    return this.seen;
  }

  /** Remembers where the chain ends, also of a ledger that was moved. Errors: LedgerError. */
  #here({ moved, anew, ...tip }: Last): Tip {
    this.#looked = later(this.#looked, tip);
    refuseMoved(moved);
    if (anew && !this.bearsAnew) throw replaced('rewritten');
    return tip;
  }

  /**
   * `work` may be run again from its beginning. `ahead`: questions that are sent in the same turn as the lock. Errors:
   * LedgerError; then nothing is known to be written.
   */
  async run<T, A = unknown>(
    work: (tx: Tx, ahead: A) => Promise<T>,
    ahead?: (session: Session) => Promise<A>,
  ): Promise<Done<T>> {
    const { connections, lock, now, at } = this.#ledger;
    let unsure: Done<T> | undefined;
    const committed = await connections.steady(async (session) => {
      const [beginning, asking] = session.together(() => [
        lastOf(session, this.seen, `BEGIN; SELECT pg_advisory_xact_lock(${lock}); `),
        ahead?.(session),
      ]);
      asking?.catch(() => undefined); // said by the beginning, or below
      const before = this.#here(await beginning);
      at?.('locked');
      if (unsure && (await hasLink(session, unsure.tip))) {
        await session.query('ROLLBACK');
        return unsure;
      }
      unsure = undefined;
      const changes = new Changes(before, now());
      const result = await work({ ...session, changes, before }, (await asking) as A); // unknown without `ahead`
      const done = { result, tip: changes.seal() };
      const statement = statementOf(changes);
      try {
        // In one turn: where the first fails, the server makes a rollback of the second.
        const write = (): Promise<unknown>[] => {
          const written = statement && session.prepared(statement.text, statement.values);
          at?.('written');
          return [...(written ? [written] : []), session.query('COMMIT')];
        };
        // Whoever fails in between wants the first to have left.
        await Promise.all(at ? write() : session.together(write));
      } catch (error) {
        if (isLost(error) && done.tip.link > before.link) unsure = done;
        throw error;
      }
      at?.('committed');
      return done;
    });
    this.tip = committed.tip;
    return committed;
  }
}

type Last = Tip & { readonly moved: MoveRecord | undefined; readonly anew: boolean };

/**
 * `before`: statements before the question. Read committed: what was committed while they waited for the lock is seen.
 * Errors: LedgerError, if the ledger was replaced.
 */
async function lastOf(session: Session, seen: Tip, before = ''): Promise<Last> {
  const [last] = (await session.query(before + lastHere(seen))) as unknown as (Tip & {
    moved: MoveRecord | null;
    anew: boolean | null;
    then: string | null;
  })[]; // the columns of lastHere
  refuseReplaced(seen, last?.then ?? null);
  if (!last) return { ...(await answerOver(session, readTip())), moved: undefined, anew: false };
  const { moved, anew, link, sequence, head } = last;
  return { link, sequence, head, moved: moved ?? undefined, anew: anew === true };
}

/**
 * The lease that this process wrote last is missing: this shows a restored copy even if nothing else was written since.
 */
export const olderLease = (): LedgerError => replaced('older_lease');

function refuseReplaced({ link, head }: Tip, then: string | null): void {
  if (link === 0 || then === head) return;
  throw replaced(then === null ? 'shorter' : 'forked', link);
}

const replaced = (how: PostgresMessages['replaced']['how'], link = 0): LedgerError =>
  refusal(how === 'forked' ? 'ledger_other' : 'ledger_timeline', postgresMessage('replaced', { how, link }));

async function hasLink(session: Session, { link, head }: Tip): Promise<boolean> {
  const [found] = await session.query('SELECT 1 AS there FROM links WHERE number = $1 AND head = $2', [
    link,
    head,
  ]);
  return found !== undefined;
}
