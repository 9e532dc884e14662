// One transfer, customer or trade from the command line or a program. It follows the rules of a row: intent before
// request, in doubt if the outcome is unknown, never sent twice.
import { approvalNeeded, OF_A_TRADE } from '../../approval/policy.ts';
import { paymentText } from '../../client/body-text.ts';
import type { ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { EXIT } from '../../errors.ts';
import { hash64, hashInteger, sha256 } from '../../ledger/keys.ts';
import type { Ledger, NewRun } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { Refusal } from '../input/control.ts';
import { CREATING } from '../input/row.ts';
import { ALIKE_DAYS } from '../plan/duplicates.ts';
import { type RowKey, RowKeys, taggedMemo } from '../plan/keys.ts';
import { knownMessage } from '../plan/messages.ts';
import { planPage } from '../plan/page.ts';
import type { RowResult } from '../results/result.ts';
import { exitOfCounts } from '../results/tally.ts';
import { type CircuitBreaker, stopsRun } from '../send/breakers.ts';
import type { CreationContext } from '../send/context.ts';
import { recordOutcome, runRow, sendingOf } from '../send/outcome.ts';
import { create } from '../send/steps/create.ts';
import { FirstTransferGate } from '../send/transfer-gate.ts';
import type { CallRow } from './call-row.ts';
import { singleMessage } from './messages.ts';

export interface SingleSettings {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  /** A signal trips it. */
  readonly breaker: CircuitBreaker;
  readonly clock: Clock;
  readonly random: () => number;
  readonly runId: string;
  /** The caller's name of the batch. Without it and a reference, an equal body is the same thing. */
  readonly batchId?: string | undefined;
  readonly alikeOk?: boolean;
  /** See LiveSettings. */
  readonly alikeDays?: number;
  /** See LiveSettings. */
  readonly needsApproval?: ((totals: Readonly<Record<string, string>>) => Message | undefined) | undefined;
  /** Called when something would be sent. Returns the quote to keep with it, or `no` to send nothing. */
  readonly confirm: () => Promise<'no' | { readonly quote: string | null }>;
}

export interface SingleEnd {
  readonly result: RowResult;
  /** The service's whole response, of now or of when it was created; empty if there is none. */
  readonly answer: string;
  readonly exitCode: number;
  /** Whether this call sent it. If not, the ledger knew it. */
  readonly sent: boolean;
}

/**
 * `body`: the exact bytes, without the tag of the memo. Errors: {@link Refusal}; LedgerError before anything is sent.
 */
export async function createOnce(row: CallRow, body: string, settings: SingleSettings): Promise<SingleEnd> {
  const { ledger, clock } = settings;
  const single = singleOf(row, body, settings);
  requireApproval(row, settings);
  // A call that was killed is in doubt from now on.
  await ledger.recover(new Date(clock.now()));
  const alikeSince = settings.alikeOk === true ? null : await ledger.sequence();
  const before = await knownEnd(single, settings);
  if (before) return before;
  const confirmed = await settings.confirm();
  if (confirmed === 'no') throw new Refusal('declined', knownMessage('not_confirmed'));
  // The question may have been open for an hour.
  const since = await knownEnd(single, settings);
  return since ?? send(single, { alikeSince, ...confirmed }, settings);
}

interface Single {
  readonly row: CallRow;
  readonly key: RowKey;
  /** The exact bytes. */
  readonly body: string;
  readonly account?: string | undefined;
}

function singleOf(row: CallRow, body: string, { client, batchId = sha256(body) }: SingleSettings): Single {
  const key = new RowKeys({ batchId, fileBatch: batchId }).keyOf(row);
  if (row.kind !== 'payouts') return { row, key, body };
  const { memo, destination } = row.body;
  const tagged = client.profile.memoTag
    ? paymentText({ ...row.body, memo: taggedMemo(memo, key.key) })
    : body;
  return { row, key, body: tagged, account: destination?.externalAccountId };
}

/** Errors: PlanError. The amount of a trade is not shown (2.6): it needs approval as soon as any amount does. */
function requireApproval({ kind, currency, amount }: CallRow, { needsApproval }: SingleSettings): void {
  if (kind === 'customers') return;
  const why = needsApproval?.(kind === 'trades' ? { [OF_A_TRADE]: '0' } : { [currency]: amount });
  if (why !== undefined) throw approvalNeeded(CREATING[kind], why);
}

/** The end of a call that was sent before, or is held as a possible duplicate. */
async function knownEnd(
  { row, key }: Single,
  { ledger, client, clock, runId, alikeOk = false, alikeDays = ALIKE_DAYS }: SingleSettings,
): Promise<SingleEnd | undefined> {
  // One payment is at least half of its file.
  const compare = alikeOk ? undefined : { runId, fileHash: null, alikeDays, recentIsHeld: true };
  const profile = { ...client.profile, idempotency: null };
  const [item] = await planPage([{ row, key }], { ledger, profile, clock, compare });
  if (!item || !('result' in item.planned)) return undefined;
  const { result } = item.planned;
  // The response to another payment with this reference is not the response to this call.
  const isCreated = result.status === 'created' || result.status === 'duplicate';
  const entries = isCreated ? await ledger.entries(key.key) : [];
  const answer = entries.findLast((entry) => entry.type === 'created')?.answer ?? '';
  return { result, answer, exitCode: exitOfCall(result), sent: false };
}

/** As a run of one row. */
async function send(
  { row, key, body, account }: Single,
  { alikeSince, quote }: { readonly alikeSince: number | null; readonly quote: string | null },
  settings: SingleSettings,
): Promise<SingleEnd> {
  const { ledger, clock, runId, client, random, breaker } = settings;
  const { batchId } = key;
  const operation = CREATING[row.kind];
  const startedAt = new Date(clock.now());
  const described = { fileHash: null, parent: null, settings: { alikeOk: alikeSince === null } };
  const file = `api ${operation}`;
  const run: NewRun = { id: runId, kind: row.kind, batchId, file, rows: 1, startedAt, ...described };
  const begun = await ledger.begin(run, BigInt64Array.of(hashInteger(hash64(key.key))));
  if (begun.keysOfOthers > 0) {
    await ledger.finish(runId, new Date(clock.now()), EXIT.unusable, {});
    throw new Refusal('running', singleMessage('call_under_way', { operation }));
  }
  const context: CreationContext = {
    ...{ runId, batchId, client, ledger, clock, random, alikeSince, breaker },
    transferGate: new FirstTransferGate(),
    alikeDays: settings.alikeDays ?? ALIKE_DAYS,
  };
  const sending = sendingOf(context, row, key);
  const end = await create(context, sending, { body, quote, account });
  const result = await recordOutcome(context, sending, end);
  if (result.status === 'not_sent') await ledger.note(runId, [runRow(row, key, result)]);
  const exitCode = exitOfCall(result, 'outcome' in end && stopsRun(end.outcome));
  await ledger.finish(runId, new Date(clock.now()), exitCode, { [result.status]: 1 });
  return { result, answer: 'outcome' in end ? end.outcome.text : '', exitCode, sent: true };
}

const exitOfCall = ({ status, errorCode }: RowResult, isStopped = false): number =>
  exitOfCounts({ [status]: 1 }, isStopped, errorCode === 'alike' ? 1 : 0);
