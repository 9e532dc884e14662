// Messages about moving a ledger to another place. Their sentences are in words/ledger.ts.
import { messagesOf } from '../../message.ts';
import type { RunRecord } from '../run-records.ts';

/** A run that has not ended. */
export type UnfinishedRun = Pick<RunRecord, 'id' | 'file' | 'pid' | 'host'>;

export interface CopyMessages {
  runs_open: { ledger: string; open: readonly UnfinishedRun[] };
  copying_there: { ledger: string };
  target_taken: { target: string; id: string };
  /** The first finding, and how many there are. */
  copy_not_whole: { target: string; source: string; kind: string; where: string; found: number };
  /** There is a mark at the target, and no ledger. */
  ledger_was_there: { target: string };
}

export const copyMessage = messagesOf<CopyMessages>();
