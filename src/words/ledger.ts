// Sentences of what the ledger tells.
import { momentText } from '../interface/instant.ts';
import type { LedgerMessages, RowNotes, Seer } from '../ledger/messages.ts';
import type { WordsOf } from '../message.ts';

export const ROW_NOTES: WordsOf<RowNotes> = {
  unreported: () => 'its run ended, or its host stopped reporting, while the request was in progress',
  row_in_progress: () => 'in progress',
  queued_rows_gone: () =>
    'queued rows were deleted in the database. Find out who did this. To continue, run the same file again',
  run_stopped_first: ({ reason }, say) => `the run stopped first: ${say(reason)}`,
  too_many_in_doubt: ({ rows, most }) =>
    `${rows} row${rows === 1 ? ' is' : 's are'} in doubt (--max-in-doubt ${most})`,
};

const SEERS: Readonly<Record<Seer, string>> = { mark: 'its high-water mark', host: 'this host' };

const NEEDS = { pg: 'a ledger on Postgres needs', 'pg-boss': 'several hosts on one ledger need' };

const SHORTENED =
  'was an old copy restored, or its log (the file ending in -wal) deleted? Rows that were paid since then would be paid again';

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

  objections: ({ objections }, say) =>
    objections
      .map((one, at) => `${at === 0 ? '' : 'It also '}${say(one)}`)
      .join('. ')
      .replaceAll('?. It', '? It'),
  other_id: ({ id, pinned }) =>
    `has the id ${id}, but the settings require ${pinned}: it is a different ledger`,
  other_than_seen: ({ id, seen, by, mark }) =>
    `has the id ${id}, but ${SEERS[by]} has seen the id ${seen} here (${mark}): was the ledger replaced by a new or a different one?`,
  ends_at_entry: ({ entry, seen, by }) =>
    `ends at entry ${entry}, but ${SEERS[by]} has seen entry ${seen}: ${SHORTENED}`,
  ends_before_link: ({ link, by }) =>
    `ends before link ${link} of its hash chain, which ${SEERS[by]} has seen: ${SHORTENED}`,
  is_fork: ({ link, by }) =>
    `is a fork of the ledger that ${SEERS[by]} has seen: link ${link} of its hash chain is a different one. A copy of the ledger was used elsewhere, or the ledger was edited (paybatch ledger verify shows more)`,
};
