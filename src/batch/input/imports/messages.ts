// Messages about import profiles and their drafts. The sentences are in words/imports.ts.
import { messagesOf } from '../../../message.ts';

export interface ImportMessages {
  profile_not_object: object;
  /** `key`: none in a list. `expected`: the schema's words. */
  profile_value: { key: string | undefined; expected: string };
  profile_key_unknown: { key: string; meant: string | undefined; known: readonly string[] };
  profile_names_equal: { name: string; twin: string };
  profile_encoding: { label: string };
  /** `detail`: of the engine. */
  profile_expression: { detail: string };
  profile_marks_equal: object;

  // Of a draft: what a person must fill in, or should check.
  draft_fill_marks: object;
  draft_field: { field: string; isAmount: boolean };
  draft_lookup: { key: string };
  draft_encoding: { encoding: string };
  draft_marks_unclear: object;
  draft_footer: { text: string };
  draft_no_reference: object;
  draft_lookup_columns: { key: string };
}

export const importMessage = messagesOf<ImportMessages>();
