// Transactions that change the ledger, one after the other over all hosts. Each takes the ledger's lock before it
// reads and holds it to its end, so that the hash chain has one end. If the response to a commit was lost, the
// transaction is repeated only if its link is missing.
import { type LedgerError, refusal } from '../ledger-error.ts';
import { type MoveRecord, refuseMoved } from '../move.ts';
import { later, NO_TIP, type Tip } from '../records.ts';
import { Changes } from '../store/changes.ts';
import { headAt, readTip } from '../store/reads.ts';
import type { Connections, ServerSession } from './connections.ts';
import { IS_RESTORED } from './database-identity.ts';
import { answerOver, statementOf } from './driver.ts';
import { postgresMessage, type PostgresMessages } from './messages.ts';
import { isLost } from './reach.ts';

export interface ServerTx extends ServerSession {
  readonly changes: Changes;
  /** Where the chain ended before it. */
  readonly before: Tip;
}

/** The ledger of one environment. */
export interface Access {
  readonly connections: Connections;
  readonly environment: number;
  readonly write: <T>(work: (tx: ServerTx) => Promise<T>) => Promise<T>;
}

interface TransactionParts {
  readonly connections: Connections;
  /** The ledger's lock, as arguments of the server's functions. */
  readonly lock: string;
  readonly now: () => number;
  /** For fault tests: called between the parts of each transaction. */
  readonly at?: ((point: TransactionPoint) => void) | undefined;
}

interface CommittedTx<T> {
  readonly tip: Tip;
  readonly result: T;
}

export type TransactionPoint = 'locked' | 'written' | 'committed';

/** The last move as one value; NULL for none. */
const MOVED = '(SELECT row_to_json(m) FROM moves m ORDER BY id DESC LIMIT 1)';
const LAST = 'SELECT number AS link, sequence, head FROM links ORDER BY number DESC LIMIT 1';
/** With the last move, whether the last link was restored, and the head of a link that was seen before. */
const lastSql = ({ link }: Tip): string =>
  LAST.replace(
    ' FROM',
    `, ${MOVED} AS moved, ${IS_RESTORED} AS restored, (SELECT head FROM links WHERE number = ${String(Math.trunc(link))}) AS then FROM`,
  );

export class Transactions {
  readonly #ledger: TransactionParts;
  /** Where the chain ended after this process's last transaction, or when the ledger was opened. */
  tip: Tip = NO_TIP;
  /** Where it ended when it was last read. */
  #looked: Tip = NO_TIP;
  /** Does not refuse restored rows: for readers, and while a person accepts them. */
  allowsRestored = false;

  constructor(ledger: TransactionParts) {
    this.#ledger = ledger;
  }

  /** A ledger without this link was replaced. */
  get seen(): Tip {
    return later(this.tip, this.#looked);
  }

  /** Reads where the chain ends. Errors: LedgerError for a ledger that was replaced or moved. */
  async look(): Promise<Tip> {
    const { connections } = this.#ledger;
    await connections.steady(async (session) => {
      this.#checkLast(await readLast(session, this.seen));
    });
    return this.seen;
  }

  /** Remembers where the chain ends, even of a ledger that was moved. Errors: LedgerError. */
  #checkLast({ moved, restored, ...tip }: LastFacts): Tip {
    this.#looked = later(this.#looked, tip);
    refuseMoved(moved);
    if (restored && !this.allowsRestored) throw replaced('rewritten');
    return tip;
  }

  /**
   * `work` may be called several times. `ahead`: questions that are sent together with the request for the lock.
   * Errors: LedgerError. Then it is not known whether anything was written.
   */
  async run<T, A = unknown>(
    work: (tx: ServerTx, ahead: A) => Promise<T>,
    ahead?: (session: ServerSession) => Promise<A>,
  ): Promise<CommittedTx<T>> {
    const { connections, lock, now, at } = this.#ledger;
    let unsure: CommittedTx<T> | undefined;
    const committed = await connections.steady(async (session) => {
      const [beginning, asking] = session.together(() => [
        readLast(session, this.seen, `BEGIN; SELECT pg_advisory_xact_lock(${lock}); `),
        ahead?.(session),
      ]);
      asking?.catch(() => undefined); // thrown below, if not by the beginning
      const before = this.#checkLast(await beginning);
      at?.('locked');
      if (unsure && (await answerOver(session, headAt(unsure.tip.link))) === unsure.tip.head) {
        await session.query('ROLLBACK');
        return unsure;
      }
      unsure = undefined;
      const changes = new Changes(before, now());
      const result = await work({ ...session, changes, before }, (await asking) as A); // unknown without `ahead`
      const done = { result, tip: changes.seal() };
      const statement = statementOf(changes);
      try {
        // Sent together: if the first fails, the server turns COMMIT into a rollback.
        const write = (): Promise<unknown>[] => {
          const written = statement && session.prepared(statement.text, statement.values);
          at?.('written');
          return [...(written ? [written] : []), session.query('COMMIT')];
        };
        // Fault tests fail between the two, when the first was sent.
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

type LastFacts = Tip & { readonly moved: MoveRecord | undefined; readonly restored: boolean };

/**
 * `before`: statements before the question. The isolation level is read committed, so the question sees what others
 * committed while these statements waited for the lock. Errors: LedgerError if the ledger was replaced.
 */
async function readLast(session: ServerSession, seen: Tip, before = ''): Promise<LastFacts> {
  const [last] = (await session.query(before + lastSql(seen))) as unknown as (Tip & {
    moved: MoveRecord | null;
    restored: boolean | null;
    then: string | null;
  })[]; // the columns of lastSql
  refuseReplaced(seen, last?.then ?? null);
  if (!last) return { ...(await answerOver(session, readTip())), moved: undefined, restored: false };
  const { moved, restored, link, sequence, head } = last;
  return { link, sequence, head, moved: moved ?? undefined, restored: restored === true };
}

/**
 * The lease that this process wrote last is missing. This shows a restored copy even if nothing else was written
 * since.
 */
export const olderLease = (): LedgerError => replaced('older_lease');

function refuseReplaced({ link, head }: Tip, then: string | null): void {
  if (link === 0 || then === head) return;
  throw replaced(then === null ? 'shorter' : 'forked', link);
}

const replaced = (how: PostgresMessages['replaced']['how'], link = 0): LedgerError =>
  refusal(how === 'forked' ? 'ledger_other' : 'ledger_timeline', postgresMessage('replaced', { how, link }));
