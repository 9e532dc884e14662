// Messages about copies, exports and verification of a ledger. Their sentences are in words/ledger.ts.
import { type Message, messagesOf } from '../../message.ts';

export interface EvidenceMessages {
  no_backup: { to: string; why: Message };
  backup_name_taken: object;
  not_exported: { ledger: string; why: Message };
  unknown_run: { runId: string };
  unreadable_file: { path: string; why: Message };
  no_archive: { path: string; why: Message };
  /** `size`: in MiB. `times`: it is more than so many times as large as the archive. */
  archive_swells: { size: number; times: number };
  no_export: { path: string };
  neither_ledger_nor_export: { path: string };
  /** Of a manifest. */
  other_format: { format: string };
  /** An archive has more than its members. */
  more_than_members: object;
  /** A text in the file continues after its apparent end. */
  text_with_nul: object;
}

export const evidenceMessage = messagesOf<EvidenceMessages>();
