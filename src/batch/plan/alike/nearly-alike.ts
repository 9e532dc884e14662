// Payments and customers that are one although their fingerprints differ: what was sent lately, or is in doubt, is read once
// and compared with the rows of a file, or with a single call. A look ahead alone: the intent's transaction doesn't know of it.
// Payouts in doubt are compared more strictly, elsewhere (near-doubts.ts).
import { parse } from 'lossless-json';

import {
  customerTraits,
  hasSameName,
  isSameCustomer,
  sharesNumber,
  traitKeys,
} from '../../../interface/customer-likeness.ts';
import { canonicalDecimal } from '../../../interface/decimal.ts';
import { payoutFields, payoutFingerprint } from '../../../interface/fingerprint.ts';
import { plainText } from '../../../interface/plain-text.ts';
import { isSameText, textKeys } from '../../../interface/same-text.ts';
import { steadyTrade } from '../../../interface/trade-likeness.ts';
import type { Ledger, RowBody, RowRecord, RunKind } from '../../../ledger/ledger.ts';
import { otherText } from './alike.ts';

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
  /**
   * What is not alike, where the rest is said and not refused: a payout's memo; a customer's name, if both have references; all but a
   * customer's number.
   */
  readonly but: 'memo' | 'name' | 'number' | undefined;
}

/** One of them as it is compared. Two are two unless one is known by a key under which the other looks. */
interface Compared {
  readonly knownBy: readonly string[];
  readonly looksUnder: readonly string[];
  readonly compare: (
    other: unknown,
    inDoubt: boolean,
  ) => 'near' | 'but memo' | 'but name' | 'number alone' | 'no';
}

/** Of what is known to be made, what is looked at; customers are whenever they were made. */
export interface Since {
  readonly since: Date;
  /** Payouts that have a reference, with others that have one; `null`: never. */
  readonly referencedSince: Date | null;
}

export async function nearlyAlike<T>(
  ledger: Pick<Ledger, 'bodiesSince'>,
  kind: RunKind,
  sought: readonly Sought<T>[],
  { since, referencedSince }: Since,
): Promise<Near<T>[]> {
  if (sought.length === 0) return [];
  const isTold = kind === 'payouts' && sought.every(({ reference }) => reference !== '');
  const from = kind === 'customers' ? new Date(0) : since;
  const asked = {
    kind,
    since: from,
    referencedSince: isTold ? referencedSince : from,
    amounts: [...new Set(sought.map(({ amount }) => amount))],
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
    for (const one of this.#sought) for (const key of one.looksUnder) this.#byKey.set(key, []);
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
    const isInDoubt = row.state !== 'created' && !isQueued;
    if (row.state === 'in_doubt' && this.#kind === 'payouts') return;
    const body = readBody(text);
    if (body === undefined) return;
    for (const key of compared(this.#kind, body).knownBy) {
      const known = this.#byKey.get(key);
      if (known && known.length < COMPARED) known.push({ row, body, isInDoubt });
    }
  }

  found(): Near<T>[] {
    return this.#sought.flatMap((one) => {
      const { of, reference, compare } = one;
      const found = new Map<string, Near<T>>();
      for (const { row, body, isInDoubt } of one.looksUnder.flatMap((key) => this.#byKey.get(key) ?? [])) {
        // Of two with references each is told by its own, unless that is spelt anew as well.
        const theirs = this.#kind === 'payouts' && reference !== '' ? row.reference : null;
        if (found.has(row.key) || (theirs !== null && !isSameText(reference, theirs))) continue;
        const how = compare(body, isInDoubt);
        if (how !== 'no') found.set(row.key, { of, other: row, but: howFar(how, reference, row, isInDoubt) });
      }
      return [...found.values()];
    });
  }
}

/** Two names under two references are two businesses that share a number or an address, unless one is in doubt. */
function howFar(
  how: 'near' | 'but memo' | 'but name' | 'number alone',
  reference: string,
  other: RowRecord,
  isInDoubt: boolean,
): Near<unknown>['but'] {
  if (how === 'number alone') return 'number';
  if (how !== 'but name') return how === 'but memo' ? 'memo' : undefined;
  const isTold = reference !== '' && other.reference !== null && !isSameText(reference, other.reference);
  return isTold && !isInDoubt ? 'name' : undefined;
}

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
    compare: (other, inDoubt) => {
      const theirs = customerTraits(other);
      if (!isSameCustomer(own, theirs, inDoubt)) return sharesNumber(own, theirs) ? 'number alone' : 'no';
      return hasSameName(own, theirs) ? 'near' : 'but name';
    },
  };
}

function payout(body: unknown): Compared {
  const fields = payoutFields(body);
  const { memo = '' } = fields;
  const without = payoutFingerprint({ ...fields, memo: '' });
  const under = (key: string): string => `${without} ${key}`;
  const texts = memo === '' ? [] : textKeys(memo).map((key) => under(`text ${key}`));
  return {
    knownBy: memo === '' ? [under('none')] : [under('some'), ...texts],
    looksUnder: memo === '' ? [under('none'), under('some')] : [under('none'), ...texts],
    compare: (other) => {
      const { memo: otherMemo = '' } = payoutFields(other);
      if ((memo === '') !== (otherMemo === '')) return 'but memo';
      return isSameText(memo, otherMemo) ? 'near' : 'no';
    },
  };
}

/** `undefined` where it can't be read. */
export function readBody(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** What is alike but for one thing. `hasOne`: a memo. */
export function butText(but: 'memo' | 'name' | 'number', hasOne: boolean, other: RowRecord): string {
  if (but === 'number')
    return `has the tax or registration number of ${otherText(other, 'customers')}, under another name: is it the same business?`;
  if (but === 'name')
    return `but for its name the row looks like ${otherText(other, 'customers')}: is it the same business?`;
  return hasOne
    ? `but for its memo the row looks like ${otherText(other, 'payouts')}, which had none: is it the same payment?`
    : `without a memo the row looks like ${otherText(other, 'payouts')}, which had one: is it the same payment?`;
}
