// Two rows of one file are two payments: somebody wrote them beside each other. Not so where one of them was in doubt in another
// file, or may be one that was, and the other was held for it: put into one file, they are still one payment or two, which nobody has said.
import type { Intent, Ledger, LedgerEntry } from '../../../ledger/ledger.ts';

const DOUBT: ReadonlySet<string> = new Set(['in_doubt', 'corrected_in_doubt']);

/** By which a row comes to be in doubt. */
export const isDoubt = ({ type }: LedgerEntry): boolean => DOUBT.has(type);

/**
 * Whether one of these rows came to be in doubt, and had first been sent in another batch than these: the one that both are in now,
 * and the one that it retries. Errors: LedgerError.
 */
export async function wereApart(
  ledger: Pick<Ledger, 'entriesOf' | 'run'>,
  keys: readonly string[],
  here: readonly (string | null | undefined)[],
): Promise<boolean> {
  for (const entries of (await ledger.entriesOf(keys)).values()) {
    if (!entries.some(isDoubt)) continue;
    const first = await ledger.run(entries.find(isIntent)?.runId ?? '');
    if (first && !here.includes(first.batchId)) return true;
  }
  return false;
}

export const isIntent = ({ type }: LedgerEntry): boolean => type === 'intent';

/** The batches that the row of an intent is in. Errors: LedgerError. */
export const batchesOf = async (
  ledger: Pick<Ledger, 'run'>,
  { runId, batchId }: Pick<Intent, 'runId' | 'batchId'>,
): Promise<(string | null | undefined)[]> => [batchId, (await ledger.run(runId))?.parent];
