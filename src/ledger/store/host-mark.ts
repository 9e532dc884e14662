// How a ledger is compared with a high-water mark, and how the mark is raised. Marks in this host's state folder
// recognise a ledger on Postgres that was restored, and a file that was moved and then restored here. A mark only goes
// up, unless a person accepts the ledger.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ledgerMessage, type Seer } from '../messages.ts';
import type { Tip } from '../records.ts';
import { MarkFile, markPath, type MarkRecord, readMark } from './mark.ts';
import type { LedgerObjection } from './objections.ts';
import type { Question } from './question.ts';
import { headAt, readTip } from './reads.ts';

/** A path at which there is no file. The mark is next to it. `what`: an id, or an address. */
export function hostMarkBase(folder: string, what: string): string {
  const name = createHash('sha256').update(what).digest('hex').slice(0, 16);
  return join(folder, `postgres-${name}`);
}

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

/** `by`: who keeps the mark. `base`: the path of the mark without its ending. */
export function objectionByMark(
  seen: MarkRecord | null,
  { by, base }: { readonly by: Seer; readonly base: string },
  held: LedgerEnd,
): LedgerObjection | undefined {
  if (!seen) return undefined;
  const { id, tip } = held;
  const { ledgerId, sequence } = seen;
  const link = seen.link.number;
  switch (compareMark(seen, held)) {
    case 'other': {
      const message = ledgerMessage('other_than_seen', { id, seen: ledgerId, by, mark: markPath(base) });
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

/** Raises a mark to the end of the ledger, unless it contradicts the ledger. `isNew`: makes it if there is none. */
export function* raiseMark(base: string, id: string, { isNew = false } = {}): Question<void> {
  const seen = readMark(base);
  if (!seen && !isNew) return;
  const held = yield* readLedgerEnd(id, seen);
  if (held.tip.link === 0 || (seen && compareMark(seen, held) !== undefined)) return;
  if (!seen || seen.link.number < held.tip.link) writeMark(base, id, held.tip);
}

export function writeMark(base: string, id: string, tip: Tip): void {
  let mark: MarkFile | undefined;
  try {
    mkdirSync(dirname(base), { recursive: true, mode: 0o700 });
    mark = new MarkFile(base, id);
    mark.write(tip);
    mark.sync();
  } catch {
    // A mark that is too low is harmless.
  } finally {
    mark?.close();
  }
}
