// A plan built again from today's file and ledger, and compared with the plan as it was signed. Pure.
import { canonicalJson } from '../../../approval/canonical.ts';
import { PlanError } from '../../../approval/plan-error.ts';
import type { PlanBody, PlannedRow } from '../../../approval/plan-format.ts';
import { issueText } from '../../input/row.ts';
import type { KeyedRow } from '../keyed-pages.ts';
import type { Planned } from '../page.ts';
import type { Approved } from './approved.ts';
import type { PaidAccounts } from './paid-accounts.ts';
import { figuresOf, PlanRows, type RowInPlan, rowInPlan } from './plan-rows.ts';

export type LookedUp = Planned<KeyedRow>;

export const differs = (name: string, what: string): PlanError =>
  new PlanError('plan_differs', `${name}: ${what}`);

/** The plan's rows and figures, built again from the file. */
export class RebuiltPlan {
  readonly #approved: Approved;
  readonly #isFirstRun: boolean;
  readonly #rows = new PlanRows();

  constructor(approved: Approved, isFirstRun: boolean) {
    this.#approved = approved;
    this.#isFirstRun = isFirstRun;
  }

  /** Whether the plan sends this row. Errors: {@link PlanError} where the plan has something else of it. */
  add(one: LookedUp, accounts: PaidAccounts): boolean {
    const { plan } = this.#approved;
    const own = plan.rows[one.at];
    const now = rowInPlan(one, accounts.isFirst(one.row, plan.ledgerSequence));
    const then = own ? this.#asItWas(one, now, own) : now;
    const isMeant = this.#rows.add(one.row, then);
    const { line, state } = this.#rows.rows[one.at] ?? { line: 0, state: '' };
    if (own?.line !== line || own.state !== state) this.#refuseRow(one, now, own);
    if (!isMeant) return false;
    if (plan.cost !== null && one.row.kind === 'payouts')
      this.#rows.price(one.at, one.row, { debit: own.debit, fee: own.fee });
    return true;
  }

  /** By the ledger as it was when the plan was made: what came later, payments of the plan among it, is judged apart. */
  #asItWas({ known, row }: LookedUp, now: RowInPlan, own: PlannedRow): RowInPlan {
    const isFirst = this.#isFirstRun ? now.isFirst : own.first === true;
    const isValid = row.issues.length === 0 && now.state !== 'invalid';
    const isLater =
      known !== undefined && known.updatedAt.getTime() > Date.parse(this.#approved.plan.createdAt);
    // Possible duplicates come and go with what others send. A run holds those of now, and never sends those of the plan.
    const isHeldOnce = now.state === 'alike' || (own.state === 'alike' && isValid);
    if (!isLater && !isHeldOnce) return { ...now, isFirst };
    return own.state === 'invalid' && isValid ? { ...now, isFirst } : { ...now, ...own, isFirst };
  }

  #refuseRow({ row }: LookedUp, { state: is }: RowInPlan, own: PlannedRow | undefined): never {
    const { name, plan } = this.#approved;
    const was = own?.state ?? 'none';
    const told = plan.invalid?.first.find(({ line }) => line === row.line)?.text;
    const [issue] = row.issues;
    if (was === 'invalid' && is !== 'invalid')
      throw differs(
        name,
        `line ${row.line} is invalid in it${told === undefined ? '' : ` (${told})`}, and is valid now: make another plan, which can send it, or put back what was so when this one was made`,
      );
    if (is === 'invalid' && issue)
      throw differs(
        name,
        `line ${row.line} is "${stateText(was)}" in it, and is invalid here: ${issueText(row.line, issue)}. Documents are looked for in the folder that the plan lies in: bring them along with it, or make another plan`,
      );
    throw differs(
      name,
      `line ${row.line} is "${stateText(was)}" in it, and "${stateText(is)}" by the ledger: make another plan`,
    );
  }

  /** Every figure that was signed is that of the file. Errors: {@link PlanError}. */
  judge(): void {
    const { plan, name } = this.#approved;
    const wrong = differentFigures(plan, this.#rows);
    if (wrong.length > 0)
      throw differs(
        name,
        `its ${wrong.join(' and ')} are not those of its file: it was written by hand, or by another version`,
      );
  }
}

const stateText = (state: string): string => state.replace('_', ' ');

/** The members of a plan that are made of its rows, by what a person calls them. */
function differentFigures(plan: PlanBody, built: PlanRows): string[] {
  const own = figuresOf(built, plan.cost !== null);
  const first = (rows: readonly PlannedRow[]): object => rows.map((row) => row.first ?? false);
  const documents = [...built.documents].sort();
  const members: readonly (readonly [name: string, planned: unknown, built: unknown])[] = [
    ['amounts or counts', [plan.counts, plan.totals, plan.largest], [own.counts, own.totals, own.largest]],
    ['costs', plan.cost, own.cost],
    ['first payments', [plan.firstPayments, first(plan.rows)], [own.firstPayments, first(built.rows)]],
    ['held rows', plan.held ?? null, own.held ?? null],
    ['rows', plan.rows.length, built.rows.length],
    ['invalid rows', plan.invalid ?? null, own.invalid ?? null],
    ['documents', plan.documents.map(({ path }) => path), documents],
  ];
  return members.flatMap(([name, one, other]) => (canonicalJson(one) === canonicalJson(other) ? [] : [name]));
}
