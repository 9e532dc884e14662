// Messages about a file of any kind; they follow its name. The sentences are in words/files.ts.
import { messagesOf } from '../message.ts';

/** A format that is not a table of text, and what to do about it. */
export interface ForeignFormat {
  readonly format: string;
  readonly remedy: 'save' | 'name' | 'unlock';
}

/** Why a file with a foreign name is not used. */
export type NotInside = 'no_folder' | 'outside' | 'swapped' | 'folder' | 'irregular';

export interface BytesMessages {
  not_inside: { why: NotInside };
  /** `code`: of the system. */
  system_cannot_read: { code: string | undefined; said: string };
  not_regular: { is: 'folder' | 'other' };
  /** `most`: bytes. */
  too_large: { most: number };
  changed_while_read: object;
  foreign_format: ForeignFormat;
  encodings_differ: { marked: string; named: string };
  not_encoded: { encoding: string };
  holds_nul: object;
  /** `flaw`: as jsonc-parser calls it, `empty` or `too_deep`. */
  json_flaw: { flaw: string };
  json_name_twice: { name: string };
}

export const bytesMessage = messagesOf<BytesMessages>();
