// One transfer, customer or trade from the command line or a program. It follows the rules of a row: intent before
// request, in doubt if the outcome is unknown, never sent twice.
import { approvalNeeded, OF_A_TRADE } from '../../approval/policy.ts';
import { paymentText } from '../../client/body-text.ts';
import type { CreatingOperation, ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { EXIT } from '../../errors.ts';
import type { TransferBody } from '../../interface/transfer.ts';
import { hash64, hashInteger, sha256 } from '../../ledger/keys.ts';
import type { Ledger, NewRun } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { Refusal } from '../input/control.ts';
import { inputMessage } from '../input/messages.ts';
import { readReference } from '../input/references.ts';
import { NO_CURRENCY } from '../input/row.ts';
import type { RowToDecide } from '../plan/decide.ts';
import { ALIKE_DAYS } from '../plan/duplicates.ts';
import { type RowKey, RowKeys, taggedMemo } from '../plan/keys.ts';
import { knownMessage } from '../plan/messages.ts';
import { planPage } from '../plan/page.ts';
import type { RowResult } from '../results/result.ts';
import { exitOfCounts } from '../results/tally.ts';
import { CircuitBreaker } from '../send/circuit-breaker.ts';
import type { CreationContext } from '../send/context.ts';
import { recordOutcome, runRow, sendingOf } from '../send/outcome.ts';
import { create } from '../send/steps/create.ts';
import { FirstTransferGate } from '../send/transfer-gate.ts';
import { singleMessage } from './messages.ts';
import type { Request } from './request.ts';

export interface SingleSettings {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly runId: string;
  /** The caller's key for it, or name of the batch. Without them, an equal body is the same thing. */
  readonly reference?: string | undefined;
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

/** Errors: {@link Refusal}, for example for a wrong reference; LedgerError before anything is sent. */
export async function createOnce(
  operation: CreatingOperation,
  request: Request,
  settings: SingleSettings,
): Promise<SingleEnd> {
  const { ledger, clock } = settings;
  const single = singleOf(operation, request, settings);
  requireApproval(operation, single, settings);
  const alikeSince = settings.alikeOk === true ? null : await ledger.sequence();
  // A call that was killed is in doubt from now on.
  await ledger.recover(new Date(clock.now()));
  const before = await knownEnd(single, settings);
  if (before) return before;
  const confirmed = await settings.confirm();
  if (confirmed === 'no') throw new Refusal('declined', knownMessage('not_confirmed'));
  // The question may have been open for an hour.
  const since = await knownEnd(single, settings);
  return since ?? send(operation, single, { alikeSince, ...confirmed }, settings);
}

interface Single {
  /** As a row of a file with its fields. */
  readonly row: RowToDecide & { readonly body: object };
  readonly key: RowKey;
  /** The exact bytes. */
  readonly body: string;
  readonly account?: string | undefined;
}

function singleOf(operation: CreatingOperation, request: Request, settings: SingleSettings): Single {
  const common = { line: 1, reference: referenceOf(operation, settings.reference), issues: [] };
  const keyIn = (body: string): RowKeys => {
    const batchId = settings.batchId ?? sha256(body);
    return new RowKeys({ batchId, fileBatch: batchId });
  };
  if (operation !== 'createTransfer') {
    const kind = operation === 'createTrade' ? 'trades' : 'customers';
    const row = { ...common, kind, currency: '', amount: '', body: request.fields } as const;
    const body = request.body ?? '{}';
    return { row, body, key: keyIn(body).keyOf(row) };
  }
  const fields = request.fields as unknown as TransferBody; // checked by its schema
  const amount = String(request.fields['receiverAmount']);
  const { documents = [], ...rest } = { ...fields, receiverAmount: amount };
  const transfer: TransferBody = documents.length === 0 ? rest : { ...rest, documents };
  const { currency = NO_CURRENCY, externalAccountId: account } = transfer.destination ?? {};
  const row = { ...common, kind: 'payouts', currency, amount, body: transfer } as const;
  const text = paymentText(transfer);
  const key = keyIn(text).keyOf(row);
  const { memoTag } = settings.client.profile;
  const body = memoTag ? paymentText({ ...transfer, memo: taggedMemo(transfer.memo, key.key) }) : text;
  return { row, key, body, account };
}

/** Read like a file's reference; empty for none. Errors: {@link Refusal} for one that would be invalid in a file. */
function referenceOf(operation: CreatingOperation, given: string | undefined): string {
  if (given === undefined) return '';
  const { text, issue } = readReference(given);
  if (text === '') throw new Refusal('reference', singleMessage('reference_empty', { operation }));
  if (issue !== undefined)
    throw new Refusal('reference', inputMessage('reference_refused', { operation, why: issue }));
  return text;
}

/** Errors: PlanError. The amount of a trade is not shown (2.6): it needs approval as soon as any amount does. */
function requireApproval(
  operation: CreatingOperation,
  { row }: Single,
  { needsApproval }: SingleSettings,
): void {
  if (row.kind === 'customers') return;
  const { kind, currency, amount } = row;
  const why = needsApproval?.(kind === 'trades' ? { [OF_A_TRADE]: '0' } : { [currency]: amount });
  if (why !== undefined) throw approvalNeeded(operation, why);
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
  const entries = await ledger.entries(key.key);
  const answer = entries.findLast((entry) => entry.type === 'created')?.answer ?? '';
  return { result, answer, exitCode: exitOf(result), sent: false };
}

/** As a run of one row. */
async function send(
  operation: CreatingOperation,
  { row, key, body, account }: Single,
  { alikeSince, quote }: { readonly alikeSince: number | null; readonly quote: string | null },
  settings: SingleSettings,
): Promise<SingleEnd> {
  const { ledger, clock, runId, client, random } = settings;
  const { batchId } = key;
  const startedAt = new Date(clock.now());
  const described = { fileHash: null, parent: null, settings: { alikeOk: alikeSince === null } };
  const file = `api ${operation}`;
  const run: NewRun = { id: runId, kind: row.kind, batchId, file, rows: 1, startedAt, ...described };
  const begun = await ledger.begin(run, BigInt64Array.of(hashInteger(hash64(key.key))));
  if (begun.held > 0) {
    await ledger.finish(runId, new Date(clock.now()), EXIT.unusable, {});
    throw new Refusal('running', singleMessage('call_under_way', { operation }));
  }
  const context: CreationContext = {
    ...{ runId, batchId, client, ledger, clock, random, alikeSince },
    breaker: new CircuitBreaker(Infinity),
    transferGate: new FirstTransferGate(),
    alikeDays: settings.alikeDays ?? ALIKE_DAYS,
  };
  const sending = sendingOf(context, row, key);
  const end = await create(context, sending, { body, quote, account });
  const result = await recordOutcome(context, sending, end);
  if (result.status === 'not_sent') await ledger.note(runId, [runRow(row, key, result)]);
  const exitCode = exitOf(result);
  await ledger.finish(runId, new Date(clock.now()), exitCode, { [result.status]: 1 });
  return { result, answer: 'outcome' in end ? end.outcome.text : '', exitCode, sent: true };
}

const exitOf = ({ status, errorCode }: RowResult): number =>
  exitOfCounts({ [status]: 1 }, false, errorCode === 'alike' ? 1 : 0);
