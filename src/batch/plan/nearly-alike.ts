// Payments and customers that are one although their fingerprints differ: what was sent lately, or is in doubt, is read once
// and compared with the rows of a file, or with a single call. A look ahead alone: the intent's transaction doesn't know of it.
import { parse } from 'lossless-json';

import { customerTraits, isSameCustomer, steadyTrade, traitKeys } from '../../interface/body-likeness.ts';
import { payoutFields, payoutFingerprint } from '../../interface/fingerprint.ts';
import { isSameMemo, mayBeRespelt, memoReadings } from '../../interface/memo-respelt.ts';
import type { Ledger, RowRecord, RunKind } from '../../ledger/ledger.ts';

/** Of what looks alike in this way, so many are compared with a row. */
const COMPARED = 100;

/** Something that is to be sent. `amount` is empty where the kind has none. */
export interface Sought<T> {
  readonly of: T;
  readonly body: unknown;
  readonly amount: string;
}

export interface Near<T> {
  readonly of: T;
  readonly other: RowRecord;
  /** Without a memo, like one with a memo: said, not refused. */
  readonly butMemo: boolean;
}

/** One of them as it is compared: two that share no key are two. */
interface Compared {
  readonly keys: readonly string[];
  /** `other`: what was sent. */
  readonly compare: (other: unknown, inDoubt: boolean) => 'near' | 'but memo' | 'no';
}

/** Whether there is anything to look for that a fingerprint doesn't find. */
export function isWorthALook(kind: RunKind, body: unknown, reference: string): boolean {
  if (kind !== 'payouts') return true;
  // With a reference, a row is told by it.
  if (reference !== '') return false;
  const { memo = '' } = payoutFields(body);
  return memo === '' || mayBeRespelt(memo);
}

/** `since`: of what was made earlier only what is in doubt is looked at. */
export async function nearlyAlike<T>(
  ledger: Pick<Ledger, 'bodiesSince'>,
  kind: RunKind,
  sought: readonly Sought<T>[],
  since: Date,
): Promise<Near<T>[]> {
  if (sought.length === 0) return [];
  const amounts = [...new Set(sought.map(({ amount }) => amount))];
  const byKey = new Map<string, { readonly row: RowRecord; readonly body: unknown }[]>();
  for (const { row, body: text } of await ledger.bodiesSince(kind, since, amounts)) {
    const body = readBody(text);
    if (body === undefined) continue;
    for (const key of compared(kind, body).keys) {
      const known = byKey.get(key);
      if (!known) byKey.set(key, [{ row, body }]);
      else if (known.length < COMPARED) known.push({ row, body });
    }
  }
  return sought.flatMap(({ of, body }) => {
    const { keys, compare } = compared(kind, body);
    const found = new Map<string, Near<T>>();
    for (const other of keys.flatMap((key) => byKey.get(key) ?? [])) {
      if (found.has(other.row.key)) continue;
      const how = compare(other.body, other.row.state !== 'created');
      if (how !== 'no') found.set(other.row.key, { of, other: other.row, butMemo: how === 'but memo' });
    }
    return [...found.values()];
  });
}

function compared(kind: RunKind, body: unknown): Compared {
  if (kind === 'customers') {
    const own = customerTraits(body);
    return {
      keys: traitKeys(own),
      compare: (other, inDoubt) => (isSameCustomer(own, customerTraits(other), inDoubt) ? 'near' : 'no'),
    };
  }
  if (kind === 'trades') return { keys: [steadyTrade(body)], compare: () => 'near' };
  return payout(body);
}

function payout(body: unknown): Compared {
  const fields = payoutFields(body);
  const { memo = '' } = fields;
  const under = (text: string): string => payoutFingerprint({ ...fields, memo: text });
  return {
    keys: [...memoReadings(memo).map(under), under('')],
    compare: (other) => {
      const { memo: otherMemo = '' } = payoutFields(other);
      // Those that share no other key meet under the one without a memo.
      if (memo === '') return otherMemo === '' ? 'near' : 'but memo';
      return isSameMemo(memo, otherMemo) ? 'near' : 'no';
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
