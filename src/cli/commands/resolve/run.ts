// resolve: finds the rows, refuses what cannot be recorded, shows the rows and asks, then records each resolution.
// Before the first is recorded, all rows are refused or none. A row that changes after the question is refused alone.
import { plain } from '../../../files/plain.ts';
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
    refuseSharedId(found);
    const resolve = resolver(ledger, args, io);
    for (const one of found) {
      const refusal = await resolve(one, { dryRun: true });
      if (!refusal.ok) throw new UsageError(refusalText(one, refusal, args.correct), refusal.why);
    }
    // Also printed before a refusal because --yes is missing.
    io.err(`${preview(found, io)}\n`);
    await confirm(found.length, args, io);
    const done: FoundRow[] = [];
    for (const one of found) {
      const result = await resolve(one, { dryRun: false });
      if (result.ok) done.push(one);
      else io.err(`paybatch: ${plain(refusalText(one, result, false))}\n`, 'error');
    }
    const exitCode = done.length < found.length ? 2 : 0;
    const result = { resolved: done.map((one) => json(one, personOf(args))), exitCode };
    printResult(io, args.json, result, done.map(resolvedText).join(''));
    return exitCode;
  });
}

const personOf = ({ by }: ResolveArgs): string => by?.trim() || systemUser();

const resolver =
  (ledger: Ledger, args: ResolveArgs, io: Io) =>
  ({ row, runId, line, resolution }: FoundRow, { dryRun }: { readonly dryRun: boolean }) =>
    ledger.resolve({
      ...{ key: row.key, runId, line, at: new Date(io.now()), ...resolution, by: personOf(args) },
      ...{ correct: args.correct, sure: args.sure, hostGone: args['host-gone'], dryRun },
      // The person agrees to the row as it was shown.
      judgedAt: row.lastEntry,
    });

/** Errors: {@link UsageError}. The ledger compares ids only with rows that it has. */
function refuseSharedId(found: readonly FoundRow[]): void {
  const ids = new Map<string, FoundRow>();
  for (const one of found) {
    const { createdId } = one.resolution;
    if (createdId === null) continue;
    const twin = ids.get(createdId);
    if (twin) throw new UsageError(`${placeOf(one)} and ${placeOf(twin)} have the same id`, 'id_taken');
    ids.set(createdId, one);
  }
}

type Refusal = Extract<ResolveResult, { ok: false }>;

const refusalText = (one: FoundRow, refusal: Refusal, correct: boolean): string =>
  `${placeOf(one)}: ${reasonText(one, refusal, correct)}. Nothing was changed`;

function reasonText(one: FoundRow, refusal: Refusal, correct: boolean): string {
  switch (refusal.why) {
    case 'unknown':
      return 'the ledger has no such row';
    case 'changed':
      return `it has changed since it was shown: now it is ${stateText(refusal.current)}. Look at it again (paybatch status ${one.runId}; paybatch doubts)`;
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

/**
 * Without a terminal one row in doubt is resolved at once. Several rows need --yes, and so does a row that counts as
 * paid if the next run will pay it. Errors: {@link UsageError}.
 */
async function confirm(count: number, args: ResolveArgs, io: Io): Promise<void> {
  if (args.yes) return;
  if (io.interactive) {
    if (await isConfirmed(io, `Resolve ${count === 1 ? 'this row' : `these ${count} rows`}?`)) return;
    throw new UsageError('not confirmed: nothing was changed', 'declined');
  }
  const willBePaid = args.correct && args.as === 'not-created';
  if (!willBePaid && count === 1) return;
  const what = willBePaid ? '--correct changes a resolution of a person' : `these are ${count} rows`;
  throw new UsageError(`${what}: without a terminal, this needs --yes. Nothing was changed`, 'declined');
}

function resolvedText({ resolution, line, runId, row }: FoundRow): string {
  const place = `Line ${line} of run ${runId}${row.reference ? ` (${plain(row.reference)})` : ''}`;
  // A host contradicted the resolution, and the row was sent again since: the ledger keeps the last response.
  if (row.state === 'created' && !row.byPerson)
    return `${place}: the alarm has ended, and the row stays created (${plain(row.createdId ?? '')}).\n`;
  const next =
    resolution.as === 'created'
      ? 'It counts as done and is never sent again.'
      : 'It counts as not done: the next run of its file sends it.';
  return `${place} is resolved as ${resolution.as}. ${next}\n`;
}

const json = ({ resolution: { as, createdId, reason }, line, runId, row }: FoundRow, by: string): object => ({
  ...{ run: runId, line, reference: row.reference, as, transferId: createdId, reason, by },
});

/** The rows, as they are printed before the question, and what the next run does with them. */
function preview(found: readonly FoundRow[], io: Io): string {
  const rows = found.map(({ row, line, resolution: { as, createdId } }) => {
    const now = createdId === null ? as : `${as} ${createdId}`;
    return { ...row, line, last: { was: wasText(row), now } };
  });
  const width = io.terminal || io.outTerminal ? io.columns : Infinity;
  const hasIds = found.some(({ resolution }) => resolution.createdId !== null);
  const notes = [...(hasIds ? [IDS] : []), ...payAgain(found)];
  return [paymentsTable(rows, new Date(io.now()), width), ...notes].join('\n');
}

const IDS = 'paybatch cannot check an id: compare it with what you found.';

function wasText({ state, putBack, createdId }: FoundRow['row']): string {
  if (state === 'in_doubt') return putBack ? putBackText(putBack) : 'in doubt';
  return state === 'created' ? `created ${createdId ?? ''}` : 'not-created';
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
