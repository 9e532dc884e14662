// Sentences of what the ledger tells.
import type { RowNotes } from '../ledger/messages.ts';
import type { WordsOf } from '../message.ts';

export const ROW_NOTES: WordsOf<RowNotes> = {
  unreported: () => 'its run ended, or its host fell silent, while the request was in progress',
  in_progress: () => 'in progress',
  queued_rows_gone: () =>
    'queued rows are gone: they were deleted in the database. Find out by whom. Running the same file again continues',
  run_stopped_first: ({ reason }, say) => `the run stopped first: ${say(reason)}`,
  too_many_in_doubt: ({ rows, most }) =>
    `${rows} row${rows === 1 ? ' is' : 's are'} in doubt (--max-in-doubt ${most})`,
};
