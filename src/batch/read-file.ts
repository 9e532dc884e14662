// The first pass over a file that may be sent: its rows with their keys, which of them are open, and what they look like among
// all that was paid before. Sends nothing, asks nobody.
import { planId } from '../approval/plan-format.ts';
import { hashFile } from '../files/bytes.ts';
import type { FileKind } from '../interface/file-kind.ts';
import { Due } from './input/due.ts';
import { firstPass } from './input/first-pass.ts';
import type { BatchRow } from './input/row.ts';
import { PaidAgain } from './paid-again.ts';
import { seenUntil, sinceOf } from './plan/alike/alike-since.ts';
import type { Comparing, Keyed } from './plan/alike/comparing.ts';
import { nearRows } from './plan/alike/near-rows.ts';
import { OwnRows } from './plan/alike/own-rows.ts';
import { PaidBefore } from './plan/alike/paid-before.ts';
import { Resemblance } from './plan/alike/resemblance.ts';
import { runsOfPlan } from './plan/approved/own-runs.ts';
import { batchOf } from './plan/batch-of.ts';
import { differences } from './plan/differs.ts';
import { likeReferences, recognise, RowKeys } from './plan/keys.ts';
import { HistoryChecks, isOff } from './plan/payment-history/checks.ts';
import { type Plan, plan, planContext } from './plan/plan.ts';
import { type ResultLayout, resultLayout } from './results/result.ts';
import { parentOf } from './results/retry-file.ts';
import type { UnknownPaid } from './results/unknown-paid.ts';
import { refuseChanged, type Running } from './running.ts';

/** `place`: where its results go. Errors: Refusal; CsvError. */
export async function readFile(running: Running, unknown: UnknownPaid, place: string) {
  const { settings, hooks, control, handle, ledger } = running;
  const own = new OwnRows();
  // Before the pass, not after it: rows without references are keyed by it.
  const hash = running.fileHash ?? (await hashFile(handle));
  const batchId = await batchOf(settings, { handle, hash, ledger });
  const since = sinceOf(settings);
  const alikeSince = settings.alikeOk && since === undefined ? null : await ledger.sequence();
  // A plan says as of when its rows were compared: as of the same instant a run compares them again.
  const nowMs = running.namesAlike ? running.startedAt.getTime() : settings.clock.now();
  const rules = { nowMs, alikeDays: settings.alikeDays };
  const rowKeys = new RowKeys(batchId);
  const ours = { file: settings.file, hash, batchId };
  let resemblance: Resemblance | undefined;
  let layout: ResultLayout | undefined;
  let due: Due | undefined;
  let open = false;
  let toSend: Keyed[] = [];
  const mayBeHeld: Keyed[] = [];
  const [isCounted, habits] = [countsInvalid(running), await habitsOf(running)];
  const [paidAgain, paidBefore] = [new PaidAgain(), new PaidBefore()];
  const checked = await firstPass(handle, settings, control, {
    onHeader: (pass, warnings) => {
      layout = resultLayout(pass, running.stamp);
      habits?.begin(settings.file, pass, warnings);
      resemblance = comparing(
        running,
        { ...ours, sheet: pass.sheet, ledger, rules, own, since, seenUntil: seenUntil(settings) },
        pass.kind,
      );
      // Where nobody is asked, nobody needs to know.
      if (hooks.confirm) due = new Due(pass.kind);
    },
    judge: async (rows, warnings) => {
      const keyed = rows.map((row) => ({ row, key: rowKeys.keyOf(row) }));
      const good = keyed.filter(({ row }) => row.issues.length === 0);
      for (const { row, key } of good) own.remember(key.key, row.line);
      paidBefore.others.meet(rows);
      toSend = [];
      if (!resemblance && open && !isCounted && !habits && unknown.size === 0) return;
      toSend = await openRows(good, own, { settings, ledger, batchId, paidBefore, due, isCounted });
      await habits?.judge(rowsOf(toSend), warnings);
    },
    onRows: async () => {
      toSend = toSend.filter(({ row }) => row.issues.length === 0);
      open ||= toSend.length > 0;
      paidAgain.look(toSend, unknown);
      await resemblance?.look(toSend);
      if (due) for (const one of toSend) addOpen(one, due, resemblance?.mayHold(one) === true && mayBeHeld);
    },
  });
  if (checked.hash !== hash) refuseChanged(settings.file);
  if (!layout) throw new Error('a pass without a header');
  const parent = await parentOf(checked, ledger);
  paidAgain.judge(running);
  const { facts, sheet, warnings } = checked;
  const whole = { sheet, place, isNamed: settings.batchId !== undefined, rows: facts.rows };
  await paidBefore.warn({ ...ours, ...whole }, ledger, rules, warnings);
  await resemblance?.end(parent, warnings);
  if (due) await settle(due, mayBeHeld, resemblance);
  const read = { checked, layout, batchId, parent, alikeSince, since, open };
  return { ...read, keys: own.keys, due, resemblance, habits, origins: paidBefore.others.origins };
}

/** Whether it matters how many rows are invalid before any is sent. */
const countsInvalid = ({ settings, hooks, namesAlike }: Running): boolean =>
  hooks.confirm !== undefined || namesAlike === true || settings.guards.maxInvalid !== undefined;

/** A row to be sent, unless that is known at the file's end alone. */
function addOpen(one: Keyed, due: Due, mayBeHeld: Keyed[] | false): void {
  if (mayBeHeld) mayBeHeld.push(one);
  else due.send.add(one.row);
}

/** What can be told of rows to be sent once the whole file is known. */
async function settle(
  due: Due,
  mayBeHeld: readonly Keyed[],
  resemblance: Resemblance | undefined,
): Promise<void> {
  due.looksPaid = resemblance?.looksPaid;
  const { held, rivals } = await nearRows(mayBeHeld, resemblance);
  for (const { row, key } of mayBeHeld) {
    if (held.has(key.sequence)) due.addHeld(row);
    else if (rivals.has(key.sequence)) due.addRival(row);
    else due.send.add(row);
  }
}

/** Whatever looks alike is looked for, unless it is meant and nobody asks which it is. */
function comparing(
  { settings, namesAlike }: Running,
  by: Comparing,
  kind: FileKind,
): Resemblance | undefined {
  const isMeant = settings.alikeOk;
  if (isMeant && by.since === undefined && !namesAlike) return undefined;
  return new Resemblance({ ...by, isMeant, isLookOnly: namesAlike === true }, kind);
}

/** With all that was paid until now. */
async function habitsOf({ settings, ledger }: Running): Promise<HistoryChecks | undefined> {
  if (!settings.history || isOff(settings.history)) return undefined;
  await ledger.history.catchUp();
  const { plan: given } = settings;
  const own = given && (await runsOfPlan(ledger, planId(given.file)));
  return new HistoryChecks(ledger, settings.history, own);
}

const rowsOf = (keyed: readonly Keyed[]): BatchRow[] => keyed.map(({ row }) => row);

interface Asked extends Pick<Running, 'settings' | 'ledger'> {
  readonly batchId: string;
  readonly paidBefore: PaidBefore;
  /** Told of the others. */
  readonly due: Due | undefined;
  /** Whether those count that the ledger makes invalid. */
  readonly isCounted: boolean;
}

/** The rows among these that are to be sent, as far as the ledger knows now. */
async function openRows(
  keyed: readonly Keyed[],
  own: OwnRows,
  { settings, ledger, batchId, paidBefore, due, isCounted }: Asked,
): Promise<Keyed[]> {
  const context = planContext(batchId, settings.profile, settings.clock.now());
  const found = await recognise(keyed, (names) => ledger.lookup(names));
  paidBefore.look(batchId, found);
  for (const { key, known } of found) {
    if (known && !key.isContent(known.content)) own.paidOtherwise(key.key);
  }
  const differs = isCounted ? await differences(found, ledger) : undefined;
  const like = await likeReferences(rowsOf(keyed), ledger);
  return found.filter(({ row, key, known }) => {
    const told = { sameReference: like.get(row.reference), differs: differs?.get(key.key) };
    const planned = plan(row, key, known, { ...context, ...told });
    if (planned.do === 'send' || planned.do === 'resend') return true;
    // It counts as what it will be called.
    if (planned.do === 'nothing' && planned.result.status === 'invalid')
      row.issues.push({ column: 0, field: 'reference', message: planned.result.errorMessage });
    else if (due) addTo(due, row, planned);
    return false;
  });
}

/** Where a row that isn't sent belongs: done, in doubt, or neither, where its result says why. */
function addTo(due: Due, row: BatchRow, planned: Exclude<Plan, { readonly do: 'send' | 'resend' }>): void {
  const status = planned.do === 'continue' ? planned.status : planned.result.status;
  if (status === 'in_doubt') {
    due.inDoubt.add(row);
    const sent = planned.do === 'nothing' && planned.result.sent;
    if (sent) due.sentOtherwise.add(sent, row);
  } else if (status === 'created' || status === 'duplicate') due.done.add(row);
  else due.addOther(row.line, planned.do === 'continue' ? '' : planned.result.errorMessage);
}
