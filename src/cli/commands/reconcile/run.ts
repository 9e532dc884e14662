// reconcile: reads the statement, lets the pure matcher judge, shows it, and settles the proven rows alone; what a person
// called not created, and the statement has, goes back into doubt. Without a yes (on a terminal, or --yes) it only shows.
import { readStatement } from '../../../batch/reconcile/statement.ts';
import { delimiterOf, mapOf } from '../../csv-flags.ts';
import { type Io, UsageError } from '../../io.ts';
import { findRun, withLedger } from '../../ledger-access.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { systemUser } from '../../system-user.ts';
import {
  deniedHead,
  deniedText,
  putBackText,
  twiceText,
  unclearText,
  unsureText,
  yesDoes,
} from './called-words.ts';
import { gather } from './gather.ts';
import type { ReconcileArgs } from './index.ts';
import { json } from './json.ts';
import { judge } from './judge.ts';
import { settle } from './settling.ts';
import { beginsBehindText, unconfirmedText } from './unconfirmed-words.ts';
import { type Done, endText, gapsText, isPutBack, type Judged, type Proven, verdictsText } from './words.ts';

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
    const judged = judge(await gather(ledger, run.id, statement, new Date(io.now())), statement);
    if (!args.json) io.out(prose(verdictsText(judged, file, widthOf(io)) + deniedHead(judged), widthOf(io)));
    const proven = judged.verdicts.filter(
      (one): one is Proven => one.is === 'proven' && (args.correct || !isPutBack(one, judged)),
    );
    const isAgreed = await agreed(proven.length, judged, args, io);
    const word = { judged, file, by: args.by?.trim() || systemUser() };
    const done = isAgreed ? await settle(ledger, word, proven, io) : NOTHING_DONE;
    const left = judged.verdicts.length - done.settled.length;
    // Of what a person called not created, a statement that can't be compared says nothing, which is no word for it.
    const { unconfirmed } = judged;
    const unsaid = unconfirmed.length > 0 || (judged.asked.length > 0 && statement.gaps.length > 0);
    const { denied, unsure, twice, unclear } = judged;
    const open = left + denied.length + unsure.length + twice.length + unclear.length;
    const exitCode = unsaid || open > 0 ? 3 : 0;
    if (args.json) io.out(`${JSON.stringify(json(judged, done, exitCode))}\n`);
    else {
      const end = endText(judged, done, proven.length) + putBackText(judged, done) + gapsText(judged);
      const called = [
        deniedText(judged, done),
        unsureText(judged),
        unconfirmedText(judged),
        twiceText(judged, done),
        unclearText(judged),
        beginsBehindText(judged),
      ].join('');
      io.out(prose(io.asTyped(end + called), widthOf(io)));
    }
    return exitCode;
  });
}

async function agreed(proven: number, judged: Judged, args: ReconcileArgs, io: Io): Promise<boolean> {
  if (proven + judged.denied.length === 0) return false;
  if (args.yes) return true;
  if (!io.interactive) return false;
  const answer = await io.ask(`${yesDoes(proven, judged)}? Type yes: `);
  return /^y(es)?$/i.test(answer.trim());
}
