// Messages about a file and its rows before anything is sent. Their sentences are in words/input.ts and
// words/row-issues.ts.
import type { KnownValues } from '../../csv/suggest.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import { type Message, messagesOf } from '../../message.ts';

export interface InputMessages {
  ledger_lost: { why: Message; runId: string };
  /** --accept-ledger. */
  ledger_accepted: { why: Message };
  /** This machine's clock against the service's, in milliseconds. */
  clock_off: { offMs: number };
  clock_off_warning: { offMs: number };
  no_identity_provider: { why: Message };
  credentials_refused: { why: Message };

  /** --accept. */
  accept_malformed: { text: string; checks: readonly string[] };
  stopped_checking: object;
  retry_and_references: { column: string };
  /** No row matches the profile's stopAt. */
  no_end: { stopAt: string };

  // Of a lookup file.
  lookup_contradicts: { key: string; column: string; line: number };
}

export const inputMessage = messagesOf<InputMessages>();

/** How a spreadsheet has changed a text. */
export type SpreadsheetDamage = 'shortened' | 'error' | 'formula' | 'apostrophe';

/**
 * Issues and warnings of a row. `value`: the text of the cell, cut, if it may be printed.
 */
export interface RowIssueMessages {
  // Of any field.
  /** `setting`: the setting that requires it, if one does. */
  missing: { hasColumn: boolean; setting?: string | undefined };
  not_boolean: { value: string };
  /** A warning without `value`. `setting`: of the profile; none for currencies. `near`: the values that are shown. */
  not_among: { value: string | undefined; setting: string | undefined; near: KnownValues };
  /** `what`: the schema's words. `meant`: the country. */
  not_valid: {
    value?: string | undefined;
    what: string;
    hint?: 'marks' | SpreadsheetDamage | undefined;
    meant?: string | undefined;
  };
  /** `most`: of the currency. */
  too_many_digits: { value: string; digits: number; currency: string; most: number };
  amount_unreadable: { value: string; decimal: string; thousands?: string | undefined };
  damaged: { value: string; damage: SpreadsheetDamage };
  /** Warnings. `encoding`: from the import profile. */
  looks_decoded_twice: { encoding?: string | undefined };
  looks_like_control: object;

  // References and repeated rows.
  reference_missing: object;
  /** `character`: in hexadecimal. */
  reference_invisible: { value: string; character: string };
  reference_long: { length: number; most: number };
  /** `isSame`: spelt the same. */
  reference_repeated: { line: number; kind: FileKind; isSame: boolean };
  row_repeated: { line: number; kind: FileKind };
  retry_missing: object;
  retry_value: { value: string };
  retry_repeated: { line: number };

  // The row as a whole.
  row_empty: object;
  header_repeated: object;

  // Customers.
  document_required: { isOfRelease: boolean };
  number_shortened: object;
  explains_empty: { beside: string };

  // Documents. `path`: of a file, not of a data URL.
  document_wrong: { path?: string | undefined; why: Message };
  document_empty: object;
  document_too_large: { bytes: number; most: number };
  /** The system's code. */
  document_system: { code: string };
  document_changed: object;
  data_url_incomplete: object;

  // Cells of workbooks and exports.
  cell_formula: object;
  cell_error: { value: string };
  cell_date: { value: string };
  cell_long_number: { value?: string | undefined; most: number };
  cell_stored_number: { value: string };
  lookup_key_empty: { file: string };
  /** `column`: of the lookup file. `nearly`: a similar key that it has; `zeros`: they differ by leading zeros. */
  lookup_key_unknown: {
    value: string;
    file: string;
    column: string;
    damage?: SpreadsheetDamage | undefined;
    nearly?: { key: string; zeros: boolean };
  };

  // The file as a whole: warnings.
  hidden_rows: object;
  open_end: { kind: FileKind };
  /** `isStrict`: the profile refuses such a file. */
  footer_differs: { rows: string; currency: string; isStrict: boolean };
}

export const rowIssue = messagesOf<RowIssueMessages>();
