// Messages about a ledger on Postgres: its address, its server and this host. Their sentences are in
// words/ledger-postgres.ts.
import { type Message, messagesOf } from '../../message.ts';

/** What is wrong with an address. */
export type AddressFault =
  | { readonly is: 'unreadable' | 'no_host' | 'bad_percent' }
  | { readonly is: 'schema'; readonly schema: string }
  | { readonly is: 'parameter' | 'ssl_mode'; readonly value: string; readonly known: readonly string[] };

/** Why no password was found in the pass file. */
export type PassFault =
  | { readonly is: 'no_line'; readonly file: string; readonly wanted: string }
  | { readonly is: 'unprotected'; readonly file: string }
  | { readonly is: 'none_set' }
  | { readonly is: 'unreadable'; readonly file: string; readonly why: Message };

/** Why a server may lose what it has confirmed, or can't have a ledger. */
export type ServerFault =
  | { readonly is: 'standby' }
  | { readonly is: 'setting'; readonly name: 'fsync' | 'full_page_writes'; readonly value: string }
  | { readonly is: 'commit' | 'encoding'; readonly value: string }
  | { readonly is: 'no_synchronous_standby'; readonly standbys: number };

export interface PostgresMessages {
  address_unusable: { fault: AddressFault };
  certificate_unreadable: { path: string; why: Message };
  password_missing: { ledger: string; fault: PassFault };
  /** `why`: the system's code or words. */
  state_folder_unwritable: { folder: string; why: string };
  node_too_old: { needed: string; node: string };
  no_whole_ledger: { ledger: string };
  /** It was replaced while it was in use. */
  replaced: { how: 'rewritten' | 'shorter' | 'forked' | 'older_lease'; link: number };

  // Why a server can't be reached or used.
  server_fault: { fault: ServerFault };
  server_disk_full: object;
  role_refused: { detail: string };
  /** `seconds`: 0 if not counted. */
  no_answer: { seconds: number };

  // Objections, each the end of a sentence about the ledger.
  other_by_now: { id: string; before: string };
  other_database: object;
  other_timeline: { timeline: number; before: number };
  rows_rewritten: object;
  /** The chain, or the entries, name rows that these tables lack. */
  move_put_back: object;
  rows_put_back: object;
}

export const postgresMessage = messagesOf<PostgresMessages>();
