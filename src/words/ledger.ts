// Sentences about a ledger: its state, its runs, copies, backups and exports.
import { momentText } from '../interface/instant.ts';
import type { CopyMessages, UnfinishedRun } from '../ledger/copy/messages.ts';
import type { EvidenceMessages } from '../ledger/evidence/messages.ts';
import type { LedgerMessages, RowNotes, Seer } from '../ledger/messages.ts';
import type { WordsOf } from '../message.ts';

export const ROW_NOTES: WordsOf<RowNotes> = {
  unreported: () => 'its run ended, or its host stopped reporting, while the request was in progress',
  row_in_progress: () => 'in progress',
  row_sent_elsewhere: ({ runId }) => `being sent by run ${runId} now: wait until that run has ended`,
  queued_rows_gone: () =>
    'queued rows were deleted in the database. Find out who did this. To continue, run the same file again',
  run_stopped_first: ({ reason }, say) => `the run stopped first: ${say(reason)}`,
  too_many_in_doubt: ({ most }) => `the limit --max-in-doubt ${most} was reached`,
};

const SEERS: Readonly<Record<Seer, string>> = { mark: 'its high-water mark', host: 'this host' };
const PLACES: Readonly<Record<Seer, string>> = {
  mark: 'was used here before',
  host: 'this host used before',
};

const NEEDS = { pg: 'a ledger on Postgres needs', 'pg-boss': 'several hosts on one ledger need' };

/** `end`: of this ledger and of the one before. */
const shortened = (by: Seer, end: string): string =>
  `is older than the ledger that ${PLACES[by]} (${end}). It is probably an old copy, or its log (the file ending in -wal) was deleted. It has no record of the rows that were paid since then`;

function movedText({ ledger, source, target, at, hasArrived }: LedgerMessages['moved_away']): string {
  const day = momentText(new Date(at));
  return hasArrived
    ? `the ledger ${ledger} was moved to ${target} (${day}). Only the ledger there knows the later payments: use that one`
    : `the ledger ${ledger} is sealed, because it is being moved to ${target} (${day}): run paybatch ledger copy --from ${source} --to ${target} again: it continues where it was interrupted`;
}

export const LEDGER: WordsOf<LedgerMessages> = {
  ledger_cannot: ({ ledger, be, why }, say) => `the ledger ${ledger} can't be ${be}: ${say(why)}`,
  ledger_unwritten: ({ why }, say) => `the ledger could not be written: ${say(why)}`,
  ledger_objected: ({ ledger, objection }, say) => `the ledger ${ledger} ${say(objection)}`,
  objection_accepted: ({ code, objection }, say) => `${code}: ${say(objection)}`,
  no_ledger_at: ({ ledger, isEmptyFile }) =>
    `there is no ledger at ${ledger}${isEmptyFile ? ': the file is empty' : ''}`,
  file_taken: ({ path }) => `there is a file at ${path} already: nothing was changed`,
  other_schema: ({ ledger, version, own }) =>
    `the ledger ${ledger} has schema ${version}, but this version of paybatch uses schema ${own}: use the version that made the ledger`,
  moved_away: movedText,
  package_missing: ({ name, version }) =>
    `${NEEDS[name]} the package ${name}, which is not installed: npm install ${name}@${version}`,
  row_lost: ({ key }) =>
    `the ledger's table of rows lacks a row that its entries name (${key}): the table was restored to an earlier state, or the row was deleted. The row would be paid again: restore the complete ledger (paybatch ledger verify shows where it was changed)`,
  page_altered: ({ runId }) =>
    `a page of the report of run ${runId} was changed in the ledger: paybatch ledger verify shows where`,
  lease_lost: () =>
    'this host did not report for longer than its lease, so another host took over its rows: it sends the rows that this host has not sent',

  objections: ({ objections }, say) => objections.map(say).join('. It also '),
  other_id: ({ id, pinned }) => `has the id ${id}, but ${pinned} is required: it is a different ledger`,
  other_than_seen: ({ id, seen, by, mark }) =>
    `has the id ${id}, but ${SEERS[by]} has seen the id ${seen} here (${mark}). The ledger was replaced by a new or a different one`,
  ends_at_entry: ({ entry, seen, by }) =>
    shortened(by, `it ends at entry ${entry}, and that one at entry ${seen}`),
  ends_before_link: ({ link, by }) => shortened(by, `it ends before link ${link} of its hash chain`),
  is_fork: ({ link, by }) =>
    `is a fork of the ledger that ${SEERS[by]} has seen: link ${link} of its hash chain is a different one. A copy of the ledger was used elsewhere, or the ledger was edited (paybatch ledger verify shows more)`,
};

const runText = ({ id, file, pid, host }: UnfinishedRun): string =>
  `run ${id} of ${file} (process ${pid} on ${host})`;

export const LEDGER_COPY: WordsOf<CopyMessages> = {
  runs_open: ({ ledger, open }) =>
    `the ledger ${ledger} can't be moved while a run is open: ${open.map(runText).join('; ')}. Copy it when all runs have ended (a run of several hosts: when paybatch status says so, or after paybatch stop RUN)`,
  copying_there: ({ ledger }) => `a ledger is just being copied to ${ledger}`,
  target_taken: ({ target, id }) =>
    `there is a ledger at ${target} already (id ${id}). Nothing was changed. Choose a place without a ledger: the copy creates the new one`,
  copy_not_whole: ({ target, source, kind, where, found }) =>
    `the copy at ${target} is not intact (${kind} ${where}, ${found} differences), and is not used: verify ${source} with paybatch ledger verify`,
  ledger_was_there: ({ target }) =>
    `there was a ledger at ${target} (its high-water mark is still there), but it is gone. Its payments may be missing in this copy. Find that ledger, or copy to another place`,
};

export const LEDGER_EVIDENCE: WordsOf<EvidenceMessages> = {
  no_backup: ({ to, why }, say) => `no backup was made at ${to}: ${say(why)}`,
  backup_name_taken: () => 'this file already exists, and a backup never overwrites a file',
  not_exported: ({ ledger, why }, say) => `the run can't be exported from ${ledger}: ${say(why)}`,
  unknown_run: ({ runId }) => `the ledger has no run ${runId}`,
  unreadable_file: ({ path, why }, say) => `${path} can't be read: ${say(why)}`,
  no_archive: ({ path, why }, say) => `${path} can't be read as an archive: ${say(why)}`,
  archive_swells: ({ size, times }) => `it would unpack to ${size} MiB, more than ${times} times its size`,
  no_export: ({ path }) => `${path} is an archive, but not an export of a ledger`,
  neither_ledger_nor_export: ({ path }) => `${path} is neither a ledger nor an export of one`,
  other_format: ({ format }) => `its manifest has another format (${format})`,
  more_than_members: () => 'it contains data outside its members',
  text_with_nul: () => 'a text contains a NUL character',
};
