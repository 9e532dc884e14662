// Who may have made a payment: what a statement's lines, or a file's rows, are compared with. Types alone.
import type { RowRecord, RunKind } from './records.ts';

/** A row of another environment. */
export interface ForeignRow extends RowRecord {
  readonly environment: string;
}

/** A row, and the last bytes that were sent for it, as text; empty where they aren't known. */
export interface RowBody {
  readonly row: RowRecord;
  readonly body: string;
  /** Nothing was sent for it so far. */
  readonly isQueued?: boolean;
}

/** A row of this ledger, of whatever environment, that was or may have been paid: by whom a payment may have been made. */
export interface SentRow {
  /** Whether it is of the environment that the ledger was opened for. */
  readonly here: boolean;
  readonly key: string;
  readonly reference: string | null;
  readonly runId: string;
  readonly line: number;
  readonly amount: string;
  readonly currency: string;
  readonly createdId: string | null;
  /** The last bytes that were sent, as text. */
  readonly body: string;
  /** Of its first request; and when anything was last known of it. */
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** What is asked for of what was made, with its bodies. */
export interface BodiesAsked {
  readonly kind: RunKind;
  /** Of what is known to be made: since when; `null`: none of it. What may have been made is told whenever that was. */
  readonly since: Date | null;
  /** Likewise of what has a reference. */
  readonly referencedSince: Date | null;
  /** By value, perhaps some more; an empty one: of none; `null`: of whatever amount. */
  readonly amounts: readonly string[] | null;
  /** Only what was in doubt before, by an entry after this one (0: whenever), and is known to be made, or not to be, or is anything by now. */
  readonly doubted?: { readonly after: number; readonly is: 'made' | 'free' | 'any' };
  /** Only what the ledger has heard of after this entry. */
  readonly heardAfter?: number;
}

/** After all that was ever made, in milliseconds since 1970. */
const NEVER = 8.64e15;
export const sinceMs = (since: Date | null): number => since?.getTime() ?? NEVER;

/** So many at a time. */
export const BODIES_PAGE = 500;
