// The plan of a batch as a file: one JSON object. Unknown members are refused: a person signs only what is shown.
import { hash } from 'node:crypto';

import { visit } from 'jsonc-parser';
import * as z from 'zod';

import { parsedJson } from '../files/parsed-json.ts';
import type { Message } from '../message.ts';
import { canonicalJson, hasHalfCharacter } from './canonical.ts';
import { isTooHigh } from './drift.ts';
import { approvalMessage, type ApprovalMessages } from './messages.ts';
import { PlanError } from './plan-error.ts';
import { OBJECTIONS, type PlanBody, planSchema, time } from './plan-schema.ts';

export type { PlanBody, PlannedState, PlanRow, ShownRow } from './plan-schema.ts';

export const FORMAT = 'paybatch-plan/1';

/** SHA-256 over the plan without this digest. It shows accidental changes; only signatures are proof. */
const planDigestOf = (format: string, plan: object): string =>
  hash('sha256', canonicalJson({ format, plan: { ...plan, planDigest: undefined } }));

export const withPlanDigest = <Plan extends object>(
  format: string,
  plan: Plan,
): Plan & { planDigest: string } => ({ ...plan, planDigest: planDigestOf(format, plan) });

/** Enough for a million rows. */
export const PLAN_BYTES = 256 * 1024 * 1024;

/** A longer reason of a rejection would not be read again. */
export const REASON_CHARS = 2000;

const signatureSchema = z.strictObject({
  name: z.string().min(1).max(200),
  publicKey: z.string().min(1).max(200),
  at: time,
  signature: z.string().min(1).max(200),
  /** The reason of a rejection, which the signature covers, too. */
  rejected: z.string().min(1).max(REASON_CHARS).optional(),
  /** Over name and time, which `signature` doesn't cover. Signatures of other programs have none. */
  seal: z.string().min(1).max(200).optional(),
});
export type PlanSignature = z.infer<typeof signatureSchema>;

/** A rejection from the ledger; `undefined` if it is not a valid one. */
export function readSignature(text: string): PlanSignature | undefined {
  const value = parsedJson(text);
  return hasHalfCharacter(value) ? undefined : signatureSchema.safeParse(value).data;
}

const fileSchema = z.strictObject({
  format: z.string(),
  plan: planSchema,
  signatures: z.array(signatureSchema).max(1000),
});
export type PlanFile = z.infer<typeof fileSchema>;

/** Errors: {@link PlanError}. `name`: of the file, for messages. */
export function readPlan(text: string, name: string): PlanFile {
  const broken = (what: Message): PlanError => PlanError.of('plan_format', name, what);
  const value = parsedJson(text);
  if (value === undefined) throw broken(approvalMessage('plan_not_json'));
  const repeated = repeatedMember(text);
  if (repeated !== undefined) throw broken(approvalMessage('plan_name_twice', { name: repeated }));
  const format =
    typeof value === 'object' && value !== null ? (value as { format?: unknown }).format : undefined;
  if (format !== FORMAT) {
    const shown = typeof format === 'string' ? format.slice(0, 60) : null;
    throw broken(approvalMessage('plan_format_unknown', { format: shown, known: FORMAT }));
  }
  if (hasHalfCharacter(value)) throw broken(approvalMessage('plan_half_character'));
  const { data: file, error } = fileSchema.safeParse(value);
  if (!file) throw broken(schemaFault(error));
  if (file.plan.planDigest !== planDigestOf(file.format, file.plan))
    throw broken(approvalMessage('plan_digest_wrong'));
  const about = contradiction(file.plan);
  if (about !== undefined)
    throw broken(approvalMessage('plan_contradicts_itself', { about, maxDrift: file.plan.maxDrift }));
  return file;
}

function schemaFault({ issues: [issue] }: z.ZodError): Message {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  return approvalMessage('plan_not_as_written', { where: issue?.path.join('.') ?? '', unknown });
}

type PlanFault = ApprovalMessages['plan_contradicts_itself']['about'];

/** Contradictions that batch/approved-plan/verify-plan.ts does not find. */
function contradiction({ maxDrift, settings, kind, cost, warnings }: PlanBody): PlanFault | undefined {
  if (isTooHigh(maxDrift)) return 'maxDrift';
  const isQuoted = settings.quote && kind === 'payouts';
  if (isQuoted !== (cost !== null)) return 'cost';
  const named = Math.min(warnings.count, OBJECTIONS);
  return warnings.first.length === named ? undefined : 'warnings';
}

export function planText(file: PlanFile): string {
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** The canonical text that signatures cover; a rejection covers its reason, too. The plan is serialized once. */
export function signedTexts({
  format,
  plan,
}: Pick<PlanFile, 'format' | 'plan'>): (rejected: string | undefined) => string {
  const yes = canonicalJson({ format, plan });
  // "rejected" sorts after "plan".
  return (rejected) =>
    rejected === undefined ? yes : `${yes.slice(0, -1)},"rejected":${canonicalJson(rejected)}}`;
}

/** A clock that is further behind is refused. */
export const CLOCK_BACK_MS = 5 * 60_000;

/** Errors: {@link PlanError}. `name`: of the file, for messages. */
export function refuseExpired({ expiresAt }: PlanBody, nowMs: number, name: string): void {
  if (nowMs > Date.parse(expiresAt))
    throw PlanError.of('plan_expired', name, approvalMessage('plan_expired', { expiresAt }));
}

export const planId = (file: Pick<PlanFile, 'format' | 'plan'>): string =>
  hash('sha256', signedTexts(file)(undefined));

/** A name that an object has twice: readers differ in which value they take. (lossless-json allows equal values.) */
function repeatedMember(text: string): string | undefined {
  const open: Set<string>[] = [];
  let repeated: string | undefined;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty: (name) => {
      const names = open.at(-1);
      // Some readers ignore __proto__.
      if (name === '__proto__' || names?.has(name) === true) repeated ??= name;
      names?.add(name);
    },
    onObjectEnd: () => void open.pop(),
  });
  return repeated;
}
