// reconcile: compares a statement with the rows, prints what it proves, and records that after a yes.
import { matchStatement } from '../../../batch/reconcile/match.ts';
import { idFormsOf, ownersOf, rowsOf } from '../../../batch/reconcile/rows.ts';
import { readStatement } from '../../../batch/reconcile/statement.ts';
import { EXIT } from '../../../errors.ts';
import { plainPath } from '../../../files/plain.ts';
import { importsOf } from '../../csv-flags.ts';
import type { ReconcileArgs } from '../../definitions/inspect.ts';
import { type Io, UsageError } from '../../io.ts';
import { findRun, withLedger } from '../../ledger-access.ts';
import { inWords, isConfirmed, printResult, printText } from '../../render/print.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { systemUser } from '../../this-process.ts';
import { recordAll, type ResolutionToRecord } from '../resolve/record.ts';
import { asJson, endText, EVIDENCE, notesText, type Proven, verdictsText } from './words.ts';

export async function reconcileCommand(args: ReconcileArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const file = args.statement;
  const imports = await importsOf({ map: args.map, sheet: undefined }, io);
  return withLedger(settings, { ...args, look: false, io }, async (ledger) => {
    await ledger.recover(new Date(io.now()));
    const { id: runId } = await findRun(ledger, args.run);
    const statement = await readStatement(file, {
      imports,
      delimiter: args.delimiter,
      failedStates: settings.profile.transferFailedStates,
      idForms: await idFormsOf(ledger, runId),
    });
    if ((await ledger.runsOfFile('payouts', statement.hash)).length > 0)
      throw new UsageError(
        `${plainPath(file)} is the input of a run: it shows what was to be paid, and proves no payment`,
        'statement',
      );
    const rows = await rowsOf(ledger, runId, settings.profile);
    const { owners, knownIds } = await ownersOf(ledger, rows, statement);
    const verdicts = matchStatement(rows, statement.lines, { rows: owners, knownIds });
    const proven = verdicts.filter((one): one is Proven => one.is === 'proven');
    if (!args.json)
      printText(io, verdictsText({ runId, file }, statement, verdicts, widthOf(io)) + notesText(statement));
    const question = `Record the result of ${inWords(proven.length, 'proven row')}?`;
    const isAgreed = proven.length > 0 && (args.yes || (io.interactive && (await isConfirmed(io, question))));
    const source = `${plainPath(file)}, SHA-256 ${statement.hash}`;
    const person = args.by?.trim() || systemUser();
    const resolutions = isAgreed ? proven.map((one) => resolutionOf(one, source, person)) : [];
    const recorded = await recordAll(ledger, resolutions, io);
    const isOpen = verdicts.some(({ row, is }) => (row.isInDoubt ? !recorded.has(row.key) : is === 'proven'));
    const exitCode = isOpen ? EXIT.inDoubt : EXIT.ok;
    const { hash, lines, unused, misread } = statement;
    const about = { sha256: hash, lines: lines.length, unusedColumns: unused, notUnderstood: misread };
    const rowResults = verdicts.map((one) => asJson(one, recorded.has(one.row.key)));
    const result = { run: runId, statement: about, rows: rowResults, exitCode };
    return printResult(io, args.json, result, endText(verdicts, recorded));
  });
}

/** Proven rows in doubt become created. A proven row that was resolved as not created goes back in doubt. */
const resolutionOf = ({ row, by, line }: Proven, source: string, person: string): ResolutionToRecord => ({
  ...{ key: row.key, runId: row.runId, line: row.line, judgedAt: row.lastEntry },
  ...{ by: person, sure: false, correct: !row.isInDoubt },
  ...(row.isInDoubt
    ? { as: 'created', createdId: line.id === '' ? null : line.id }
    : { as: 'in-doubt', createdId: null }),
  reason: `statement line ${line.line}, by ${EVIDENCE[by]} (${source})`,
});
