// What each line of results says of its origin: the run, the environment, and the ledger with the height that it had at
// least when the line was written. A later run knows by it whether it has that ledger before it.
import type { Ledger } from '../../ledger/ledger.ts';

/** `ledgerId`, `environment` and `head` are empty, and the sequence is `null`, where no ledger was asked. */
export interface Stamp {
  readonly runId: string;
  readonly environment: string;
  readonly ledgerId: string;
  readonly sequence: number | null;
  /** Of the ledger's hash chain at that height. */
  readonly head: string;
  /** Makes the commands of a text such as have to be typed; nothing where they are right as they stand. */
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

/** A line that tells of an outcome is written after the ledger has it, so its own entry is counted. */
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
