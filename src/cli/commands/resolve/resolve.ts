// resolve: finds the rows, refuses what cannot be recorded, shows the rows and asks, then records each resolution.
// Before the first is recorded, all rows are refused or none. A row that changes after the question is refused alone.
import { plain } from '../../../files/plain.ts';
import { kindOfKey } from '../../../ledger/keys.ts';
import { putBackText } from '../../../report/current-rows.ts';
import { KIND_WORDS } from '../../../words/kinds.ts';
import type { ResolveArgs } from '../../definitions/inspect.ts';
import { type Io, UsageError } from '../../io.ts';
import { withLedger } from '../../ledger-access.ts';
import { paymentsTable, sumsText } from '../../render/doubt.ts';
import { isConfirmed, linesText, printResult } from '../../render/print.ts';
import { Settings } from '../../settings.ts';
import { systemUser } from '../../this-process.ts';
import { findRows, type FoundRow } from './find-rows.ts';
import { placeOf, recordAll, tryAll } from './record.ts';
import { readWanted } from './wanted.ts';

export async function resolveCommand(args: ResolveArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const wanted = await readWanted(args);
  return withLedger(settings, { ...args, look: false, io }, async (ledger) => {
    await ledger.recover(new Date(io.now()));
    const { found, leftOut } = await findRows(ledger, wanted);
    if (leftOut.length > 0 && !args.all)
      io.err(`Not in doubt, left out: ${linesText(leftOut.slice(0, 20), leftOut.length)}.\n`);
    refuseSharedId(found);
    const by = args.by?.trim() || systemUser();
    const { correct, sure, 'host-gone': hostGone } = args;
    const resolutions = found.map(({ row: { key, lastEntry }, runId, line, resolution }) => ({
      ...{ key, runId, line, ...resolution, by, correct, sure, hostGone, judgedAt: lastEntry },
    }));
    await tryAll(ledger, resolutions, io);
    // Also printed before a refusal because --yes is missing.
    io.err(`${preview(found, io)}\n`);
    await confirm(found.length, args, io);
    const recorded = await recordAll(ledger, resolutions, io);
    const done = found.filter(({ row }) => recorded.has(row.key));
    const exitCode = done.length < found.length ? 2 : 0;
    const result = { resolved: done.map((one) => json(one, by)), exitCode };
    return printResult(io, args.json, result, done.map(resolvedText).join(''));
  });
}

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

/** Without a terminal one row is resolved at once. Several rows need --yes. Errors: {@link UsageError}. */
async function confirm(count: number, args: ResolveArgs, io: Io): Promise<void> {
  if (args.yes) return;
  if (io.interactive) {
    if (await isConfirmed(io, `Resolve ${count === 1 ? 'this row' : `these ${count} rows`}?`)) return;
    throw new UsageError('not confirmed: nothing was changed', 'declined');
  }
  if (count === 1) return;
  throw new UsageError(
    `these are ${count} rows: without a terminal, this needs --yes. Nothing was changed`,
    'declined',
  );
}

function resolvedText({ resolution, line, runId, row }: FoundRow): string {
  const place = `Line ${line} of run ${runId}${row.reference ? ` (${plain(row.reference)})` : ''}`;
  // A host contradicted the resolution, and the row was sent again since: the ledger keeps the last response.
  if (row.state === 'created' && !row.byPerson)
    return `${place}: the alarm has ended, and the row stays created (${plain(row.createdId ?? '')}).\n`;
  const { done } = KIND_WORDS[kindOfKey(row.key)];
  const next =
    resolution.as === 'created'
      ? `It counts as ${done}, and is never sent again.`
      : `It counts as not ${done}. Run the same file again to send it.`;
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
  const width = io.errTerminal || io.outTerminal ? io.columns : Infinity;
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
  const these = free.length === 1 ? 'this row' : 'these rows';
  const again =
    sums === ''
      ? `If you record not-created, the next run of this file SENDS ${these} again. If somebody changes ${these} first, it sends the changed content.`
      : `If you record not-created, the next run of this file PAYS ${these}: ${sums}. If somebody changes ${these} first, it pays the changed amounts.`;
  return [...warnings, again];
}
