// Which payments need an approved plan, by the settings of this host; and the file of a plan.
import { dirname, resolve } from 'node:path';

import { PlanError } from '../approval/plan-error.ts';
import { PLAN_BYTES, type PlanFile, planText, readPlan } from '../approval/plan-format.ts';
import {
  approvalNeeded,
  isNeeded,
  requireSignatures,
  validatePolicy,
  whyNeeded,
} from '../approval/policy.ts';
import { verifySignatures, withKept } from '../approval/signatures.ts';
import type { CheckQueued, Queued } from '../batch/approved-plan/approved-plan.ts';
import type { LiveSettings } from '../batch/send/settings.ts';
import { writeWhole } from '../files/atomic-file.ts';
import { plainPath } from '../files/plain.ts';
import { verbatim } from '../message.ts';
import { type Io, readNamed, UsageError } from './io.ts';
import type { Settings } from './settings.ts';

/** Which totals need an approved plan at this address; `undefined`: none. Errors: PlanError for an unusable policy. */
export function approvalNeed(settings: Settings, baseUrl: string): LiveSettings['needsApproval'] {
  const policy = settings.policy();
  if (!policy.require) return undefined;
  validatePolicy(policy);
  return (totals) => whyNeeded(policy, baseUrl, totals);
}

/**
 * Checks whether this host may send rows that another host queued, by the approvers in its own config. Errors:
 * {@link PlanError}.
 */
export function queuedCheck(settings: Settings): CheckQueued {
  const policy = settings.policy();
  validatePolicy(policy);
  const baseUrl = settings.require('baseUrl');
  return ({ file, totals, plan }: Queued) => {
    if (plan) {
      verifySignatures(plan.file, plan.name);
      const needed = isNeeded(policy, baseUrl, totals);
      requireSignatures(withKept(plan.file, plan.kept), policy, { name: plan.name, needed });
      return;
    }
    const why = whyNeeded(policy, baseUrl, totals);
    if (why !== undefined) throw approvalNeeded(plainPath(file), why);
  };
}

export interface LoadedPlan {
  readonly file: PlanFile;
  /** As the user named it. */
  readonly name: string;
  readonly path: string;
}

/** Errors: {@link UsageError} for an unreadable file, PlanError if it is not a plan or a signature is wrong. */
export function loadPlan(name: string, io: Io): LoadedPlan {
  const path = resolve(io.cwd, name);
  const file = readPlan(readNamed(path, PLAN_BYTES, name, 'plan_format'), name);
  verifySignatures(file, name);
  return { file, name, path };
}

/** A file that the plan names: its path is relative to the plan. */
export const resolveNamed = ({ path }: LoadedPlan, named: string): string => resolve(dirname(path), named);

/** Errors: {@link PlanError} if the plan is no longer the one that was read. */
export function refuseChangedPlan({ file, name }: LoadedPlan, io: Io): void {
  if (planText(loadPlan(name, io).file) === planText(file)) return;
  const why = verbatim('it was changed or replaced in the meantime: nothing was signed. Look at it again');
  throw PlanError.of('plan_signatures', name, why);
}

/** Errors: {@link UsageError}. */
export async function putPlan(path: string, name: string, file: PlanFile, mode?: number): Promise<void> {
  try {
    await writeWhole(path, planText(file), mode);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException; // Node's error, or one of ours
    if (syscall === undefined) throw error;
    throw new UsageError(`${name}: it can't be written there (${code ?? syscall})`, 'plan_write');
  }
}
