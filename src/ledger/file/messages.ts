// Messages about a ledger in a file, its place and its disk. Their sentences are in words/ledger-file.ts.
import { type Message, messagesOf } from '../../message.ts';

/** What the database says of its file, as far as it is understood. */
export type DatabaseFault = 'full' | 'no_database' | 'disk' | 'held' | 'no_permission' | 'damaged' | 'gone';

export interface FileMessages {
  /** `detail`: the system's or the database's own words; empty where they tell nothing more. */
  database_fault: { is: DatabaseFault; detail: string };
  unsynced: object;
  links_in_circle: object;
  no_ledger_path: { path: string };
  /** Nobody can keep a ledger there. */
  place_unusable: { ledger: string; is: 'system' | 'folder' | 'device' };
  /** In megabytes. */
  too_little_room: { ledger: string; needed: number; left: number };
  ledger_gone: { ledger: string };
  mark_unwritten: { ledger: string; why: Message };
  thread_ended: { why: Message | undefined };
  not_a_ledger: { path: string };
  /** There is a mark, with so many entries, and no ledger. */
  emptied: { ledger: string; isThere: boolean; entries: number; id: string };
  /** There is an unfinished copy, and no ledger. */
  copy_unfinished: { ledger: string; copy: string };

  // Objections, each the end of a sentence about the ledger.
  mark_missing: { entries: number; mark: string };
  copied_in_use: { from: string; runId: string };
  hard_links: { names: number };
  mounted_alone: object;
  network_disk: { type: string };
}

export const fileMessage = messagesOf<FileMessages>();
