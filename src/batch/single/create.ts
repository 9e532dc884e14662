// One transfer, customer or trade that comes from the command line or a program instead of a file. It has the same
// memory and the same rules as a row: intent before request, in doubt when unknown, never the same thing twice.
import { PlanError } from '../../approval/plan-error.ts';
import { approvalText, OF_A_TRADE } from '../../approval/policy.ts';
import { paymentText } from '../../client/body-text.ts';
import type { CreatingOperation, ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { EXIT } from '../../errors.ts';
import { hash64, hashInteger, sha256 } from '../../ledger/keys.ts';
import type { Ledger, NewRun } from '../../ledger/ledger.ts';
import { Refusal } from '../input/control.ts';
import { ALIKE_DAYS } from '../plan/duplicates.ts';
import { type RowKey, taggedMemo } from '../plan/keys.ts';
import { planPage } from '../plan/page.ts';
import type { RowResult } from '../results/result.ts';
import { exitOfCounts } from '../results/tally.ts';
import { CircuitBreaker, FirstTransferGate } from '../send/circuit-breaker.ts';
import type { CreationContext } from '../send/context.ts';
import { identityOf, recordOutcome, runRow } from '../send/outcome.ts';
import { create } from '../send/steps/create.ts';
import type { Request } from './request.ts';
import { keyOf, type Single, single } from './subject.ts';

export interface SingleSettings {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly runId: string;
  /** The caller's own key for it, or its own name for the batch: otherwise the same body again is the same thing. */
  readonly reference?: string | undefined;
  readonly batchId?: string | undefined;
  readonly alikeOk?: boolean;
  /** See LiveSettings. */
  readonly alikeDays?: number;
  /** See LiveSettings. */
  readonly needsApproval?: ((totals: Readonly<Record<string, string>>) => string | undefined) | undefined;
  readonly notice?: (text: string) => void;
  /** Asked when it is certain that something would be sent: the quote to keep with it, or `no`, which sends nothing. */
  readonly confirm: () => Promise<'no' | { readonly quote: string | null }>;
}

export interface SingleEnd {
  readonly result: RowResult;
  /** The service's whole answer, now or when it was created; empty when there is none. */
  readonly answer: string;
  readonly exitCode: number;
  /** Whether this call sent it; otherwise the ledger knew it. */
  readonly sent: boolean;
}

/** Errors: {@link Refusal} where its reference can be none; LedgerError before anything is sent. */
export async function createOnce(
  operation: CreatingOperation,
  request: Request,
  settings: SingleSettings,
): Promise<SingleEnd> {
  const { ledger, clock } = settings;
  const one = single(operation, request, settings.reference);
  const batchId = settings.batchId ?? sha256(one.body);
  judgeNeed(operation, one, settings);
  const alikeSince = settings.alikeOk === true ? null : await ledger.sequence();
  // A call that was killed becomes in doubt.
  await ledger.recover(new Date(clock.now()));
  const key = keyOf(one, batchId);
  const before = await knownEnd(one, key, settings);
  if (before) return before;
  const confirmed = await settings.confirm();
  if (confirmed === 'no') throw new Refusal('declined', 'not confirmed');
  // The question may have been open for an hour.
  const since = await knownEnd(one, key, settings);
  return since ?? send(operation, { one, key, batchId, alikeSince, ...confirmed }, settings);
}

/** Errors: {@link PlanError}. What a trade moves isn't shown (2.6): it needs one as soon as anything does. */
function judgeNeed(
  operation: CreatingOperation,
  { subject }: Single,
  { needsApproval }: SingleSettings,
): void {
  if (subject.kind === 'customers') return;
  const { currency, amount } = subject;
  const why = needsApproval?.(subject.kind === 'trades' ? { [OF_A_TRADE]: '0' } : { [currency]: amount });
  if (why !== undefined) throw new PlanError('approval', approvalText(operation, why));
}

/** Its end, if it was sent before or is held as a possible duplicate. */
async function knownEnd(
  { subject, transfer, fields }: Single,
  key: RowKey,
  { ledger, client, clock, runId, alikeOk = false, alikeDays = ALIKE_DAYS }: SingleSettings,
): Promise<SingleEnd | undefined> {
  const row = { ...subject, issues: [], body: transfer ?? fields };
  // One payment is at least half of its file.
  const compare = alikeOk ? undefined : { runId, fileHash: null, alikeDays, recentIsHeld: true };
  const profile = { ...client.profile, idempotency: null };
  const [item] = await planPage([{ row, key }], { ledger, profile, clock, compare });
  if (!item || item.planned.do === 'send' || item.planned.do === 'resend') return undefined;
  const { result } = item.planned;
  const entries = await ledger.entries(key.key);
  const answer = entries.findLast((entry) => entry.type === 'created')?.answer ?? '';
  const exitCode = exitOf(result);
  return { result, answer, exitCode, sent: false };
}

interface Sending {
  readonly one: Single;
  readonly key: RowKey;
  readonly batchId: string;
  readonly alikeSince: number | null;
  readonly quote: string | null;
}

/** As a run of one row. */
async function send(
  operation: CreatingOperation,
  { one, key, batchId, alikeSince, quote }: Sending,
  settings: SingleSettings,
): Promise<SingleEnd> {
  const { ledger, clock, runId, client, random } = settings;
  const { subject } = one;
  const startedAt = new Date(clock.now());
  const described = { fileHash: null, parent: null, settings: { alikeOk: alikeSince === null } };
  const file = `api ${operation}`;
  const run: NewRun = { id: runId, kind: subject.kind, batchId, file, rows: 1, startedAt, ...described };
  const begun = await ledger.begin(run, BigInt64Array.of(hashInteger(hash64(key.key))));
  if (begun.held > 0) {
    await ledger.finish(runId, new Date(clock.now()), EXIT.unusable, {});
    throw new Refusal('running', `${operation}: another run is working on this now`);
  }
  const context: CreationContext = {
    runId,
    batchId,
    client,
    ledger,
    clock,
    breaker: new CircuitBreaker(Infinity),
    gate: new FirstTransferGate(),
    alikeSince,
    alikeReferenced: (settings.alikeDays ?? ALIKE_DAYS) > 0,
    random,
    at: () => undefined,
  };
  const identity = identityOf(context, subject, key);
  const account = one.transfer?.destination?.externalAccountId;
  const body = bodyOf(one, key, client);
  const sending = { subject, identity };
  const end = await create(context, sending, { body, quote, account });
  const result = await recordOutcome(context, sending, { startedAt: startedAt.toISOString() }, end);
  if (result.status === 'not_sent') await ledger.note(runId, [runRow(subject, key, result)]);
  const exitCode = exitOf(result);
  await ledger.finish(runId, new Date(clock.now()), exitCode, { [result.status]: 1 });
  return { result, answer: 'outcome' in end ? end.outcome.text : '', exitCode, sent: true };
}

/** With the tag, which is made of the key. */
function bodyOf({ transfer, body }: Single, { key }: RowKey, { profile }: ServiceClient): string {
  if (transfer === undefined || !profile.memoTag) return body;
  return paymentText({ ...transfer, memo: taggedMemo(transfer.memo, key) });
}

const exitOf = ({ status, errorCode }: RowResult): number =>
  exitOfCounts({ [status]: 1 }, false, errorCode === 'alike' ? 1 : 0);
