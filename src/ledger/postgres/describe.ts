// Describes a ledger on Postgres (ledger show). It changes nothing.
import { describe, type LedgerDescription } from '../store/describe.ts';
import { areAccepted, type Opening } from '../store/objections.ts';
import type { PostgresAddress } from './address.ts';
import { answerOver } from './driver.ts';
import { readStore } from './make.ts';
import { objectionsToStore } from './open.ts';
import { visit } from './packages.ts';

/** Errors: LedgerError, such as `no_ledger`. `asRun`: also the objections for which a run would refuse it. */
export async function describePostgres(
  address: PostgresAddress,
  asRun?: Pick<Opening, 'pinnedId'> & { readonly stateFolder: string },
): Promise<LedgerDescription> {
  return visit(address, async (session) => {
    const store = await readStore(session, address);
    if (asRun) {
      const found = await objectionsToStore(session, store, { ...asRun, address });
      areAccepted(address.shown, found, { accept: false });
    }
    return answerOver(session, describe(address.shown));
  });
}
