// Whether what is queued in a ledger of several hosts may be sent by this host, as its own settings have it: the submitting
// host's word for an approval isn't enough where this one knows who approves.
import { PlanError } from '../approval/plan-error.ts';
import { approvalText, isNeeded, judgeApproval, judgePolicy, whyNeeded } from '../approval/policy.ts';
import { verifySignatures, withKept } from '../approval/signatures.ts';
import type { JudgeQueued, Queued } from '../batch/plan/approved/approved.ts';
import { plain, plainPath } from '../files/plain.ts';
import type { Settings } from './settings.ts';

/** `notice` hears once of each run that is sent on the submitting host's word alone. Errors: {@link PlanError}. */
export function queuedJudge(settings: Settings, notice: (text: string) => void): JudgeQueued {
  const policy = settings.policy();
  judgePolicy(policy);
  const baseUrl = settings.baseUrl();
  const told = new Set<string>();
  return ({ runId, file, totals, plan }: Queued) => {
    if (!plan) {
      const why = whyNeeded(policy, baseUrl, totals);
      if (why !== undefined) throw new PlanError('approval', approvalText(plainPath(file), why));
      return;
    }
    verifySignatures(plan.file, plan.name);
    const needed = isNeeded(policy, baseUrl, totals);
    judgeApproval(withKept(plan.file, plan.kept), policy, { name: plan.name, needed });
    if (policy.approvers.length > 0 || told.has(runId)) return;
    // A run is judged every second while it goes on.
    told.add(runId);
    notice(
      `run ${plain(runId)} is held to ${plainPath(plan.name)}: no approvers are known here (approvers, requireApproval), so that it is approved by the word of the host that submitted it`,
    );
  };
}
