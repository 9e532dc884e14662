// Messages about how a row ended, and what the ledger knows of it. Their sentences are in words/rows.ts.
import { shortened } from '../../files/plain.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import type { RowRecord, RunKind } from '../../ledger/ledger.ts';
import { type Message, messagesOf, type Say } from '../../message.ts';
import type { Issue } from '../input/row.ts';

/** Run and line under which a row can be found. */
export interface DoubtPlace {
  readonly runId: string;
  readonly line: number;
}

/** A row that the ledger knows. `amount`: empty if it has none. */
export interface KnownRow extends DoubtPlace {
  readonly kind: RunKind;
  readonly amount: string;
  readonly currency: string;
}

/** A payment that a row may repeat. `at`: the time of its last change, in ISO 8601. */
export interface PossibleOriginal extends KnownRow {
  readonly state: RowRecord['state'];
  readonly at: string;
}

/** `since`: found when the intent was to be written. */
export type Likeness = 'same_content' | 'in_doubt' | 'recent' | 'since';

export interface RowMessages {
  /** Everything that is wrong with a row. `more`: issues that are not listed. */
  invalid: { line: number; issues: readonly Issue[]; more: number };
  /** The reason why a row is in doubt, and what to do about it. `createdId`: empty if it isn't known. */
  doubt_advice: DoubtPlace & { why: Message | undefined; kind: RunKind; createdId: string };
  /** An earlier run put the row in doubt, with the same content. */
  perhaps_sent: DoubtPlace;
  /** The same with other content. */
  perhaps_sent_otherwise: KnownRow;
  /** `isCorrected`: with other content, by a corrected file. */
  already_paid: KnownRow & { isCorrected: boolean };
  /** The row has other content than the paid row with its reference (or its place in a retry file), or a mistake. */
  paid_with_other_content: KnownRow & { isRetry: boolean };
  reference_like: DoubtPlace & { kind: RunKind; reference: string; isPaid: boolean };
  used_by_run: { runId: string };
  /** The host that was sending the row contradicts a resolution as not created. */
  contradicted: DoubtPlace & { createdId: string };
  /** `isCall`: of a single call, not of a row of a file. */
  possible_duplicate: PossibleOriginal & { why: Likeness; isCall: boolean };
  /** Only results files know the payment (--accept-ledger). */
  possible_duplicate_elsewhere: { place: string };
  /** A warning: the row is sent. */
  same_as_recent: PossibleOriginal;
}

export const rowMessage = messagesOf<RowMessages>();

/** A row with issues, each with its line and column. */
export const isInvalid = (
  message: Message,
): message is Message & { readonly params: RowMessages['invalid'] } => message.code === 'invalid';

export const knownRow = (kind: RunKind, { runId, line, amount, currency }: RowRecord): KnownRow => ({
  ...{ kind, runId, line, amount, currency },
});

export const possibleOriginal = (kind: RunKind, row: RowRecord): PossibleOriginal => ({
  ...knownRow(kind, row),
  ...{ state: row.state, at: row.updatedAt.toISOString() },
});

interface ReasonedRow {
  readonly message: Message | undefined;
  readonly createdId: string;
  readonly doubt: DoubtPlace | undefined;
}

/** The reason for a row's status; of a row in doubt with advice. */
export function messageOf(kind: RunKind, row: ReasonedRow): Message | undefined {
  const { message, createdId, doubt } = row;
  return doubt ? rowMessage('doubt_advice', { ...doubt, why: message, kind, createdId }) : message;
}

const MESSAGE_CHARS = 2_000;

/** The same as a cell of results; empty for none. */
export function errorMessage(kind: RunKind, row: ReasonedRow, say: Say): string {
  const message = messageOf(kind, row);
  return message === undefined ? '' : shortened(say(message), MESSAGE_CHARS);
}

/** Messages about results files and retry files. Their sentences are in words/results.ts. */
export interface ResultsFileMessages {
  results_overwrite: { path: string; what: 'ledger' | 'input' | 'foreign' };
  /** `path`: absent while the run goes on, which has printed it. */
  file_unwritable: { path?: string; file: 'results' | 'retry'; why: Message };
  not_a_file: object;
  /** `said`: the system's error. */
  system_refuses: { code: string | undefined; said: string };
  /** Earlier results that name payments which the ledger doesn't know. `kept`: their new name. */
  results_kept: { path: string; kept: string };
  results_cut_off: object;
  no_results: object;

  // The results don't add up to the file.
  rows_differ: { file: number; results: number };
  totals_differ: { currency: string; file: string; results: string };

  // The text with the reasons of the rows of a retry file. Names are without folders. `advice`: `again` or `funds`
  // if no row needs a correction; otherwise what ties a corrected row to its original.
  reasons_head: {
    kind: FileKind;
    rows: number;
    runId: string;
    input: string;
    retry: string;
    advice: 'again' | 'funds' | 'held' | 'reference' | 'tie';
  };
  /** A row: its cells of the results. `sum`: amount and currency. */
  reasons_row: Readonly<
    Record<'line' | 'reference' | 'sum' | 'status' | 'httpStatus' | 'errorMessage', string>
  >;
}

export const fileMessage = messagesOf<ResultsFileMessages>();

export function whyNot(error: unknown): Message {
  const { code, message } = error as NodeJS.ErrnoException; // Node's errors; anything else has a message at least
  return fileMessage('system_refuses', { code, said: message });
}
