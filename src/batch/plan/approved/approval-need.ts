// Whether a file may be sent without a plan: what its rows come to, against what the settings say.
import { PlanError } from '../../../approval/plan-error.ts';
import { approvalText } from '../../../approval/policy.ts';
import type { FileFacts } from '../../input/facts.ts';
import type { GivenPlan } from './approved.ts';

interface Needing {
  readonly file: string;
  readonly plan?: GivenPlan | undefined;
  readonly needsApproval?: ((totals: Readonly<Record<string, string>>) => string | undefined) | undefined;
}

/** Errors: {@link PlanError} where such payments go by an approved plan alone. */
export function judgeNeed({ file, plan, needsApproval }: Needing, { kind, totals }: FileFacts): void {
  if (plan || kind !== 'payouts') return;
  const why = needsApproval?.(
    Object.fromEntries([...totals].map(([currency, sum]) => [currency, sum.toString()])),
  );
  if (why !== undefined) throw new PlanError('approval', approvalText(file, why));
}
