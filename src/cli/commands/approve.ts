// approve: shows the plan, asks, and adds one signature to the plan itself. A rejection is also kept in the plan's
// ledger.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { openPrivateKey } from '../../approval/keys.ts';
import { PlanError } from '../../approval/plan-error.ts';
import {
  CLOCK_BACK_MS,
  type PlanFile,
  planId,
  type PlanSignature,
  REASON_CHARS,
  refuseExpired,
} from '../../approval/plan-format.ts';
import { type ApprovalPolicy, validatePolicy } from '../../approval/policy.ts';
import { approvalState, type Approver, isMaker, signPlan } from '../../approval/signatures.ts';
import { keepRejection } from '../../batch/approved-plan/approved-plan.ts';
import { PaybatchError } from '../../errors.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { SMALL } from '../../files/small-file.ts';
import { verbatim } from '../../message.ts';
import { type LoadedPlan, loadPlan, putPlan, refuseChangedPlan } from '../approval.ts';
import type { ApproveArgs } from '../definitions/approval.ts';
import { type Io, readNamed, UsageError } from '../io.ts';
import { openLedger } from '../ledger-access.ts';
import { nextStep, renderPlan } from '../render/plan-page.ts';
import { inWords, isConfirmed, printResult, warn } from '../render/print.ts';
import { passphrase } from '../secrets.ts';
import { Settings } from '../settings.ts';
import { systemUser } from '../this-process.ts';

export async function approveCommand(args: ApproveArgs, io: Io): Promise<number> {
  const reason = args.reason?.trim();
  if (reason === '') throw new UsageError('approve: --reason is empty');
  if (reason !== undefined && reason.length > REASON_CHARS)
    throw new UsageError(`approve: --reason is longer than ${REASON_CHARS} characters`);
  const loaded = loadPlan(args.plan, io);
  const { file, name, path } = loaded;
  const settings = new Settings(args, io);
  const policy = settings.policy();
  const { approvers } = policy;
  validatePolicy(policy);
  checkTime(loaded, io.now());
  // Before the page: a wrong passphrase would otherwise be the last line below it.
  const { key, publicKey } = await openKey(args.key, io);
  const own = approvers.find((one) => one.publicKey.trim() === publicKey);
  const signer = { name: own?.name ?? systemUser(), publicKey, at: new Date(io.now()).toISOString() };
  if (reason === undefined) checkSigner(file, name, approvers, signer);
  if (!args.json) io.out(renderPlan(file, name, policy, io));
  warnOfSigner(file, own, reason !== undefined, io);
  if (!(await isAgreed(args, io))) throw new UsageError('not confirmed: nothing was signed', 'declined');
  const signature = signPlan(file, key, reason === undefined ? signer : { ...signer, rejected: reason });
  refuseChangedPlan(loaded, io);
  const fault = reason === undefined ? undefined : await keepInLedger(loaded, settings, signature);
  const signed = { ...file, signatures: [...file.signatures, signature] };
  await putPlan(path, name, signed, statSync(path).mode & 0o777);
  const did = reason === undefined ? { approved: true } : { rejected: true, inLedger: fault === undefined };
  const result = { plan: args.plan, ...did, name: signer.name, signatures: signed.signatures.length };
  printResult(io, args.json, result, signedText(args.plan, signature, signed, policy));
  if (fault !== undefined)
    warn(
      io,
      `the ledger of the plan could not record the rejection (${plain(fault)}): an earlier copy of ${plainPath(name)} can still be run. Reject it again where that ledger is, or remove the copies`,
    );
  return 0;
}

function checkTime({ file: { plan }, name }: LoadedPlan, now: number): void {
  refuseExpired(plan, now, name);
  if (Date.parse(plan.createdAt) - now <= CLOCK_BACK_MS) return;
  const why = `${name}: it was made at ${plan.createdAt}, and this machine's clock is behind that: set the clock`;
  throw new PlanError('plan_clock', verbatim(why));
}

/** Errors: {@link UsageError}; PlanError, with the file's name. */
async function openKey(path: string, io: Io): Promise<ReturnType<typeof openPrivateKey>> {
  const place = `--key ${plainPath(path)}`;
  const pem = readNamed(resolve(io.cwd, path), SMALL.secret, place, 'key');
  const secret = await passphrase(io, { twice: false });
  try {
    return openPrivateKey(pem, secret);
  } catch (error) {
    throw error instanceof PlanError ? PlanError.of(error.code, place, error.told) : error;
  }
}

/** The maker may reject the plan, but not approve it. A key signs once, and never a rejected plan. */
function checkSigner(
  file: PlanFile,
  name: string,
  approvers: readonly Approver[],
  signer: { readonly name: string; readonly publicKey: string },
): void {
  const refuse = (why: string): never => {
    throw new PlanError('plan_signatures', verbatim(`${name}: ${why}`));
  };
  const { rejected } = approvalState(file, approvers);
  if (rejected) refuse(`rejected by ${rejected.name} (${rejected.reason}). Make another plan`);
  const isApprover = approvers.some((one) => one.publicKey.trim() === signer.publicKey);
  if (isMaker(file.plan, signer.name))
    refuse(
      isApprover
        ? `${signer.name} made it: somebody else must approve it`
        : 'this key does not belong to an approver in this config: an approver must sign it',
    );
  if (file.signatures.some((one) => one.publicKey === signer.publicKey))
    refuse('this key has signed it already');
}

function warnOfSigner({ plan }: PlanFile, own: Approver | undefined, isRejection: boolean, io: Io): void {
  // Two names do not mean two people if the same system user made the plan and signs it.
  if (!isRejection && plan.user === systemUser())
    warn(
      io,
      `the system user ${plain(plan.user)} also made this plan: this does not prove that a second person approved it`,
    );
  if (!own) warn(io, 'this key does not belong to an approver of this config');
}

async function isAgreed({ yes, reject }: ApproveArgs, io: Io): Promise<boolean> {
  if (yes) return true;
  if (!io.interactive) throw new UsageError('approve: without a terminal, --yes is required');
  return isConfirmed(io, `${reject ? 'Reject' : 'Sign'} it?`);
}

/** Why the rejection can't be kept in the plan's ledger, if it can't: it may be on another machine. */
async function keepInLedger(
  { file }: LoadedPlan,
  settings: Settings,
  rejection: PlanSignature,
): Promise<string | undefined> {
  const { environment, ledgerId } = file.plan;
  try {
    const ledger = await openLedger(settings, { use: 'record', environment, ledgerId });
    await keepRejection(ledger, planId(file), rejection).finally(() => ledger.close());
    return undefined;
  } catch (error) {
    if (error instanceof PaybatchError) return error.message;
    throw error;
  }
}

/** What was done, and what is to be done next. */
function signedText(
  plan: string,
  { name, rejected }: PlanSignature,
  signed: PlanFile,
  policy: ApprovalPolicy,
): string {
  const [who, where] = [plain(name), plainPath(plan)];
  if (rejected !== undefined)
    return `\nRejected as ${who}: ${where} can't be run any more. A run that is sending it stops within a few seconds; rows that it has sent stay paid.\n`;
  const given = signed.signatures.filter((one) => one.rejected === undefined).length;
  return `\nApproved as ${who}: ${where} has ${inWords(given, 'signature')}. ${nextStep(signed, plan, policy)}`;
}
