// Rows that were or may have been paid, as a statement's lines are compared with them. Types alone.

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
