// Verifies the plan of a run: it is built again from today's file, settings and ledger, and the first difference is a
// refusal.
import { canonicalJson } from '../../approval/canonical.ts';
import { PlanError } from '../../approval/plan-error.ts';
import { CLOCK_BACK_MS, type PlanBody, type PlanRow, refuseExpired } from '../../approval/plan-format.ts';
import type { Clock } from '../../client/clock.ts';
import { plainPath } from '../../files/plain.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { isGrave, type KeptWarnings, keptWarnings, type Warning } from '../input/warnings.ts';
import { plannedPages } from '../plan/keyed-pages.ts';
import type { SurveyedFile } from '../plan/known-file.ts';
import { planMessage } from '../plan/messages.ts';
import type { PlannedRow } from '../plan/page.ts';
import { ApprovedPlan, type GivenPlan, rejectionsOf } from './approved-plan.ts';
import { fileMembers, type FrozenSettings, PlanRows, type RowInPlan, rowInPlan } from './plan-body.ts';

interface RunOfPlan {
  readonly settings: FrozenSettings & {
    readonly environment: string;
    readonly clock: Clock;
    readonly plan?: GivenPlan | undefined;
  };
  readonly ledger: Ledger;
}

const differs = (name: string, what: Message): PlanError => PlanError.of('plan_differs', name, what);

/** Before the file is read: environment, ledger, clock, expiry and signatures. Errors: {@link PlanError}. */
export async function openPlan({ settings, ledger }: RunOfPlan): Promise<ApprovedPlan | undefined> {
  if (!settings.plan) return undefined;
  const approved = new ApprovedPlan(settings.plan);
  refuseDifference(approved, {
    environment: settings.environment,
    ledgerId: ledger.id,
    ...importsOfToday(approved, settings),
  });
  await refuseOtherLedger(approved, ledger);
  await refuseEarlyClock(settings.plan, settings.clock, ledger);
  await refuseEndedPlan({ settings, ledger }, approved);
  return approved;
}

/** The mapping file and the files that it names, with their digests of today. */
function importsOfToday(
  { plan: { map, lookups } }: ApprovedPlan,
  { imports }: FrozenSettings,
): Pick<PlanBody, 'map' | 'lookups'> {
  const [own, ...others] = (imports?.files ?? []).map(({ sha256 }) => sha256);
  return {
    map: map && { ...map, sha256: own ?? '' },
    lookups: lookups.map((file, at) => ({ ...file, sha256: others[at] ?? '' })),
  };
}

/** A restored ledger may have grown past the plan's last entry since, so its head is compared as well. */
async function refuseOtherLedger({ plan, name }: ApprovedPlan, ledger: Ledger): Promise<void> {
  const { ledgerSequence: sequence, ledgerHead: head } = plan;
  const last = await ledger.sequence();
  if (last >= sequence && (await ledger.hadTip({ sequence, head }))) return;
  throw differs(name, planMessage('ledger_replaced', { height: last, sequence, plan: plainPath(name) }));
}

/** A clock that was set back can't judge an expiry. Errors: {@link PlanError}. */
export async function refuseEarlyClock(
  { file: { plan, signatures }, name }: GivenPlan,
  clock: Clock,
  ledger: Ledger,
): Promise<void> {
  const now = clock.now();
  const last = await ledger.lastEntryAt();
  const dated = [
    { what: 'plan' as const, name: '', at: Date.parse(plan.createdAt) },
    ...signatures.map((one) => ({ what: 'signature' as const, name: one.name, at: Date.parse(one.at) })),
    { what: 'ledger' as const, name: '', at: last?.getTime() ?? 0 },
  ];
  const late = dated.find(({ at }) => at - now > CLOCK_BACK_MS);
  if (!late) return;
  const isoOf = (ms: number): string => new Date(ms).toISOString();
  const times = { at: isoOf(late.at), now: isoOf(now) };
  throw PlanError.of('plan_clock', name, planMessage('clock_behind', { ...late, ...times }));
}

/** Asked again during the run. Errors: {@link PlanError} if the plan has expired or was rejected. */
export async function refuseEndedPlan(
  { settings, ledger }: RunOfPlan,
  { plan, name, id }: ApprovedPlan,
): Promise<void> {
  refuseExpired(plan, settings.clock.now(), name);
  settings.plan?.checkSignatures(await rejectionsOf(ledger, id));
}

/**
 * After the survey: verifies file, rows and documents, and opens the rows to be sent. `ownRuns`: earlier runs of the
 * plan. Errors: {@link PlanError}.
 */
export async function verifyRows(
  surveyed: RunOfPlan & SurveyedFile,
  approved: ApprovedPlan,
  ownRuns: ReadonlySet<string>,
): Promise<void> {
  const { settings, ledger, checked, knownFile } = surveyed;
  refuseDifference(approved, fileMembers(settings, surveyed));
  const rows = new PlanRows();
  const meant: PlannedRow[] = [];
  for await (const page of plannedPages(surveyed, knownFile))
    for (const one of page) if (addAgain(rows, one, approved)) meant.push(one);
  const isPriced = approved.plan.cost !== null;
  refuseDifference(approved, await rows.members(isPriced, checked.options.documents));
  if (ownRuns.size === 0) refuseUnsaid(approved, checked.warnings.list(), await ledger.sequence());
  markOpenRows(approved, meant, ownRuns);
}

/** Errors: {@link PlanError} for the first member that differs. */
function refuseDifference({ plan, name }: ApprovedPlan, built: Partial<PlanBody>): void {
  const names = Object.keys(built) as (keyof PlanBody)[]; // its own
  const member = names.find((one) => canonicalJson(plan[one] ?? null) !== canonicalJson(built[one] ?? null));
  if (member !== undefined) throw differs(name, whyDifferent(member, plan, built));
}

function whyDifferent(member: keyof PlanBody, plan: PlanBody, built: Partial<PlanBody>): Message {
  if (member === 'environment' || member === 'ledgerId')
    return planMessage('made_elsewhere', { member, was: plan[member], is: built[member] ?? '' });
  const now = new Map(filesIn(built).map(({ path, sha256 }) => [path, sha256]));
  const changed = filesIn(plan).find(({ path, sha256 }) => now.has(path) && now.get(path) !== sha256);
  return changed
    ? planMessage('approved_file_changed', { path: changed.path })
    : planMessage('member_differs', { member, file: plan.file });
}

const filesIn = ({ map, lookups = [], documents = [] }: Partial<PlanBody>) => [
  ...(map ? [map] : []),
  ...lookups,
  ...documents,
];

/** Whether the plan sends this row. Errors: {@link PlanError} if the plan has another line or state. */
function addAgain(rows: PlanRows, one: PlannedRow, { plan, name }: ApprovedPlan): boolean {
  const { row } = one;
  const { sequence } = one.key;
  const own = plan.rows[sequence];
  const now = rowInPlan(one);
  const then = own ? asItWas(one, now, own, Date.parse(plan.createdAt)) : now;
  const isMeant = rows.add(row, then);
  if (own?.line !== row.line || own.state !== then.state) {
    const states = { was: own?.state ?? 'none', is: now.state };
    throw differs(name, planMessage('row_differs', { line: row.line, ...states, issue: row.issues[0] }));
  }
  if (isMeant && plan.cost !== null && row.kind === 'payouts') rows.price(sequence, row, own);
  return isMeant;
}

/** The row when the plan was made. Later entries, also of the plan itself, are judged in markOpenRows. */
function asItWas({ known, row }: PlannedRow, now: RowInPlan, own: PlanRow, madeMs: number): RowInPlan {
  const isValid = row.issues.length === 0 && now.state !== 'invalid';
  const isLater = known !== undefined && known.updatedAt.getTime() > madeMs;
  // Other runs may add or resolve possible duplicates. Those of today are held, and those of the plan are never sent.
  const isHeldOnce = now.state === 'alike' || (own.state === 'alike' && isValid);
  if ((!isLater && !isHeldOnce) || (own.state === 'invalid' && isValid)) return now;
  return { ...now, state: own.state, like: own.like };
}

/**
 * The maker could have edited the warnings, which approvers read. So the plan's first run finds those that were due
 * when it was made. `lastEntry`: of the ledger now. Errors: {@link PlanError} for one that is missing.
 */
function refuseUnsaid({ plan, name }: ApprovedPlan, warnings: readonly Warning[], lastEntry: number): void {
  const { warnings: kept, ledgerSequence, createdAt } = plan;
  const isSame = lastEntry === ledgerSequence;
  const wasThen = ({ entry, likeAt }: Warning): boolean => {
    if (likeAt !== undefined) return isSame || likeAt <= Date.parse(createdAt);
    return entry === undefined || (entry === null ? isSame : entry <= ledgerSequence);
  };
  // What was paid since may be one more that a warning counts.
  const nameOf = ({ line, field, value, message, rows = 1 }: KeptWarnings['first'][number]): string =>
    canonicalJson({ line, field, value, message, rows: isSame ? rows : 1 });
  const named = new Set(kept.first.map(nameOf));
  // If the plan has no room for all, the grave ones come first: invented trifles can't displace them.
  const isCompared = (one: Warning): boolean => isSame || kept.count === kept.first.length || isGrave(one);
  const then = warnings.filter((one) => wasThen(one) && isCompared(one));
  const hidden = keptWarnings(then, 0).first.find((one) => !named.has(nameOf(one)));
  if (hidden) throw differs(name, planMessage('warning_unsaid', { ...hidden, rows: hidden.rows ?? 1 }));
}

/** Opens the rows that are still to be sent. Errors: {@link PlanError} if others touched one, or none is left. */
function markOpenRows(
  { plan, name, open }: ApprovedPlan,
  meant: readonly PlannedRow[],
  ownRuns: ReadonlySet<string>,
): void {
  let left = 0;
  for (const { row, key, known } of meant) {
    const isOwn = known !== undefined && ownRuns.has(known.runId);
    const resumedMs = plan.rows[key.sequence]?.state === 'resumed' ? Date.parse(plan.createdAt) : 0;
    if (known && !isOwn && known.updatedAt.getTime() > resumedMs)
      throw differs(
        name,
        planMessage('row_known_since', { line: row.line, state: known.state, runId: known.runId }),
      );
    const state = isOwn ? known.state : undefined;
    if (state === 'created') continue;
    left++;
    if (state !== 'in_doubt' && state !== 'sending') open.add(key.sequence);
  }
  if (left > 0) return;
  throw PlanError.of('plan_used', name, planMessage('plan_used_up', { held: plan.held?.rows ?? 0 }));
}
