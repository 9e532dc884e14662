// Messages about a ledger in a file, its place and its disk. Their sentences are in words/ledger-file.ts.
import { type Message, messagesOf } from '../../message.ts';

/** Known errors of the database. */
export type DatabaseFault = 'full' | 'no_database' | 'disk' | 'held' | 'no_permission';

export interface FileMessages {
  /** `detail`: words of the system or the database; empty where they add nothing. */
  database_fault: { is: DatabaseFault; detail: string };
  unsynced: object;
  links_in_circle: object;
  no_ledger_path: { path: string };
  place_unusable: { ledger: string; is: 'system' | 'folder' | 'device' };
  /** In megabytes. */
  too_little_room: { ledger: string; needed: number; left: number };
  ledger_gone: { ledger: string };
  mark_unwritten: { ledger: string; why: Message };
  thread_ended: { why: Message | undefined };
  not_a_ledger: { path: string };
  /** There is a mark that has seen so many entries, but no ledger. */
  emptied: { ledger: string; isThere: boolean; entries: number; id: string };
  /** There is an unfinished copy, but no ledger. */
  copy_unfinished: { ledger: string; copy: string };

  // Objections, each the end of a sentence about the ledger.
  mark_missing: { entries: number; mark: string };
  copied_in_use: { from: string; runId: string };
  hard_links: { names: number };
  mounted_alone: object;
  network_disk: { type: string };
}

export const fileMessage = messagesOf<FileMessages>();
