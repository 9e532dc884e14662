// Payouts in doubt, by who may have got how much: whoever is to get as much once more may be getting it twice, whatever the
// row says besides. A doubt that turned out to be created, by a person's word or by an answer, is no less like the rows that
// were held for it: these are one payment or two, which nobody has said yet. (Of one that wasn't created: freed.ts.) They are
// few, so that every row of a file is held against them.
import type { Ledger } from '../../../ledger/ledger.ts';
import { repeatsSince } from './alike.ts';
import { bodies, ByPayee } from './by-payee.ts';

/**
 * What a run that is alive is sending is no doubt so far: its answer is on the way. Of doubts that turned out to be created,
 * those that were heard of since a payment without a reference would be taken for the same; after an entry, where one is named.
 * Errors: LedgerError.
 */
export async function nearDoubts(
  ledger: Pick<Ledger, 'bodiesSince' | 'run'>,
  nowMs: number,
  heardAfter?: number,
): Promise<ByPayee> {
  const doubts = new ByPayee();
  const alive = new Map<string, boolean>();
  const isAlive = async (runId: string): Promise<boolean> => {
    const known = alive.get(runId) ?? (await ledger.run(runId))?.alive ?? false;
    alive.set(runId, known);
    return known;
  };
  const asked = { kind: 'payouts', since: null, referencedSince: null, amounts: null } as const;
  for await (const { row, body } of bodies(ledger, asked)) {
    if (row.state !== 'sending') doubts.add(row, body);
    // Of those that nobody is sending any more.
    else if (!(await isAlive(row.runId))) doubts.add({ ...row, state: 'in_doubt' }, body);
  }
  const since = repeatsSince(nowMs);
  const heard = heardAfter === undefined ? {} : { heardAfter };
  const made = {
    ...asked,
    since,
    referencedSince: since,
    doubted: { after: 0, is: 'made' },
    ...heard,
  } as const;
  for await (const { row, body } of bodies(ledger, made)) doubts.add(row, body);
  return doubts;
}
