// Why a migration asks, refuses an answer, or leaves a record out. The sentences are in words/migrate.ts.
import type { FileKind } from '../interface/file-kind.ts';
import { type Message, messagesOf } from '../message.ts';

export interface MigrateMessages {
  // A value that a check refuses.
  value: { text: string; issue: Message };
  not_payable: object;
  fraction_too_long: { digits: number; currency: string; most: number };
  file_not_there: { path: string };
  not_listed: { values: readonly string[] };
  cannot_be_left_out: object;

  // What a person has to answer.
  ask_required: { isAmount: boolean };
  /** `refused`: the value in the file, or the answer. */
  ask_instead: { refused: Message; ask: Message };
  ask_new_amount: object;
  ask_which_amount: { amount: string; receiver: string };
  /** `isKnown`: the sum is in a range of the profile. */
  ask_range: { way: 'incoming' | 'outgoing'; sum: string; isKnown: boolean };
  ask_statements: object;
  ask_document: object;
  ask_upload: { path: string };
  ask_new_field: { setting: string | undefined; values: readonly string[]; isClosed: boolean };
  /** `isValue`: the value of `from` is also a value of `into`. */
  ask_kept: { from: string; into: string; isValue: boolean };
  ask_unclear: object;

  // A record or a file that can't be read.
  record_not_object: object;
  /** `detail`: the parser's, with text of the file. */
  record_not_json: { detail: string | undefined };
  records_inside: { path: string };
  /** `kind`: the one that was asked for. */
  nothing_to_migrate: { kind: FileKind | undefined };
  not_a_todo_file: object;
  // The output.
  is_link: object;
  other_document: object;
}

export const migrateMessage = messagesOf<MigrateMessages>();
