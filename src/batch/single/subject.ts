// A single call as a subject of the ledger. A transfer has the same content as a row of a file with its fields.
import { paymentText } from '../../client/body-text.ts';
import type { CreatingOperation } from '../../client/client.ts';
import { customerContent, customerFingerprint, tradeFingerprint } from '../../interface/fingerprint.ts';
import type { TransferBody } from '../../interface/transfer.ts';
import { contentKey, referenceKey } from '../../ledger/keys.ts';
import type { RunKind } from '../../ledger/ledger.ts';
import { Refusal } from '../input/control.ts';
import { readReference } from '../input/references.ts';
import { NO_CURRENCY, type PayoutRow, type Subject } from '../input/row.ts';
import { type RowKey, type Said, saidBy } from '../plan/keys.ts';
import type { Fields, Request } from './request.ts';

const KIND: Readonly<Record<CreatingOperation, RunKind>> = {
  createTransfer: 'payouts',
  createCustomer: 'customers',
  createTrade: 'trades',
};

export interface Single {
  readonly subject: Subject;
  readonly fields: Fields;
  readonly said: Said;
  readonly body: string;
  /** The body of a transfer, whose memo may carry a tag. */
  readonly transfer?: TransferBody;
}

export function keyOf({ subject: { kind, reference }, said }: Single, batchId: string): RowKey {
  const key = reference === '' ? contentKey(kind, batchId, said.content, 0) : referenceKey(kind, reference);
  return { ...said, key, batchId, sequence: 0 };
}

/** As in a file's reference column; empty for none. Errors: {@link Refusal} for one that a file could not have. */
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
    return { subject: { ...base, kind }, fields, said: saidByFields(kind, fields), body: text };
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
    said: saidBy(row),
    body: paymentText(whole),
    transfer: whole,
  };
}

function saidByFields(kind: 'customers' | 'trades', fields: Fields): Said {
  if (kind === 'customers')
    return { content: customerContent(fields), fingerprint: customerFingerprint(fields), target: '' };
  const content = tradeFingerprint(fields);
  return { content, fingerprint: content, target: '' };
}
