// The story of `plan`: everything that a run would do before it sends, and then a look at each row and its price, frozen into
// a plan that others can read and sign. It sends nothing that creates anything, and writes nothing of it into the ledger.
import { dirname, relative, resolve } from 'node:path';

import { withPlanDigest } from '../approval/plan-digest.ts';
import { PlanError } from '../approval/plan-error.ts';
import { FORMAT, type PlanBody } from '../approval/plan-format.ts';
import { openInput } from '../csv/input.ts';
import type { RunControl } from './input/control.ts';
import { releasing } from './input/releasing.ts';
import { warningsShown } from './input/warnings-shown.ts';
import { costIn } from './plan/approved/approved.ts';
import { figuresOf, FrozenRows } from './plan/approved/frozen-rows.ts';
import { digestsOf, frozenSettings } from './plan/approved/frozen-settings.ts';
import { lookAtRows } from './plan-rows.ts';
import { prepare, type Prepared } from './prepare.ts';
import type { RunHooks } from './results/hooks.ts';
import { Pace } from './results/pace.ts';
import { LedgerStamp } from './results/stamp.ts';
import type { Running } from './running.ts';
import { RowPool } from './send/row-pool.ts';
import type { LiveSettings } from './send/settings.ts';
import { quote, quoteFigures } from './send/steps/quote.ts';

export interface FreezeSettings extends LiveSettings {
  /** Where the plan will lie: its files are named relative to it. */
  readonly planPath: string;
  readonly maker: string;
  readonly user: string;
  readonly expiresMs: number;
  readonly maxDrift: string;
  /** The mapping file, and the files that it names; absolute paths and digests. */
  readonly mapFile: NamedFile | null;
  readonly lookupFiles: readonly NamedFile[];
  readonly sheet: string | null;
}

export interface NamedFile {
  readonly path: string;
  readonly sha256: string;
}

/** `undefined` where rows are invalid and no limit allows it: each was told as a problem. */
export const freeze = (
  settings: FreezeSettings,
  hooks: RunHooks,
  control: RunControl,
  runId: string,
): Promise<PlanBody | undefined> =>
  releasing(async (hold) => {
    const startedAt = new Date(settings.clock.now());
    const handle = await openInput(settings.file);
    hold(() => handle.close());
    const ledger = await settings.openLedger();
    hold(() => ledger.close());
    const stamp = new LedgerStamp(ledger, runId, settings.environment);
    const pace = new Pace(() => settings.clock.elapsed());
    const running: Running = {
      settings,
      hooks,
      control,
      runId,
      startedAt,
      handle,
      ledger,
      stamp,
      pace,
    };
    const prepared = await prepare(running, hold);
    const frozen = await freezeRows(running, prepared);
    const { invalid } = prepared.checked.facts;
    if (invalid > 0 && settings.guards.maxInvalid === undefined) return undefined;
    if (frozen.toSend === 0)
      throw new PlanError(
        'plan_used',
        `${settings.file}: no row of it is to be sent: ${nothingText(frozen)}`,
      );
    return body(settings, running, prepared, frozen);
  });

function nothingText({ held: { rows } }: FrozenRows): string {
  if (rows === 0) return 'there is nothing to plan';
  return `${rows === 1 ? '1 row is held as a possible duplicate' : `${rows} rows are held as possible duplicates`}: resolve the rows that are in doubt, or say --alike-ok if these are other payments`;
}

/** Errors: {@link PlanError} where a price can't be had. */
async function freezeRows(running: Running, prepared: Prepared): Promise<FrozenRows> {
  const { settings, handle, ledger, hooks } = running;
  const { checked, batchId, client, breaker } = prepared;
  const frozen = new FrozenRows();
  const pool = new RowPool(settings.concurrency);
  let unpriced: { readonly line: number; readonly why: string } | undefined;
  for await (const one of lookAtRows({
    handle,
    checked,
    ledger,
    batchId,
    historyChecks: prepared.historyChecks,
    page: prepared.page,
  })) {
    const { at, row, planned } = one;
    if (planned.do === 'nothing' && planned.result.status === 'invalid')
      hooks.problem?.(row.line, 'invalid', planned.result.errorMessage);
    if (
      !frozen.add({ ...one, isKnown: one.known !== undefined }) ||
      row.kind !== 'payouts' ||
      !settings.quote ||
      breaker.isTripped ||
      unpriced
    )
      continue;
    await pool.add(
      async () => {
        const quoted = await quote(client, row);
        if (quoted.outcome === 'accepted')
          frozen.price(at, row, costIn(quoteFigures(quoted.text, settings.profile)));
        else unpriced ??= { line: row.line, why: quoted.message };
      },
      () => 0,
    );
  }
  await pool.drain();
  if (breaker.isTripped)
    throw new PlanError('plan_drift', `stopped while the rows were quoted: ${breaker.reason}`);
  if (unpriced)
    throw new PlanError(
      'plan_drift',
      `${settings.file}:${unpriced.line}: no quote, so no plan: ${unpriced.why}`,
    );
  return frozen;
}

async function body(
  settings: FreezeSettings,
  { ledger }: Running,
  { checked, batchId }: Prepared,
  frozen: FrozenRows,
): Promise<PlanBody> {
  const folder = dirname(settings.planPath);
  const named = ({ path, sha256 }: NamedFile): NamedFile => ({ path: relative(folder, path), sha256 });
  const createdAt = settings.clock.now();
  const tip = await ledger.tip();
  const documents = await digestsOf([...frozen.documents].sort(), checked.options.documents);
  return withPlanDigest(FORMAT, {
    digest: checked.hash,
    rowsDigest: frozen.digest.end(),
    file: relative(folder, resolve(settings.file)),
    batchId,
    kind: checked.facts.kind,
    environment: settings.environment,
    ledgerId: ledger.id,
    ledgerSequence: tip.sequence,
    ledgerHead: tip.head,
    ...figuresOf(frozen, settings.quote && checked.facts.kind === 'payouts'),
    warnings: warningsShown(checked.warnings.list(), checked.warnings.overflow),
    maxDrift: settings.maxDrift,
    maker: settings.maker,
    user: settings.user,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(createdAt + settings.expiresMs).toISOString(),
    map: settings.mapFile && named(settings.mapFile),
    lookups: settings.lookupFiles.map(named),
    documentsDir: relative(folder, settings.documentsDir) || '.',
    documents,
    settings: frozenSettings(settings),
    rows: frozen.rows,
  });
}
