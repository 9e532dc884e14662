// A run before anything is sent: the file read and judged as a whole, signed in, the funds looked at, a person asked.
// Whatever says no does it here, as a Refusal.
import type { FileHandle } from 'node:fs/promises';

import type { ServiceClient } from '../client/client.ts';
import { hashFile } from '../files/bytes.ts';
import type { FileKind } from '../interface/file-kind.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { gate } from './funds/gate.ts';
import type { RunControl } from './input/control.ts';
import { FileFacts } from './input/facts.ts';
import { type Checked, firstPass, guard } from './input/first-pass.ts';
import { Refusal } from './input/refusal.ts';
import type { Hold } from './input/releasing.ts';
import type { BatchRow } from './input/row.ts';
import type { SeenKeys } from './input/seen.ts';
import { PaidAgain } from './paid-again.ts';
import { ALIKE_DAYS, DAY_MS, type Found, refuseFile } from './plan/alike.ts';
import { refuseSince, sinceOf } from './plan/alike-since.ts';
import { judgeNeed } from './plan/approval-need.ts';
import { HistoryChecks, isOff } from './plan/habits.ts';
import { recognise, RowKeys } from './plan/keys.ts';
import { OwnRows } from './plan/own-rows.ts';
import { PaidBefore } from './plan/paid-before.ts';
import { plan, planContext } from './plan/plan.ts';
import { type Comparing, type Keyed, Resemblance } from './plan/resemblance.ts';
import type { RunHooks } from './results/hooks.ts';
import type { Pace } from './results/pace.ts';
import { type ResultLayout, resultLayout } from './results/result.ts';
import { parentOf } from './results/retry-file.ts';
import type { LedgerStamp } from './results/stamp.ts';
import type { UnknownPaid } from './results/unknown-paid.ts';
import { type AnsweredIds, type Heard, hearWitness } from './results/witness.ts';
import { Halt } from './send/halt.ts';
import { Purses } from './send/purses.ts';
import { openClient, signIn, stopOnSignal } from './send/service.ts';
import type { LiveSettings } from './send/settings.ts';

/** What all steps of one run share. */
export interface Running {
  readonly settings: LiveSettings;
  readonly hooks: RunHooks;
  readonly control: RunControl;
  readonly runId: string;
  readonly startedAt: Date;
  readonly handle: FileHandle;
  readonly ledger: Ledger;
  readonly stamp: LedgerStamp;
  readonly pace: Pace;
  /** A plan is made: rows that look like earlier payments are named, also where they are meant. */
  readonly namesAlike?: true;
  /** Where it was hashed already. */
  readonly fileHash?: string;
}

/** A file that may be sent. */
export interface Prepared {
  readonly checked: Checked;
  readonly layout: ResultLayout;
  readonly batchId: string;
  /** The batch that this one is a retry of, where that is known. */
  readonly parent: string | null;
  /** The ledger's height before the look for payments alike; `null`: they are meant. */
  readonly alikeSince: number | null;
  /** Rows that look like earlier payments and are meant, where they are to be named. */
  readonly alike: Found | undefined;
  /** Whether any row is to be sent, as far as the ledger knew. */
  readonly open: boolean;
  /** Checks across runs, where any is made. */
  readonly habits: HistoryChecks | undefined;
  /** Keys of the rows that may be sent. */
  readonly keys: SeenKeys;
  /** What only the results beside the input know of rows in doubt. */
  readonly answered: AnsweredIds;
  /** Whether the results that are there tell of payments that the ledger doesn't know, and no others do. */
  readonly isLost: boolean;
  readonly client: ServiceClient;
  readonly halt: Halt;
  readonly purses: Purses;
}

/** Everything that can say no while nothing is sent. */
export async function prepare(running: Running, hold: Hold): Promise<Prepared> {
  const { settings, hooks, control, handle } = running;
  // Where a ledger is accepted in spite of them, now or once before, the results say which rows are not to be sent again.
  const { answered, unknown, isLost } = await hear(running);
  const read = await readFile(running, unknown);
  const { checked } = read;
  if (settings.detach === true && checked.facts.kind === 'customers') refuseDetached(settings.file);
  guard(checked.facts, settings);
  judgeNeed(settings, checked.facts);
  const alike = running.namesAlike && settings.alikeOk ? read.resemblance?.all() : undefined;
  const refused = alike ? undefined : read.resemblance?.judge(checked);
  if (refused && read.since !== undefined) refuseSince(settings, checked.facts, refused);
  if (refused) refuseFile(settings.file, checked.facts, refused);
  if (read.parent === null) await read.habits?.judgeTotals(settings.file, checked, [read.batchId]);
  hooks.checked?.(checked.facts, checked.warnings.list());
  const halt = new Halt(settings.haltAfter, settings.maxInDoubt);
  const client = openClient(settings, running.pace.attempt, running.ledger.limits);
  hold(() => client.close());
  stopOnSignal(control, halt, client);
  // Where everything is settled, nobody needs to be asked.
  if (read.open) await signIn(client, { ...hooks, baseUrl: settings.client.baseUrl, creates: true });
  const purses = new Purses(settings.haltAfter, settings.profile);
  const prepared: Prepared = { ...read, alike, answered, isLost, client, halt, purses };
  await judgeFunds(running, prepared);
  if (hooks.confirm && !(await hooks.confirm(checked.facts, read.due ?? checked.facts))) {
    throw new Refusal('declined', 'not confirmed');
  }
  // The question may have stood there for an hour.
  if ((await hashFile(handle)) !== checked.hash) refuseChanged(settings.file);
  return prepared;
}

function hear({ settings, ledger, hooks }: Running): Promise<Heard> {
  const told = (objection: string): void =>
    hooks.notice?.(
      `warning: ${objection}. --accept-ledger: this ledger is used all the same, which is recorded`,
    );
  const acceptance = settings.acceptLedger ? { at: new Date(settings.clock.now()), told } : null;
  const since = settings.clock.now() - Math.max(settings.alikeDays, ALIKE_DAYS) * DAY_MS;
  return hearWitness(settings.results, ledger, settings.environment, acceptance, since);
}

/** The first pass, with the keys of its rows, and paid rows that look like one of them. */
async function readFile(running: Running, unknown: UnknownPaid) {
  const { settings, hooks, control, handle, ledger } = running;
  const own = new OwnRows();
  // Before the pass, not after it: rows without references are keyed by it.
  const batchId = settings.batchId ?? running.fileHash ?? (await hashFile(handle));
  const since = sinceOf(settings);
  const alikeSince = settings.alikeOk && since === undefined ? null : await ledger.sequence();
  const rules = { nowMs: settings.clock.now(), alikeDays: settings.alikeDays };
  const rowKeys = new RowKeys(batchId);
  let resemblance: Resemblance | undefined;
  let layout: ResultLayout | undefined;
  let due: FileFacts | undefined;
  let open = false;
  let toSend: Keyed[] = [];
  const habits = await habitsOf(running);
  const [paidAgain, paidBefore] = [new PaidAgain(), new PaidBefore()];
  const checked = await firstPass(handle, settings, control, {
    onHeader: (pass, warnings) => {
      layout = resultLayout(pass, running.stamp);
      habits?.begin(settings.file, pass, warnings);
      resemblance = comparing(
        running,
        { file: settings.file, ledger, batchId, rules, own, since },
        pass.kind,
      );
      // Where nobody is asked, nobody needs to know.
      if (hooks.confirm) due = new FileFacts(pass.kind);
    },
    judge: async (rows, warnings) => {
      const keyed = rows.map((row) => ({ row, key: rowKeys.keyOf(row) }));
      const good = keyed.filter(({ row }) => row.issues.length === 0);
      for (const { row, key } of good) own.remember(key.key, row.line);
      toSend = [];
      if (!resemblance && open && !due && !habits && unknown.size === 0) return;
      toSend = await openRows(good, own, { settings, ledger, batchId, paidBefore });
      await habits?.judge(rowsOf(toSend), warnings);
    },
    onRows: async () => {
      toSend = toSend.filter(({ row }) => row.issues.length === 0);
      open ||= toSend.length > 0;
      for (const { row } of toSend) due?.add(row);
      paidAgain.look(toSend, unknown);
      await resemblance?.look(toSend);
    },
  });
  if (settings.batchId === undefined && checked.hash !== batchId) refuseChanged(settings.file);
  if (!layout) throw new Error('a pass without a header');
  const parent = await parentOf(checked, ledger);
  paidAgain.judge(running);
  const ownFile = { file: settings.file, hash: checked.hash, batchId, rows: checked.facts.rows };
  await paidBefore.warn(ownFile, ledger, rules, checked.warnings);
  await resemblance?.end(parent, checked.warnings);
  const read = { checked, layout, batchId, parent, alikeSince, since };
  return { ...read, keys: own.keys, open, due, resemblance, habits };
}

/** Whatever looks alike is looked for, unless it is meant and nobody asks which it is. */
function comparing(
  { settings, namesAlike }: Running,
  by: Comparing,
  kind: FileKind,
): Resemblance | undefined {
  const isMeant = settings.alikeOk;
  if (isMeant && by.since === undefined && !namesAlike) return undefined;
  return new Resemblance({ ...by, isMeant }, kind);
}

/** With all that was paid until now. */
async function habitsOf({ settings, ledger }: Running): Promise<HistoryChecks | undefined> {
  if (!settings.history || isOff(settings.history)) return undefined;
  await ledger.history.catchUp();
  return new HistoryChecks(ledger.history, settings.history);
}

const rowsOf = (keyed: readonly Keyed[]): BatchRow[] => keyed.map(({ row }) => row);

interface Asked extends Pick<Running, 'settings' | 'ledger'> {
  readonly batchId: string;
  readonly paidBefore: PaidBefore;
}

/** The rows among these that are to be sent, as far as the ledger knows now. */
async function openRows(
  keyed: readonly Keyed[],
  own: OwnRows,
  { settings, ledger, batchId, paidBefore }: Asked,
): Promise<Keyed[]> {
  const context = planContext(batchId, settings.profile, settings.clock.now());
  const found = await recognise(keyed, (names) => ledger.lookup(names));
  paidBefore.look(batchId, found);
  for (const { key, known } of found) {
    if (known && !key.isContent(known.content)) own.paidOtherwise(key.key);
  }
  return found.filter(({ row, key, known }) =>
    ['send', 'resend'].includes(plan(row, key, known, context).do),
  );
}

async function judgeFunds(running: Running, { checked, client, batchId }: Prepared): Promise<void> {
  const { settings, control, handle, ledger, hooks } = running;
  if (!settings.requireFunds && checked.facts.developerFunded.size === 0) return;
  if (!settings.quote) {
    if (!settings.requireFunds) return;
    throw new Refusal('funds', `${settings.file}: what the rows cost can't be known without quotes`);
  }
  // Its own halt: a price that can't be asked for beforehand is no reason to stop the run.
  const halt = new Halt(settings.haltAfter);
  control.onSignal(() => {
    halt.now('a signal');
  });
  await gate({ ...settings, handle, checked, client, ledger, batchId, halt }, hooks.notice);
}

function refuseDetached(file: string): never {
  const why = 'customers are created by the host that reads their file: run it without --detach';
  throw new Refusal('detach', `${file}: ${why}`);
}

function refuseChanged(file: string): never {
  throw new Refusal('changed', `${file}: the file was changed while it was checked: run again`);
}
