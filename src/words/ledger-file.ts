// Sentences about a ledger in a file: its place, its disk and its mark.
import type { DatabaseFault, FileMessages } from '../ledger/file/messages.ts';
import type { WordsOf } from '../message.ts';

const FAULTS: Readonly<Record<DatabaseFault, (detail: string) => string>> = {
  full: () => 'the disk is full',
  no_database: () => 'the file is not a ledger (not an SQLite database), or it is damaged',
  disk: (detail) => `its disk is full, or faulty (${detail}): make room there`,
  held: () => 'another process has locked it',
  no_permission: (detail) => `no permission to write it (${detail})`,
};

const NO_FILE: Readonly<Record<FileMessages['place_unusable']['is'], string>> = {
  system: 'the system keeps no files there',
  folder: 'it is a folder',
  device: 'it is a device, a pipe or a socket',
};

export const LEDGER_FILE: WordsOf<FileMessages> = {
  database_fault: ({ is, detail }) => FAULTS[is](detail),
  unsynced: () => 'it does not sync its commits (PRAGMA synchronous = FULL has no effect)',
  links_in_circle: () => 'its symbolic links lead in a circle',
  no_ledger_path: ({ path }) => `"${path}" can't be a ledger: a ledger is a file that must be kept`,
  place_unusable: ({ ledger, is }) =>
    `the ledger ${ledger} can't be used: ${NO_FILE[is]}, and a ledger is a file`,
  too_little_room: ({ ledger, needed, left }) =>
    `the ledger ${ledger} has too little room: this run needs about ${needed} MB, and its disk has ${left} MB left. Make room there`,
  ledger_gone: ({ ledger }) =>
    `the ledger ${ledger} was removed, moved or replaced while it was in use: its last entries may be lost`,
  mark_unwritten: ({ ledger, why }, say) => `the mark of the ledger ${ledger} can't be written: ${say(why)}`,
  thread_ended: ({ why }, say) =>
    `the ledger can't be written any more: its thread has ended${why === undefined ? '' : `: ${say(why)}`}`,
  not_a_ledger: ({ path }) => `${path} is not a ledger: it is another SQLite database`,
  emptied: ({ ledger, isThere, entries, id }) =>
    `the ledger ${ledger} ${isThere ? 'is empty' : 'is gone'}, but its high-water mark has seen ${entries} entries (id ${id}): was the ledger emptied, or moved away? Without it, paid rows would be paid again`,
  copy_unfinished: ({ ledger, copy }) =>
    `there is no ledger at ${ledger}, only an unfinished copy (${copy}): start the same paybatch ledger copy again. If you want to keep using the source instead, remove the unfinished copy`,

  mark_missing: ({ entries, mark }) =>
    `has ${entries} entries, but its high-water mark (${mark}) is missing or can't be read: was the ledger restored from a backup, or moved without that file? After a restore, rows that were paid since the backup would be paid again`,
  copied_in_use: ({ from, runId }) =>
    `is a copy of ${from} from the middle of run ${runId}: it lacks the later payments of that run`,
  hard_links: ({ names }) =>
    `has ${names} names (hard links). A run that opens it under another name has a separate log and separate locks: remove the other names`,
  mounted_alone: () =>
    'is mounted as a single file: its log and its locks would stay in this container. Mount its folder instead',
  network_disk: ({ type }) =>
    `is on a network file system (${type}), whose locks can't be trusted: two hosts could pay the same row. Put it on a local disk`,
};
