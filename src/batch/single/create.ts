// One transfer, customer or trade that comes from the command line or a program instead of a file. It has the same
// memory and the same rules as a row: intent before request, in doubt when unknown, never the same thing twice.
import { isLosslessNumber } from 'lossless-json';

import { type CreatingOperation, type ServiceClient, transferText } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { bodyFingerprint } from '../../interface/fingerprint.ts';
import type { TransferBody } from '../../interface/transfer.ts';
import { contentKey, hash64, hashInteger, referenceKey, sha256 } from '../../ledger/keys.ts';
import type { Ledger, NewRun, RunKind } from '../../ledger/ledger.ts';
import type { Subject } from '../input/kinds.ts';
import { Refusal } from '../input/refusal.ts';
import { NO_CURRENCY, type PayoutRow } from '../input/row.ts';
import { ALIKE_DAYS, refuseAlike } from '../plan/alike.ts';
import { contentOf } from '../plan/content.ts';
import { fingerprintOf } from '../plan/fingerprint.ts';
import type { RowKey } from '../plan/keys.ts';
import { plan } from '../plan/plan.ts';
import { result as resultOf, type RowResult } from '../results/result.ts';
import { exitCodeOf } from '../results/tally.ts';
import { Canary } from '../send/canary.ts';
import type { CreationContext } from '../send/context.ts';
import { Halt } from '../send/halt.ts';
import { identityOf, recordOutcome, runRow } from '../send/outcome.ts';
import { create } from '../send/steps/create.ts';
import type { Fields, Request } from './request.ts';

export interface SingleSettings {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly runId: string;
  /** The caller's own key for it, or its own name for the batch: otherwise the same body again is the same thing. */
  readonly reference?: string | undefined;
  readonly batchId?: string | undefined;
  /** Asked when it is certain that something would be sent. `false` sends nothing. */
  readonly confirm: () => Promise<boolean>;
}

export interface SingleEnd {
  readonly result: RowResult;
  /** The service's whole answer, now or when it was created; empty when there is none. */
  readonly answer: string;
  readonly exitCode: number;
  /** Whether this call sent it; otherwise the ledger knew it. */
  readonly sent: boolean;
}

const KIND: Readonly<Record<CreatingOperation, RunKind>> = {
  createTransfer: 'payouts',
  createCustomer: 'customers',
  createTrade: 'trades',
};

interface Single {
  readonly subject: Subject;
  readonly content: string;
  readonly fingerprint: string;
  readonly body: string;
}

/** Errors: {@link Refusal} where something like it was created lately; LedgerError before anything is sent. */
export async function createOnce(
  operation: CreatingOperation,
  request: Request,
  quote: string | null,
  settings: SingleSettings,
): Promise<SingleEnd> {
  const { ledger, clock, runId } = settings;
  const { subject, content, fingerprint, body } = single(operation, request, settings.reference ?? '');
  const batchId = settings.batchId ?? sha256(body);
  const key: RowKey = {
    content,
    fingerprint,
    sequence: 0,
    earlier: [],
    isContent: (other) => other === content,
    key:
      subject.reference === ''
        ? contentKey(subject.kind, batchId, content, 0)
        : referenceKey(subject.kind, subject.reference),
  };
  if (subject.reference === '' && settings.batchId === undefined) {
    const since = new Date(clock.now() - ALIKE_DAYS * 86_400_000);
    refuseAlike(operation, 'call', subject.kind, await ledger.paidAlike([content], batchId, since));
  }
  // A call that was killed under way is no longer under way.
  await ledger.recover(new Date(clock.now()));
  const known = (await ledger.lookup([key.key])).get(key.key);
  const planned = plan({ ...subject, issues: [] }, key, known, {
    batchId,
    heldBy: undefined,
    nowMs: clock.now(),
    idempotencyWindowMs: 0,
  });
  if (planned.do === 'nothing' || planned.do === 'continue') {
    const before =
      planned.do === 'nothing'
        ? planned.result
        : resultOf(planned.status, { createdId: planned.customerId, errorMessage: planned.message });
    const entries = await ledger.entries(key.key);
    const answer = entries.findLast((entry) => entry.type === 'created')?.answer ?? '';
    return { result: before, answer, exitCode: exitCodeOf(before.status), sent: false };
  }
  if (!(await settings.confirm())) throw new Refusal('declined', 'not confirmed');

  const context: CreationContext = {
    runId,
    batchId,
    client: settings.client,
    ledger,
    clock,
    halt: new Halt(Infinity),
    canary: new Canary(),
    alikeSince: null,
    newKey: () => `${runId}-${Math.floor(settings.random() * 2 ** 48).toString(16)}`,
    at: () => undefined,
  };
  const startedAt = new Date(clock.now());
  const run: NewRun = {
    id: runId,
    kind: subject.kind,
    batchId,
    fileHash: null,
    parent: null,
    settings: {},
    file: `api ${operation}`,
    rows: 1,
    startedAt,
  };
  const begun = await ledger.begin(run, BigInt64Array.of(hashInteger(hash64(key.key))));
  if (begun.held > 0) {
    await ledger.finish(runId, new Date(clock.now()), 2, {});
    throw new Refusal('running', `${operation}: another run is working on this now`);
  }
  const identity = identityOf(context, subject, key);
  const done = await create(context, { operation, identity, body, quote });
  const result = await recordOutcome(
    context,
    subject,
    identity,
    { startedAt: startedAt.toISOString() },
    done,
  );
  if (result.status === 'not_sent') await ledger.note(runId, [runRow(subject, key, result)]);
  const exitCode = exitCodeOf(result.status);
  await ledger.finish(runId, new Date(clock.now()), exitCode, { [result.status]: 1 });
  return { result, answer: done.kind === 'called' ? done.outcome.text : '', exitCode, sent: true };
}

/** The request as a thing to be created: a transfer says the same as a row of a file with its fields. */
function single(operation: CreatingOperation, request: Request, reference: string): Single {
  const kind = KIND[operation];
  const base = { line: 1, reference, currency: '', amount: '' };
  const text = request.body ?? '{}';
  if (kind !== 'payouts') {
    const fingerprint = bodyFingerprint(kind, request.fields);
    return {
      subject: { ...base, kind },
      content: sha256(canonical(request.fields)),
      fingerprint,
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
    content: contentOf(row),
    fingerprint: fingerprintOf(row),
    body: transferText(whole),
  };
}

/** The same text for the same fields in any order. */
function canonical(value: unknown): string {
  if (isLosslessNumber(value)) return value.toString();
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = value as Fields; // an object that is no list
  return `{${Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`)
    .join()}}`;
}
