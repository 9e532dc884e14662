// Objections to a ledger's file: it is not the configured one, or older than its marks, or a copy of one in use.
import { basename } from 'node:path';

import type { Connection } from './connection.ts';
import { heightOf } from './height.ts';
import { heldOf, objectionTo } from './host-mark.ts';
import type { Objection, Place } from './location.ts';
import type { MarkRecord } from './mark.ts';

interface FoundLedger {
  readonly db: Connection;
  readonly place: Place;
  readonly id: string;
  /** As it was found, before the database was read; `null` for none. */
  readonly mark: MarkRecord | null;
}

/** `seen`: the mark of this host, which is `beside` a path. */
export function objectionsTo(
  opened: FoundLedger,
  pinnedId: string | undefined,
  seen: MarkRecord | null,
  beside = '',
): Objection[] {
  const { id, place, mark } = opened;
  return [
    ...pinObjections(id, pinnedId),
    ...(mark ? against(opened, mark, { by: 'its mark', beside: place.path }) : lostMark(opened)),
    ...copyObjections(opened),
    // Against a file that was restored with its mark, as both were before the ledger was moved.
    ...against(opened, seen, { by: 'this host', beside }),
  ];
}

function against(
  { db, id }: FoundLedger,
  mark: MarkRecord | null,
  whose: Parameters<typeof objectionTo>[1],
): Objection[] {
  const { tip, ...held } = heldOf(db, id, mark);
  // Entries may be missing that links still name.
  const sequence = Math.min(tip.sequence, heightOf(db));
  const found = objectionTo(mark, whose, { ...held, tip: { ...tip, sequence } });
  return found ? [found] : [];
}

function pinObjections(id: string, pinned: string | undefined): Objection[] {
  if (pinned === undefined || pinned === id) return [];
  return [
    { code: 'ledger_other', text: `has the id ${id}, and the settings ask for ${pinned}: it is another one` },
  ];
}

/** Every run makes a mark. If it is gone, so may be the log with what the run paid. */
function lostMark({ db, place }: FoundLedger): Objection[] {
  if (db.prepare('SELECT 1 FROM runs LIMIT 1').get() === undefined) return [];
  return [
    {
      code: 'ledger_older',
      text: `has ${heightOf(db)} entries, but its mark (${basename(place.path)}.mark) is missing or can't be read: was the ledger restored from a backup, or moved without it? What was paid since would be paid again`,
    },
  ];
}

/** The locks of a run that was open when the file was copied are beside the original. */
function copyObjections({ db, place }: FoundLedger): Objection[] {
  const inode = place.inode();
  const foreign = db
    .prepare('SELECT id, ledger_path FROM runs WHERE finished_at IS NULL AND ledger_inode <> ? LIMIT 1')
    .get(inode) as { id: string; ledger_path: string } | undefined; // the columns above
  if (!foreign) return [];
  return [
    {
      code: 'ledger_other',
      text: `is a copy of ${foreign.ledger_path}, made while run ${foreign.id} was going: what that run paid afterwards is not in it`,
    },
  ];
}
