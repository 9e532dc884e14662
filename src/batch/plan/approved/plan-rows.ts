// The rows of a file in a plan: their states, totals and cost, gathered row by row.
import Big from 'big.js';

import { type Cost, costOf } from '../../../approval/drift.ts';
import type { PlanBody, PlannedRow, PlannedState, ShownRow } from '../../../approval/plan-format.ts';
import { compareDecimals, DecimalSum } from '../../../interface/decimal.ts';
import type { BatchRow, PayoutRow } from '../../input/row.ts';
import type { Decision } from '../decide.ts';
import type { PageItem, Planned } from '../page.ts';

const LARGEST = 10;
/** A payee's name, in characters. */
const NAME = 100;

export interface RowInPlan {
  readonly state: PlannedState;
  readonly like?: PlannedRow['like'];
}

/** `known`: what the ledger knows of the row. */
export function rowInPlan({ planned, known, duplicate }: Planned<PageItem>): RowInPlan {
  return {
    state: stateOf(planned, known !== undefined),
    like: duplicate && { run: duplicate.match.runId, line: duplicate.match.line },
  };
}

const byAmount = (a: PayoutRow, b: PayoutRow): number => compareDecimals(b.amount, a.amount);

/** The largest payouts of each currency. */
class Largest {
  readonly #rows = new Map<string, PayoutRow[]>();

  add(row: PayoutRow): void {
    const own = this.#rows.get(row.currency);
    if (!own) this.#rows.set(row.currency, [row]);
    else if (own.push(row) > LARGEST) own.sort(byAmount).pop();
  }

  shown(): ShownRow[] {
    const most = Math.max(1, Math.floor(LARGEST / this.#rows.size));
    return [...this.#rows.keys()].sort().flatMap((currency) => {
      const sorted = (this.#rows.get(currency) ?? []).toSorted(byAmount).slice(0, most);
      return sorted.map(({ line, reference, amount, payee = '', body: { destination } }) => {
        // No half characters.
        const name = Array.from(payee.trim()).slice(0, NAME).join('');
        const account = destination?.externalAccountId ?? '';
        return { line, reference, payee: account, ...(name !== '' && { name }), amount, currency };
      });
    });
  }
}

export class PlanRows {
  readonly rows: PlannedRow[] = [];
  readonly counts: Record<string, number> = { rows: 0 };
  readonly totals = new Map<string, DecimalSum>();
  readonly cost = new Map<string, Big>();
  readonly largest = new Largest();
  readonly held = { rows: 0, totals: new Map<string, DecimalSum>(), largest: new Largest() };
  readonly documents = new Set<string>();
  toSend = 0;

  /** Whether it is to be sent. */
  add(row: BatchRow, { state, like }: RowInPlan): boolean {
    const isMeant = state === 'new' || state === 'resumed';
    const isHeld = state === 'alike';
    this.rows.push({ line: row.line, state, ...(isHeld && like && { like }) });
    this.counts['rows'] = (this.counts['rows'] ?? 0) + 1;
    this.counts[state] = (this.counts[state] ?? 0) + 1;
    if (isHeld) this.held.rows++;
    if (row.kind === 'payouts' && (isMeant || isHeld)) {
      const { totals, largest } = isHeld ? this.held : this;
      addTo(totals, row);
      largest.add(row);
    }
    if (!isMeant) return false;
    this.toSend++;
    for (const path of documentsOf(row)) this.documents.add(path);
    return true;
  }

  price(at: number, row: PayoutRow, { debit, fee }: Cost): void {
    const own = this.rows[at];
    if (own)
      this.rows[at] = { ...own, ...(debit !== undefined && { debit }), ...(fee !== undefined && { fee }) };
    const whole = costOf({ debit, fee });
    if (whole === undefined) return;
    const currency = row.body.source?.currency ?? 'unknown';
    this.cost.set(currency, (this.cost.get(currency) ?? new Big(0)).plus(whole));
  }

  figures(withCost: boolean): Pick<PlanBody, 'counts' | 'totals' | 'cost' | 'largest' | 'held' | 'rows'> {
    const { counts, totals, cost, largest, held, rows } = this;
    return {
      counts,
      totals: texts(totals),
      cost: withCost ? texts(cost) : null,
      largest: largest.shown(),
      held:
        held.rows === 0
          ? undefined
          : { rows: held.rows, totals: texts(held.totals), largest: held.largest.shown() },
      rows,
    };
  }
}

function addTo(totals: Map<string, DecimalSum>, { currency, amount }: PayoutRow): void {
  const sum = totals.get(currency) ?? new DecimalSum();
  sum.add(amount);
  totals.set(currency, sum);
}

const texts = (sums: ReadonlyMap<string, DecimalSum | Big>): Record<string, string> =>
  Object.fromEntries(
    [...sums].map(([currency, sum]) => [
      currency,
      sum instanceof DecimalSum ? sum.toString() : sum.toFixed(),
    ]),
  );

function stateOf(planned: Decision, isKnown: boolean): PlannedState {
  if (planned.do === 'send') return isKnown ? 'resumed' : 'new';
  if (planned.do === 'continue') return 'resumed';
  if (planned.do === 'resend') return 'in_doubt';
  const { status, errorCode } = planned.result;
  if (errorCode === 'alike') return 'alike';
  return status === 'created' || status === 'duplicate' || status === 'in_doubt' || status === 'invalid'
    ? status
    : 'held';
}

function documentsOf(row: BatchRow): string[] {
  const items = row.kind === 'payouts' ? row.documents : row.documents.map(({ item }) => item);
  return items.flatMap((item) => (item.kind === 'file' ? [item.path] : []));
}
