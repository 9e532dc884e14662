// A single call as a thing to be created: its key, what it says, what it looks like. A transfer says the same as a row of
// a file with its fields. Pure.
import { isLosslessNumber } from 'lossless-json';

import { type CreatingOperation, transferText } from '../../client/client.ts';
import { bodyFingerprint } from '../../interface/body-fingerprint.ts';
import { numeralValue } from '../../interface/decimal.ts';
import { plainText } from '../../interface/plain-text.ts';
import type { TransferBody } from '../../interface/transfer.ts';
import { contentKey, referenceKey, sha256 } from '../../ledger/keys.ts';
import type { RunKind } from '../../ledger/ledger.ts';
import type { Subject } from '../input/kinds.ts';
import { readReference } from '../input/reference.ts';
import { Refusal } from '../input/refusal.ts';
import { NO_CURRENCY, type PayoutRow } from '../input/row.ts';
import { contentOf, earlierContents } from '../plan/content.ts';
import { fingerprintOf } from '../plan/fingerprint.ts';
import type { RowKey } from '../plan/keys.ts';
import type { Fields, Request } from './request.ts';

const KIND: Readonly<Record<CreatingOperation, RunKind>> = {
  createTransfer: 'payouts',
  createCustomer: 'customers',
  createTrade: 'trades',
};

export interface Single {
  readonly subject: Subject;
  readonly fields: Fields;
  readonly content: string;
  readonly fingerprint: string;
  /** Contents that earlier releases may have made of it. */
  readonly earlier: readonly string[];
  readonly body: string;
  /** The body of a transfer, whose memo may carry a tag. */
  readonly transfer?: TransferBody;
}

export function keyOf({ subject, content, fingerprint, earlier }: Single, batchId: string): RowKey {
  const { kind, reference } = subject;
  const keyed = (text: string): string => contentKey(kind, batchId, text, 0);
  return {
    content,
    fingerprint,
    sequence: 0,
    earlier: reference === '' ? earlier.map(keyed) : [],
    isContent: (other) => other === content || earlier.includes(other),
    key: reference === '' ? keyed(content) : referenceKey(kind, reference),
  };
}

/**
 * The caller's own key, as a file's reference column would have it; empty for none. Errors: {@link Refusal} for one that
 * is empty, or that no row of a file could have: two spellings of one reference would be two payments.
 */
function referenceOf(operation: CreatingOperation, given: string | undefined): string {
  if (given === undefined) return '';
  const { text, issue } = readReference(given);
  if (text === '') throw new Refusal('reference', `${operation}: the reference is empty`);
  if (issue !== undefined) throw new Refusal('reference', `${operation}: the reference ${issue}`);
  return text;
}

/** Errors: see {@link referenceOf}. */
export function single(
  operation: CreatingOperation,
  request: Request,
  givenReference: string | undefined,
): Single {
  const reference = referenceOf(operation, givenReference);
  const kind = KIND[operation];
  const base = { line: 1, reference, currency: '', amount: '' };
  const text = request.body ?? '{}';
  if (kind !== 'payouts') {
    const { fields } = request;
    const content = sha256(canonical(fields, kind === 'trades' ? TRADE : PLAIN));
    const before = sha256(canonical(fields, SPELT));
    return {
      subject: { ...base, kind },
      fields,
      content,
      fingerprint: bodyFingerprint(kind, fields),
      earlier: before === content ? [] : [before],
      body: text,
    };
  }
  const { documents = [], ...rest } = request.fields as unknown as TransferBody; // checked by its schema
  const amount = String(request.fields['receiverAmount']);
  const body: TransferBody = { ...rest, receiverAmount: amount };
  const row: PayoutRow = {
    ...base,
    kind: 'payouts',
    start: 0,
    end: 0,
    cells: [],
    body,
    isFirstParty: undefined,
    ownIsFirstParty: undefined,
    ownDeveloperFunds: body.useDeveloperFunds,
    documents: documents.map((id) => ({ kind: 'id', id })),
    currency: body.destination?.currency ?? NO_CURRENCY,
    amount,
    issues: [],
  };
  const whole = documents.length === 0 ? body : { ...body, documents };
  return {
    subject: row,
    fields: request.fields,
    content: contentOf(row),
    fingerprint: fingerprintOf(row),
    earlier: earlierContents(row),
    body: transferText(whole),
    transfer: whole,
  };
}

/** How values are written down. */
interface Spelling {
  readonly text: (text: string) => string;
  readonly number: (digits: string) => string;
}
const valueOf = (digits: string): string => numeralValue(digits) ?? digits;
const PLAIN: Spelling = { text: (text) => JSON.stringify(plainText(text)), number: valueOf };
/** An amount may be a number or text: the specification doesn't show it (2.6). */
const TRADE: Spelling = { ...PLAIN, text: (text) => numeralValue(plainText(text)) ?? PLAIN.text(text) };
/** As earlier releases wrote them. */
const SPELT: Spelling = { text: (text) => JSON.stringify(text), number: (digits) => digits };

/** The same text for the same fields in any order. */
function canonical(value: unknown, spelling: Spelling): string {
  if (typeof value === 'string') return spelling.text(value);
  if (isLosslessNumber(value)) return spelling.number(value.toString());
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one, spelling)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = value as Fields; // an object that is no list
  return `{${Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(fields[key], spelling)}`)
    .join()}}`;
}
