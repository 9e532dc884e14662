// What has become of a plan, and who has said what of it: the last lines of its page.
import type { PlanFile } from '../../approval/plan-format.ts';
import { type ApprovalPolicy, isNeeded } from '../../approval/policy.ts';
import { isMaker, standingOf } from '../../approval/signatures.ts';
import type { Progress } from '../../batch/plan/approved/plan-runs.ts';
import { plain } from '../../files/plain.ts';

/** As times are written everywhere else. */
export const utcText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** What was sent, in words: `(3 created, 1 rejected)`. */
function sentText({ created, rejected }: Progress): string {
  const parts = [created > 0 ? `${created} created` : '', rejected > 0 ? `${rejected} rejected` : ''];
  return `(${parts.filter((part) => part !== '').join(', ')})`;
}

/** `each of its 4 rows was sent`, for a plan that is used up. */
export function usedUpText(progress: Progress): string {
  const { rows } = progress;
  return `${rows === 1 ? 'its one row was sent' : `each of its ${rows} rows was sent`} ${sentText(progress)}`;
}

/** Why it can't be run any more, or what a run of it has done. */
export function overLines({ plan }: PlanFile, progress: Progress | undefined, nowMs: number): string[] {
  const lines: string[] = [];
  if (progress && progress.rows > progress.left) {
    const { rows, left } = progress;
    const gone = rows - left;
    lines.push(
      left === 0
        ? `USED UP: ${usedUpText(progress)}`
        : `Run: ${gone} of its ${rows} rows ${gone === 1 ? 'was' : 'were'} sent ${sentText(progress)}, ${left} ${left === 1 ? 'is' : 'are'} left or in doubt`,
    );
  }
  if (nowMs > Date.parse(plan.expiresAt))
    lines.push(`EXPIRED at ${utcText(plan.expiresAt)}: it can't be run any more`);
  return lines;
}

/** `wanted`: signatures that it needs here. */
function approvedText(approved: readonly string[], wanted: number): string[] {
  const [given, names] = [approved.length, approved.map((one) => plain(one)).join(', ')];
  const missing = given < wanted ? `: ${given} of the ${wanted} signatures that it needs` : '';
  return [`Approved by ${names}${missing}`];
}

function unapproved({ plan }: PlanFile, wanted: number, policy: ApprovalPolicy): string[] {
  const { kind, rows } = plan;
  if (kind === 'payouts' && wanted === 0)
    return ['Not approved, and by the config here no approval is needed'];
  if (kind === 'payouts') {
    const people = policy.approvers.map(({ name }) => name).filter((name) => !isMaker(plan, name));
    const all = people.length <= wanted ? ' and ' : ' or ';
    const of = people.length === 0 ? '' : ` of ${people.map((name) => plain(name)).join(all)}`;
    const signatures = wanted === 1 ? 'a signature' : `${wanted} signatures`;
    return [`Not approved yet: it needs ${signatures}${of}`];
  }
  const count = rows.filter(({ state }) => state === 'new' || state === 'resumed').length;
  return [
    `${count} customer${count === 1 ? '' : 's'} would be created; nobody is paid, so no approval is needed`,
  ];
}

/** By the config here; nobody signs for customers. */
export function signaturesNeeded(
  { kind, environment, totals }: PlanFile['plan'],
  policy: ApprovalPolicy,
): number {
  const [baseUrl = ''] = environment.split(' ');
  return kind === 'payouts' && isNeeded(policy, baseUrl, totals) ? (policy.require?.signatures ?? 1) : 0;
}

/** `isOver`: it can't be run any more, so that nothing is missing from it. */
export function signaturesText(file: PlanFile, policy: ApprovalPolicy, isOver: boolean): string {
  const { approved, rejected, ignored } = standingOf(file, policy.approvers);
  const wanted = signaturesNeeded(file.plan, policy);
  const isEnded = isOver || rejected !== undefined;
  const lines = [
    ...(rejected ? [`REJECTED by ${plain(rejected.name)}: ${plain(rejected.reason)}`] : []),
    ...(approved.length > 0
      ? approvedText(approved, wanted)
      : isEnded
        ? []
        : unapproved(file, wanted, policy)),
    ...ignored.map((one) => `Not counted: ${plain(one)}`),
  ];
  return lines.join('\n');
}
