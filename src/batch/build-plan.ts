// Makes a plan: everything that a run does before it sends, then each row and its price. Creates nothing at the
// service, and writes nothing into the ledger.
import { dirname, relative, resolve } from 'node:path';

import { PlanError } from '../approval/plan-error.ts';
import { FORMAT, type PlanBody, withPlanDigest } from '../approval/plan-format.ts';
import { placed } from '../files/input-error.ts';
import type { Message } from '../message.ts';
import { fileMembers, PlanRows, rowInPlan } from './approved-plan/plan-body.ts';
import { type RunControl, withCleanup } from './input/control.ts';
import { keptWarnings } from './input/warnings.ts';
import { openRun } from './open-run.ts';
import { plannedPages } from './plan/keyed-pages.ts';
import { planMessage } from './plan/messages.ts';
import { quoteRows, type RowToPrice } from './plan-prices.ts';
import { prepare, type Prepared } from './prepare.ts';
import type { RunHooks } from './results/hooks.ts';
import type { LiveSettings } from './send/settings.ts';

export interface PlanSettings extends LiveSettings {
  /** Where the plan goes: its files are named relative to it. */
  readonly planPath: string;
  readonly maker: string;
  readonly user: string;
  readonly expiresMs: number;
  readonly maxDrift: string;
}

/** `undefined` if rows are invalid and --max-invalid doesn't allow it. */
export const buildPlan = (
  settings: PlanSettings,
  hooks: RunHooks,
  control: RunControl,
  runId: string,
): Promise<PlanBody | undefined> =>
  withCleanup(async (atEnd) => {
    const running = await openRun({ settings, hooks, control, runId, atEnd });
    const prepared = await prepare(running);
    const rows = new PlanRows();
    const unpriced = await addRows(rows, prepared);
    const { invalid } = prepared.checked.facts;
    if (invalid > 0 && settings.guards.maxInvalid === undefined) return undefined;
    if (unpriced !== undefined) throw new PlanError('plan_drift', unpriced);
    if (rows.sent.rows === 0)
      throw PlanError.of(
        'plan_used',
        settings.file,
        planMessage('nothing_to_plan', { held: rows.held.rows }),
      );
    return body(settings, prepared, rows);
  });

/** Returns why a row has no price, if one has none. Errors: {@link PlanError} if it was stopped. */
async function addRows(rows: PlanRows, prepared: Prepared): Promise<Message | undefined> {
  const { settings, hooks, knownFile } = prepared;
  const { file } = settings;
  let unpriced: Message | undefined;
  async function* rowsToPrice(): AsyncGenerator<RowToPrice> {
    for await (const page of plannedPages(prepared, knownFile)) {
      for (const item of page) {
        const { row, key, planned } = item;
        if (planned.do === 'nothing' && planned.result.status === 'invalid')
          hooks.problem?.(row.line, 'invalid', planned.result.message);
        const isSent = rows.add(row, rowInPlan(item));
        if (isSent && row.kind === 'payouts' && settings.quote && unpriced === undefined)
          yield { row, sequence: key.sequence };
      }
    }
  }
  await quoteRows(prepared, file, rowsToPrice(), ({ row, sequence }, price) => {
    if (!('failure' in price)) rows.price(sequence, row, price);
    else {
      const what = planMessage('row_unpriced', { failure: price.failure });
      unpriced ??= placed('at_place', { file, line: row.line, what });
    }
  });
  return unpriced;
}

async function body(settings: PlanSettings, prepared: Prepared, rows: PlanRows): Promise<PlanBody> {
  const { ledger, checked } = prepared;
  const folder = dirname(settings.planPath);
  const [map = null, ...lookups] = (settings.imports?.files ?? []).map(({ path, sha256 }) => ({
    path: relative(folder, resolve(path)),
    sha256,
  }));
  const createdAt = settings.clock.now();
  const tip = await ledger.tip();
  const isPriced = settings.quote && checked.facts.kind === 'payouts';
  return withPlanDigest(FORMAT, {
    environment: settings.environment,
    ledgerId: ledger.id,
    ledgerSequence: tip.sequence,
    ledgerHead: tip.head,
    file: relative(folder, resolve(settings.file)),
    ...fileMembers(settings, prepared),
    ...(await rows.members(isPriced, checked.options.documents)),
    warnings: keptWarnings(checked.warnings.list(), checked.warnings.overflow),
    maxDrift: settings.maxDrift,
    maker: settings.maker,
    user: settings.user,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(createdAt + settings.expiresMs).toISOString(),
    map,
    lookups,
    documentsDir: relative(folder, settings.documentsDir) || '.',
  });
}
