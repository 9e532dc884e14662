// Whether a plan fits together: what its figures say of its rows, its times and its settings, without the file. Whoever signs
// has the plan alone, and reads the figures; a run reckons them again from the file (batch/verify-plan.ts).
import { exact } from '../interface/decimal.ts';
import { costOf, isTooHigh } from './drift.ts';
import { OBJECTIONS, type PlanBody, type PlannedRow, type ShownRow } from './plan-schema.ts';

type Amounts = Readonly<Record<string, string>>;
type Exact = InstanceType<typeof exact>;

/** What contradicts itself, in words; `undefined` where nothing does. */
export function contradiction(plan: PlanBody): string | undefined {
  const meant = new Map(plan.rows.filter(isMeant).map((row) => [row.line, row]));
  return (
    rowsContradict(plan, meant.size) ??
    pricesContradict(plan) ??
    shownContradict(plan, meant) ??
    firstContradict(plan, meant) ??
    heldContradicts(plan) ??
    objectionsContradict(plan) ??
    timesContradict(plan) ??
    (isTooHigh(plan.maxDrift) ? `its maxDrift is ${plan.maxDrift}, and 100% is the most` : undefined)
  );
}

const isMeant = ({ state }: PlannedRow): boolean => state === 'new' || state === 'resumed';

function rowsContradict({ rows, counts }: PlanBody, meant: number): string | undefined {
  const tally = new Map([['rows', rows.length]]);
  let before = 0;
  for (const { line, state } of rows) {
    if (line <= before) return `line ${line} stands behind line ${before}`;
    before = line;
    tally.set(state, (tally.get(state) ?? 0) + 1);
  }
  if (meant === 0) return 'none of its rows is to be sent';
  const isTally =
    Object.keys(counts).length === tally.size &&
    [...tally].every(([state, count]) => counts[state] === count);
  return isTally ? undefined : 'its counts are not those of its rows';
}

function objectionsContradict({ warnings, invalid, rows }: PlanBody): string | undefined {
  const wrong = new Set(rows.flatMap(({ line, state }) => (state === 'invalid' ? [line] : [])));
  const { count, first } = invalid ?? { count: 0, first: [] };
  if (count !== wrong.size || first.some(({ line }) => !wrong.has(line)) || isCutShort({ count, first }))
    return 'the invalid rows that it names are not those of its rows';
  return isCutShort(warnings) ? 'its warnings are not as many as it counts' : undefined;
}

/** As many are named as there is room for. */
const isCutShort = ({ count, first }: PlanBody['warnings']): boolean =>
  first.length !== Math.min(count, OBJECTIONS);

function pricesContradict({ rows, cost, settings, kind }: PlanBody): string | undefined {
  const isQuoted = settings.quote && kind === 'payouts';
  if (isQuoted && cost === null) return 'its rows were quoted, and it says no cost';
  if (!isQuoted && cost !== null) return 'it says a cost, and no row was quoted';
  let sum = new exact('0');
  for (const row of rows) {
    const { line, debit, fee } = row;
    if (debit === undefined && fee === undefined) continue;
    if (!isQuoted || !isMeant(row)) return `line ${line} has a price, and is not one that was quoted`;
    sum = sum.plus(new exact(costOf(row) ?? '0'));
  }
  return sum.eq(sumOf(cost ?? {})) ? undefined : 'its cost is not the sum of what its rows cost';
}

function shownContradict(
  { totals, largest, kind }: PlanBody,
  meant: ReadonlyMap<number, PlannedRow>,
): string | undefined {
  if (kind !== 'payouts')
    return largest.length > 0 || Object.keys(totals).length > 0 ? 'customers have no amounts' : undefined;
  const strange = largest.find(({ line }) => !meant.has(line));
  if (strange) return `line ${strange.line} is shown among the largest, and is not to be sent`;
  return totalsContradict(totals, largest, meant.size);
}

/** `rows`: how many the totals are of. */
function totalsContradict(totals: Amounts, largest: readonly ShownRow[], rows: number): string | undefined {
  const sums = sumsOf(largest);
  const isWhole = new Set(largest.map(({ line }) => line)).size === rows;
  for (const currency of new Set([...Object.keys(totals), ...sums.keys()])) {
    const [total, sum] = [totals[currency], sums.get(currency)];
    if (total === undefined || sum === undefined)
      return `its totals and its largest rows are not of the same currencies (${currency})`;
    if (isWhole ? !sum.eq(new exact(total)) : sum.gt(new exact(total)))
      return `its total in ${currency} is not what its rows come to`;
  }
  return undefined;
}

function firstContradict(
  { firstPayments, kind }: PlanBody,
  meant: ReadonlyMap<number, PlannedRow>,
): string | undefined {
  const { rows, accounts, largest } = firstPayments;
  const isFirst = (line: number): boolean => meant.get(line)?.first === true;
  const wrong =
    [...meant.values()].filter(({ first }) => first).length !== rows ||
    largest.some(({ line }) => !isFirst(line)) ||
    accounts > rows ||
    accounts > 0 !== rows > 0 ||
    largest.length > 0 !== rows > 0 ||
    (kind !== 'payouts' && rows > 0);
  return wrong ? 'its payments to accounts that were never paid are not those of its rows' : undefined;
}

function heldContradicts({ rows, held, settings, kind }: PlanBody): string | undefined {
  const lines = new Set(rows.filter(({ state }) => state === 'alike').map(({ line }) => line));
  const odd = rows.find(({ state, like }) => like !== undefined && state !== 'alike');
  if (odd) return `line ${odd.line} names a payment that it may repeat, and is not held`;
  // With --alike-ok nothing is held.
  if (settings.alikeOk && lines.size > 0) return 'it holds possible duplicates, with --alike-ok';
  if (!held && (lines.size === 0 || kind !== 'payouts')) return undefined;
  const { rows: count, totals, largest } = held ?? { rows: 0, totals: {}, largest: [] };
  const isWrong =
    count !== lines.size ||
    count === 0 ||
    kind !== 'payouts' ||
    largest.length === 0 ||
    largest.some(({ line }) => !lines.has(line));
  if (isWrong) return 'the rows that it shows as held are not those of its rows';
  return totalsContradict(totals, largest, count);
}

const timesContradict = ({ createdAt, expiresAt }: PlanBody): string | undefined =>
  Date.parse(expiresAt) > Date.parse(createdAt) ? undefined : 'it expires before it was made';

const sumOf = (amounts: Amounts): Exact =>
  Object.values(amounts).reduce((sum, amount) => sum.plus(new exact(amount)), new exact('0'));

/** By currency; an amount that can't be read has no sum. */
function sumsOf(rows: readonly ShownRow[]): ReadonlyMap<string, Exact> {
  const sums = new Map<string, Exact>();
  for (const { currency, amount } of rows) {
    if (!/^\d{1,60}(?:\.\d{1,60})?$/.test(amount)) continue;
    sums.set(currency, (sums.get(currency) ?? new exact('0')).plus(new exact(amount)));
  }
  return sums;
}
