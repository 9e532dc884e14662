// Holds a run to its plan: the plan is built again from today's file, ledger and settings, and the first difference is a refusal.
// What came to the ledger since the plan was made is judged row by row.
import { canonicalJson } from '../approval/canonical.ts';
import { PlanError } from '../approval/plan-error.ts';
import { CLOCK_BACK_MS, judgeExpiry } from '../approval/plan-format.ts';
import type { Clock } from '../client/clock.ts';
import { plainPath } from '../files/plain.ts';
import type { Ledger, RowRecord } from '../ledger/ledger.ts';
import { Approved, type GivenPlan } from './plan/approved/approved.ts';
import { judgeDocuments } from './plan/approved/document-digests.ts';
import { changedTexts, frozenChecks, profileDigest } from './plan/approved/frozen-settings.ts';
import { unsaid } from './plan/approved/objections.ts';
import { runsOfPlan } from './plan/approved/own-runs.ts';
import { PaidAccounts } from './plan/approved/paid-accounts.ts';
import { differs, type LookedUp, RebuiltPlan } from './plan/approved/rebuilt-plan.ts';
import { rejectionsOf } from './plan/approved/rejections.ts';
import { plannedPages } from './plan/keyed-pages.ts';
import { isHeld } from './plan/page.ts';
import type { SurveyedFile } from './plan/survey.ts';
import type { Running } from './running.ts';
import type { CircuitBreaker } from './send/circuit-breaker.ts';
import type { LiveSettings } from './send/settings.ts';

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
  await judgeHead(approved, ledger);
  await judgeClock(given, settings.clock, ledger);
  judgeExpiry(plan, settings.clock.now(), name);
  judgeSettings(approved, settings);
  given.judge(await rejectionsOf(ledger, approved.id));
  return approved;
}

/** Height alone proves nothing: a ledger that was put back has grown past it after a few other payments. */
async function judgeHead({ plan, name }: Approved, ledger: Ledger): Promise<void> {
  const { ledgerSequence: sequence, ledgerHead: head } = plan;
  const height = await ledger.sequence();
  const why =
    height < sequence
      ? `the ledger ends at entry ${height}, and had ${sequence} when it was made`
      : (await ledger.hadTip({ sequence, head }))
        ? undefined
        : `the ledger has another entry ${sequence} than when it was made`;
  if (why === undefined) return;
  throw differs(
    name,
    `${why}: an older copy of the ledger was put in its place, or the plan was written by hand. What the plan's rows came to may be missing from it: put the right ledger back (paybatch ledger verify --against ${plainPath(name)} tells whether it is), or find out at the service what was sent`,
  );
}

function judgeSettings({ plan, name }: Approved, settings: LiveSettings): void {
  if (profileDigest(settings.profile) !== plan.settings.profile)
    throw differs(name, 'the profile in the config was changed since it was made');
  if (canonicalJson(plan.settings.changed) !== canonicalJson(changedTexts(settings.profile)))
    throw differs(
      name,
      'what it says of the profile is not so: it was written by hand, or by another version',
    );
  const { checks, payee, accepted, alikeDays } = plan.settings;
  if (canonicalJson(frozenChecks(settings)) !== canonicalJson({ checks, payee, accepted, alikeDays }))
    throw differs(
      name,
      'what rows are compared by (checks, payee or alikeDays in the config) was changed since it was made',
    );
}

/** Nothing that an older clock says of an expiry is believed. Errors: {@link PlanError}. */
export async function judgeClock(
  { file: { plan, signatures }, name }: GivenPlan,
  clock: Clock,
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
}

/** After the survey: the rows and their documents, and which of the rows are still to be sent. Errors: {@link PlanError}. */
export async function verifyRows(
  running: Running,
  surveyed: SurveyedFile,
  approved: Approved,
): Promise<void> {
  const { ledger } = running;
  judgeReading(running.settings.file, surveyed, approved);
  const ownRuns = await runsOfPlan(ledger, approved.id);
  const again = new RebuiltPlan(approved, ownRuns.size === 0);
  const meant: LookedUp[] = [];
  for await (const page of plannedPages(surveyed, surveyed.known)) {
    const accounts = await PaidAccounts.of(
      page.map(({ row }) => row),
      ledger,
    );
    for (const one of page) if (again.add(one, accounts)) meant.push(one);
  }
  again.judge();
  const hidden =
    ownRuns.size === 0 && unsaid(approved.plan, surveyed.checked.warnings.list(), await ledger.sequence());
  if (hidden)
    throw differs(
      approved.name,
      `whoever signed it wasn't told of line ${hidden.line}: ${hidden.text}: it was written by hand, or by another version. Make another plan`,
    );
  await judgeDocuments(approved, surveyed.checked.options.documents);
  openRows(approved, meant, ownRuns);
  tellHeld(running, approved, meant);
}

/** The same bytes, read as the same rows. */
function judgeReading(file: string, { checked, known }: SurveyedFile, { plan, name }: Approved): void {
  const isSame = known.rowsDigest === plan.rowsDigest;
  if (checked.hash !== plan.digest)
    throw differs(
      name,
      `${file} is not the file that was planned (SHA-256 ${checked.hash}, planned ${plan.digest}); ${isSame ? 'its rows are the same' : 'its rows are others, too'}: use the planned file, or make another plan`,
    );
  if (!isSame || known.batchId !== plan.batchId || checked.facts.kind !== plan.kind)
    throw differs(
      name,
      'the same bytes are read as other rows than they were: the settings were changed since',
    );
}

/** Opens the rows that are still to be sent. */
function openRows(approved: Approved, meant: readonly LookedUp[], own: ReadonlySet<string>): void {
  const { plan, name } = approved;
  let left = 0;
  let rejected = 0;
  for (const { at, row, known } of meant) {
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
    if (standing === 'done') {
      if (known?.state === 'rejected') rejected++;
      continue;
    }
    left++;
    if (standing === 'open') approved.open(at);
  }
  if (left > 0) return;
  const refused =
    rejected === 0 ? '' : `, and the service rejected ${rejected} of them: correct these in a separate file`;
  const heldRows = plan.held?.rows ?? 0;
  const held = heldRows === 0 ? '' : `, but for ${heldRows} that it holds as possible duplicates`;
  throw new PlanError(
    'plan_used',
    `${name}: it is used up: each of its rows was sent${held}${refused}. Make another plan`,
  );
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

/** Possible duplicates that came to be since the plan was made are held: less is paid than was approved. */
function tellHeld({ hooks }: Running, { name }: Approved, meant: readonly LookedUp[]): void {
  const held = meant.filter((one) => isHeld(one));
  const [first] = held;
  if (!first) return;
  const rows =
    held.length === 1 ? '1 row is a possible duplicate' : `${held.length} rows are possible duplicates`;
  hooks.notice?.(
    `warning: ${name}: ${rows} of what was sent after this plan was made (the first: line ${first.row.line}): held, so less is paid than was approved`,
  );
}

/** Right before the first row is sent: a person was asked meanwhile, or a million rows were quoted. Errors: {@link PlanError}. */
export async function verifyStanding({ settings, ledger }: Running, approved: Approved): Promise<void> {
  judgeExpiry(approved.plan, settings.clock.now(), approved.name);
  settings.plan?.judge(await rejectionsOf(ledger, approved.id));
}

/** A no is looked for so often while rows are sent. */
const ASKED_EVERY_MS = 1000;

/** Halts a run whose plan has ended under it: an approver has said no, or its time is over. To be awaited before each row. */
export function watchPlan({ settings, ledger }: Running, breaker: CircuitBreaker, approved: Approved) {
  const { clock, plan: given } = settings;
  let askedMs = -Infinity;
  return async (): Promise<void> => {
    if (breaker.isTripped || Math.abs(clock.now() - askedMs) < ASKED_EVERY_MS) return;
    askedMs = clock.now();
    try {
      judgeExpiry(approved.plan, clock.now(), approved.name);
      given?.judge(await rejectionsOf(ledger, approved.id));
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      breaker.trip(error.message);
    }
  };
}
