// Rows that look like payments, where those of before are meant: a plan was made with --alike-ok, and whoever signed it has
// seen which those were. What came later nobody has seen.
import { PlanError } from '../../../approval/plan-error.ts';
import type { RowRecord } from '../../../ledger/ledger.ts';
import type { FileFacts } from '../../input/facts.ts';
import type { GivenPlan } from '../approved/approved.ts';
import { type AlikeRules, type Candidate, type Found, LookAlikes, otherText } from './alike.ts';

interface PlanSettings {
  readonly alikeOk: boolean;
  readonly plan?: GivenPlan | undefined;
}

export class AlikeSince extends LookAlikes {
  readonly #since: number;

  /** `since`: in milliseconds since 1970. */
  constructor(rules: AlikeRules, since: number) {
    super(rules);
    this.#since = since;
  }

  override pair(row: Candidate, other: RowRecord): void {
    if (other.updatedAt.getTime() >= this.#since) super.pair(row, other);
  }
}

/** Since when nobody has seen what a plan's rows look like, where a plan was made in which that is meant. */
export function sinceOf({ alikeOk, plan: given }: PlanSettings): number | undefined {
  return alikeOk && given ? Date.parse(given.file.plan.alike?.at ?? given.file.plan.createdAt) : undefined;
}

/** Errors: {@link PlanError}: what whoever signed could not have seen. */
export function refuseSince(
  { plan: given }: Pick<PlanSettings, 'plan'>,
  { kind }: FileFacts,
  { rows, line, examples }: Found,
): never {
  const [first] = examples;
  const like = first ? `, like ${otherText(first[1], kind)}` : '';
  const which = rows === 1 ? '1 row looks' : `${rows} rows look`;
  throw new PlanError(
    'plan_differs',
    `${given?.name ?? ''}: ${which} like what came to be paid or in doubt since it was made (the first: line ${line}${like}): make another plan`,
  );
}
