// Payments that were in doubt until it turned out that they weren't made. Whatever was held beside one is free from then on, and so
// is the payment itself, under whatever name it comes again: these are one payment or several, which nobody has said. Whichever is
// paid first is what the others may be.
import { payoutFields } from '../../../interface/fingerprint.ts';
import type { Ledger, LedgerEntry, RowRecord } from '../../../ledger/ledger.ts';
import { FREE_STATES } from '../../../ledger/state.ts';
import { repeatsSince } from './alike.ts';
import { isDoubt, isIntent } from './apart.ts';
import { bodies, ByPayee, isNextOf, type LikeDoubt, type Payment } from './by-payee.ts';
import { readBody } from './nearly-alike.ts';

/** A row that is to be sent, and what the ledger knows of it. */
export interface MaybeFreed {
  readonly row: Payment;
  readonly key: string;
  readonly known: RowRecord | undefined;
}

/** A payment that was in doubt, as it was sent. */
export interface Freed {
  readonly row: RowRecord;
  readonly payment: Payment;
}

type Read = Pick<Ledger, 'bodiesSince' | 'entriesOf' | 'sequence'>;

const FREE: ReadonlySet<string> = new Set(FREE_STATES);

export class FreedDoubts {
  readonly #ledger: Read;
  /** Of the last weeks, by each body that was sent for them: a row may have been tried again with other content. */
  readonly #lately = new ByPayee();
  /** Since which entry each may have been paid: what was paid before has nothing to do with it. */
  #since: ReadonlyMap<string, number> = new Map();
  /** What was paid of their amounts since the first of them, up to a height of the ledger. */
  #paid = new ByPayee();
  #height = 0;
  readonly #amounts: string[] = [];

  private constructor(ledger: Read) {
    this.#ledger = ledger;
  }

  /**
   * Those of so many days as a payment without a reference would be taken for one before. What `earlier` has read isn't read
   * again. Errors: LedgerError.
   */
  static async read(ledger: Read, nowMs: number, earlier?: FreedDoubts): Promise<FreedDoubts> {
    const own = await FreedDoubts.#doubted(ledger, nowMs, 'free');
    if (own.#since.size === 0) return own;
    own.#height = await ledger.sequence();
    let after = Math.min(...own.#since.values());
    if (earlier && isSame(own.#since, earlier.#since)) {
      own.#paid = earlier.#paid;
      after = earlier.#height;
    }
    await addPaid(ledger, own.#paid, own.#amounts, after);
    return own;
  }

  /** Those that ever were in doubt, whatever has become of them, without what was paid since. Errors: LedgerError. */
  static ever(ledger: Read, nowMs: number): Promise<FreedDoubts> {
    return FreedDoubts.#doubted(ledger, nowMs, 'any');
  }

  static async #doubted(ledger: Read, nowMs: number, is: 'free' | 'any'): Promise<FreedDoubts> {
    const own = new FreedDoubts(ledger);
    const since = repeatsSince(nowMs);
    const range = { kind: 'payouts', since, referencedSince: since, amounts: null } as const;
    const rows: RowRecord[] = [];
    for await (const { row } of bodies(ledger, { ...range, doubted: { after: 0, is } })) rows.push(row);
    if (rows.length === 0) return own;
    const entries = await ledger.entriesOf(rows.map(({ key }) => key));
    own.#since = doubtedSince(entries);
    for (const row of rows) own.#add(row, entries.get(row.key) ?? []);
    return own;
  }

  /**
   * Of each of these rows that may be such a payment, or is one itself, however long ago: what was paid since, by the ledger's
   * own order, and may be it as well. Errors: LedgerError.
   */
  async like<T extends MaybeFreed>(rows: readonly T[]): Promise<ReadonlyMap<T, readonly LikeDoubt[]>> {
    const found = new Map<T, readonly LikeDoubt[]>();
    const add = async (one: T, like: readonly LikeDoubt[], since: number): Promise<void> => {
      const later: LikeDoubt[] = [];
      for (const each of like)
        if (each.other.key !== one.key && (await this.#lastOf(each.other.key)) > since) later.push(each);
      if (later.length > 0) found.set(one, [...(found.get(one) ?? []), ...later]);
    };
    for (const one of rows)
      for (const { row, payment } of this.#lately.of(one.row)) {
        if (row.key === one.key || isNextOf(one.row, payment)) continue;
        const may = new Set(this.#paid.like(payment).map(({ other }) => other.key));
        const like = this.#paid.like(one.row).filter(({ other }) => may.has(other.key));
        const both = like.map((each) => ({ ...each, beside: row.key }));
        await add(one, both, this.#since.get(row.key) ?? 0);
      }
    for (const [one, since, paid] of await this.#ofOwn(rows)) await add(one, paid.like(one.row), since);
    return found;
  }

  get isEmpty(): boolean {
    return this.#since.size === 0;
  }

  /** Those of the last weeks that this may be, or is by its key. */
  mayBe(payment: Payment, key: string): Freed[] {
    return this.#lately
      .of(payment)
      .filter(({ row, payment: theirs }) => row.key === key || !isNextOf(payment, theirs))
      .map(({ row, payment: theirs }) => ({ row, payment: theirs }));
  }

  /** Rows that were freed themselves, whenever that was; with what was paid since the first of them. */
  async #ofOwn<T extends MaybeFreed>(rows: readonly T[]): Promise<(readonly [T, number, ByPayee])[]> {
    // Whatever has become of it since: a request that was refused leaves it as free as the word did.
    const free = rows.filter(({ known }) => known && FREE.has(known.state));
    if (free.length === 0) return [];
    const since = doubtedSince(await this.#ledger.entriesOf(free.map(({ key }) => key)));
    const freed = free.filter(({ key }) => since.has(key));
    const paid = new ByPayee();
    const amounts = freed.map(({ row }) => row.amount);
    await addPaid(this.#ledger, paid, amounts, Math.min(...since.values()));
    return freed.map((one) => [one, since.get(one.key) ?? 0, paid]);
  }

  /** Under each body that was sent for it. */
  #add(row: RowRecord, entries: readonly LedgerEntry[]): void {
    for (const { type, body } of entries) {
      if (type !== 'intent' || body === null) continue;
      const { receiverAmount: amount = row.amount, destination } = payoutFields(readBody(body));
      this.#lately.add({ ...row, amount, currency: destination?.currency ?? row.currency }, body);
      this.#amounts.push(amount);
    }
  }

  async #lastOf(key: string): Promise<number> {
    return (await this.#ledger.entriesOf([key])).get(key)?.at(-1)?.number ?? 0;
  }
}

/** Of those that ever were in doubt: the request by which they came to be. */
function doubtedSince(all: ReadonlyMap<string, readonly LedgerEntry[]>): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  for (const [key, entries] of all) {
    const at = entries.findIndex(isDoubt);
    if (at === -1) continue;
    const intent = entries.slice(0, at).findLast(isIntent);
    since.set(key, intent?.number ?? entries[at]?.number ?? 0);
  }
  return since;
}

const isSame = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([key, since]) => other.get(key) === since);

/** What was paid of these amounts, and heard of after this entry. */
async function addPaid(ledger: Read, to: ByPayee, amounts: readonly string[], after: number): Promise<void> {
  if (amounts.length === 0) return;
  const ever = new Date(0);
  const asked = { kind: 'payouts', since: ever, referencedSince: ever, heardAfter: after } as const;
  for await (const { row, body } of bodies(ledger, { ...asked, amounts: [...new Set(amounts)] }))
    if (row.state === 'created') to.add(row, body);
}
