// Payouts in doubt, by who may have got how much: whoever is to get as much once more may be getting it twice, whatever the
// row says besides. A doubt that turned out to be created, by a person's word or by an answer, is no less like the rows that
// were held for it: these are one payment or two, which nobody has said yet. And where a person said that it wasn't, whichever of
// them is paid first holds the others. They are few, so that every row of a file is held against them. Pure, once read.
import { canonicalDecimal } from '../../../interface/decimal.ts';
import { payoutFields } from '../../../interface/fingerprint.ts';
import { isNext } from '../../../interface/next-number.ts';
import { plainText } from '../../../interface/plain-text.ts';
import { isPlainlyAnother } from '../../../interface/same-text.ts';
import type { BodiesAsked, Ledger, RowBody, RowRecord } from '../../../ledger/ledger.ts';
import { repeatsSince } from './alike.ts';
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
}

type Read = Pick<Ledger, 'bodiesSince' | 'run'>;

interface InDoubt {
  readonly row: RowRecord;
  readonly memo: string;
}

export class NearDoubts {
  readonly #byPayee = new Map<string, InDoubt[]>();

  /**
   * What a run that is alive is sending is no doubt so far: its answer is on the way. Of doubts that turned out to be created,
   * those that came after this entry, and were heard of since a payment without a reference would be taken for the same.
   */
  static async read(ledger: Read, nowMs: number, after = 0): Promise<NearDoubts> {
    const doubts = new NearDoubts();
    const alive = new Map<string, boolean>();
    const isAlive = async (runId: string): Promise<boolean> => {
      const known = alive.get(runId) ?? (await ledger.run(runId))?.alive ?? false;
      alive.set(runId, known);
      return known;
    };
    const asked = { kind: 'payouts', since: null, referencedSince: null, amounts: null } as const;
    for await (const { row, body } of pages(ledger, asked))
      if (row.state !== 'sending' || !(await isAlive(row.runId))) doubts.#add(row, readBody(body));
    const since = repeatsSince(nowMs);
    const made = { ...asked, since, referencedSince: since, doubtedAfter: after };
    for await (const { row, body } of pages(ledger, made)) doubts.#add(row, readBody(body));
    return doubts;
  }

  /** What was ever paid, of these amounts: a doubt of which a person said that it wasn't may be one of them. */
  static async paid(ledger: Read, amounts: readonly string[]): Promise<NearDoubts> {
    const [paid, since] = [new NearDoubts(), new Date(0)];
    const asked = { kind: 'payouts', since, referencedSince: since, amounts } as const;
    for await (const { row, body, isQueued = false } of pages(ledger, asked))
      if (row.state === 'created' && !isQueued) paid.#add(row, readBody(body));
    return paid;
  }

  get size(): number {
    return this.#byPayee.size;
  }

  #add(row: RowRecord, body: unknown): void {
    if (body === undefined) return;
    const payee = payeeOf({ ...row, body });
    const { memo = '' } = payoutFields(body);
    const known = this.#byPayee.get(payee);
    // Of those that nobody is sending any more.
    const doubt = { row: row.state === 'sending' ? { ...row, state: 'in_doubt' as const } : row, memo };
    if (known) known.push(doubt);
    else this.#byPayee.set(payee, [doubt]);
  }

  /** Those that this may be once more. */
  like(payment: Payment): LikeDoubt[] {
    if (this.size === 0) return [];
    const { reference } = payment;
    const { memo = '' } = payoutFields(payment.body);
    return (this.#byPayee.get(payeeOf(payment)) ?? []).flatMap(({ row, memo: theirs }) => {
      const next =
        reference !== '' &&
        row.reference !== null &&
        isPlainlyAnother(reference, row.reference) &&
        isNext(memo, theirs);
      // Of what was paid, the next number is nothing to be told.
      return next && row.state === 'created' ? [] : [{ other: row, isNext: next }];
    });
  }
}

async function* pages(ledger: Read, asked: BodiesAsked): AsyncGenerator<RowBody> {
  for (let after = ''; ;) {
    const page = await ledger.bodiesSince(asked, after);
    yield* page;
    after = page.at(-1)?.row.key ?? '';
    if (after === '') return;
  }
}

function payeeOf({ body, amount, currency }: Pick<Payment, 'body' | 'amount' | 'currency'>): string {
  const { destination, customerId = '' } = payoutFields(body);
  const account = destination?.externalAccountId ?? `of ${customerId}`;
  return JSON.stringify([plainText(account).toLowerCase(), canonicalDecimal(amount), currency.toUpperCase()]);
}
