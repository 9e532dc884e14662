// Messages about the columns of a statement. Their sentences are in words/reconcile.ts.
import { messagesOf } from '../../message.ts';

export interface ReconcileMessages {
  // What --map says. `from`: their header; `near`: the header that was meant.
  no_statement_column: { from: string; near: string | undefined };
  /** `fields`: those that there are. */
  no_statement_field: { to: string; fields: readonly string[] };
  field_mapped_twice: { field: string };

  column_twice: { name: string };
  /** Two columns say what decides whether a line is a payment. */
  columns_of_field: { field: string; names: readonly [string, string] };
  /** `header`: what is shown of it; `isMore`: it has more names. */
  no_owner_column: { header: readonly string[]; isMore: boolean };
}

export const reconcileMessage = messagesOf<ReconcileMessages>();
