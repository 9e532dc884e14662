// A row as a statement is compared with it: what its bytes say, and when it may have been executed.
export interface DoubtfulRow {
  readonly key: string;
  /** The key again, of a row in doubt here and of each of its sendings; another environment may have the same key. */
  readonly sendingOf?: string;
  /** A sending that a person called not created. */
  readonly isCalled?: boolean;
  /** Of another environment, which pays at another service, or from another account of it. */
  readonly isElsewhere?: boolean;
  /** Ids that the service is known to have named for it, if any. */
  readonly createdId: string | null;
  /** The tag that its memo ends in; empty for none. */
  readonly tag: string;
  /** The memo as it was sent; empty for none. */
  readonly memo: string;
  readonly reference: string;
  /** Who is paid: an external account, and the customer that it belongs to. */
  readonly payee: string;
  readonly customer: string;
  readonly amount: string;
  readonly currency: string;
  /** When it may have been executed, from and to. */
  readonly fromMs: number;
  readonly toMs: number;
  /** A clock was set back around it: those times are wide, and prove nothing. */
  readonly isByBadClock?: boolean;
  /** What was paid beside it stands in the statement at its time: so would it, or little later. */
  readonly isByGoodClock?: boolean;
}
