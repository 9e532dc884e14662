// A sending as a statement is compared with it: what its bytes say, and where it stands for a person.
import { memoTag } from '../../../batch/plan/memo-tag.ts';
import type { DoubtfulRow } from '../../../batch/reconcile/match.ts';
import type { Span } from '../../../batch/reconcile/when.ts';
import { oneSpelling } from '../../../interface/created-id.ts';
import type { SentRow } from '../../../ledger/ledger.ts';
import { payeeOf } from '../../render/doubt.ts';

export interface LedgerRow extends DoubtfulRow {
  /** Where it stands, for a person. */
  readonly place: string;
  /** Who called it not created, of a sending of which somebody did; `null` where the ledger has no name. */
  readonly calledBy?: string | null;
  /** What it is paid from, as its bytes say. */
  readonly source: string;
  /** Its sending; where several said the same, all of them in their order. */
  readonly sendings?: readonly SentAt[];
  /** The run and line that made it: whoever says something of it names them. */
  readonly sentBy?: { readonly runId: string; readonly line: number };
}

export interface SentAt extends Span {
  /** Its intent's number. */
  readonly sending: number;
  readonly runId: string;
}

export const placeOf = (line: number, runId: string): string => `line ${line} of run ${runId}`;

export function whatItSays(
  {
    key,
    createdId,
    reference,
    amount,
    currency,
  }: Pick<SentRow, 'key' | 'createdId' | 'reference' | 'amount' | 'currency'>,
  body: string,
): Omit<LedgerRow, 'fromMs' | 'toMs' | 'place'> {
  return {
    key,
    createdId: createdId === null ? null : oneSpelling(createdId),
    reference: reference ?? '',
    amount,
    currency,
    ...told(key, body),
  };
}

/** What the bytes that were sent say, whatever the profile says today. */
function told(key: string, body: string): Pick<LedgerRow, 'payee' | 'customer' | 'memo' | 'tag' | 'source'> {
  const { account, customer, memo, source } = payeeOf(body);
  const tag = memoTag(key);
  return { payee: account, customer, memo, source, tag: memo.endsWith(tag) ? tag : '' };
}
