// Makes a plan: everything that a run does before it sends, then each row and its price. Creates nothing at the
// service, and writes nothing into the ledger.
import { dirname, relative, resolve } from 'node:path';

import { PlanError } from '../approval/plan-error.ts';
import { FORMAT, type PlanBody, withPlanDigest } from '../approval/plan-format.ts';
import { releasing, type RunControl } from './input/control.ts';
import { keptWarnings } from './input/warnings.ts';
import { costIn } from './plan/approved/approved.ts';
import { fileMembers, rowMembers } from './plan/approved/plan-members.ts';
import { PlanRows, rowInPlan } from './plan/approved/plan-rows.ts';
import { plannedPages } from './plan/keyed-pages.ts';
import { type Priceable, priceRows } from './plan-prices.ts';
import { prepare, type Prepared } from './prepare.ts';
import type { RunHooks } from './results/hooks.ts';
import { openRun, type Running } from './running.ts';
import type { LiveSettings } from './send/settings.ts';

export interface PlanSettings extends LiveSettings {
  /** Where the plan goes: its files are named relative to it. */
  readonly planPath: string;
  readonly maker: string;
  readonly user: string;
  readonly expiresMs: number;
  readonly maxDrift: string;
  /** The mapping file, and the files that it names; absolute paths and digests. */
  readonly mapFile: NamedFile | null;
  readonly lookupFiles: readonly NamedFile[];
}

export interface NamedFile {
  readonly path: string;
  readonly sha256: string;
}

/** `undefined` if rows are invalid and --max-invalid doesn't allow it. */
export const buildPlan = (
  settings: PlanSettings,
  hooks: RunHooks,
  control: RunControl,
  runId: string,
): Promise<PlanBody | undefined> =>
  releasing(async (hold) => {
    const running = await openRun({ settings, hooks, control, runId, hold });
    const prepared = await prepare(running);
    const rows = new PlanRows();
    const unpriced = await addRows(rows, running, prepared);
    const { invalid } = prepared.checked.facts;
    if (invalid > 0 && settings.guards.maxInvalid === undefined) return undefined;
    if (unpriced !== undefined) throw new PlanError('plan_drift', unpriced);
    if (rows.toSend === 0)
      throw new PlanError('plan_used', `${settings.file}: it has no row to send: ${nothingText(rows)}`);
    return body(settings, running, prepared, rows);
  });

function nothingText({ held: { rows } }: PlanRows): string {
  if (rows === 0) return 'there is nothing to plan';
  return `${rows === 1 ? '1 row is held as a possible duplicate' : `${rows} rows are held as possible duplicates`}: resolve the rows that are in doubt, or add --alike-ok if these are other payments`;
}

/** Returns why a row has no price, if one has none. Errors: {@link PlanError} where it was stopped. */
async function addRows(rows: PlanRows, running: Running, prepared: Prepared): Promise<string | undefined> {
  const { settings } = running;
  const { client, breaker } = prepared;
  let unpriced: string | undefined;
  const isPriced = (): boolean => settings.quote && unpriced === undefined;
  const pricing = { client, breaker, concurrency: settings.concurrency, name: settings.file };
  await priceRows(rowsToPrice(rows, running, prepared, isPriced), pricing, ({ row, at }, price) => {
    if ('figures' in price) rows.price(at, row, costIn(price.figures));
    else unpriced ??= `${settings.file}:${row.line}: no quote, so no plan: ${price.failure}`;
  });
  return unpriced;
}

/** Adds each row of the file; yields those that need a price. */
async function* rowsToPrice(
  rows: PlanRows,
  { handle, hooks }: Running,
  { checked, known }: Prepared,
  isPriced: () => boolean,
): AsyncGenerator<Priceable> {
  for await (const page of plannedPages({ handle, checked }, known)) {
    for (const item of page) {
      const { row, at } = item;
      const inPlan = rowInPlan(item);
      const { planned } = item;
      if (inPlan.state === 'invalid' && planned.do === 'nothing')
        hooks.problem?.(row.line, 'invalid', planned.result.errorMessage);
      if (rows.add(row, inPlan) && row.kind === 'payouts' && isPriced()) yield { row, at };
    }
  }
}

async function body(
  settings: PlanSettings,
  { ledger }: Running,
  surveyed: Prepared,
  rows: PlanRows,
): Promise<PlanBody> {
  const { checked } = surveyed;
  const folder = dirname(settings.planPath);
  const named = ({ path, sha256 }: NamedFile): NamedFile => ({ path: relative(folder, path), sha256 });
  const createdAt = settings.clock.now();
  const tip = await ledger.tip();
  const isPriced = settings.quote && checked.facts.kind === 'payouts';
  return withPlanDigest(FORMAT, {
    environment: settings.environment,
    ledgerId: ledger.id,
    ledgerSequence: tip.sequence,
    ledgerHead: tip.head,
    file: relative(folder, resolve(settings.file)),
    ...fileMembers(settings, surveyed),
    ...(await rowMembers(rows, isPriced, checked.options.documents)),
    warnings: keptWarnings(checked.warnings.list(), checked.warnings.overflow),
    maxDrift: settings.maxDrift,
    maker: settings.maker,
    user: settings.user,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(createdAt + settings.expiresMs).toISOString(),
    map: settings.mapFile && named(settings.mapFile),
    lookups: settings.lookupFiles.map(named),
    documentsDir: relative(folder, settings.documentsDir) || '.',
  });
}
