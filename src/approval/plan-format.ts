// The plan of a batch as a file: one JSON object. Unknown members are refused, since a person signs what is shown.
import { hash } from 'node:crypto';

import * as z from 'zod';

import { canonicalJson, hasHalfCharacter } from './canonical.ts';
import { isTooHigh } from './drift.ts';
import { PlanError } from './plan-error.ts';
import { OBJECTIONS, type PlanBody, planSchema, time } from './plan-schema.ts';

export type { PlanBody, PlannedRow, PlannedState, ShownRow } from './plan-schema.ts';

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

const signatureSchema = z.strictObject({
  name: z.string().min(1).max(200),
  publicKey: z.string().min(1).max(200),
  at: time,
  signature: z.string().min(1).max(200),
  /** The reason of a rejection, which the signature covers, too. */
  rejected: z.string().min(1).max(2000).optional(),
  /** Over name and time, which `signature` doesn't cover. Signatures of other programs have none. */
  seal: z.string().min(1).max(200).optional(),
});
export type PlanSignature = z.infer<typeof signatureSchema>;

/** A rejection from the ledger; `undefined` if it is not a valid one. */
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
  const broken = (what: string): PlanError => new PlanError('plan_format', `${name}: ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken(
      'this is not a plan: its text is not JSON. A plan is what paybatch plan FILE --out PLAN writes',
    );
  }
  const repeated = repeatedMember(text);
  if (repeated !== undefined)
    throw broken(`"${repeated}" is there twice, or is a name that no plan has: it was changed by hand`);
  const format =
    typeof value === 'object' && value !== null ? (value as { format?: unknown }).format : undefined;
  if (format !== FORMAT) {
    const shown = typeof format === 'string' ? `its format is "${format.slice(0, 60)}"` : 'it has no format';
    throw broken(`${shown}, and this version reads ${FORMAT}: make the plan again`);
  }
  if (hasHalfCharacter(value)) throw broken('it holds half a character: it was changed by hand');
  const { data: file, error } = fileSchema.safeParse(value);
  if (!file) throw broken(`${schemaFault(error)}: it was changed by hand or is another version's`);
  if (file.plan.planDigest !== planDigestOf(file.format, file.plan))
    throw broken('it was changed after it was made: it no longer fits its own digest. Make the plan again');
  const wrong = contradiction(file.plan);
  if (wrong !== undefined) throw broken(`${wrong}: it was written by hand. Make the plan again`);
  return file;
}

function schemaFault({ issues: [issue] }: z.ZodError): string {
  const where = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    return `has an unknown member: "${issue.keys.join('", "')}"${where === '' ? '' : ` in ${where}`}`;
  return `${where === '' ? 'the file' : `"${where}"`} is not as plan writes it`;
}

/** Contradictions that batch/verify-plan.ts doesn't find. */
function contradiction({ maxDrift, settings, kind, cost, warnings }: PlanBody): string | undefined {
  if (isTooHigh(maxDrift)) return `its maxDrift is ${maxDrift}, and 100% is the most`;
  const isQuoted = settings.quote && kind === 'payouts';
  if (isQuoted !== (cost !== null)) return 'it has a cost without quotes, or quotes without a cost';
  const named = Math.min(warnings.count, OBJECTIONS);
  return warnings.first.length === named ? undefined : 'its warnings are not as many as it counts';
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
export function judgeExpiry({ expiresAt }: PlanBody, nowMs: number, name: string): void {
  if (nowMs > Date.parse(expiresAt))
    throw new PlanError('plan_expired', `${name}: it expired at ${expiresAt}: make another plan`);
}

export const planId = (file: Pick<PlanFile, 'format' | 'plan'>): string =>
  hash('sha256', signedTexts(file)(undefined));

/** A name that an object has twice: readers differ in which value they take. (lossless-json allows equal values.) */
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
      // Readers may pass over __proto__.
      if (name === '__proto__' || names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
