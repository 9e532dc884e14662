// Verifies a ledger's file or a copy of it: the chain, everything that the chain covers, and its end against marks and
// heads in other files. It writes nothing, and takes no lock that a run would wait for.
import { existsSync } from 'node:fs';

import Database from 'libsql';

import { type Connection, fileComplaint, immutable, rollback } from '../file/connection.ts';
import { tipOf } from '../file/driver.ts';
import { refuseOtherVersions } from '../file/schema.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Tip } from '../records.ts';
import { compareMark } from '../store/host-mark.ts';
import { type MarkRecord, readMark } from '../store/mark.ts';
import { asNumber, asText } from '../store/question.ts';
import {
  type Acceptance,
  compareHeads,
  Findings,
  type Heads,
  type LedgerFinding,
  type SeenHead,
} from './finding.ts';
import { checkFolds } from './folds.ts';
import { byKey, headOfLink, type StoredRow, storedRows } from './links.ts';
import { evidenceMessage } from './messages.ts';
import { checkStructure } from './structure.ts';
import { ChainWalk } from './walk.ts';

export interface Verified {
  readonly ledgerId: string;
  readonly tip: Tip;
  /** When the last link was written; `null` for none. */
  readonly lastAt: Date | null;
  /** Whether a mark next to it was compared. */
  readonly marked: boolean;
  /** The first hundred. */
  readonly findings: readonly LedgerFinding[];
  readonly found: number;
  /** The heads that do not contradict it. */
  readonly heads: Heads;
  /** `null` for an export, which doesn't have them. */
  readonly acceptances: readonly Acceptance[] | null;
}

interface ToVerify {
  readonly path: string;
  /** Whether it is the ledger itself, not a copy of it. */
  readonly inUse: boolean;
  /** For a ledger on Postgres: this host's mark; `null` for none. A file in use must have a mark next to it. */
  readonly mark?: MarkRecord | null;
  readonly seen: readonly SeenHead[];
}

/** Errors: {@link LedgerError} for a file that is not a ledger, or can't be read. */
export function verifyLedger(job: ToVerify): Verified {
  return reading(job.path, (db, mark) => verifyOpened(db, job, mark));
}

/** The end of a ledger's chain. Errors: as above. */
export function readEnd(path: string): Omit<SeenHead, 'place'> {
  return reading(path, (db) => ({ ledgerId: nameOf(db, new Findings()), ...tipOf(db) }));
}

/** Reads the file as it is at one moment. */
function reading<T>(path: string, look: (db: Connection, mark: MarkRecord | null) => T): T {
  for (;;) {
    // A run writes the mark after its commit, so the mark is read first.
    const mark = readMark(path);
    const isStill = isAtRest(path);
    const db = openToRead(path, isStill);
    try {
      db.exec('BEGIN');
      refuseOtherVersions(db, path);
      const looked = look(db, mark);
      if (!isStill || isAtRest(path)) return looked;
      // A process began to write, so what was read may be of two moments.
    } catch (error) {
      if (error instanceof LedgerError) throw error;
      throw unreadable(path, error);
    } finally {
      end(db);
    }
  }
}

/** A connection that is closed inside a transaction would keep it. */
function end(db: Connection): void {
  rollback(db);
  db.close();
}

/** Verifies what `db` contains, inside a transaction. */
export function verifyOpened(
  db: Connection,
  { inUse, seen, mark: ofHost }: Omit<ToVerify, 'path'>,
  markOfFile: MarkRecord | null,
): Verified {
  const mark = ofHost ?? markOfFile;
  const findings = new Findings();
  const ledgerId = nameOf(db, findings);
  checkStructure(db, findings);
  const walk = new ChainWalk(db, findings, new Set(seen.map(({ head }) => head)));
  const tip = walk.all();
  checkFolds(db, findings);
  // A ledger in use has a mark. A backup has none.
  const isLive = inUse || mark !== null;
  const chain = { ledgerId, own: walk.met, first: 0, last: tip.sequence, isLive };
  const heads = compareHeads(seen, { ...chain, timeOf: (entry) => timeOf(db, 'entries', entry) }, findings);
  if (mark) checkMark(db, mark, ledgerId, tip, findings);
  else if (inUse && ofHost === undefined && hasBeenUsed(db))
    findings.add({ kind: 'unmarked', where: 'mark', entry: tip.sequence });
  return {
    ledgerId,
    tip,
    lastAt: timeOf(db, 'links', tip.link),
    marked: mark !== null,
    findings: findings.list,
    found: findings.count,
    heads,
    acceptances: acceptancesIn(db),
  };
}

/** The chain begins with the ledger's id and the time when it was made, so altered values fit no link. */
function nameOf(db: Connection, findings: Findings): string {
  const [row, ...more] = db.prepare('SELECT ledger_id, created_at FROM meta').all() as StoredRow[]; // the columns above
  const isOurs = typeof row?.['ledger_id'] === 'string' && typeof row['created_at'] === 'number';
  const id = isOurs ? asText(row['ledger_id']) : '';
  if (!/^[\x21-\x7e]+$/.test(id) || more.length > 0) findings.add({ kind: 'changed', where: 'meta' });
  return id;
}

/** Oldest first. The walk finds edited ones. Here they only have to be readable. */
function acceptancesIn(db: Connection): Acceptance[] {
  return [...storedRows(db, 'acceptances')].map((row) => {
    const at = new Date(typeof row['at'] === 'number' ? row['at'] : Number.NaN);
    const when = Number.isNaN(at.getTime()) ? null : at;
    return { at: when, reason: asText(row['reason']), sequence: asNumber(row['sequence']) };
  });
}

function checkMark(db: Connection, mark: MarkRecord, id: string, tip: Tip, findings: Findings): void {
  const { number } = mark.link;
  const kind = compareMark(mark, { id, tip, head: headOfLink(db, number) });
  if (kind === undefined) return;
  const end = { where: 'mark', entry: tip.sequence, link: tip.link, at: timeOf(db, 'links', tip.link) };
  if (kind === 'forked')
    Object.assign(end, { entry: mark.sequence, link: number, at: timeOf(db, 'links', number) });
  const detail = { other: mark.ledgerId, shorter: `${mark.sequence}`, forked: '' }[kind];
  findings.add({ kind, ...end, detail });
}

/** Each run begins by making a mark. */
function hasBeenUsed(db: Connection): boolean {
  return db.prepare('SELECT 1 FROM runs LIMIT 1').get() !== undefined;
}

/** When a link or an entry was written. */
function timeOf(db: Connection, table: 'links' | 'entries', number: number): Date | null {
  const row = byKey(db, table)(number);
  return row ? new Date(asNumber(row['at'])) : null;
}

/** No process has it open. Otherwise there would be a log or a journal. */
const isAtRest = (path: string): boolean => !existsSync(`${path}-wal`) && !existsSync(`${path}-journal`);

/** A file at rest is read as immutable: otherwise SQLite would make a log and an index even for a reader. */
function openToRead(path: string, isStill: boolean): Connection {
  try {
    const db = new Database(immutable(path, isStill ? 'immutable=1' : 'mode=ro'));
    db.exec('PRAGMA query_only = 1');
    return db;
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown): LedgerError =>
  new LedgerError(
    evidenceMessage('unreadable_file', { path, why: fileComplaint(error) }),
    error,
    'ledger_format',
  );
