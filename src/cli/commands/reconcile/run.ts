// reconcile: reads the statement, lets the pure matcher judge, shows it, and settles the proven rows alone. Without a
// yes (on a terminal, or --yes) it only shows.
import type { Evidence, Verdict as VerdictOf } from '../../../batch/reconcile/match.ts';
import { reconcile } from '../../../batch/reconcile/match.ts';
import { readStatement, type Statement } from '../../../batch/reconcile/statement.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { oneSpelling, spellings } from '../../../interface/created-id.ts';
import type { Doubt, Ledger } from '../../../ledger/ledger.ts';
import { mapOf } from '../../csv-flags.ts';
import { delimiterOf } from '../../csv-flags.ts';
import { type Io, UsageError } from '../../io.ts';
import { findRun, withLedger } from '../../ledger-access.ts';
import { plainTable, widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { systemUser } from '../../system-user.ts';
import type { ReconcileArgs } from './index.ts';
import { type LedgerRow, rowsOf } from './rows.ts';

type Verdict = VerdictOf<LedgerRow>;
type Proven = Extract<Verdict, { is: 'proven' }>;

interface Judged {
  readonly runId: string;
  readonly statement: Statement;
  readonly doubts: ReadonlyMap<string, Doubt>;
  readonly verdicts: readonly Verdict[];
}

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
  return withLedger(settings, { ...args, look: false }, async (ledger) => {
    await ledger.recover(new Date(io.now()));
    const run = await findRun(ledger, args.run);
    const judged = await judge(ledger, run.id, statement);
    if (!args.json) io.out(verdictsText(judged, file, widthOf(io)));
    const proven = judged.verdicts.filter((one) => one.is === 'proven');
    const settled = (await agreed(proven.length, args, io))
      ? await settle(ledger, judged, proven, file, args, io)
      : [];
    const left = judged.verdicts.length - settled.length;
    const exitCode = left > 0 ? 3 : 0;
    if (args.json) io.out(`${JSON.stringify(json(judged, settled, exitCode))}\n`);
    else io.out(endText(proven.length, settled.length, left));
    return exitCode;
  });
}

async function judge(ledger: Ledger, runId: string, statement: Statement): Promise<Judged> {
  const known = new Set((await ledger.runRows(runId)).map(({ key }) => key));
  const own = (await ledger.doubts()).filter((doubt) => doubt.runId === runId || known.has(doubt.key));
  if (own.length === 0)
    throw new UsageError(`no row of run ${runId} is in doubt. See paybatch doubts`, 'not_in_doubt');
  const ids = statement.lines.flatMap(({ id }) => (id === '' ? [] : [id]));
  const taken = new Set([...(await ledger.knows(ids.flatMap(spellings)))].map(oneSpelling));
  const { rows, rivals } = await rowsOf(ledger, own, statement);
  const verdicts = reconcile(rows, statement.lines, { taken, rivals });
  return { runId, statement, doubts: new Map(own.map((doubt) => [doubt.key, doubt])), verdicts };
}

const BY: Readonly<Record<Evidence, string>> = {
  id: 'its id',
  tag: 'the tag in the memo',
  reference: 'the reference, amount and currency',
  payment: 'payee, amount, currency and time',
};

function sayOf(verdict: Verdict): string {
  switch (verdict.is) {
    case 'proven':
      return `${verdict.line.id}, line ${verdict.line.line}, by ${BY[verdict.by]}`;
    case 'contradicted':
      return `line ${verdict.line.line}, by ${BY[verdict.by]}, but ${verdict.why}`;
    case 'ambiguous': {
      const lines = verdict.lines.slice(0, 5).map(({ line }) => line);
      const more = verdict.lines.length > 5 ? ', ...' : '';
      return `by ${BY[verdict.by]} it could be line ${lines.join(', ')}${more}${whyNot(verdict)}`;
    }
    case 'unmatched':
      return 'nothing in the statement';
  }
}

/** Why a line that fits isn't enough. */
function whyNot({ others, why }: Extract<Verdict, { is: 'ambiguous' }>): string {
  const [other] = others;
  if (other) {
    const more = others.length > 1 ? ` and ${others.length - 1} more` : '';
    return `, and so could ${other.place}${more}`;
  }
  return why === undefined ? '' : `, but ${plain(why)}`;
}

function verdictsText({ runId, statement, doubts, verdicts }: Judged, file: string, width: number): string {
  const rows = verdicts.map((verdict) => {
    const doubt = doubts.get(verdict.row.key);
    const { payee, customer, amount, currency, reference } = verdict.row;
    return [
      String(doubt?.line ?? ''),
      reference,
      payee || customer,
      amount,
      currency,
      verdict.is,
      sayOf(verdict),
    ];
  });
  const columns = [...statement.columns]
    .map(([field, header]) => `${field} from "${plain(header)}"`)
    .join(', ');
  const count = statement.lines.length;
  return (
    `Run ${runId}, ${plainPath(file)}: ${count} line${count === 1 ? '' : 's'} (${columns})\n\n` +
    `${plainTable(['line', 'reference', 'payee', 'amount', 'currency', '', 'statement'], rows, [0, 3], width)}\n\n`
  );
}

async function agreed(proven: number, args: ReconcileArgs, io: Io): Promise<boolean> {
  if (proven === 0) return false;
  if (args.yes) return true;
  if (!io.interactive) return false;
  const answer = await io.ask(`Settle the ${proven} proven as created? Type yes: `);
  return /^y(es)?$/i.test(answer.trim());
}

async function settle(
  ledger: Ledger,
  { doubts, statement }: Judged,
  proven: readonly Proven[],
  file: string,
  args: ReconcileArgs,
  io: Io,
): Promise<Proven[]> {
  const by = args.by?.trim() || systemUser();
  const settled: Proven[] = [];
  for (const one of proven) {
    const doubt = doubts.get(one.row.key);
    if (!doubt) continue;
    const result = await ledger.resolve({
      key: doubt.key,
      runId: doubt.runId,
      line: doubt.line,
      at: new Date(io.now()),
      as: 'created',
      createdId: one.line.id,
      reason: `statement line ${one.line.line}, by ${BY[one.by]} (${plainPath(file)}, SHA-256 ${statement.hash})`,
      by,
      correct: false,
      sure: false,
    });
    if (result.ok) settled.push(one);
    else io.err(`paybatch: line ${doubt.line} is left as it is: ${result.why.replaceAll('_', ' ')}\n`);
  }
  return settled;
}

function endText(proven: number, settled: number, left: number): string {
  const rows = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;
  const stay = `${rows(left)} stay${left === 1 ? 's' : ''} in doubt`;
  if (proven === 0) return `Nothing is proven: ${stay}.\n`;
  if (settled === 0)
    return `${rows(proven)} can be settled as created: --yes does it. Nothing was changed.\n`;
  return `${rows(settled)} settled as created${left === 0 ? '.' : `; ${stay}.`}\n`;
}

function json(
  { runId, statement, doubts, verdicts }: Judged,
  settled: readonly Proven[],
  exitCode: number,
): Readonly<Record<string, unknown>> {
  const done = new Set(settled.map(({ row }) => row.key));
  return {
    run: runId,
    statement: { sha256: statement.hash, lines: statement.lines.length },
    rows: verdicts.map((verdict) => ({
      line: doubts.get(verdict.row.key)?.line,
      reference: verdict.row.reference,
      amount: verdict.row.amount,
      currency: verdict.row.currency,
      verdict: verdict.is,
      by: 'by' in verdict ? verdict.by : null,
      transferId: verdict.is === 'proven' ? verdict.line.id : null,
      statementLines:
        'lines' in verdict
          ? verdict.lines.map(({ line }) => line)
          : 'line' in verdict
            ? [verdict.line.line]
            : [],
      why: ('why' in verdict ? verdict.why : undefined) ?? null,
      settled: done.has(verdict.row.key),
    })),
    exitCode,
  };
}
