// One customer, top to bottom: create it, then upload each of its onboarding documents. For a customer that exists (an
// earlier run was killed, or a document failed), the missing documents are uploaded.
import { timeText } from '../../client/clock.ts';
import type { NotAccepted } from '../../client/outcome.ts';
import type { CustomerRow } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';
import type { DocumentOutcome, RowResult } from '../results/result.ts';
import type { RunContext } from './context.ts';
import { sendingMessage } from './messages.ts';
import { noteRows, recordOutcome, runRow, sendingOf } from './outcome.ts';
import type { Slot } from './row-pool.ts';
import { create } from './steps/create.ts';

export async function processCustomer(
  context: RunContext,
  row: CustomerRow,
  key: RowKey,
  slot: Slot,
  known: RowResult | undefined,
): Promise<RowResult> {
  const sending = sendingOf(context, row, key, { slot });
  const creating = { body: JSON.stringify(row.body), quote: null };
  const customer = known ?? (await recordOutcome(context, sending, await create(context, sending, creating)));
  if (customer.status !== 'created' && !known) return withoutDocuments(row, customer);
  await slot.unpark();
  const uploaded = await onboard(context, row, customer.createdId);
  const { failure } = uploaded;
  const final = withDocuments(row, customer, uploaded);
  // The creation has recorded it.
  if (!known && final.status === 'created') return final;
  await noteRows(context, [runRow(row, key, final)]);
  if (uploaded.calls === 0) return final;
  const { startedAt } = sending.shown;
  const times = { startedAt, finishedAt: timeText(context.clock.now()) };
  // An earlier run created it: here only documents were sent.
  return { ...final, ...times, ...(known && { attempts: 0, httpStatus: failure?.call.status ?? null }) };
}

/** Documents are uploaded to a customer, which was not created. */
function withoutDocuments(row: CustomerRow, customer: RowResult): RowResult {
  return { ...customer, documents: row.documents.map(({ type }) => ({ type, status: 'not_sent' })) };
}

interface Onboarded {
  readonly outcomes: DocumentOutcome[];
  readonly ids: string[];
  /** Uploads in this run. */
  calls: number;
  failure: { readonly type: string; readonly call: NotAccepted } | undefined;
}

/** Uploads every document that no run has uploaded. After a failure it tries the others. */
async function onboard(context: RunContext, row: CustomerRow, customerId: string): Promise<Onboarded> {
  const uploaded: Onboarded = { outcomes: [], ids: [], calls: 0, failure: undefined };
  for (const document of row.documents) {
    const { type } = document;
    context.reached?.('before-upload', row.reference);
    const upload = await context.uploads.ofCustomer(customerId, document);
    context.reached?.('after-upload', row.reference);
    if ('id' in upload) {
      uploaded.outcomes.push({ type, status: 'created' });
      if (upload.id !== '') uploaded.ids.push(upload.id);
      if (upload.isKnown !== true) uploaded.calls++;
      continue;
    }
    uploaded.calls++;
    context.breaker.observeCall(upload);
    uploaded.outcomes.push({ type, status: documentStatus(upload) });
    uploaded.failure ??= { type, call: upload };
  }
  return uploaded;
}

function documentStatus({ outcome }: NotAccepted): 'rejected' | 'failed' | 'not_sent' {
  if (outcome === 'rejected') return 'rejected';
  return outcome === 'stopped' ? 'not_sent' : 'failed';
}

/** The row's result with its documents: `created` only if all of them are uploaded. */
function withDocuments(row: CustomerRow, customer: RowResult, uploaded: Onboarded): RowResult {
  const { outcomes, ids, failure, calls } = uploaded;
  const common = { ...customer, documents: outcomes, documentIds: ids };
  if (!failure) {
    // A missing document was uploaded: the status comes from this run.
    const done =
      calls > 0 ? { status: 'created' as const, errorCode: '', message: undefined, runId: '' } : {};
    // A correction in the body was not sent: the row still says so.
    const { errorCode, message } = customer;
    return { ...common, ...done, ...(errorCode === 'corrected' && { errorCode, message }) };
  }
  return {
    ...common,
    runId: '',
    status: documentStatus(failure.call),
    httpStatus: failure.call.status,
    errorCode: failure.call.code,
    message: sendingMessage('document_missing', {
      ...{ customerId: customer.createdId, type: failure.type, why: failure.call.message },
      hasReference: row.reference !== '',
    }),
  };
}
