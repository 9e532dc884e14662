// Marks in this host's state folder, by the ledger's id: they recognise a ledger that was moved, and is then restored
// here as it was before. They only go up, unless a person accepts the ledger. One that is too low is harmless.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Objection } from '../ledger-error.ts';
import { ledgerMessage, type Seer } from '../messages.ts';
import type { Tip } from '../records.ts';
import type { Connection } from './connection.ts';
import { headAt, readTip } from './driver.ts';
import { Mark, markPath, type MarkRecord, readMark } from './mark.ts';

/** The mark is beside this path, at which there is no file. `what`: an id, or an address. */
export function besideMark(folder: string, what: string): string {
  const name = createHash('sha256').update(what).digest('hex').slice(0, 16);
  return join(folder, `postgres-${name}`);
}

/** A ledger as far as a mark is compared with it. */
interface Held {
  readonly id: string;
  readonly tip: Tip;
  /** Of the link that the mark names; `undefined` if the ledger does not have it. */
  readonly head: string | undefined;
}

/** How a ledger differs from what a mark has seen of it; `undefined` where it has all of that. */
export function compareMark(
  { ledgerId, sequence, link }: MarkRecord,
  { id, tip, head }: Held,
): 'other' | 'shorter' | 'forked' | undefined {
  if (ledgerId !== id) return 'other';
  if (sequence > tip.sequence || head === undefined) return 'shorter';
  return head === link.head ? undefined : 'forked';
}

/** What a mark says against a ledger. `by`: whose mark it is; `beside`: where it lies. */
export function objectionTo(
  seen: MarkRecord | null,
  { by, beside }: { readonly by: Seer; readonly beside: string },
  held: Held,
): Objection | undefined {
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

/** A mark that contradicts the ledger stays as it is. */
export function raiseSeen(seen: MarkRecord | null, beside: string, held: Held): void {
  const { id, tip } = held;
  if (tip.link === 0 || objectionTo(seen, { by: 'host', beside }, held)) return;
  if (seen && seen.link.number >= tip.link) return;
  writeSeen(beside, id, tip);
}

/** Read after the mark, which another process raises last. */
export function heldOf(db: Connection, id: string, seen: MarkRecord | null): Held {
  return { id, tip: readTip(db), head: seen ? headAt(db, seen.link.number) : undefined };
}

export function raiseSeenBy(db: Connection, id: string, beside: string): void {
  const seen = readMark(beside);
  raiseSeen(seen, beside, heldOf(db, id, seen));
}

export function writeSeen(beside: string, id: string, tip: Tip): void {
  let mark: Mark | undefined;
  try {
    mkdirSync(dirname(beside), { recursive: true, mode: 0o700 });
    mark = new Mark(beside, id);
    mark.write(tip);
    mark.sync();
  } catch {
    // One that is too low is harmless.
  } finally {
    mark?.close();
  }
}
