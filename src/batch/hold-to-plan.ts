// What holds a run to its plan: the same bytes, ledger, environment and settings, rows that nobody else has touched since, and
// prices within the limit. Everything is judged before anything is sent; a difference is said.
import Big from 'big.js';

import { canonicalJson } from '../approval/canonical.ts';
import { whySumDearer } from '../approval/drift.ts';
import { CLOCK_BACK_MS, judgeExpiry, PlanError, type PlanSignature } from '../approval/plan-format.ts';
import type { Ledger, RowRecord } from '../ledger/ledger.ts';
import type { PayoutRow } from './input/row.ts';
import { Approved, costIn } from './plan/approved.ts';
import { figuresOf, FrozenRows } from './plan/frozen-rows.ts';
import { digestsOf, profileDigest } from './plan/frozen-settings.ts';
import { lookAtRows, type LookedAt } from './plan-rows.ts';
import type { Prepared, Running } from './prepare.ts';
import { Feed } from './send/feed.ts';
import type { LiveSettings } from './send/settings.ts';
import { quote, quoteFigures } from './send/steps/quote.ts';

const differs = (name: string, what: string): PlanError => new PlanError('plan_differs', `${name}: ${what}`);

/** Before the file is read: what the plan says of the world. Errors: {@link PlanError}. */
export async function judgePlan(settings: LiveSettings, ledger: Ledger): Promise<Approved | undefined> {
  const { plan: given } = settings;
  if (!given) return undefined;
  const approved = new Approved(given);
  const { plan, name } = approved;
  if (plan.environment !== settings.environment)
    throw differs(
      name,
      `it was made for the environment ${plan.environment}, and this is ${settings.environment}`,
    );
  if (plan.ledgerId !== ledger.id)
    throw differs(name, `it was made with the ledger ${plan.ledgerId}, and this is ${ledger.id}`);
  await judgeClock(approved, given.file.signatures, settings, ledger);
  if (profileDigest(settings.profile) !== plan.settings.profile)
    throw differs(name, 'the profile in the config was changed since it was made');
  return approved;
}

async function judgeClock(
  { plan, name }: Approved,
  signatures: readonly PlanSignature[],
  { clock }: LiveSettings,
  ledger: Ledger,
): Promise<void> {
  const now = clock.now();
  const last = await ledger.lastEntryAt();
  const times: [string, number][] = [
    ['the plan', Date.parse(plan.createdAt)],
    ...signatures.map((one): [string, number] => [`the signature of "${one.name}"`, Date.parse(one.at)]),
    ['the last entry of the ledger', last?.getTime() ?? 0],
  ];
  for (const [what, at] of times) {
    if (at - now <= CLOCK_BACK_MS) continue;
    throw new PlanError(
      'plan_clock',
      `${name}: ${what} is of ${new Date(at).toISOString()}, and this machine's clock says ${new Date(now).toISOString()}: set the clock`,
    );
  }
  judgeExpiry(plan, now, name);
}

/** After the file was read: the rows, their documents and their prices. Errors: {@link PlanError}. */
export async function holdToPlan(running: Running, prepared: Prepared, approved: Approved): Promise<void> {
  const { plan, name } = approved;
  const { checked } = prepared;
  const again = new FrozenRows();
  const looked: LookedAt[] = [];
  const { settings, handle, ledger } = running;
  const nowMs = settings.clock.now();
  const { batchId } = plan;
  const whole = { handle, checked, ledger, batchId, profile: settings.profile, nowMs };
  const same = checked.hash === plan.digest;
  for await (const one of lookAtRows(whole)) {
    const own = plan.rows[one.at];
    const isMeant = again.addAs(one.row, one.key, own?.state ?? 'invalid');
    if (!same || !isMeant) continue;
    looked.push(one);
    if (own && plan.cost !== null && one.row.kind === 'payouts')
      again.price(one.at, one.row, { debit: own.debit, fee: own.fee });
  }
  const rowsDigest = again.digest.end();
  if (!same) {
    const rows = rowsDigest === plan.rowsDigest ? 'its rows are the same' : 'its rows are others, too';
    throw differs(
      name,
      `${settings.file} is not the file that was planned (SHA-256 ${checked.hash}, planned ${plan.digest}); ${rows}: use the planned file, or make another plan`,
    );
  }
  if (rowsDigest !== plan.rowsDigest || prepared.batchId !== plan.batchId || checked.facts.kind !== plan.kind)
    throw differs(
      name,
      'the same bytes are read as other rows than they were: the settings were changed since',
    );
  judgeFigures(approved, again);
  await judgeDocuments(approved, checked);
  await judgeLedger(running, approved, looked);
  if (plan.settings.quote && plan.kind === 'payouts') await judgePrices(running, prepared, approved, looked);
}

/** What was shown to whoever signed is what the file says: a plan is a file that its maker can write to. */
function judgeFigures({ plan, name }: Approved, again: FrozenRows): void {
  const { counts, totals, cost, largest, rows } = plan;
  const own = figuresOf(again, cost !== null);
  const lines = again.rows.map(({ line }) => line);
  const documents = [...again.documents].sort();
  const wrong = [
    canonicalJson({ counts, totals, largest }) !==
      canonicalJson({ counts: own.counts, totals: own.totals, largest: own.largest }) && 'amounts or counts',
    canonicalJson(cost) !== canonicalJson(own.cost) && 'costs',
    canonicalJson(rows.map(({ line }) => line)) !== canonicalJson(lines) && 'rows',
    canonicalJson(plan.documents.map(({ path }) => path)) !== canonicalJson(documents) && 'documents',
  ].filter((one) => one !== false);
  if (wrong.length > 0)
    throw differs(
      name,
      `its ${wrong.join(' and ')} are not those of its file: it was written by hand, or by another version`,
    );
}

async function judgeDocuments({ plan, name }: Approved, checked: Prepared['checked']): Promise<void> {
  const now = await digestsOf(
    plan.documents.map(({ path }) => path),
    checked.options.documents,
  ).catch((error: unknown) => {
    throw differs(
      name,
      `a document can't be read any more: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const changed = now.find(({ sha256 }, at) => sha256 !== plan.documents[at]?.sha256);
  if (changed) throw differs(name, `the document ${changed.path} was changed since it was made`);
}

/** Opens the rows that are still to be sent. */
async function judgeLedger(
  { ledger }: Running,
  approved: Approved,
  looked: readonly LookedAt[],
): Promise<void> {
  const { plan, name } = approved;
  const own = new Set<string>();
  for (const { id, settings } of await ledger.runs(1_000_000)) {
    const { plan: of } = settings as { plan?: { id?: unknown } }; // as run.ts writes it
    if (of?.id === approved.id) own.add(id);
  }
  let left = 0;
  for (const { at, row, known } of looked) {
    const standing = standingOf(
      known,
      own,
      plan.rows[at]?.state === 'resumed' ? Date.parse(plan.createdAt) : 0,
    );
    if (standing === 'foreign' && known)
      throw differs(
        name,
        `line ${row.line} has come to be known to the ledger since, other than by this plan: ${known.state} in run ${known.runId}`,
      );
    if (standing === 'done') continue;
    left++;
    if (standing === 'open') approved.open(at);
  }
  if (left === 0)
    throw new PlanError('plan_used', `${name}: it is used up: each of its rows was sent. Make another plan`);
}

/** `waiting`: not done, and not to be sent either. `resumedMs`: until when others may have touched it. */
function standingOf(
  known: RowRecord | undefined,
  own: ReadonlySet<string>,
  resumedMs: number,
): 'open' | 'waiting' | 'done' | 'foreign' {
  if (!known) return 'open';
  if (!own.has(known.runId)) return known.updatedAt.getTime() <= resumedMs ? 'open' : 'foreign';
  switch (known.state) {
    case 'created':
    case 'rejected':
      return 'done';
    case 'in_doubt':
    case 'sending':
      return 'waiting';
    default:
      return 'open';
  }
}

/** Every row that is open, before the first is sent. */
async function judgePrices(
  { settings }: Running,
  { client, halt }: Prepared,
  approved: Approved,
  looked: readonly LookedAt[],
): Promise<void> {
  const { name, drift } = approved;
  const feed = new Feed(settings.concurrency);
  const sums = new Map<string, { now: Big; was: Big }>();
  const dearer: string[] = [];
  const look = async (at: number, row: PayoutRow): Promise<void> => {
    const was = approved.costOf(at);
    if (was === undefined) return;
    const quoted = await quote(client, row);
    if (quoted.outcome !== 'accepted') {
      dearer.push(`line ${row.line}: no quote: ${quoted.message}`);
      return;
    }
    const figures = quoteFigures(quoted.text, settings.profile);
    const why = approved.whyDearer(at, figures);
    if (why !== undefined) dearer.push(`line ${row.line}: ${why}`);
    const { debit = '0', fee = '0' } = costIn(figures);
    const currency = row.body.source?.currency ?? 'unknown';
    const sum = sums.get(currency) ?? { now: new Big(0), was: new Big(0) };
    sums.set(currency, { now: sum.now.plus(debit).plus(fee), was: sum.was.plus(was) });
  };
  for (const { at, row } of looked) {
    if (!approved.isOpen(at) || row.kind !== 'payouts' || halt.on) continue;
    await feed.add(
      () => look(at, row),
      () => 0,
    );
  }
  await feed.drain();
  if (halt.on)
    throw new PlanError('plan_drift', `${name}: stopped while the rows were quoted: ${halt.reason}`);
  for (const [currency, { now, was }] of sums) {
    const why = whySumDearer(now.toFixed(), was.toFixed(), drift);
    if (why !== undefined) dearer.push(`all rows in ${currency}: ${why}`);
  }
  const [first] = dearer;
  if (first === undefined) return;
  const more = dearer.length > 1 ? `; and ${dearer.length - 1} more` : '';
  throw new PlanError('plan_drift', `${name}: the prices have moved: ${first}${more}`);
}
