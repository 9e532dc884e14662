// Payments and customers that are one although their fingerprints differ: what was sent lately, or is in doubt, is read once
// and compared with the rows of a file, or with a single call. A look ahead alone: the intent's transaction doesn't know of it.
import { parse } from 'lossless-json';

import { customerTraits, isSameCustomer, steadyTrade, traitKeys } from '../../../interface/body-likeness.ts';
import { canonicalDecimal } from '../../../interface/decimal.ts';
import { payoutFields, payoutFingerprint } from '../../../interface/fingerprint.ts';
import { plainText } from '../../../interface/plain-text.ts';
import { isPlainlyAnother, isSameText, textKeys } from '../../../interface/same-text.ts';
import type { Ledger, RowBody, RowRecord, RunKind } from '../../../ledger/ledger.ts';

/** Of what looks alike in this way, so many are compared with a row. */
const COMPARED = 100;

/** Something that is to be sent. `amount` is empty where the kind has none, `reference` where it has none. */
export interface Sought<T> {
  readonly of: T;
  readonly body: unknown;
  readonly amount: string;
  readonly reference: string;
}

export interface Near<T> {
  readonly of: T;
  readonly other: RowRecord;
  /** But for its memo: said, not refused. */
  readonly butMemo: boolean;
}

/** One of them as it is compared. Two are two unless one is known by a key under which the other looks. */
interface Compared {
  readonly knownBy: readonly string[];
  readonly looksUnder: readonly string[];
  /** Under which it is known and looks as well where one of both is in doubt. */
  readonly inDoubt?: string;
  readonly compare: (other: unknown, inDoubt: boolean) => 'near' | 'but memo' | 'no';
}

/** `since`: of what was made earlier only what is in doubt is looked at; customers are looked at whenever they were made. */
export async function nearlyAlike<T>(
  ledger: Pick<Ledger, 'bodiesSince'>,
  kind: RunKind,
  sought: readonly Sought<T>[],
  since: Date,
): Promise<Near<T>[]> {
  if (sought.length === 0) return [];
  const asked = {
    kind,
    since: kind === 'customers' ? new Date(0) : since,
    amounts: [...new Set(sought.map(({ amount }) => amount))],
    // Of two with references, each is told by its own.
    referenced: kind !== 'payouts' || sought.some(({ reference }) => reference === ''),
  };
  let wanted: Wanted<T> | undefined;
  for (let after = ''; ;) {
    const page = await ledger.bodiesSince(asked, after);
    after = page.at(-1)?.row.key ?? '';
    if (after === '') return wanted?.found() ?? [];
    wanted ??= new Wanted(kind, sought);
    for (const one of page) if (wanted.mayBe(one)) wanted.offer(one);
  }
}

/** Bounded: an ID. */
const ACCOUNT = /"externalAccountId"\s{0,9}:\s{0,9}"([^"]{1,100})"/;
const payee = (account: string | undefined, amount: string): string =>
  `${plainText(account ?? '')} ${canonicalDecimal(amount)}`;

interface Known {
  readonly row: RowRecord;
  readonly body: unknown;
  readonly isInDoubt: boolean;
}

/** What is sought, and what it was found to look like. */
class Wanted<T> {
  readonly #kind: RunKind;
  readonly #sought: readonly (Compared & Sought<T>)[];
  /** Payouts: who is to get how much. */
  readonly #payees = new Set<string>();
  /** Key -> what was made under it. Of a ledger of millions only what is looked for stays. */
  readonly #byKey = new Map<string, Known[]>();

  constructor(kind: RunKind, sought: readonly Sought<T>[]) {
    this.#kind = kind;
    this.#sought = sought.map((one) => ({ ...one, ...compared(kind, one.body) }));
    for (const one of this.#sought) for (const key of placesOf(one)) this.#byKey.set(key, []);
    if (kind !== 'payouts') return;
    for (const { body, amount } of sought)
      this.#payees.add(payee(payoutFields(body).destination?.externalAccountId, amount));
  }

  /** Told by a glance at its text: parsing it takes ten times as long. */
  mayBe({ row, body }: RowBody): boolean {
    if (this.#kind !== 'payouts' || body.includes('\\')) return true;
    const [, account] = ACCOUNT.exec(body) ?? [];
    return account === undefined || this.#payees.has(payee(account, row.amount));
  }

  offer({ row, body: text, isQueued = false }: RowBody): void {
    const body = readBody(text);
    if (body === undefined) return;
    const { knownBy, inDoubt } = compared(this.#kind, body);
    const isInDoubt = row.state !== 'created' && !isQueued;
    for (const key of isInDoubt && inDoubt !== undefined ? [inDoubt, ...knownBy] : knownBy) {
      const known = this.#byKey.get(key);
      if (known && known.length < COMPARED) known.push({ row, body, isInDoubt });
    }
  }

  found(): Near<T>[] {
    return this.#sought.flatMap((one) => {
      const { of, reference, compare } = one;
      const found = new Map<string, Near<T>>();
      for (const { row, body, isInDoubt } of placesOf(one).flatMap((key) => this.#byKey.get(key) ?? [])) {
        const isTold = this.#kind === 'payouts' && reference !== '' && row.reference !== null;
        // Of two with references each is told by its own; where one is in doubt, by what else they say as well.
        if (found.has(row.key) || (isTold && !isInDoubt)) continue;
        const how = compare(body, isInDoubt && !isTold);
        if (how !== 'no') found.set(row.key, { of, other: row, butMemo: how === 'but memo' });
      }
      return [...found.values()];
    });
  }
}

const placesOf = ({ looksUnder, inDoubt }: Compared): readonly string[] =>
  inDoubt === undefined ? looksUnder : [...looksUnder, inDoubt];

function compared(kind: RunKind, body: unknown): Compared {
  if (kind === 'payouts') return payout(body);
  if (kind === 'trades') {
    const keys = [steadyTrade(body)];
    return { knownBy: keys, looksUnder: keys, compare: () => 'near' };
  }
  const own = customerTraits(body);
  const keys = traitKeys(own);
  return {
    knownBy: keys,
    looksUnder: keys,
    compare: (other, inDoubt) => (isSameCustomer(own, customerTraits(other), inDoubt) ? 'near' : 'no'),
  };
}

function payout(body: unknown): Compared {
  const fields = payoutFields(body);
  const { memo = '', customerId, destination, receiverAmount } = fields;
  const without = payoutFingerprint({ ...fields, memo: '' });
  const under = (key: string): string => `${without} ${key}`;
  const texts = memo === '' ? [] : textKeys(memo).map((key) => under(`text ${key}`));
  return {
    knownBy: memo === '' ? [under('none')] : [under('some'), ...texts],
    looksUnder: memo === '' ? [under('none'), under('some')] : [under('none'), ...texts],
    inDoubt: payoutFingerprint({ customerId, destination, receiverAmount }),
    compare: (other, inDoubt) => {
      const { memo: otherMemo = '' } = payoutFields(other);
      // Nobody knows whether it was paid: who gets how much is enough, unless the memos are plainly those of two.
      if (inDoubt) return isPlainlyAnother(memo, otherMemo) ? 'no' : 'near';
      if ((memo === '') !== (otherMemo === '')) return 'but memo';
      return isSameText(memo, otherMemo) ? 'near' : 'no';
    },
  };
}

function readBody(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
