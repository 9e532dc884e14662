// An export of a run of a ledger on Postgres: gathered from a copy of one moment of it, as of any ledger; the link that seals it
// is then written here, provided that nobody has written since. Where others never pause, the last try holds them up.
import { gather, type Gathered, type ToExport } from '../evidence/archive/collect.ts';
import { Changes } from '../store/changes.ts';
import { readTip } from '../store/reads.ts';
import type { PostgresAddress } from './address.ts';
import type { Session } from './connections.ts';
import { visit } from './driver.ts';
import { lockOf, readStore } from './make.ts';
import { mirrored } from './mirror.ts';
import { answerOver, statementOf } from './statement.ts';

const FREE_TRIES = 2;

/** Errors: LedgerError. */
export async function gatherPostgres(
  address: PostgresAddress,
  job: Omit<ToExport, 'path'>,
): Promise<Gathered> {
  const lock = `BEGIN; SET LOCAL idle_in_transaction_session_timeout TO '10min'; SELECT pg_advisory_xact_lock(${lockOf(address.schema)})`;
  return visit(address, async (session) => {
    await readStore(session, address);
    for (let tries = 0; ; tries++) {
      const isHeld = tries === FREE_TRIES;
      if (isHeld) await session.query(lock);
      const gathered = await mirrored(session, (path) => gather({ ...job, path }), { held: isHeld });
      if (!isHeld) await session.query(lock);
      const isWritten = await seal(session, gathered);
      await session.query(isWritten ? 'COMMIT' : 'ROLLBACK');
      if (isWritten) return gathered;
    }
  });
}

/** The very link that the copy's chain got. False where this chain goes on otherwise by now. */
async function seal(session: Session, { seal: { link, record } }: Gathered): Promise<boolean> {
  const before = await answerOver(session, readTip());
  if (before.link !== link.number - 1) return false;
  const changes = new Changes(before, link.at);
  changes.chainRow('exports', { ...record });
  const tip = changes.seal();
  if (tip.head !== link.head) throw new Error('the link of an export is another than that of its copy');
  const statement = statementOf(changes);
  if (statement) await session.query(statement.text, statement.values);
  return true;
}
