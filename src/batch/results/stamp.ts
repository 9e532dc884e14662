// The origin of a line of results: run, environment, and the ledger with its height. A later run compares it with its
// ledger.
import type { Ledger } from '../../ledger/ledger.ts';

/** Without a ledger the texts are empty and the sequence is `null`. */
export interface Stamp {
  readonly runId: string;
  readonly environment: string;
  readonly ledgerId: string;
  readonly sequence: number | null;
  /** Of the ledger's hash chain at that height. */
  readonly head: string;
  /** Completes the commands in a text with the flags that are needed. */
  readonly asTyped?: AsTyped | undefined;
}

export type AsTyped = (text: string) => string;

export const unstamped = (runId: string): Stamp => ({
  runId,
  environment: '',
  ledgerId: '',
  sequence: null,
  head: '',
});

/** A line is written after the ledger has its outcome, so the height includes it. */
export const ledgerStamp = (
  ledger: Pick<Ledger, 'id' | 'tipSeen'>,
  own: Pick<Stamp, 'runId' | 'environment' | 'asTyped'>,
): Stamp => ({
  ...own,
  ledgerId: ledger.id,
  get sequence() {
    return ledger.tipSeen.sequence;
  },
  get head() {
    return ledger.tipSeen.head;
  },
});
