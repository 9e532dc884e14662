// One transfer, customer or trade that comes from the command line or a program instead of a file. It has the same
// memory and the same rules as a row: intent before request, in doubt when unknown, never the same thing twice.
import { PlanError } from '../../approval/plan-error.ts';
import { approvalText, OF_A_TRADE } from '../../approval/policy.ts';
import { type CreatingOperation, type ServiceClient, transferText } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { EXIT } from '../../errors.ts';
import { payoutFields } from '../../interface/fingerprint.ts';
import { hash64, hashInteger, sha256 } from '../../ledger/keys.ts';
import type { Ledger, NewRun, RowRecord } from '../../ledger/ledger.ts';
import { Refusal } from '../input/refusal.ts';
import { ALIKE_DAYS, nearSince, otherText } from '../plan/alike/alike.ts';
import type { LikeDoubt, Payment } from '../plan/alike/by-payee.ts';
import { elsewhereText } from '../plan/alike/elsewhere.ts';
import { FreedDoubts } from '../plan/alike/freed.ts';
import { nearDoubts } from '../plan/alike/near-doubts.ts';
import { butText, type Near, nearlyAlike, readBody } from '../plan/alike/nearly-alike.ts';
import { refuseCall, remedyFor } from '../plan/alike/refuse-alike.ts';
import { paidRespelt, respeltText } from '../plan/alike/respelt-references.ts';
import { Rivals } from '../plan/alike/rivals.ts';
import { differences } from '../plan/differs.ts';
import { likeReferences, recognise, type RowKey } from '../plan/keys.ts';
import { taggedMemo } from '../plan/memo-tag.ts';
import { plan } from '../plan/plan.ts';
import { result as resultOf, type RowResult } from '../results/result.ts';
import { exitCodeOf } from '../results/tally.ts';
import { mayBeText, nextToDoubtText } from '../results/words.ts';
import { Canary } from '../send/canary.ts';
import { type CreationContext, idempotencyKey } from '../send/context.ts';
import { Halt } from '../send/halt.ts';
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
  /** What looks like something already made is meant. */
  readonly alikeOk?: boolean;
  /** See LiveSettings. */
  readonly alikeDays?: number;
  /** See LiveSettings. */
  readonly needsApproval?: ((totals: Readonly<Record<string, string>>) => string | undefined) | undefined;
  /** Told of what the caller should know before anything is sent. */
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

/**
 * Errors: {@link Refusal} where something like it was created lately, or its reference can be none; LedgerError before
 * anything is sent.
 */
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
  // A call that was killed under way is no longer under way.
  await ledger.recover(new Date(clock.now()));
  const [recognised] = await recognise([{ key: keyOf(one, batchId) }], (keys) => ledger.lookup(keys));
  if (!recognised) throw new Error('one key, and no answer');
  const { key } = recognised;
  const before = await knownEnd(one, recognised, batchId, settings);
  if (before) return before;
  if (alikeSince !== null) {
    for (const text of await refuseAlike(operation, one, key, settings)) settings.notice?.(text);
    const [other] = await ledger.alikeElsewhere([key.fingerprint]);
    if (other) settings.notice?.(elsewhereText(other, one.subject.kind));
  }
  const confirmed = await settings.confirm();
  if (confirmed === 'no') throw new Refusal('declined', 'not confirmed');
  // The question may have stood there for an hour.
  if (alikeSince !== null) await refuseAlike(operation, one, key, settings, true);
  return send(operation, { one, key, batchId, alikeSince, ...confirmed }, settings);
}

/**
 * Returns what is to be said of others that look like it. `again`: what has the same fingerprint was looked for, and is once more
 * by the intent's transaction. Errors: {@link Refusal} for what may be the same.
 */
async function refuseAlike(
  operation: CreatingOperation,
  one: Single,
  { key, fingerprint }: RowKey,
  { ledger, clock, alikeDays = ALIKE_DAYS }: SingleSettings,
  again = false,
): Promise<string[]> {
  const { subject, fields: body } = one;
  const { kind, reference, amount } = subject;
  const rules = { nowMs: clock.now(), alikeDays };
  const doubts = kind === 'payouts' ? await likeDoubts({ ...subject, body }, key, ledger, rules.nowMs) : [];
  const near: Near<unknown>[] = await nearlyAlike(
    ledger,
    kind,
    [{ of: undefined, body, amount, reference }],
    nearSince(rules),
  );
  const same = near.flatMap(({ other, but }) => (but === undefined ? [other] : []));
  const held = doubts.flatMap(({ other, isNext }) => (isNext ? [] : [other]));
  const [first] = held;
  if (first)
    throw new Refusal(
      'alike',
      `${operation}: ${mayBeText(otherText(first, kind))}`,
      undefined,
      remedyFor([first]),
    );
  const equal = again ? [] : await ledger.alike([fingerprint]);
  refuseCall(operation, kind, reference, [...equal, ...same], rules);
  const hasMemo = (payoutFields(body).memo ?? '') !== '';
  const respelt = [...(await paidRespelt(kind, [subject], ledger)).values()].flatMap((found) =>
    found.slice(0, 1),
  );
  return [
    ...respelt.map((other) => `the reference ${respeltText(other, kind)}`),
    ...near.flatMap(({ other, but }) => (but === undefined ? [] : [butText(but, hasMemo, other)])),
    ...doubts.map(({ other }) => `the call ${nextToDoubtText(otherText(other, kind))}`),
  ];
}

async function likeDoubts(row: Payment, key: string, ledger: Ledger, nowMs: number): Promise<LikeDoubt[]> {
  const [doubts, freed] = [await nearDoubts(ledger, nowMs), await FreedDoubts.read(ledger, nowMs)];
  const paid = await freed.like([{ row, key, known: await ledger.row(key) }]);
  return [...doubts.like(row), ...[...paid.values()].flat()];
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

/** What the ledger knows of it, where that says that nothing is to be sent. */
async function knownEnd(
  { subject, body, transfer }: Single,
  { key, known }: { readonly key: RowKey; readonly known: RowRecord | undefined },
  batchId: string,
  { ledger, clock }: SingleSettings,
): Promise<SingleEnd | undefined> {
  const sameReference = (await likeReferences([subject], ledger)).get(subject.reference);
  const said = { kind: subject.kind, issues: [], body: transfer ?? readBody(body) };
  const differs = (await differences([{ row: said, key, known }], ledger)).get(key.key);
  const now = { heldBy: undefined, nowMs: clock.now(), idempotencyWindowMs: 0 };
  const context = { batchId, sameReference, differs, ...now };
  const planned = plan({ ...subject, issues: [] }, key, known, context);
  if (planned.do === 'send' || planned.do === 'resend') return undefined;
  const before =
    planned.do === 'nothing'
      ? planned.result
      : resultOf(planned.status, { createdId: planned.customerId, errorMessage: planned.message });
  const entries = await ledger.entries(key.key);
  const answer = entries.findLast((entry) => entry.type === 'created')?.answer ?? '';
  return { result: before, answer, exitCode: exitCodeOf(before.status), sent: false };
}

interface Sending {
  readonly one: Single;
  readonly key: RowKey;
  readonly batchId: string;
  readonly alikeSince: number | null;
  readonly quote: string | null;
}

/** As a run of its own, of one row. */
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
    halt: new Halt(Infinity),
    canary: new Canary(),
    alikeSince,
    rivals: new Rivals(ledger, clock),
    newKey: () => idempotencyKey(runId, random),
    at: () => undefined,
  };
  const identity = identityOf(context, subject, key);
  const done = await create(context, { operation, identity, body: bodyOf(one, key, client), quote });
  const common = { startedAt: startedAt.toISOString() };
  const result = await recordOutcome(context, subject, identity, common, done);
  if (result.status === 'not_sent') await ledger.note(runId, [runRow(subject, key, result)]);
  const exitCode = exitCodeOf(result.status);
  await ledger.finish(runId, new Date(clock.now()), exitCode, { [result.status]: 1 });
  return { result, answer: done.kind === 'called' ? done.outcome.text : '', exitCode, sent: true };
}

/** As it is sent: the tag is made of the key, so the key can't be made of it. */
function bodyOf({ transfer, body }: Single, { key }: RowKey, { profile }: ServiceClient): string {
  if (transfer === undefined || !profile.memoTag) return body;
  return transferText({ ...transfer, memo: taggedMemo(transfer.memo, key) });
}
