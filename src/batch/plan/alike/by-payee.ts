// Payments by who gets how much, whatever else is said of them. A payment of as much to the same account may be the same one, unless
// its reference and its memo bear the next number. Pure, once filled.
import { canonicalDecimal } from '../../../interface/decimal.ts';
import { payoutFields } from '../../../interface/fingerprint.ts';
import { isInSameWords, isNext } from '../../../interface/next-number.ts';
import { plainText } from '../../../interface/plain-text.ts';
import { isPlainlyAnother } from '../../../interface/same-text.ts';
import type { BodiesAsked, Ledger, RowBody, RowRecord } from '../../../ledger/ledger.ts';
import { readBody } from './nearly-alike.ts';

/** A payout that is to be sent. */
export interface Payment {
  readonly body: unknown;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string;
}

export interface LikeDoubt {
  readonly other: RowRecord;
  /** References and memos are of one form each, and bear other numbers: said, not held. */
  readonly isNext: boolean;
  /** The key of a row that was in doubt, which both may be. */
  readonly beside?: string;
}

export interface Known {
  readonly row: RowRecord;
  readonly payment: Payment;
}

export class ByPayee {
  /** By payee and amount, then by key: the last that was said of each counts. */
  readonly #known = new Map<string, Map<string, Known>>();

  get size(): number {
    return this.#known.size;
  }

  /** Nothing of a row whose body can't be read. */
  add(row: RowRecord, bodyText: string): void {
    const body = readBody(bodyText);
    if (body === undefined) return;
    const payment = { body, amount: row.amount, currency: row.currency, reference: row.reference ?? '' };
    const payee = payeeOf(payment);
    const known = this.#known.get(payee);
    if (known) known.set(row.key, { row, payment });
    else this.#known.set(payee, new Map([[row.key, { row, payment }]]));
  }

  /** Those that get as much. */
  of(payment: Payment): readonly Known[] {
    return this.size === 0 ? [] : [...(this.#known.get(payeeOf(payment))?.values() ?? [])];
  }

  /** Those that this may be once more. */
  like(payment: Payment): LikeDoubt[] {
    return this.of(payment).flatMap(({ row, payment: theirs }) => {
      const next = isNextOf(payment, theirs);
      // Of what was paid, the next number is nothing to be told.
      return next && row.state === 'created' ? [] : [{ other: row, isNext: next }];
    });
  }
}

/** Its reference and memo are of the same form, and bear another number. */
export function isNextOf(one: Payment, other: Payment): boolean {
  const { memo = '' } = payoutFields(one.body);
  const { memo: theirs = '' } = payoutFields(other.body);
  const isReferenced = one.reference !== '' && other.reference !== '';
  if (!isReferenced || !isInSameWords(one.reference, other.reference)) return false;
  return isPlainlyAnother(one.reference, other.reference) && isNext(memo, theirs);
}

/** All that the ledger has of it. Errors: LedgerError. */
export async function* bodies(
  ledger: Pick<Ledger, 'bodiesSince'>,
  asked: BodiesAsked,
): AsyncGenerator<RowBody> {
  for (let after = ''; ;) {
    const page = await ledger.bodiesSince(asked, after);
    yield* page;
    after = page.at(-1)?.row.key ?? '';
    if (after === '') return;
  }
}

function payeeOf({ body, amount, currency }: Payment): string {
  const { destination, customerId = '' } = payoutFields(body);
  const account = destination?.externalAccountId ?? `of ${customerId}`;
  return JSON.stringify([plainText(account).toLowerCase(), canonicalDecimal(amount), currency.toUpperCase()]);
}
