// What whoever signed a plan was shown, reckoned again from its file and the ledger: a plan is a file that its maker can write
// to. Where the plan has had a run, its first one has judged what only the ledger of that day could tell: a plan that goes on is
// the same to the last sign, or it is another plan.
import { canonicalJson } from '../approval/canonical.ts';
import { PlanError } from '../approval/plan-error.ts';
import type { PlannedRow } from '../approval/plan-format.ts';
import { plain } from '../files/plain.ts';
import type { Approved } from './plan/approved/approved.ts';
import { figuresOf, FrozenRows, stateOf } from './plan/approved/frozen-rows.ts';
import { unsaid } from './plan/approved/objections.ts';
import type { LookedAt } from './plan-rows.ts';
import type { Prepared } from './prepare.ts';
import { issueText } from './results/result.ts';

export class ShownAgain {
  readonly #approved: Approved;
  readonly #isFirstRun: boolean;
  readonly #rows = new FrozenRows();
  /** Rows that pay an account for the first time, and the plan doesn't say so; or it does, and they don't. */
  #otherPayees = 0;
  /** The first row that the ledger says something else of than the plan. */
  #otherState:
    { readonly line: number; readonly was: string; readonly is: string; readonly why: string } | undefined;

  /** The first row that is invalid in the plan, and isn't any more. */
  #turnedValid: number | undefined;
  readonly #height: number;
  /** What the plan says against rows that are invalid. */
  readonly #invalid: ReadonlyMap<number, string>;

  /** `height`: of the ledger, before the run. */
  constructor(approved: Approved, isFirstRun: boolean, height: number) {
    this.#approved = approved;
    this.#isFirstRun = isFirstRun;
    this.#height = height;
    this.#invalid = new Map(approved.plan.invalid?.first.map(({ line, text }) => [line, text]));
  }

  /** Whether the plan says that this row is sent. `same`: the file has the plan's bytes. */
  add(one: LookedAt, same: boolean): boolean {
    const { plan } = this.#approved;
    const own = plan.rows[one.at];
    const isFirst = own?.first === true;
    const isMeant = this.#rows.addAs(one.row, one.key, {
      state: own?.state ?? 'invalid',
      isFirst,
      like: own?.like,
      why: this.#whyInvalid(one.row),
    });
    if (!same || !own) return isMeant;
    this.#compareState(one, own);
    if (own.state === 'invalid' && isValid(one)) this.#turnedValid ??= one.row.line;
    if (!isMeant) return false;
    if (this.#isOtherPayee(one, isFirst)) this.#otherPayees++;
    if (plan.cost !== null && one.row.kind === 'payouts')
      this.#rows.price(one.at, one.row, { debit: own.debit, fee: own.fee });
    return true;
  }

  /** As the plan has it, where the reference stands in front. */
  #whyInvalid({ line, reference }: LookedAt['row']): string {
    const text = this.#invalid.get(line) ?? '';
    const name = `${plain(reference)}: `;
    return text.startsWith(name) ? text.slice(name.length) : text;
  }

  /** By the ledger as it was when the plan was made: a small payment since then makes no account one that was known. */
  #isOtherPayee({ paidAt, isFirst: isUnpaid }: LookedAt, isFirst: boolean): boolean {
    const wasPaid = paidAt !== undefined && paidAt <= this.#approved.plan.ledgerSequence;
    if (isFirst) return wasPaid;
    // A run that goes on: what the plan itself has paid may be all that is kept of an account.
    return isUnpaid || (this.#isFirstRun && paidAt !== undefined && !wasPaid);
  }

  #compareState({ row, known, planned }: LookedAt, own: PlannedRow): void {
    if (!this.#isFirstRun || this.#otherState) return;
    const is = stateOf(planned, known !== undefined);
    // Possible duplicates come and go with what others send. A run holds those of now, and never sends those of the plan.
    if (is === own.state || is === 'alike' || (own.state === 'alike' && planned.do === 'send')) return;
    // Whatever became of it since is another matter (judgeLedger).
    if (known && known.updatedAt.getTime() > Date.parse(this.#approved.plan.createdAt)) return;
    const [issue] = row.issues;
    this.#otherState = { line: row.line, was: own.state, is, why: issue ? issueText(row.line, issue) : '' };
  }

  rowsDigest(): string {
    return this.#rows.digest.end();
  }

  /** Errors: {@link PlanError} where it isn't what was shown. */
  judge(prepared: Pick<Prepared, 'checked'>): void {
    const wrong = this.#otherFigures();
    const warnings = prepared.checked.warnings.list();
    const hidden = this.#isFirstRun ? unsaid(this.#approved.plan, warnings, this.#height) : undefined;
    if (hidden)
      this.#differs(
        `whoever signed it wasn't told of line ${hidden.line}: ${hidden.text}: it was written by hand, or by another version. Make another plan`,
      );
    if (this.#turnedValid !== undefined) this.#differs(this.#validText(this.#turnedValid));
    if (wrong.length > 0)
      this.#differs(
        `its ${wrong.join(' and ')} are not those of its file: it was written by hand, or by another version`,
      );
    if (!this.#otherState) return;
    const { line, was, is, why } = this.#otherState;
    if (why !== '' && is === 'invalid') this.#differs(invalidText(line, was, why));
    this.#differs(
      `line ${line} is "${was.replace('_', ' ')}" in it, and "${is.replace('_', ' ')}" by the ledger: make another plan`,
    );
  }

  /** What was wrong with it lay outside the file: a document that was missing, the config, the ledger. */
  #validText(line: number): string {
    const why = this.#invalid.get(line);
    const then = why === undefined ? '' : ` (${why})`;
    return `line ${line} is invalid in it${then}, and is valid now: make another plan, which can send it, or put back what was so when this one was made`;
  }

  #differs(what: string): never {
    throw new PlanError('plan_differs', `${this.#approved.name}: ${what}`);
  }

  #otherFigures(): string[] {
    const { counts, totals, cost, largest, firstPayments, held, rows, documents, invalid } =
      this.#approved.plan;
    const own = figuresOf(this.#rows, cost !== null);
    const lines = this.#rows.rows.map(({ line }) => line);
    const paths = [...this.#rows.documents].sort();
    const shown = canonicalJson({ counts, totals, largest });
    return [
      shown !== canonicalJson({ counts: own.counts, totals: own.totals, largest: own.largest }) &&
        'amounts or counts',
      canonicalJson(cost) !== canonicalJson(own.cost) && 'costs',
      (canonicalJson(firstPayments) !== canonicalJson(own.firstPayments) || this.#otherPayees > 0) &&
        'first payments',
      canonicalJson(held ?? null) !== canonicalJson(own.held ?? null) && 'held rows',
      canonicalJson(rows.map(({ line }) => line)) !== canonicalJson(lines) && 'rows',
      canonicalJson(invalid ?? null) !== canonicalJson(own.invalid ?? null) && 'invalid rows',
      canonicalJson(documents.map(({ path }) => path)) !== canonicalJson(paths) && 'documents',
    ].filter((one) => one !== false);
  }
}

/** Nothing is wrong with it, by itself or by what the ledger has under its reference. */
const isValid = ({ row, planned }: LookedAt): boolean =>
  row.issues.length === 0 && !(planned.do === 'nothing' && planned.result.status === 'invalid');

/** No word of the ledger: a document that stayed behind when the plan was moved, or settings that changed. */
const invalidText = (line: number, was: string, why: string): string =>
  `line ${line} is "${was.replace('_', ' ')}" in it, and is invalid here: ${why}. Documents are looked for in the folder that the plan lies in: bring them along with it, or make another plan`;
