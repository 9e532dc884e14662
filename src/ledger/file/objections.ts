// What speaks against a ledger's file: it is another one than was meant, or not as high as it was. Its mark beside it says so, what
// this host has seen of it elsewhere, and the runs in it.
import { basename } from 'node:path';

import { headAt } from './chain.ts';
import type { Connection } from './connection.ts';
import { heightOf } from './height.ts';
import { heldOf, objectionTo } from './host-mark.ts';
import type { Objection, Place } from './location.ts';
import { hasLostRows } from './lost-rows.ts';
import type { MarkRecord } from './mark.ts';

interface FoundLedger {
  readonly db: Connection;
  readonly place: Place;
  readonly id: string;
  /** As it was found, before the database was read; `null` for none. */
  readonly mark: MarkRecord | null;
}

/** What says that it is another ledger, or not as high as it was. `seen`: read before the database, as its mark was. */
export function objectionsTo(
  opened: FoundLedger,
  pinnedId: string | undefined,
  seen: MarkRecord | null,
  beside = '',
): Objection[] {
  const { db, id, mark } = opened;
  const height = heightOf(db);
  return [
    ...pinObjections(id, pinnedId),
    ...(mark ? markObjections(opened, height, mark) : lostMark(opened, height)),
    ...copyObjections(opened),
    ...tableObjections(opened),
    // A file that was put back with its mark, as both were before the ledger was carried elsewhere.
    ...[objectionTo(seen, beside, heldOf(db, id, seen))].filter((one) => one !== undefined),
  ];
}

function pinObjections(id: string, pinned: string | undefined): Objection[] {
  if (pinned === undefined || pinned === id) return [];
  return [
    { code: 'ledger_other', text: `has the id ${id}, and the settings ask for ${pinned}: it is another one` },
  ];
}

/** Every run begins by making one: where it is gone, so may be what it spoke of, and the log with what the run paid. */
function lostMark({ db, place }: FoundLedger, height: number): Objection[] {
  if (db.prepare('SELECT 1 FROM runs LIMIT 1').get() === undefined) return [];
  return [
    {
      code: 'ledger_older',
      text: `has ${height} entries, but its mark (${basename(place.path)}.mark) is missing or can't be read: was the ledger restored from a backup, or moved without it? What was paid since would be paid again`,
    },
  ];
}

function markObjections({ db, id }: FoundLedger, height: number, mark: MarkRecord): Objection[] {
  if (mark.ledgerId !== id) {
    return [
      {
        code: 'ledger_other',
        text: `is not the ledger of its mark (id ${id}, the mark has ${mark.ledgerId}): was it replaced by a new or a foreign ledger?`,
      },
    ];
  }
  if (mark.sequence <= height) return chainObjections(db, mark);
  return [
    {
      code: 'ledger_older',
      text: `ends at entry ${height}, but had ${mark.sequence}: was its log (the file ending in -wal) deleted, or an old copy restored? What was paid since would be paid again`,
    },
  ];
}

/** At the same height, or higher: whether the chain is the one that the mark has seen. */
function chainObjections(db: Connection, { link }: MarkRecord): Objection[] {
  const head = headAt(db, link.number);
  if (head === link.head) return [];
  if (head === undefined) {
    const text = `ends before link ${link.number} of its hash chain, which it had: was its log (the file ending in -wal) deleted, or an old copy restored?`;
    return [{ code: 'ledger_older', text }];
  }
  const text = `is a fork of the ledger of its mark: link ${link.number} of its hash chain is another. A copy of it was used elsewhere, or it was edited (paybatch ledger verify says more)`;
  return [{ code: 'ledger_other', text }];
}

/** A copy that was made while a run was going can't tell whether that run lives: its locks are beside the original. */
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

/** The table of rows alone. */
function tableObjections({ db }: FoundLedger): Objection[] {
  if (!hasLostRows(db)) return [];
  return [
    {
      code: 'ledger_timeline',
      text: 'has lost rows that its entries tell of: its table of rows was emptied, put back as it was before, or altered. What is missing in it would be paid again',
    },
  ];
}
