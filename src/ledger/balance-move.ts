// The developer's balance before and after a run that left rows in doubt: kept with the run, for people. Types alone.

export interface BalanceMove {
  readonly currency: string;
  readonly before: string;
  readonly after: string;
  /** Rows of the run that the developer funds, and what their quotes would debit; `null` where a quote doesn't tell. */
  readonly created: { readonly rows: number; readonly cost: string | null };
  readonly inDoubt: { readonly rows: number; readonly cost: string | null };
  /** Lines of the first of those in doubt; ledgers of earlier versions have none. */
  readonly lines?: readonly number[];
}
