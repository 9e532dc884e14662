// approve: shows the plan, asks, and adds one signature to the plan itself.
import { PlanError } from '../../../approval/plan-error.ts';
import {
  CLOCK_BACK_MS,
  judgeExpiry,
  type PlanFile,
  type PlanSignature,
} from '../../../approval/plan-format.ts';
import { type ApprovalPolicy, judgePolicy } from '../../../approval/policy.ts';
import { type Approver, signPlan, standingOf } from '../../../approval/signatures.ts';
import type { Progress } from '../../../batch/plan/approved/plan-runs.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { shellQuoted } from '../../../files/shell-quoted.ts';
import type { ApproveArgs } from '../../definitions/approval.ts';
import { type Io, UsageError } from '../../io.ts';
import { addToPlan, type LoadedPlan, loadPlan } from '../../plan-file.ts';
import { sendingNow, tellLedger, withLedgerWord } from '../../plan-ledger.ts';
import { planPage } from '../../render/plan-page.ts';
import { signaturesNeeded, usedUpText } from '../../render/plan-standing.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { systemUser } from '../../this-process.ts';
import { judgePlannedFile } from './planned-file.ts';
import { judgeSigner, judgeStranger, openKey } from './signer.ts';

export async function approveCommand(args: ApproveArgs, io: Io): Promise<number> {
  const reason = reasonOf(args);
  const loaded = loadPlan(args.plan, io);
  const settings = new Settings(args, io);
  const policy = settings.policy();
  const { approvers } = policy;
  judgePolicy(policy);
  judgeTime(loaded, io, reason !== undefined);
  const { file, name } = loaded;
  // Before thirty lines of page: a wrong passphrase would be the last thing under them.
  const { key, publicKey } = await openKey(args.key, io);
  const known = await withLedgerWord(loaded, settings);
  const { progress } = known;
  if (reason === undefined) judgeUsed(name, progress);
  judgeNoRejection(known.file, name, approvers);
  const own = approvers.find((one) => one.publicKey.trim() === publicKey);
  const said = { name: own?.name ?? systemUser(), publicKey, at: new Date(io.now()).toISOString() };
  if (!own && reason === undefined) judgeStranger(args.key, loaded, approvers);
  judgeSigner(file, name, said, reason !== undefined);
  const unseen = reason === undefined ? await judgePlannedFile(loaded) : undefined;
  const page = { file: known.file, name, policy, width: widthOf(io), progress, nowMs: io.now() };
  if (!args.json) io.out(planPage(page));
  if (reason === undefined) {
    warnOfOne(file, io);
    if (unseen !== undefined) io.err(`paybatch: warning: ${unseen}\n`, 'warn');
  }
  if (!own) io.err(`paybatch: warning: this key does not belong to an approver of this config\n`, 'warn');
  if (!(await agreed(args, io, reason)))
    throw new UsageError('not confirmed: nothing was signed', 'declined');
  const signature = signPlan(file, key, reason === undefined ? said : { ...said, rejected: reason });
  const unkept = reason === undefined ? undefined : await tellLedger(loaded, settings, signature);
  const judge = (now: PlanFile): void => {
    if (reason === undefined) judgeNoRejection(now, name, approvers);
    judgeSigner(now, name, said, reason !== undefined);
  };
  const signed = await addToPlan(loaded, signature, judge, io);
  tell(args, io, { before: file, signed, signature, inLedger: unkept === undefined, progress, policy });
  if (unkept !== undefined) io.err(`paybatch: warning: ${unkeptText(name, file, unkept)}\n`, 'warn');
  else if (reason !== undefined) warnOfRun(await sendingNow(loaded, settings), io);
  return 0;
}

interface Outcome {
  /** As this person read it. */
  readonly before: PlanFile;
  readonly signed: PlanFile;
  readonly signature: PlanSignature;
  readonly inLedger: boolean;
  readonly progress: Progress | undefined;
  readonly policy: ApprovalPolicy;
}

function tell({ plan, json }: ApproveArgs, io: Io, outcome: Outcome): void {
  const { before, signed, signature, inLedger, policy } = outcome;
  const isNo = signature.rejected !== undefined;
  const count = signed.signatures.length;
  for (const one of signed.signatures.slice(before.signatures.length, -1))
    io.err(
      `paybatch: ${plain(one.name)} ${one.rejected === undefined ? 'signed' : 'rejected'} it while you were reading\n`,
    );
  if (json) {
    const did = isNo ? { rejected: true } : { approved: true };
    const kept = isNo ? { inLedger } : {};
    io.out(`${JSON.stringify({ plan, ...did, name: signature.name, signatures: count, ...kept })}\n`);
    return;
  }
  const yes = signed.signatures.filter(({ rejected }) => rejected === undefined).length;
  const text = isNo
    ? `\nRejected as ${plain(signature.name)}: ${plainPath(plan)} ${noText(outcome)}.\n`
    : `\nApproved as ${plain(signature.name)}: ${plainPath(plan)} has ${yes} signature${yes === 1 ? '' : 's'}${nextText(plan, signed, policy, io)}`;
  io.out(prose(text, widthOf(io)));
}

/** What is missing, or what can be done now. */
function nextText(plan: string, signed: PlanFile, policy: ApprovalPolicy, io: Io): string {
  const counted = standingOf(signed, policy.approvers).approved.length;
  const wanted = signaturesNeeded(signed.plan, policy);
  const name = shellQuoted(plan);
  return counted < wanted
    ? `: ${counted} of the ${wanted} that it needs. Next, by another approver:\n${io.asTyped(`paybatch approve ${name} --key KEY\n`)}`
    : `. Next:\n${io.asTyped(`paybatch run --plan ${name}\n`)}`;
}

/** What a no does: what was sent before, it can't call back. */
function noText({ inLedger, progress }: Outcome): string {
  const known = inLedger ? ', and its ledger has the rejection' : '';
  const { rows, left } = progress ?? { rows: 0, left: 0 };
  if (progress && left === 0)
    return `is rejected${known}; each of its rows had been sent before, so this stops nothing`;
  const gone = rows === left ? '' : `; ${rows - left} of its ${rows} rows had been sent before`;
  return `can't be run any more${known}${gone}`;
}

/** Errors: {@link PlanError}: there is nothing left that a yes could let go. */
function judgeUsed(name: string, progress: Progress | undefined): void {
  if (progress && progress.left === 0)
    throw new PlanError(
      'plan_used',
      `${name}: it is used up: ${usedUpText(progress)}. There is nothing left to approve`,
    );
}

/** Errors: {@link PlanError}: nobody needs to say yes to what was rejected. */
function judgeNoRejection(file: PlanFile, name: string, approvers: readonly Approver[]): void {
  const { rejected } = standingOf(file, approvers);
  if (rejected)
    throw new PlanError('plan_signatures', `${name}: rejected by ${rejected.name}: ${rejected.reason}`);
}

const unkeptText = (name: string, { plan }: PlanFile, why: string): string =>
  `only ${plainPath(name)} has the rejection: its ledger (${plain(plan.ledgerId)}) could not be updated (${plain(why)}). An earlier copy of the plan can still be run: reject it again where that ledger is, or remove the copies`;

function reasonOf({ reject, reason }: ApproveArgs): string | undefined {
  const text = reason?.trim() ?? '';
  if (reject && text === '') throw new UsageError('approve: --reject needs --reason TEXT');
  if (!reject && reason !== undefined) throw new UsageError('approve: --reason goes with --reject');
  return reject ? text.slice(0, 2000) : undefined;
}

function judgeTime({ file: { plan }, name }: LoadedPlan, io: Io, rejects: boolean): void {
  const now = io.now();
  if (rejects && now > Date.parse(plan.expiresAt))
    throw new PlanError(
      'plan_expired',
      `${name}: it expired at ${plan.expiresAt}: nobody can run it, so there is nothing to reject`,
    );
  judgeExpiry(plan, now, name);
  if (Date.parse(plan.createdAt) - now > CLOCK_BACK_MS)
    throw new PlanError(
      'plan_clock',
      `${name}: it was made at ${plan.createdAt}, and this machine's clock is behind that: set the clock`,
    );
}

/** Two names do not mean two people if the same system user made the plan and signs it. */
function warnOfOne({ plan }: PlanFile, io: Io): void {
  if (plan.user !== systemUser()) return;
  io.err(
    `paybatch: warning: this plan was made by a system user of the same name (${plain(plan.user)}) that approves it now: the signature proves that the key was used, not that a second person approved\n`,
    'warn',
  );
}

/** A no that comes while rows are sent is heard by the run, which asks its ledger. What has gone is gone. */
function warnOfRun(runId: string | undefined, io: Io): void {
  if (runId === undefined) return;
  io.err(
    `paybatch: warning: run ${runId} is sending it now: it stops within a few seconds. What it had sent before is paid: paybatch report ${runId}, when it has ended\n`,
    'warn',
  );
}

async function agreed({ yes }: ApproveArgs, io: Io, reason: string | undefined): Promise<boolean> {
  if (yes) return true;
  if (!io.interactive) throw new UsageError('approve: without a terminal, --yes is required');
  const what = reason === undefined ? 'Sign it' : 'Reject it';
  return /^yes$/i.test((await io.ask(`${what}? Type yes: `)).trim());
}
