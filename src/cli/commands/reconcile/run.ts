// reconcile: reads the statement, lets the pure matcher judge, shows it, and settles the proven rows alone; what a person
// called not created, and the statement has, goes back into doubt. Without a yes (on a terminal, or --yes) it only shows.
import { likely } from '../../../batch/reconcile/likely.ts';
import { reconcile, saysNotPaid } from '../../../batch/reconcile/match.ts';
import { readStatement, type Statement } from '../../../batch/reconcile/statement.ts';
import { surplus } from '../../../batch/reconcile/surplus.ts';
import { oneSpelling, spellings } from '../../../interface/created-id.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { delimiterOf, mapOf } from '../../csv-flags.ts';
import { type Io, UsageError } from '../../io.ts';
import { findRun, withLedger } from '../../ledger-access.ts';
import { inFileOrder } from '../../render/doubt.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { systemUser } from '../../system-user.ts';
import {
  deniedHead,
  deniedText,
  notReachedText,
  putBackText,
  twiceText,
  unclearText,
  unsureText,
  yesDoes,
} from './called-words.ts';
import type { ReconcileArgs } from './index.ts';
import type { LedgerRow } from './ledger-row.ts';
import { notReached } from './reached.ts';
import { deniedRows, rowsOf } from './rows.ts';
import { settle } from './settling.ts';
import {
  type Done,
  endText,
  gapsText,
  isPutBack,
  json,
  type Judged,
  type Proven,
  type Verdict,
  verdictsText,
} from './words.ts';

const NOTHING_DONE: Done = { settled: [], held: [], changed: [], kept: [] };

export async function reconcileCommand(args: ReconcileArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const file = args.statement;
  if (file === undefined)
    throw new UsageError('reconcile: --statement FILE is needed: the export of the dashboard or the bank');
  const statement = await readStatement(file, {
    map: mapOf(args.map, io),
    delimiter: delimiterOf(args.delimiter),
    failedStates: settings.profile.transferFailedStates,
  });
  return withLedger(settings, { ...args, look: false, io }, async (ledger) => {
    await ledger.recover(new Date(io.now()));
    const run = await findRun(ledger, args.run);
    const judged = await judge(ledger, run.id, statement, new Date(io.now()));
    if (!args.json) io.out(prose(verdictsText(judged, file, widthOf(io)) + deniedHead(judged), widthOf(io)));
    const proven = judged.verdicts.filter(
      (one): one is Proven => one.is === 'proven' && (args.correct || !isPutBack(one, judged)),
    );
    const isAgreed = await agreed(proven.length, judged, args, io);
    const word = { judged, file, by: args.by?.trim() || systemUser() };
    const done = isAgreed ? await settle(ledger, word, proven, io) : NOTHING_DONE;
    const left = judged.verdicts.length - done.settled.length;
    // Of what a person called not created, a statement that can't be compared says nothing, which is no word for it.
    const { notReached } = judged;
    const unsaid = notReached.length > 0 || (judged.asked.length > 0 && statement.gaps.length > 0);
    const { denied, unsure, twice, unclear } = judged;
    const open = left + denied.length + unsure.length + twice.length + unclear.length;
    const exitCode = unsaid || open > 0 ? 3 : 0;
    if (args.json) io.out(`${JSON.stringify(json(judged, done, exitCode))}\n`);
    else {
      const end = endText(judged, done, proven.length) + putBackText(judged, done) + gapsText(judged);
      const called = [
        deniedText(judged, done),
        unsureText(judged),
        notReachedText(judged),
        twiceText(judged, done),
        unclearText(judged),
      ].join('');
      io.out(prose(io.asTyped(end + called), widthOf(io)));
    }
    return exitCode;
  });
}

async function judge(ledger: Ledger, runId: string, statement: Statement, now: Date): Promise<Judged> {
  const known = await ledger.runRows(runId);
  const byKey = new Map(known.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])));
  const own = inFileOrder(await ledger.doubts()).filter(
    (doubt) => doubt.runId === runId || byKey.has(doubt.key),
  );
  const not = await deniedRows(ledger, [...byKey.keys()], now);
  if (own.length === 0 && not.waiting.length === 0 && not.before.length === 0)
    throw new UsageError(`no row of run ${runId} is in doubt. See paybatch doubts`, 'not_in_doubt');
  const ids = statement.lines.flatMap(({ id }) => (id === '' ? [] : [id]));
  const taken = new Set([...(await ledger.knows(ids.flatMap(spellings)))].map(oneSpelling));
  const denied = not.waiting;
  const { rows, rivals, owners } = await rowsOf(ledger, { doubts: own, denied: not }, statement, now);
  const all = reconcile<LedgerRow>([...rows, ...denied], statement.lines, {
    taken,
    rivals,
  });
  const isDenied = new Set<LedgerRow>(denied);
  const called = new Set([...not.waiting, ...not.before].map(({ key }) => key));
  const lineOf = all.flatMap((one) => (one.is === 'proven' ? [[one.row.key, one.line.id] as const] : []));
  const proven = new Map(lineOf);
  // What was sent again may have paid twice.
  const { twice, unclear } = surplus<LedgerRow>(not.before, statement.lines, {
    taken: new Set([...taken, ...proven.values()]),
    // What is proven has its line, and no other.
    owners: owners.map((one) =>
      one.isElsewhere ? one : { ...one, createdId: one.createdId ?? proven.get(one.key) ?? null },
    ),
  });
  const unsure = all.flatMap((one) => (isDenied.has(one.row) ? (likely(one) ?? []) : []));
  const against = all.filter((one) => isDenied.has(one.row) && speaksOf(one));
  const told = new Set([...unsure, ...against, ...twice, ...unclear].map(({ row }) => row.key));
  return {
    runId,
    statement,
    doubts: new Map(own.map((doubt) => [doubt.key, doubt])),
    verdicts: all.filter(({ row }) => !isDenied.has(row)),
    unsure,
    asked: known.flatMap((row) => (row.key !== null && called.has(row.key) ? [row.line] : [])),
    denied: against,
    twice: twice.filter((one) => one.is === 'unmatched' || speaksOf(one)),
    unclear: unclear.filter((one) => one.is === 'unmatched' || speaksOf(one)),
    notReached: await notReached(
      ledger,
      {
        waiting: denied.filter(({ key }) => !told.has(key)),
        // What is proven in it has its payment there.
        before: not.before.filter(({ key }) => !told.has(key) && !proven.has(key)),
      },
      known,
      statement,
    ),
    rows: byKey,
  };
}

/** Whether the statement has something against a person's word that the row was not paid. */
function speaksOf(verdict: Verdict): boolean {
  return verdict.is !== 'unmatched' && !(verdict.is === 'contradicted' && saysNotPaid(verdict.line));
}

async function agreed(proven: number, judged: Judged, args: ReconcileArgs, io: Io): Promise<boolean> {
  if (proven + judged.denied.length === 0) return false;
  if (args.yes) return true;
  if (!io.interactive) return false;
  const answer = await io.ask(`${yesDoes(proven, judged)}? Type yes: `);
  return /^y(es)?$/i.test(answer.trim());
}
