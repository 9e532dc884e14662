// The members of a plan that follow from its file, settings and ledger. The plan and the run that verifies it build
// them here.
import { hash } from 'node:crypto';

import { canonicalJson } from '../../approval/canonical.ts';
import { costOf, type RowPrice } from '../../approval/drift.ts';
import type { PlanBody, PlannedState, PlanRow, ShownRow } from '../../approval/plan-format.ts';
import { isWorkbookName } from '../../csv/xlsx/workbook-file.ts';
import { canonicalDecimal, compareDecimals, DecimalSum } from '../../interface/decimal.ts';
import { changedEntries, type Profile } from '../../interface/profile.ts';
import type { DocumentFolder } from '../input/documents.ts';
import { addTo, totalTexts } from '../input/facts.ts';
import type { BatchRow, PayoutRow } from '../input/row.ts';
import { type FileSettings, NO_CHECKS } from '../input/settings.ts';
import type { RowDecision } from '../plan/decide.ts';
import type { SurveyedFile } from '../plan/known-file.ts';
import type { PageItem, Planned } from '../plan/page.ts';

export type FrozenSettings = FileSettings & Pick<PlanBody['settings'], 'quote' | 'alikeOk' | 'alikeDays'>;

export const fileMembers = (settings: FrozenSettings, { checked, knownFile }: SurveyedFile) =>
  ({
    settings: frozenSettings(settings),
    digest: checked.hash,
    rowsDigest: knownFile.reading.rowsDigest,
    batchId: knownFile.batches.batchId,
    kind: checked.facts.kind,
  }) satisfies Partial<PlanBody>;

function frozenSettings(settings: FrozenSettings): PlanBody['settings'] {
  const { file, profile, useDeveloperFunds, quote, alikeOk, delimiter, imports } = settings;
  const changed = Object.entries(changedEntries(profile)).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ]);
  return {
    profile: profileDigest(profile),
    changed: Object.fromEntries(changed) as Record<string, string>, // each value is JSON
    ...{ useDeveloperFunds, quote, alikeOk },
    delimiter: delimiter ?? null,
    sheet: isWorkbookName(file) ? (imports?.sheet ?? null) : null,
    ...frozenChecks(settings),
  };
}

export function profileDigest(profile: Profile): string {
  // Through JSON, as in the config file: undefined members are left out. Fractions become text.
  const numbersAsText = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? String(value) : value;
  return hash('sha256', canonicalJson(JSON.parse(JSON.stringify(profile, numbersAsText))));
}

/** Settings of the config that decide about rows, without the profile. */
export function frozenChecks({ history, alikeDays }: Pick<FrozenSettings, 'history' | 'alikeDays'>) {
  const accepted = [...(history?.accepted ?? [])].sort();
  return { checks: history?.checks ?? NO_CHECKS, payee: history?.payee ?? null, accepted, alikeDays };
}

export interface RowInPlan {
  readonly state: PlannedState;
  /** The earlier payment that the row may repeat. */
  readonly like?: PlanRow['like'];
}

export function rowInPlan({ planned, known, duplicate }: Planned<PageItem>): RowInPlan {
  return {
    state: stateOf(planned, known !== undefined),
    like: duplicate && { run: duplicate.match.runId, line: duplicate.match.line },
  };
}

function stateOf(planned: RowDecision, isKnown: boolean): PlannedState {
  if (planned.do === 'send') return isKnown ? 'resumed' : 'new';
  if (planned.do === 'continue') return 'resumed';
  if (planned.do === 'resend') return 'in_doubt';
  const { status, errorCode } = planned.result;
  if (errorCode === 'alike') return 'alike';
  return status === 'created' || status === 'duplicate' || status === 'in_doubt' || status === 'invalid'
    ? status
    : 'held';
}

const LARGEST = 10;
/** A payee's name, in characters. */
const NAME = 100;

const byAmount = (a: PayoutRow, b: PayoutRow): number => compareDecimals(b.amount, a.amount);

/** The rows to be sent, or the held rows: their number, totals, and the largest of each currency. */
class RowShare {
  rows = 0;
  readonly #totals = new Map<string, DecimalSum>();
  readonly #largest = new Map<string, PayoutRow[]>();

  add(row: BatchRow): void {
    this.rows++;
    if (row.kind !== 'payouts') return;
    addTo(this.#totals, row.currency, row.amount);
    const own = this.#largest.get(row.currency);
    if (!own) this.#largest.set(row.currency, [row]);
    else if (own.push(row) > LARGEST) own.sort(byAmount).pop();
  }

  get totals(): Record<string, string> {
    return totalTexts(this.#totals);
  }

  get largest(): ShownRow[] {
    const most = Math.max(1, Math.floor(LARGEST / this.#largest.size));
    return [...this.#largest.keys()].sort().flatMap((currency) => {
      const sorted = (this.#largest.get(currency) ?? []).toSorted(byAmount).slice(0, most);
      return sorted.map(({ line, reference, amount, payee = '', body: { destination } }) => {
        // By characters: a cut must not split a surrogate pair.
        const name = Array.from(payee.trim()).slice(0, NAME).join('');
        const account = destination?.externalAccountId ?? '';
        return { line, reference, payee: account, ...(name !== '' && { name }), amount, currency };
      });
    });
  }
}

/** The rows of a file in a plan, gathered row by row. */
export class PlanRows {
  readonly sent = new RowShare();
  readonly held = new RowShare();
  readonly #rows: PlanRow[] = [];
  readonly #counts: Record<string, number> = { rows: 0 };
  readonly #cost = new Map<string, DecimalSum>();
  readonly #documents = new Set<string>();

  /** Whether it is to be sent. */
  add(row: BatchRow, { state, like }: RowInPlan): boolean {
    const isHeld = state === 'alike';
    this.#rows.push({ line: row.line, state, ...(isHeld && like && { like }) });
    for (const name of ['rows', state]) this.#counts[name] = (this.#counts[name] ?? 0) + 1;
    if (isHeld) this.held.add(row);
    if (state !== 'new' && state !== 'resumed') return false;
    this.sent.add(row);
    const items = row.kind === 'payouts' ? row.documents : row.documents.map(({ item }) => item);
    for (const item of items) if (item.kind === 'file') this.#documents.add(item.path);
    return true;
  }

  price(sequence: number, row: PayoutRow, { debit, fee }: RowPrice): void {
    const own = this.#rows[sequence];
    if (own)
      this.#rows[sequence] = {
        ...own,
        ...(debit !== undefined && { debit }),
        ...(fee !== undefined && { fee }),
      };
    const cost = costOf({ debit, fee });
    if (cost !== undefined) addTo(this.#cost, row.body.source?.currency ?? 'unknown', cost);
  }

  /** Errors: those of DocumentFolder, if a document can't be read. */
  async members(isPriced: boolean, documents: DocumentFolder) {
    const { sent, held } = this;
    const cost = [...this.#cost].map(([currency, sum]) => [currency, canonicalDecimal(sum.toString())]);
    return {
      counts: this.#counts,
      totals: sent.totals,
      cost: isPriced ? (Object.fromEntries(cost) as Record<string, string>) : null, // made of pairs
      largest: sent.largest,
      held: held.rows === 0 ? undefined : { rows: held.rows, totals: held.totals, largest: held.largest },
      rows: this.#rows,
      documents: await digestsOf([...this.#documents].sort(), documents),
    } satisfies Partial<PlanBody>;
  }
}

async function digestsOf(
  paths: readonly string[],
  documents: DocumentFolder,
): Promise<PlanBody['documents']> {
  const found: PlanBody['documents'] = [];
  for (const path of paths) {
    const { sha256 } = await documents.read(path, { before: '', after: '' });
    found.push({ path, sha256 });
  }
  return found;
}
