// The way of one customer, top to bottom: create it, then upload each of its onboarding documents. A customer that
// exists already (an earlier run was killed, or a document failed) is continued with what is missing.
import type { NotAccepted } from '../../client/outcome.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import type { CustomerRow } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';
import { type DocumentOutcome, result, type RowResult } from '../results/result.ts';
import type { RunContext } from './context.ts';
import { identityOf, runRow, settle } from './settle.ts';
import { create, type CreateResult } from './steps/create.ts';

/** A customer that the ledger knows, and what the row would be called if nothing were missing. */
export interface Continued {
  readonly customerId: string;
  readonly status: 'created' | 'duplicate';
  readonly message: string;
}

export async function processCustomer(
  context: RunContext,
  row: CustomerRow,
  key: RowKey,
  continued: Continued | undefined,
): Promise<RowResult> {
  const startedAt = new Date(context.clock.now()).toISOString();
  const base = continued
    ? result(continued.status, {
        transferId: continued.customerId,
        errorCode: continued.status === 'duplicate' ? 'duplicate' : '',
        errorMessage: continued.message,
      })
    : await createCustomer(context, row, key, startedAt);
  if (base.status !== 'created' && !continued) {
    return { ...base, documents: row.documents.map(({ type }) => ({ type, status: 'not_sent' })) };
  }
  const uploaded = await onboard(context, row, base.transferId);
  const final = withDocuments(row, base, uploaded);
  if (!continued && final.status === 'created') return final;
  const times =
    uploaded.calls === 0 ? {} : { startedAt, finishedAt: new Date(context.clock.now()).toISOString() };
  try {
    await context.ledger.note(context.runId, [runRow(row, key.key, final)]);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    context.halt.now(error.message);
  }
  return { ...final, ...times };
}

async function createCustomer(
  context: RunContext,
  row: CustomerRow,
  key: RowKey,
  startedAt: string,
): Promise<RowResult> {
  const identity = identityOf(context, row, key);
  let done: CreateResult;
  try {
    const body = JSON.stringify(row.body);
    done = await create(context, { operation: 'createCustomer', identity, body, quote: null });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    done = { kind: 'no_ledger', message: error.message };
  }
  return settle(context, row, identity, { startedAt }, done);
}

interface Uploaded {
  readonly outcomes: DocumentOutcome[];
  readonly ids: string[];
  /** Uploads that were asked of the service now. */
  calls: number;
  /** What went wrong first. */
  failure: { readonly type: string; readonly call: NotAccepted } | undefined;
}

/** Uploads every document that isn't known to be there; one that fails doesn't keep the others from being tried. */
async function onboard(context: RunContext, row: CustomerRow, customerId: string): Promise<Uploaded> {
  const uploaded: Uploaded = { outcomes: [], ids: [], calls: 0, failure: undefined };
  for (const { type, item } of row.documents) {
    context.at('before-upload', row.reference);
    const upload = await context.onboarding.store(customerId, type, item);
    context.at('after-upload', row.reference);
    if ('id' in upload) {
      uploaded.outcomes.push({ type, status: 'created' });
      if (upload.id !== '') uploaded.ids.push(upload.id);
      if (!upload.known) uploaded.calls++;
      continue;
    }
    uploaded.calls++;
    context.halt.observeCall(upload);
    const status =
      upload.outcome === 'rejected' ? 'rejected' : upload.outcome === 'stopped' ? 'not_sent' : 'failed';
    uploaded.outcomes.push({ type, status });
    uploaded.failure ??= { type, call: upload };
  }
  return uploaded;
}

/** The row's result with its documents: created only when all of them are there. */
function withDocuments(row: CustomerRow, base: RowResult, uploaded: Uploaded): RowResult {
  const { outcomes, ids, failure, calls } = uploaded;
  const common = { ...base, documents: outcomes, documentIds: ids };
  if (!failure) {
    // Something was missing and is there now: this run did its part, whatever an earlier batch did.
    const done = calls > 0 ? { status: 'created' as const, errorCode: '', errorMessage: '' } : {};
    return { ...common, ...done };
  }
  const has = (status: DocumentOutcome['status']): boolean => outcomes.some((one) => one.status === status);
  const status = has('rejected') ? 'rejected' : has('failed') ? 'failed' : 'not_sent';
  const again = row.reference === '' ? 'running the same file again' : 'running this row again';
  return {
    ...common,
    status,
    httpStatus: failure.call.status,
    errorCode: failure.call.code,
    errorMessage: `the customer is created (${base.transferId}), its document ${failure.type} is not there: ${failure.call.message}; ${again} continues with the documents`,
  };
}
