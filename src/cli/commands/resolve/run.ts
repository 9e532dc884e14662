// resolve: finds the rows, refuses what cannot be recorded, shows the rows and asks, then records each resolution.
// Before the first is recorded, all rows are refused or none. A row that changes after the question is refused alone.
import { plain } from '../../../files/plain.ts';
import { oneSpelling, spellings } from '../../../interface/created-id.ts';
import type { Ledger, ResolveResult, RowRecord } from '../../../ledger/ledger.ts';
import { putBackText } from '../../../report/current-rows.ts';
import { fromMinute } from '../../../report/words.ts';
import type { ResolveArgs } from '../../definitions/inspect.ts';
import { type Io, UsageError } from '../../io.ts';
import { withLedger } from '../../ledger-access.ts';
import { paymentsTable, sumsText } from '../../render/doubt.ts';
import { isConfirmed, printResult } from '../../render/print.ts';
import { Settings } from '../../settings.ts';
import { systemUser } from '../../this-process.ts';
import { findRows, type FoundRow, placeOf } from './find-rows.ts';
import { readWanted } from './wanted.ts';

export async function resolveCommand(args: ResolveArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const wanted = await readWanted(args);
  return withLedger(settings, { ...args, look: false, io }, async (ledger) => {
    await ledger.recover(new Date(io.now()));
    const found = await findRows(ledger, wanted);
    await judge(ledger, found, args, io.now());
    // Also printed before a refusal because --yes is missing.
    io.err(`${preview(found, io)}\n`);
    if (!(await isAgreed(found.length, args, io)))
      throw new UsageError('not confirmed: nothing was changed', 'declined');
    return record(ledger, found, args, io);
  });
}

type Refusal = Extract<ResolveResult, { ok: false }>;

/** Refuses everything that is wrong before the first resolution is written. Errors: {@link UsageError}. */
async function judge(
  ledger: Ledger,
  found: readonly FoundRow[],
  args: ResolveArgs,
  now: number,
): Promise<void> {
  const alarms = new Set((await ledger.contradictions()).map(({ key }) => key));
  const ids = new Map<string, FoundRow>();
  for (const one of found) {
    const refusal = refusalOf(one, args, alarms.has(one.row.key), now);
    if (refusal) throw refused(one, refusal, args);
    const { createdId } = one.resolution;
    const twin = createdId === null ? undefined : ids.get(createdId);
    if (twin) throw new UsageError(`${placeOf(one)} and ${placeOf(twin)} have the same id`, 'id_taken');
    if (createdId !== null) ids.set(createdId, one);
  }
  const taken = await ledger.knows([...ids.keys()].flatMap(spellings));
  for (const [id, one] of ids) {
    const isOwn = one.row.createdId !== null && oneSpelling(one.row.createdId) === id;
    if (!isOwn && spellings(id).some((spelling) => taken.has(spelling)))
      throw refused(one, { ok: false, why: 'id_taken', current: one.row, other: one.row }, args);
  }
}

/** `isAlarm`: a host has contradicted the resolution. */
function refusalOf(
  { resolution, row, doubt, earliestNotCreated: earliest }: FoundRow,
  { correct, sure }: ResolveArgs,
  isAlarm: boolean,
  now: number,
): Refusal | undefined {
  const refusal = { ok: false, current: row } as const;
  if (!doubt && !(correct && (row.byPerson || isAlarm))) return { ...refusal, why: 'not_in_doubt' };
  if (resolution.as === 'created') return undefined;
  if (earliest !== null && now < earliest.getTime() && !sure)
    return { ...refusal, why: 'too_soon', earliestNotCreated: earliest };
  return doubt?.putBack && !correct ? { ...refusal, why: 'put_back', back: doubt.putBack } : undefined;
}

const refused = (one: FoundRow, refusal: Refusal, { correct }: ResolveArgs): UsageError =>
  new UsageError(refusalText(one, refusal, correct), refusal.why);

const refusalText = (one: FoundRow, refusal: Refusal, correct: boolean): string =>
  `${placeOf(one)}: ${reasonText(one, refusal, correct)}. Nothing was changed`;

function reasonText(one: FoundRow, refusal: Refusal, correct: boolean): string {
  switch (refusal.why) {
    case 'unknown':
      return 'the ledger has no such row';
    case 'changed':
      return `it has changed since it was shown: now it is ${stateText(refusal.current)}. Look at it again (paybatch status ${one.runId}; paybatch doubts)`;
    case 'resolved':
    case 'not_in_doubt': {
      const hint = correct
        ? '. --correct changes only a resolution of a person, and only until the row is sent again'
        : refusal.current.byPerson
          ? '. A person resolved it: --correct changes that resolution'
          : '';
      return `it is not in doubt: it is ${stateText(refusal.current)}${hint}`;
    }
    case 'id_taken':
      return `${one.resolution.createdId ?? ''} is another row's id already: it can't be both`;
    case 'host_not_back':
      return `process ${refusal.host.pid} on ${refusal.host.host}, which was sending it, has not reported back. If that machine is only paused, it may still send the row. Once the process is certainly gone, add --host-gone`;
    case 'too_soon':
      return `the service may still execute the last attempt. Repeat this resolve command at ${fromMinute(refusal.earliestNotCreated)} UTC or later. Use --sure only if support confirms that nothing was created and that the attempt can no longer be executed`;
    case 'put_back':
      return `it was ${putBackText(refusal.back)}. Look at the service first. If it was not paid after all, add --correct (without a terminal, --yes as well)`;
  }
}

function stateText({ state, byPerson, createdId }: RowRecord): string {
  const id = createdId === null ? '' : ` (${createdId})`;
  if (!byPerson) return state + id;
  return state === 'created'
    ? `resolved as created${id}`
    : 'resolved as not created, and the next run of its file sends it';
}

/** A row that counts as paid is corrected to not-created, so the next run pays it. */
const willBePaid = ({ correct, as }: ResolveArgs): boolean => correct && as === 'not-created';

/** Without a terminal, several rows need --yes, and so does a row that the next run will pay. One row in doubt does not. */
const needsYes = (count: number, args: ResolveArgs): boolean => !args.yes && (willBePaid(args) || count > 1);

async function isAgreed(count: number, args: ResolveArgs, io: Io): Promise<boolean> {
  if (args.yes) return true;
  if (!io.interactive && needsYes(count, args)) {
    const what = willBePaid(args) ? '--correct changes a resolution of a person' : `these are ${count} rows`;
    throw new UsageError(`${what}: without a terminal, this needs --yes. Nothing was changed`, 'declined');
  }
  if (!io.interactive) return true;
  return isConfirmed(io, `Resolve ${count === 1 ? 'this row' : `these ${count} rows`}?`);
}

async function record(
  ledger: Ledger,
  found: readonly FoundRow[],
  args: ResolveArgs,
  io: Io,
): Promise<number> {
  const by = args.by?.trim() || systemUser();
  const done: FoundRow[] = [];
  for (const one of found) {
    const { row, doubt, runId, line, resolution } = one;
    const result = await ledger.resolve({
      ...{ key: row.key, runId, line, at: new Date(io.now()), ...resolution, by },
      ...{ sure: args.sure, hostGone: args['host-gone'] },
      // Only for rows that were resolved, or back in doubt, when the question was asked.
      correct: args.correct && (!doubt || doubt.putBack !== null),
      // The person has agreed to the row as it was shown.
      judgedAt: one.lastEntry,
    });
    if (result.ok) done.push(one);
    else io.err(`paybatch: ${plain(refusalText(one, result, false))}\n`, 'error');
  }
  const exitCode = done.length < found.length ? 2 : 0;
  printResult(io, args.json, json(done, by, exitCode), done.map(resolvedText).join(''));
  return exitCode;
}

function resolvedText({ resolution, line, runId, row, doubt }: FoundRow): string {
  const place = `Line ${line} of run ${runId}${row.reference ? ` (${plain(row.reference)})` : ''}`;
  // A host contradicted the resolution, and the row was sent again since: the ledger keeps the last response.
  if (!doubt && row.state === 'created' && !row.byPerson)
    return `${place}: the alarm has ended, and the row stays created (${plain(row.createdId ?? '')}).\n`;
  const next =
    resolution.as === 'created'
      ? 'It counts as done and is never sent again.'
      : 'It counts as not done: the next run of its file sends it.';
  return `${place} is resolved as ${resolution.as}. ${next}\n`;
}

function json(done: readonly FoundRow[], by: string, exitCode: number): Readonly<Record<string, unknown>> {
  const resolved = done.map(
    ({ resolution: { as, createdId, reason }, line, runId: run, row: { reference } }) => {
      return { run, line, reference, as, transferId: createdId, reason, by };
    },
  );
  return { resolved, exitCode };
}

/** The rows, as they are printed before the question, and what the next run does with them. */
function preview(found: readonly FoundRow[], io: Io): string {
  const rows = found.map((one) => ({
    ...{ ...one.row, ...one },
    last: {
      was: wasText(one),
      now: one.resolution.as + (one.resolution.createdId ? ` ${one.resolution.createdId}` : ''),
    },
  }));
  const width = io.terminal || io.outTerminal ? io.columns : Infinity;
  const hasIds = found.some(({ resolution }) => resolution.createdId !== null);
  const notes = [...(hasIds ? [IDS] : []), ...payAgain(found)];
  return [paymentsTable(rows, new Date(io.now()), width), ...notes].join('\n');
}

const IDS = 'paybatch cannot check an id: compare it with what you found.';

function wasText({ doubt, row }: FoundRow): string {
  if (doubt?.putBack) return putBackText(doubt.putBack);
  if (doubt) return 'in doubt';
  return row.state === 'created' ? `created ${row.createdId ?? ''}` : 'not-created';
}

/** A wrong not-created pays a second time. */
function payAgain(found: readonly FoundRow[]): string[] {
  const free = found.filter(({ resolution }) => resolution.as === 'not-created');
  if (free.length === 0) return [];
  const counted = free.filter(({ row }) => row.state === 'created').map(placeOf);
  const warnings = counted.map((place) => `WARNING: ${place} counts as paid now.`);
  const sums = sumsText(free.map(({ row }) => row));
  const again = `If you record not-created, the next run of the file WILL ${sums === '' ? 'CREATE' : `SEND ${sums}`} again, or what the file then contains.`;
  return [...warnings, again];
}
