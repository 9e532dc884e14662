// The first pass over a file that may be sent: its rows with their keys, which of them are to be sent, and which may be
// duplicates. Sends nothing, asks nobody.
import { planId } from '../approval/plan-format.ts';
import { hashFile } from '../files/bytes.ts';
import { type Checked, firstPass } from './input/first-pass.ts';
import type { BatchRow } from './input/row.ts';
import { SeenKeys } from './input/seen.ts';
import { type PreviewedAs, SendPreview } from './input/send-preview.ts';
import { AllPaid } from './plan/all-paid.ts';
import { runsOfPlan } from './plan/approved/own-runs.ts';
import { RowsDigest } from './plan/approved/rows-digest.ts';
import { batchOf } from './plan/batch-of.ts';
import { type RowKey, RowKeys } from './plan/keys.ts';
import { type PageSettings, type Planned, planPage } from './plan/page.ts';
import { HistoryChecks, isOff } from './plan/payment-history/checks.ts';
import { RecentRows } from './plan/recent-rows.ts';
import { refuseOtherReading } from './plan/same-file.ts';
import { type ResultLayout, resultLayout } from './results/result.ts';
import { parentOf } from './results/retry-file.ts';
import type { UnknownPaid } from './results/unknown-paid.ts';
import { refuseChanged, type Running } from './running.ts';

type PlannedRow = Planned<{ readonly row: BatchRow; readonly key: RowKey }>;

/** Errors: Refusal; CsvError. */
export async function readFile(running: Running, unknown: UnknownPaid) {
  const { settings, hooks, control, handle, ledger } = running;
  // Before the pass, not after it: rows without references are keyed by it.
  const hash = running.fileHash ?? (await hashFile(handle));
  const batchId = await batchOf(settings, { handle, hash, ledger });
  const alikeSince = await alikeSinceOf(running);
  const historyChecks = await habitsOf(running);
  const page = pageOf(running, hash, unknown);
  const [keys, rowKeys, digest] = [new SeenKeys(), new RowKeys(batchId), new RowsDigest()];
  const [recent, allPaid] = [new RecentRows(), new AllPaid()];
  // Told by the header; the compiler takes what a callback sets for what it was.
  const begun: { layout?: ResultLayout; preview?: SendPreview } = {};
  let [toSend, planned]: [number, readonly PlannedRow[]] = [0, []];
  const checked = await firstPass(handle, settings, control, {
    onHeader: (pass, warnings) => {
      begun.layout = resultLayout(pass, running.stamp);
      historyChecks?.begin(settings.file, pass, warnings);
      // Where nobody is asked, nobody needs to know.
      if (hooks.confirm) begun.preview = new SendPreview(pass.kind);
    },
    judge: async (rows, warnings) => {
      const keyed = rows.map((row) => ({ row, key: rowKeys.keyOf(row) }));
      for (const { row, key } of keyed) digest.add(row, key);
      const good = keyed.filter(({ row }) => row.issues.length === 0);
      for (const { row, key } of good) keys.remember(key.key, row.line);
      planned = await planPage(good, page);
      for (const { row, planned: decision } of planned) {
        if (decision.do === 'nothing' && decision.result.status === 'invalid')
          row.issues.push({ column: 0, field: 'reference', message: decision.result.errorMessage });
      }
      const open = planned.filter(({ planned: { do: what } }) => what === 'send' || what === 'resend');
      await historyChecks?.judge(
        open.map(({ row }) => row),
        warnings,
      );
    },
    onRows: () => {
      for (const item of planned) {
        allPaid.add(item);
        if (item.row.issues.length > 0) continue;
        if (item.duplicate?.kind === 'recent') recent.add(item);
        else if (['send', 'resend'].includes(item.planned.do)) toSend++;
        begun.preview?.add(item.row, dueAs(item));
      }
    },
  });
  if (checked.hash !== hash) refuseChanged(settings.file);
  const { layout, preview } = begun;
  if (!layout) throw new Error('a pass without a header');
  const rowsDigest = digest.end();
  const judgeReading = (): Promise<void> => judgeOneReading(running, checked, rowsDigest);
  await judgeReading();
  const { facts, warnings } = checked;
  const recentIsHeld = !settings.alikeOk && recent.isExportAnew(facts.rows);
  if (!recentIsHeld && !settings.alikeOk) recent.warn(warnings);
  preview?.settleRecent(recentIsHeld);
  allPaid.warn(facts.rows, settings.clock.now(), warnings);
  const parent = facts.parent ?? (await parentOf(hash, ledger)) ?? null;
  const open = toSend > 0 || (recent.rows > 0 && !recentIsHeld);
  const read = { checked, layout, batchId, parent, alikeSince, open, rowsDigest, judgeReading };
  return { ...read, keys, preview, historyChecks, page: withRecent(page, recentIsHeld) };
}

/** For whoever is asked. */
function dueAs({ planned, duplicate }: PlannedRow): PreviewedAs {
  if (duplicate?.kind === 'recent') return { as: 'recent' };
  if (planned.do === 'send' || planned.do === 'resend') return { as: 'send' };
  if (planned.do === 'continue') return { as: 'done' };
  const { status, errorCode, errorMessage, sent } = planned.result;
  if (errorCode === 'alike') return { as: 'held' };
  if (status === 'in_doubt') return { as: 'in_doubt', sent };
  return ['created', 'duplicate'].includes(status) ? { as: 'done' } : { as: 'other', why: errorMessage };
}

/** What every pass over the rows plans them by. `recentIsHeld` is known at the file's end alone. */
function pageOf(
  { settings, ledger, runId }: Pick<Running, 'settings' | 'ledger' | 'runId'>,
  fileHash: string,
  paidElsewhere: UnknownPaid,
): PageSettings {
  const { profile, clock, alikeDays } = settings;
  const compare = settings.alikeOk ? undefined : { runId, fileHash, alikeDays, recentIsHeld: false };
  return { ledger, profile, clock, compare, paidElsewhere };
}

const withRecent = (page: PageSettings, recentIsHeld: boolean): PageSettings => ({
  ...page,
  compare: page.compare && { ...page.compare, recentIsHeld },
});

/** Errors: Refusal where the same bytes were run before, read otherwise. */
async function judgeOneReading(
  { settings, ledger }: Running,
  { facts, hash, sheet }: Checked,
  rowsDigest: string,
): Promise<void> {
  if (settings.alikeOk) return;
  await refuseOtherReading({ file: settings.file, kind: facts.kind, hash, sheet, rowsDigest }, ledger);
}

/**
 * The ledger's height before rows are compared: what others send later is found when a row's intent is written. `null`: whatever
 * looks like an earlier payment is meant. Under a plan, whoever signed it meant what there was when it was made.
 */
async function alikeSinceOf({ settings, ledger }: Running): Promise<number | null> {
  const { alikeOk, plan } = settings;
  if (!alikeOk) return ledger.sequence();
  if (!plan) return null;
  const isFirstRun = (await runsOfPlan(ledger, planId(plan.file))).size === 0;
  return isFirstRun ? plan.file.plan.ledgerSequence : ledger.sequence();
}

/** With all that was paid until now. */
async function habitsOf({ settings, ledger }: Running): Promise<HistoryChecks | undefined> {
  if (!settings.history || isOff(settings.history)) return undefined;
  await ledger.history.catchUp();
  const { plan: given } = settings;
  const own = given && (await runsOfPlan(ledger, planId(given.file)));
  return new HistoryChecks(ledger, settings.history, own);
}
