// resolve: finds the rows, refuses what cannot be recorded, shows the rows and asks, then records each resolution. Before the
// first is recorded, all rows are refused or none. A row that changes after the question is refused alone.
import { plain } from '../../../files/plain.ts';
import { oneSpelling, spellings } from '../../../interface/created-id.ts';
import type { HostRecord, Ledger, PutBack, ResolveResult, RowRecord } from '../../../ledger/ledger.ts';
import { putBackText } from '../../../report/put-back.ts';
import { fromMinute } from '../../../report/words.ts';
import type { ResolveArgs } from '../../definitions/inspect.ts';
import { type Io, UsageError } from '../../io.ts';
import { withLedger } from '../../ledger-access.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { systemUser } from '../../this-process.ts';
import { findRows, type FoundRow, placeOf } from './find-rows.ts';
import { preview } from './preview.ts';
import { readWanted } from './wanted.ts';

export async function resolveCommand(args: ResolveArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const wanted = await readWanted(args);
  return withLedger(settings, { ...args, look: false, io }, async (ledger) => {
    await ledger.recover(new Date(io.now()));
    const found = await findRows(ledger, wanted);
    await refuse(ledger, found, args, io);
    // What is asked for has been seen, and what is refused for want of a yes as well.
    if (!args.json || io.interactive || needsYes(found.length, args)) io.err(`${preview(found, io)}\n`);
    if (!(await confirmed(found.length, args, io)))
      throw new UsageError('not confirmed: nothing was changed', 'declined');
    return record(ledger, found, args, io);
  });
}

/** Everything that can be known to be wrong before anything is written. */
async function refuse(ledger: Ledger, found: readonly FoundRow[], args: ResolveArgs, io: Io): Promise<void> {
  const ids = new Map<string, FoundRow>();
  const alarms = new Set((await ledger.contradictions()).map(({ key }) => key));
  for (const one of found) {
    const { word, row, doubt, earliestNotCreated } = one;
    const place = placeOf(one);
    const canCorrect = args.correct && (row.byPerson || alarms.has(row.key));
    if (!doubt && !canCorrect) throw notInDoubt(place, row, args.correct);
    if (word.as === 'not-created') {
      const isTooSoon = earliestNotCreated !== null && io.now() < earliestNotCreated.getTime();
      if (isTooSoon && !args.sure) throw tooSoon(place, earliestNotCreated);
      if (doubt?.putBack && !args.correct) throw putBackSince(place, doubt.putBack);
    }
    if (word.createdId === null) continue;
    const twin = ids.get(word.createdId);
    if (twin)
      throw new UsageError(
        `${place} and ${placeOf(twin)} would have the same id ${word.createdId}`,
        'id_taken',
      );
    ids.set(word.createdId, one);
  }
  const taken = await ledger.knows([...ids.keys()].flatMap(spellings));
  for (const [id, one] of ids) {
    const own = one.row.createdId !== null && oneSpelling(one.row.createdId) === id;
    if (!own && spellings(id).some((spelling) => taken.has(spelling))) throw idTaken(placeOf(one), id);
  }
}

function notInDoubt(place: string, row: RowRecord, correct: boolean): UsageError {
  const id = row.createdId === null ? '' : ` (${row.createdId})`;
  const only = '--correct takes back only what a person said, and only until the row is sent again';
  const hint = correct ? `. ${only}` : row.byPerson ? '. A person said so: --correct takes that back' : '';
  const isFree = row.byPerson && row.state === 'planned';
  const is = isFree
    ? 'it is resolved as not created, and the next run of its file sends it'
    : `it is ${row.state}`;
  return new UsageError(`${place} is not in doubt: ${is}${id}${hint}. Nothing was changed`, 'not_in_doubt');
}

const tooSoon = (place: string, from: Date): UsageError =>
  new UsageError(
    `${place}: the last attempt is less than 10 minutes old and may still be executed: look again at ${fromMinute(from)} UTC, or say --sure if the service has confirmed it. Nothing was changed`,
    'too_soon',
  );

/** The word that it would repeat has been spoken against: to say it once more is to correct that. */
const putBackSince = (place: string, back: PutBack): UsageError =>
  new UsageError(
    `${place} was ${putBackText(back)}. Look at the service first. If it was not paid after all, add --correct (without a terminal, --yes as well). Nothing was changed`,
    'put_back',
  );

const notBack = (place: string, { host, pid }: HostRecord): string =>
  `${place}: process ${pid} on ${host}, which was sending it, has not come back to report. If that machine is only paused, it may still send the row. Once the process is certainly gone, add --host-gone. Nothing was changed`;

const idTaken = (place: string, id: string): UsageError =>
  new UsageError(
    `${place}: ${id} is another row's id already: it can't be both. Nothing was changed`,
    'id_taken',
  );

/** A row that counts as paid is corrected to not created: the next run pays it. */
const willBePaid = ({ correct, as }: ResolveArgs): boolean => correct && as === 'not-created';

/** Without a terminal, one row in doubt needs no --yes. Several rows do, and a row that will be paid because of it. */
const needsYes = (count: number, args: ResolveArgs): boolean => !args.yes && (willBePaid(args) || count > 1);

async function confirmed(count: number, args: ResolveArgs, io: Io): Promise<boolean> {
  if (args.yes) return true;
  if (!io.interactive && needsYes(count, args)) {
    const what = willBePaid(args) ? '--correct takes back what a person said' : `these are ${count} rows`;
    throw new UsageError(`${what}: without a terminal, this needs --yes. Nothing was changed`, 'declined');
  }
  if (!io.interactive) return true;
  const answer = await io.ask(`Resolve ${count === 1 ? 'this row' : `these ${count} rows`}? Type yes: `);
  return /^y(es)?$/i.test(answer.trim());
}

/** Whether --correct is about this row: it was resolved before, or put back in doubt, when the person was asked. */
const wasResolved = ({ doubt }: FoundRow): boolean => !doubt || doubt.putBack !== null;

async function record(
  ledger: Ledger,
  found: readonly FoundRow[],
  args: ResolveArgs,
  io: Io,
): Promise<number> {
  const by = args.by?.trim() || systemUser();
  const done: FoundRow[] = [];
  let refused = 0;
  for (const one of found) {
    const result = await ledger.resolve({
      key: one.row.key,
      runId: one.runId,
      line: one.line,
      at: new Date(io.now()),
      ...one.word,
      by,
      correct: args.correct && wasResolved(one),
      sure: args.sure,
      hostGone: args['host-gone'],
      // The person has agreed to the row as it was shown.
      judgedAt: one.lastEntry,
    });
    if (result.ok) done.push(one);
    else {
      refused++;
      io.err(`paybatch: ${plain(refusal(one, result))}\n`);
    }
  }
  const exitCode = refused > 0 ? 2 : 0;
  io.out(
    args.json ? `${JSON.stringify(json(done, by, exitCode))}\n` : prose(resolvedText(done), widthOf(io)),
  );
  return exitCode;
}

/** The row has changed since it was shown. */
function refusal(one: FoundRow, result: Extract<ResolveResult, { ok: false }>): string {
  const place = placeOf(one);
  switch (result.why) {
    case 'unknown':
      return `${place}: the ledger has no such row`;
    case 'changed':
      return changedText(one, result.current);
    case 'resolved':
    case 'not_in_doubt':
      return notInDoubt(place, result.current, false).message;
    case 'id_taken':
      return idTaken(place, one.word.createdId ?? '').message;
    case 'host_not_back':
      return notBack(place, result.host);
    case 'too_soon':
      return tooSoon(place, result.earliestNotCreated).message;
    case 'put_back':
      return putBackSince(place, result.back).message;
  }
}

function changedText(one: FoundRow, { state, byPerson, createdId }: RowRecord): string {
  const id = createdId === null ? '' : ` (${createdId})`;
  const now = byPerson
    ? `resolved as ${state === 'created' ? 'created' : 'not created'}${id}`
    : `${state}${id}`;
  return `${placeOf(one)} has changed since it was shown: it is ${now} now. Look at it again (paybatch status ${one.runId}; paybatch doubts). Nothing was changed`;
}

function resolvedText(done: readonly FoundRow[]): string {
  return done
    .map((one) => {
      const { word, line, runId, row } = one;
      const reference = row.reference === null || row.reference === '' ? '' : ` (${plain(row.reference)})`;
      // A host contradicted the resolution, and the row was sent again since: the ledger keeps what the service said last.
      if (!one.doubt && row.state === 'created' && !row.byPerson)
        return `Line ${line} of run ${runId}${reference}: the alarm has ended, and the row stays created (${plain(row.createdId ?? '')}).\n`;
      const next =
        word.as === 'created'
          ? 'It counts as done and is never sent again.'
          : 'It counts as not done: the next run of its file sends it.';
      return `Line ${line} of run ${runId}${reference} is resolved as ${word.as}. ${next}\n`;
    })
    .join('');
}

function json(done: readonly FoundRow[], by: string, exitCode: number): Readonly<Record<string, unknown>> {
  const rows = done.map(({ word, line, runId, row }) => ({
    run: runId,
    line,
    reference: row.reference,
    as: word.as,
    transferId: word.createdId,
    reason: word.reason,
    by,
  }));
  // The fields of a single row stand at the top as well.
  return { ...(rows.length === 1 ? rows[0] : {}), resolved: rows, exitCode };
}
