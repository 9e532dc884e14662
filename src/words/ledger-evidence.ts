// Sentences of backups, exports and their verification.
import type { EvidenceMessages } from '../ledger/evidence/messages.ts';
import type { WordsOf } from '../message.ts';

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
