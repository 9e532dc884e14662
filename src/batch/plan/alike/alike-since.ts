// Rows that look like payments, where those of before are meant: a plan was made with --alike-ok, and whoever signed it has
// seen which those were. What came later nobody has seen.
import { PlanError } from '../../../approval/plan-error.ts';
import type { PlanBody } from '../../../approval/plan-format.ts';
import type { RowRecord, RunKind } from '../../../ledger/ledger.ts';
import type { FileFacts } from '../../input/facts.ts';
import type { GivenPlan } from '../approved/approved.ts';
import { type AlikeRules, type Candidate, type Found, LookAlikes, type Meant, otherText } from './alike.ts';

interface PlanSettings {
  readonly alikeOk: boolean;
  readonly plan?: GivenPlan | undefined;
}

export class AlikeSince extends LookAlikes {
  readonly #since: number;
  /** What there was before: the plan says which these are, and its maker can write to it. Judged as they were then. */
  readonly #before: LookAlikes;

  /** `since`: in milliseconds since 1970. */
  constructor(rules: AlikeRules, since: number) {
    super(rules);
    this.#since = since;
    this.#before = new LookAlikes({ ...rules, nowMs: since });
  }

  override pair(row: Candidate, other: RowRecord): void {
    if (other.updatedAt.getTime() >= this.#since) super.pair(row, other);
    else this.#before.pair(row, other);
  }

  override readOnce(row: Candidate, other: RowRecord): void {
    if (other.updatedAt.getTime() >= this.#since) super.readOnce(row, other);
    else this.#before.readOnce(row, other);
  }

  override async leaveFamilies(meant: Meant): Promise<void> {
    await super.leaveFamilies(meant);
    await this.#before.leaveFamilies(meant);
  }

  /** However few they are: what was approved was a payment whose like had not been made yet. */
  override judge(_rows: number, own?: Parameters<LookAlikes['judge']>[1]): ReturnType<LookAlikes['judge']> {
    return super.judge(0, own);
  }

  /** The rows that look like earlier payments, as `plan` has counted them. */
  before(): Found | undefined {
    return this.#before.judge(0).refused;
  }
}

/** What whoever signs is shown of the rows that look like earlier payments. */
export function shownAlike({ rows, examples }: Found, kind: RunKind): Pick<ShownAlike, 'rows' | 'first'> {
  return { rows, first: examples.map(([line, other]) => ({ line, like: otherText(other, kind) })) };
}
type ShownAlike = NonNullable<PlanBody['alike']>;

/**
 * Since when nobody has seen what a plan's rows look like, where a plan was made in which that is meant. Its own times are its
 * maker's to write, some minutes ahead, too: whoever signed has seen nothing that came later than the signature.
 */
export function sinceOf({ alikeOk, plan: given }: PlanSettings): number | undefined {
  return alikeOk ? seenUntil({ plan: given }) : undefined;
}

/** Of any plan: until when whoever signed it can have seen what was paid. */
export function seenUntil({ plan: given }: Pick<PlanSettings, 'plan'>): number | undefined {
  if (!given) return undefined;
  const { plan, signatures } = given.file;
  const times = [plan.alike?.at ?? plan.createdAt, ...signatures.map(({ at }) => at)];
  return Math.min(...times.map((at) => Date.parse(at)));
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
