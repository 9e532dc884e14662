// Signatures of a plan. They count by key, once for each approver in the present config, and never for the maker. One
// rejection ends the plan.
import { type KeyObject, sign, verify } from 'node:crypto';

import { readText } from '../interface/plain-text.ts';
import type { Message } from '../message.ts';
import { canonicalJson } from './canonical.ts';
import { readPublicKey } from './keys.ts';
import { approvalMessage, type NotCounted } from './messages.ts';
import { PlanError } from './plan-error.ts';
import {
  CLOCK_BACK_MS,
  type PlanBody,
  type PlanFile,
  type PlanSignature,
  signedTexts,
} from './plan-format.ts';

export interface Approver {
  readonly name: string;
  /** The text of KEY.pub. */
  readonly publicKey: string;
}

type SignatureFields = Omit<PlanSignature, 'signature' | 'seal'>;

/** Whether the name is the maker's: the given name or the system's user. */
export const isMaker = ({ maker, user }: PlanBody, name: string): boolean =>
  [maker, user].some((one) => readText(one) === readText(name));

const sealOf = (
  file: PlanFile,
  { name, publicKey, at, rejected }: SignatureFields,
  signature: string,
): Buffer => Buffer.from(canonicalJson({ format: file.format, name, publicKey, at, rejected, signature }));

export function signPlan(file: PlanFile, key: KeyObject, said: SignatureFields): PlanSignature {
  // An approval and a rejection cover different texts, so neither can be turned into the other.
  const signature = sign(null, Buffer.from(signedTexts(file)(said.rejected)), key).toString('base64');
  return { ...said, signature, seal: sign(null, sealOf(file, said, signature), key).toString('base64') };
}

/** Errors: {@link PlanError} for the first signature that isn't valid. */
export function verifySignatures(file: PlanFile, name: string): void {
  const text = signedTexts(file);
  for (const one of file.signatures) {
    if (isGood(one, file, text)) continue;
    throw PlanError.of('plan_signatures', name, approvalMessage('signature_wrong', { name: one.name }));
  }
}

function isGood(one: PlanSignature, file: PlanFile, text: ReturnType<typeof signedTexts>): boolean {
  const key = readPublicKey(one.publicKey);
  return (
    key !== undefined &&
    holds(Buffer.from(text(one.rejected)), key, one.signature) &&
    (one.seal === undefined || holds(sealOf(file, one, one.signature), key, one.seal))
  );
}

/** The plan with valid rejections from the ledger added. Never to be written. */
export function withKept(file: PlanFile, kept: readonly PlanSignature[]): PlanFile {
  const own = new Set(file.signatures.map(({ signature }) => signature));
  const text = signedTexts(file);
  const more = kept.filter((one) => !own.has(one.signature) && isGood(one, file, text));
  return more.length === 0 ? file : { ...file, signatures: [...file.signatures, ...more] };
}

function holds(text: Buffer, key: KeyObject, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  return bytes.toString('base64') === signature && verify(null, text, key, bytes);
}

export interface ApprovalState {
  /** Names in the settings. */
  readonly approved: readonly string[];
  readonly rejected: { readonly name: string; readonly reason: string } | undefined;
  /** Signatures that do not count, and why. */
  readonly ignored: readonly Message[];
}

/** To be called after {@link verifySignatures}. */
export function approvalState({ plan, signatures }: PlanFile, approvers: readonly Approver[]): ApprovalState {
  const byKey = new Map(approvers.map((one) => [one.publicKey.trim(), one.name]));
  const approved = new Map<string, string>();
  const ignored: Message[] = [];
  const ignore = (who: string, why: NotCounted): unknown =>
    ignored.push(approvalMessage('signature_not_counted', { name: who, why }));
  let rejected: ApprovalState['rejected'];
  for (const one of signatures) {
    const { name, publicKey, rejected: reason } = one;
    const own = byKey.get(publicKey.trim());
    // Without approvers in the settings any rejection counts.
    if (approvers.length === 0 && reason !== undefined) rejected ??= { name, reason };
    else if (own === undefined) ignore(name, 'other_key');
    else if (reason !== undefined) rejected ??= { name: own, reason };
    else if (isEdited(one, own, plan)) ignore(name, 'edited');
    else if (isMaker(plan, own)) ignore(own, 'by_maker');
    else if (approved.has(readText(own))) ignore(own, 'again');
    else approved.set(readText(own), own);
  }
  return { approved: [...approved.values()], rejected, ignored };
}

/** Its name or time was edited. Without a seal (other programs) the name must be the approver's. */
function isEdited({ name, at, seal }: PlanSignature, own: string, { createdAt }: PlanBody): boolean {
  if (Date.parse(at) < Date.parse(createdAt) - CLOCK_BACK_MS) return true;
  return seal === undefined && readText(name) !== readText(own);
}

/** Number of people: one may have several keys. */
export const peopleOf = (approvers: readonly Approver[]): number =>
  new Set(approvers.map(({ name }) => readText(name))).size;
