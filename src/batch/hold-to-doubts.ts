// Rows that a plan holds beside a doubt, and rows that the ledger would hold now: doubts come and go, so that each is judged by
// what was in doubt when the plan was made. What came to be in doubt since is held by the run, and said.
import { PlanError } from '../approval/plan-error.ts';
import type { PlannedRow } from '../approval/plan-format.ts';
import type { Ledger, RowRecord } from '../ledger/ledger.ts';
import type { Approved } from './plan/approved/approved.ts';
import type { LookedAt } from './plan-rows.ts';

interface Named {
  readonly line: number;
  readonly amount: string;
  readonly currency: string;
}

export class DoubtsAgain {
  readonly #approved: Approved;
  readonly #ledger: Pick<Ledger, 'entriesOf' | 'eachRunRow'>;
  readonly #isFirstRun: boolean;
  /** What rows of the plan say that they are held beside: those that no doubt of now bears out, by run and line. */
  readonly #named = new Map<string, Map<number, Named[]>>();
  /** The last word on a payout when the plan was made, by its key. */
  readonly #then = new Map<string, string>();
  #hidden: number | undefined;
  #arisen: { rows: number; readonly line: number; readonly other: RowRecord } | undefined;

  constructor(approved: Approved, ledger: Pick<Ledger, 'entriesOf' | 'eachRunRow'>, isFirstRun: boolean) {
    this.#approved = approved;
    this.#ledger = ledger;
    this.#isFirstRun = isFirstRun;
  }

  async look(one: LookedAt): Promise<void> {
    const own = this.#approved.plan.rows[one.at];
    if (!own) return;
    if (own.state === 'alike') this.#name(one, own);
    else if (one.beside.length > 0 && one.planned.do === 'send') await this.#compare(one, one.beside);
  }

  #name({ row, beside }: LookedAt, { line, like }: PlannedRow): void {
    if (!like || !this.#isFirstRun || row.kind !== 'payouts') return;
    if (beside.some((other) => other.runId === like.run && other.line === like.line)) return;
    const lines = this.#named.get(like.run) ?? new Map<number, Named[]>();
    this.#named.set(like.run, lines);
    const { amount, currency } = row;
    lines.set(like.line, [...(lines.get(like.line) ?? []), { line, amount, currency }]);
  }

  async #compare({ row }: LookedAt, beside: readonly RowRecord[]): Promise<void> {
    // With --alike-ok whatever was in doubt by then is meant.
    if (this.#isFirstRun && !this.#approved.plan.settings.alikeOk)
      for (const other of beside) if (DOUBTS.has(await this.#wordThen(other))) this.#hidden ??= row.line;
    const [other] = beside;
    if (this.#arisen) this.#arisen.rows++;
    else if (other) this.#arisen = { rows: 1, line: row.line, other };
  }

  /** Its last entry by then; empty for none. */
  async #wordThen({ key }: Pick<RowRecord, 'key'>): Promise<string> {
    const known = this.#then.get(key);
    if (known !== undefined) return known;
    const entries = (await this.#ledger.entriesOf([key])).get(key) ?? [];
    const last = entries.filter(({ number }) => number <= this.#approved.plan.ledgerSequence).at(-1);
    const word = last?.type ?? '';
    this.#then.set(key, word);
    return word;
  }

  /** Errors: {@link PlanError} where it isn't what was shown. */
  async judge(): Promise<void> {
    const { name } = this.#approved;
    if (this.#hidden !== undefined)
      throw new PlanError(
        'plan_differs',
        `${name}: line ${this.#hidden} is "new" in it, and by the ledger it is held beside a doubt that there was when it was made: make another plan`,
      );
    for (const [run, lines] of this.#named) {
      await this.#bearOut(run, lines);
      const [wrong] = [...lines.values()].flat();
      if (!wrong) continue;
      throw new PlanError(
        'plan_differs',
        `${name}: line ${wrong.line} is held beside a row of run ${run} that, by the ledger, was not in doubt: make another plan`,
      );
    }
  }

  /** Takes out what was in doubt and has been settled since. */
  async #bearOut(run: string, lines: Map<number, Named[]>): Promise<void> {
    for await (const { line, key, amount, currency } of this.#ledger.eachRunRow(run)) {
      const rows = lines.get(line);
      if (!rows || key === null) continue;
      const word = await this.#wordThen({ key });
      // A run that had died may have left no more than its intent.
      if (!DOUBTS.has(word) && word !== 'intent') continue;
      if (rows.every((one) => one.amount === amount && one.currency === currency)) lines.delete(line);
    }
  }

  /** What is held besides, for a person; `undefined` where nothing is. */
  arisenText(): string | undefined {
    if (!this.#arisen) return undefined;
    const { rows, line, other } = this.#arisen;
    const which = rows === 1 ? '1 row resembles' : `${rows} rows resemble`;
    const what = other.state === 'created' ? 'what was paid' : 'what came to be in doubt';
    return `${this.#approved.name}: ${which} ${what} after this plan was made (the first: line ${line}, like line ${other.line} of run ${other.runId}): held, so less is paid than was approved`;
  }
}

/** The last word on a payout that rows are held beside. */
const DOUBTS: ReadonlySet<string> = new Set([
  'in_doubt',
  'corrected_in_doubt',
  'resolved_created',
  'corrected_created',
]);
