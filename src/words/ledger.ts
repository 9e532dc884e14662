// Sentences of what the ledger tells.
import { momentText } from '../interface/instant.ts';
import type { LedgerMessages, RowNotes, Seer } from '../ledger/messages.ts';
import type { WordsOf } from '../message.ts';

export const ROW_NOTES: WordsOf<RowNotes> = {
  unreported: () => 'its run ended, or its host fell silent, while the request was in progress',
  row_in_progress: () => 'in progress',
  queued_rows_gone: () =>
    'queued rows were deleted in the database. Find out who did this. To continue, run the same file again',
  run_stopped_first: ({ reason }, say) => `the run stopped first: ${say(reason)}`,
  too_many_in_doubt: ({ rows, most }) =>
    `${rows} row${rows === 1 ? ' is' : 's are'} in doubt (--max-in-doubt ${most})`,
};

const SEERS: Readonly<Record<Seer, string>> = { mark: 'its mark', host: 'this host' };

const NEEDS = { pg: 'a ledger on Postgres needs', 'pg-boss': 'several hosts on one ledger need' };

const SHORTENED =
  'was an old copy restored, or its log (the file ending in -wal) deleted? What was paid since would be paid again';

function movedText({ ledger, source, target, at, state }: LedgerMessages['moved_away']): string {
  const again = `run paybatch ledger copy --from ${source} --to ${target} again: it goes on where it was broken off`;
  const day = momentText(new Date(at));
  switch (state) {
    case 'unfinished':
      return `${ledger} is a copy of the ledger ${source} that is not finished, and nothing may be paid by it yet: ${again}`;
    case 'sealed':
      return `the ledger ${ledger} is sealed, since it is being moved to ${target} (${day}): ${again}`;
    case 'moved':
      return `the ledger ${ledger} was moved to ${target} (${day}), and what was paid since is known there alone: use that one`;
  }
}

export const LEDGER: WordsOf<LedgerMessages> = {
  ledger_cannot: ({ ledger, be, why }, say) => `the ledger ${ledger} can't be ${be}: ${say(why)}`,
  ledger_unwritten: ({ why }, say) => `the ledger could not be written: ${say(why)}`,
  ledger_objected: ({ ledger, objection }, say) => `the ledger ${ledger} ${say(objection)}`,
  no_ledger_at: ({ ledger, isEmptyFile }) =>
    `there is no ledger at ${ledger}${isEmptyFile ? ': the file is empty' : ''}`,
  file_taken: ({ path }) => `there is a file at ${path} already: nothing was changed`,
  other_schema: ({ ledger, version, own }) =>
    `the ledger ${ledger} has schema ${version}, and this paybatch reads and writes schema ${own} alone: use the paybatch that made it`,
  moved_away: movedText,
  package_missing: ({ name, version }) =>
    `${NEEDS[name]} the package ${name}, which is not installed: npm install ${name}@${version}`,
  row_lost: ({ key }) =>
    `the ledger's table of rows has lost what its entries tell of (${key}): it was put back as it was before, or a row of it was deleted. It would be paid again: bring the ledger back whole (paybatch ledger verify says where it was touched)`,
  page_altered: ({ runId }) =>
    `a page of the report of run ${runId} was changed in the ledger: paybatch ledger verify says where`,
  lease_lost: () =>
    'another host took this one for dead, since it had not been heard of for longer than its lease: what it has not sent yet is left to them',

  other_id: ({ id, pinned }) => `has the id ${id}, and the settings ask for ${pinned}: it is another one`,
  other_than_seen: ({ id, seen, by, mark }) =>
    `has the id ${id}, and ${SEERS[by]} knows it as ${seen} (${mark}): was it replaced by a new or a foreign ledger?`,
  ends_at_entry: ({ entry, seen, by }) =>
    `ends at entry ${entry}, and ${SEERS[by]} has seen entry ${seen}: ${SHORTENED}`,
  ends_before_link: ({ link, by }) =>
    `ends before link ${link} of its hash chain, which ${SEERS[by]} has seen: ${SHORTENED}`,
  is_fork: ({ link, by }) =>
    `is a fork of the ledger that ${SEERS[by]} has seen: link ${link} of its hash chain is another. A copy of it was used elsewhere, or it was edited (paybatch ledger verify says more)`,
};
