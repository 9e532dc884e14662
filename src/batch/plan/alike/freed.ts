// Rows that were in doubt until a person said that they weren't paid. What was held beside such a doubt is free from then on as
// well, and so is the row itself: whichever is paid first is what the other may be.
import type { Ledger, RowRecord } from '../../../ledger/ledger.ts';
import { type LikeDoubt, NearDoubts, type Payment } from './near-doubts.ts';

/** A row that is to be sent, and what the ledger knows of it. */
export interface MaybeFreed {
  readonly row: Payment;
  readonly known: RowRecord | undefined;
}

const UNPAID: ReadonlySet<string> = new Set(['planned', 'rejected', 'failed']);
const FREEING: ReadonlySet<string> = new Set(['resolved_not_created', 'corrected_not_created']);

/** Of each of these rows, what was paid since the person's word, by the ledger's own order, and may be it. Errors: LedgerError. */
export async function paidSinceFreed<T extends MaybeFreed>(
  ledger: Pick<Ledger, 'bodiesSince' | 'run' | 'entriesOf'>,
  rows: readonly T[],
): Promise<ReadonlyMap<T, readonly LikeDoubt[]>> {
  const found = new Map<T, readonly LikeDoubt[]>();
  // Whatever has become of it since: a request that was refused leaves it as free as the word did.
  const free = rows.filter(({ known }) => known !== undefined && UNPAID.has(known.state));
  if (free.length === 0) return found;
  const entries = await ledger.entriesOf(free.flatMap(({ known }) => known?.key ?? []));
  const wordOn = ({ known }: T): number =>
    entries.get(known?.key ?? '')?.findLast(({ type }) => FREEING.has(type))?.number ?? 0;
  const freed = free.filter((one) => wordOn(one) > 0);
  if (freed.length === 0) return found;
  const paid = await NearDoubts.paid(ledger, [...new Set(freed.map(({ row }) => row.amount))]);
  const last = async (key: string): Promise<number> =>
    (await ledger.entriesOf([key])).get(key)?.at(-1)?.number ?? 0;
  for (const one of freed) {
    const { key = '' } = one.known ?? {};
    const like: LikeDoubt[] = [];
    for (const each of paid.like(one.row))
      if (each.other.key !== key && (await last(each.other.key)) > wordOn(one)) like.push(each);
    if (like.length > 0) found.set(one, like);
  }
  return found;
}
