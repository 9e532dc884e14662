// The developer's balance before and after a run that left rows in doubt: kept with the run, for people. Types alone.

export interface MovedBy {
  readonly rows: number;
  /** Debits and fees of their quotes; `null` where one doesn't tell. */
  readonly cost: string | null;
  /** The fees among it, which a service may have in its debits already; ledgers of earlier versions have none. */
  readonly fees?: string;
}

export interface BalanceMove {
  readonly currency: string;
  readonly before: string;
  readonly after: string;
  /** Rows of the run that the developer funds. */
  readonly created: MovedBy;
  readonly inDoubt: MovedBy;
  /** Lines of the first of those in doubt; ledgers of earlier versions have none. */
  readonly lines?: readonly number[];
}
