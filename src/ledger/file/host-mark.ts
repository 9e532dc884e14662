// How a ledger is compared with a high-water mark.
import { ledgerMessage, type Seer } from '../messages.ts';
import type { Tip } from '../records.ts';
import type { LedgerObjection } from '../store/objections.ts';
import type { Question } from '../store/question.ts';
import { headAt, readTip } from '../store/reads.ts';
import { markPath, type MarkRecord } from './mark.ts';

/** What a mark is compared with. */
interface LedgerEnd {
  readonly id: string;
  readonly tip: Tip;
  /** Of the link that the mark names; `undefined` if the ledger does not have it. */
  readonly head: string | undefined;
}

/** Read it after the mark: other processes raise the mark after they have written. */
export function* readLedgerEnd(id: string, seen: MarkRecord | null): Question<LedgerEnd> {
  return { id, tip: yield* readTip(), head: seen ? yield* headAt(seen.link.number) : undefined };
}

/** How a ledger differs from a mark; `undefined` if it has everything that the mark has seen. */
export function compareMark(
  { ledgerId, sequence, link }: MarkRecord,
  { id, tip, head }: LedgerEnd,
): 'other' | 'shorter' | 'forked' | undefined {
  if (ledgerId !== id) return 'other';
  if (sequence > tip.sequence || head === undefined) return 'shorter';
  return head === link.head ? undefined : 'forked';
}

/** `by`: whose mark it is. `beside`: the path next to which it is. */
export function objectionTo(
  seen: MarkRecord | null,
  { by, beside }: { readonly by: Seer; readonly beside: string },
  held: LedgerEnd,
): LedgerObjection | undefined {
  if (!seen) return undefined;
  const { id, tip } = held;
  const { ledgerId, sequence } = seen;
  const link = seen.link.number;
  switch (compareMark(seen, held)) {
    case 'other': {
      const message = ledgerMessage('other_than_seen', { id, seen: ledgerId, by, mark: markPath(beside) });
      return { code: 'ledger_other', message };
    }
    case 'shorter': {
      const message =
        sequence > tip.sequence
          ? ledgerMessage('ends_at_entry', { entry: tip.sequence, seen: sequence, by })
          : ledgerMessage('ends_before_link', { link, by });
      return { code: 'ledger_older', message };
    }
    case 'forked':
      return { code: 'ledger_other', message: ledgerMessage('is_fork', { link, by }) };
    case undefined:
      return undefined;
  }
}
