// The plan of a batch as a file: one JSON object, whose every member is known. Anything else in it is refused, since a person
// signs what is shown and nothing may hide beside it.
import { hash } from 'node:crypto';

import * as z from 'zod';

import { canonicalJson, hasHalfCharacter } from './canonical.ts';
import { isTooHigh } from './drift.ts';
import { PlanError } from './plan-error.ts';
import { OBJECTIONS, type PlanBody, planSchema, time } from './plan-schema.ts';

export type { PlanBody, PlannedRow, PlannedState, ShownRow } from './plan-schema.ts';

export const FORMAT = 'paybatch-plan/1';

/**
 * SHA-256 over the plan's format and all its members but this digest, as RFC 8785 writes them: a change shows before anybody
 * has signed. No proof against somebody who computes it anew, which is what signatures are for.
 */
const planDigestOf = (format: string, plan: object): string =>
  hash('sha256', canonicalJson({ format, plan: { ...plan, planDigest: undefined } }));

/** The plan with its digest, in place of one that it may have. */
export const withPlanDigest = <Plan extends object>(
  format: string,
  plan: Plan,
): Plan & { planDigest: string } => ({ ...plan, planDigest: planDigestOf(format, plan) });

/** Enough for a million rows. */
export const PLAN_BYTES = 256 * 1024 * 1024;

const signatureSchema = z.strictObject({
  name: z.string().min(1).max(200),
  publicKey: z.string().min(1).max(200),
  at: time,
  signature: z.string().min(1).max(200),
  /** A no, and why: the signature covers it, too. */
  rejected: z.string().min(1).max(2000).optional(),
  /** Over name and time, which `signature` doesn't cover. Whoever signs with another program has none (signatures.ts). */
  seal: z.string().min(1).max(200).optional(),
});
export type PlanSignature = z.infer<typeof signatureSchema>;

/** A signature that was kept apart from its plan; `undefined` for what is none. */
export function readSignature(text: string): PlanSignature | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return hasHalfCharacter(value) ? undefined : signatureSchema.safeParse(value).data;
  } catch {
    return undefined;
  }
}

const fileSchema = z.strictObject({
  format: z.string(),
  plan: planSchema,
  signatures: z.array(signatureSchema).max(1000),
});
export type PlanFile = z.infer<typeof fileSchema>;

/** Errors: {@link PlanError}. `name`: of the file, for messages. */
export function readPlan(text: string, name: string): PlanFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PlanError(
      'plan_format',
      `${name}: this is not a plan: its text is not JSON. A plan is what paybatch plan FILE --out PLAN writes`,
    );
  }
  const repeated = repeatedMember(text);
  if (repeated !== undefined)
    throw new PlanError(
      'plan_format',
      `${name}: "${repeated}" is there twice, or is a name that no plan has: it was changed by hand`,
    );
  const format =
    typeof value === 'object' && value !== null ? (value as { format?: unknown }).format : undefined;
  if (format !== FORMAT) {
    const shown = typeof format === 'string' ? `its format is "${format.slice(0, 60)}"` : 'it has no format';
    throw new PlanError(
      'plan_format',
      `${name}: ${shown}, and this version reads ${FORMAT}: make the plan again`,
    );
  }
  if (hasHalfCharacter(value))
    throw new PlanError('plan_format', `${name}: it holds half a character: it was changed by hand`);
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return unchanged(parsed.data, name);
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  const what =
    issue?.code === 'unrecognized_keys'
      ? `has a member that no plan has: "${issue.keys.join('", "')}"${where === '' ? '' : ` in ${where}`}`
      : `${where === '' ? 'the file' : `"${where}"`} is not as plan writes it`;
  throw new PlanError('plan_format', `${name}: ${what}: it was changed by hand or is another version's`);
}

/** What no plan says, and no run would notice: all other figures are compared with the file (batch/verify-plan.ts). */
function contradiction({ maxDrift, settings, kind, cost, warnings }: PlanBody): string | undefined {
  if (isTooHigh(maxDrift)) return `its maxDrift is ${maxDrift}, and 100% is the most`;
  const isQuoted = settings.quote && kind === 'payouts';
  if (isQuoted !== (cost !== null)) return 'it has a cost without quotes, or quotes without a cost';
  const named = Math.min(warnings.count, OBJECTIONS);
  return warnings.first.length === named ? undefined : 'its warnings are not as many as it counts';
}

/** Errors: {@link PlanError}: nobody need have signed it for a change to show. */
function unchanged(file: PlanFile, name: string): PlanFile {
  if (file.plan.planDigest !== planDigestOf(file.format, file.plan))
    throw new PlanError(
      'plan_format',
      `${name}: it was changed after it was made: it no longer fits its own digest. Make the plan again`,
    );
  const wrong = contradiction(file.plan);
  if (wrong === undefined) return file;
  throw new PlanError('plan_format', `${name}: ${wrong}: it was written by hand. Make the plan again`);
}

export function planText(file: PlanFile): string {
  return `${JSON.stringify(file, null, 1)}\n`;
}

/**
 * What every signature covers, as RFC 8785 has it: the plan, and which format it is in; a no covers its reason, too. The plan,
 * which may have a million rows, is written once for all of them.
 */
export function signedTexts({
  format,
  plan,
}: Pick<PlanFile, 'format' | 'plan'>): (rejected: string | undefined) => string {
  const yes = canonicalJson({ format, plan });
  // "rejected" stands behind "plan".
  return (rejected) =>
    rejected === undefined ? yes : `${yes.slice(0, -1)},"rejected":${canonicalJson(rejected)}}`;
}

/** How far back a clock may be set before nothing that it says of an expiry is believed. */
export const CLOCK_BACK_MS = 5 * 60_000;

/** Errors: {@link PlanError}. `name`: of the file, for messages. */
export function judgeExpiry({ expiresAt }: PlanBody, nowMs: number, name: string): void {
  if (nowMs > Date.parse(expiresAt))
    throw new PlanError('plan_expired', `${name}: it expired at ${expiresAt}: make another plan`);
}

/** A plan's own name: SHA-256 of what is signed. */
export const planId = (file: Pick<PlanFile, 'format' | 'plan'>): string =>
  hash('sha256', signedTexts(file)(undefined));

/**
 * A name that an object of this JSON has twice. Readers differ in which of the two they take, so whoever signs might have seen
 * another value than the one that is used. (lossless-json minds only if the values differ.)
 */
function repeatedMember(text: string): string | undefined {
  const open: Set<string>[] = [];
  let last = '';
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '{' || mark === '[') open.push(new Set());
    else if (mark === '}' || mark === ']') open.pop();
    else if (mark === '"') {
      const end = endOfText(text, at);
      last = text.slice(at, end + 1);
      at = end;
    } else if (mark === ':') {
      const name = JSON.parse(last) as string; // a text, as JSON has it before a colon
      const names = open.at(-1);
      // Nothing of a plan is called so, and whoever reads it might pass it over.
      if (name === '__proto__' || names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** Where the text that begins here ends: at the next quote that is no part of it. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
