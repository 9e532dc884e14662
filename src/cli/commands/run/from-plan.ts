// run --plan: the plan has the values of the flags that shape a request.
import { isHigherDrift, readDrift } from '../../../approval/drift.ts';
import { PlanError } from '../../../approval/plan-error.ts';
import {
  type ApprovalPolicy,
  isNeeded,
  requireSignatures,
  validatePolicy,
} from '../../../approval/policy.ts';
import { withKept } from '../../../approval/signatures.ts';
import type { GivenPlan } from '../../../batch/approved-plan/approved-plan.ts';
import { readAccepted } from '../../../batch/input/settings.ts';
import { verbatim } from '../../../message.ts';
import { type LoadedPlan, loadPlan, resolveNamed } from '../../approval.ts';
import type { RunArgs } from '../../definitions/pay.ts';
import type { Io } from '../../io.ts';
import type { Settings } from '../../settings.ts';

export interface PlannedRun {
  readonly args: RunArgs & { readonly file: string };
  /** The plan that the run must follow. Errors: {@link PlanError} for one that is not approved. */
  readonly given: (today: Settings) => GivenPlan | undefined;
}

/** The flags, with the values of the plan. Errors: {@link UsageError}, {@link PlanError}. */
export function withPlan(args: RunArgs & { readonly plan: string }, io: Io): PlannedRun {
  const { file, plan: name } = args;
  const loaded = loadPlan(name, io);
  const { plan } = loaded.file;
  const drift = driftOf(args['max-drift'], plan.maxDrift);
  const { settings } = plan;
  return {
    given: (today) => givenPlan(loaded, drift, today.policy(), today.require('baseUrl')),
    args: {
      ...args,
      file: file ?? resolveNamed(loaded, plan.file),
      kind: plan.kind,
      'batch-id': plan.batchId === plan.digest ? undefined : plan.batchId,
      map: plan.map ? resolveNamed(loaded, plan.map.path) : undefined,
      'documents-dir': resolveNamed(loaded, plan.documentsDir),
      'use-developer-funds': settings.useDeveloperFunds,
      'no-quote': !settings.quote,
      'alike-ok': settings.alikeOk,
      accept: readAccepted(settings.accepted),
      delimiter: settings.delimiter ?? undefined,
      sheet: settings.sheet ?? undefined,
    },
  };
}

function driftOf(text: string | undefined, limit: string): string {
  if (text === undefined) return limit;
  const wanted = readDrift(text, '--max-drift');
  if (isHigherDrift(wanted, limit))
    throw new PlanError(
      'plan_drift',
      verbatim(`--max-drift ${wanted} is more than the ${limit} that was approved: it can only be lowered`),
    );
  return wanted;
}

function givenPlan(
  { file, name }: LoadedPlan,
  drift: string,
  policy: ApprovalPolicy,
  baseUrl: string,
): GivenPlan {
  validatePolicy(policy);
  const { totals, kind } = file.plan;
  const needed = kind === 'payouts' && isNeeded(policy, baseUrl, totals);
  const checkSignatures: GivenPlan['checkSignatures'] = (kept) => {
    requireSignatures(withKept(file, kept), policy, { name, needed });
  };
  checkSignatures([]);
  return { file, name, drift, checkSignatures };
}
