// The content of a report, for all formats, from the ledger alone. The rows are read twice, for the sums and for the
// output, so that a million rows are never in memory.
import type { Doubt, Ledger, RunRecord } from '../ledger/ledger.ts';
import type { Message } from '../message.ts';
import { idFlag } from '../words/rows.ts';
import { say, sayOf } from '../words/say.ts';
import { putBackText } from './current-rows.ts';
import { continuation, factsOf, recipientOf, type RunFacts, sentPayment } from './facts.ts';
import {
  amountText,
  fieldColumns,
  payeeName,
  type ReportColumn,
  reportColumns,
  type ReportRow,
} from './row.ts';
import { reportRows } from './rows.ts';
import { RunSummary } from './summary.ts';

/** A row in doubt, with what a person needs to resolve it. */
export interface OpenDoubt {
  readonly line: number;
  readonly reference: string;
  /** The run that sent the row, and its line there. Every run that knows the row shows it as in doubt. */
  readonly sentBy: { readonly run: string; readonly line: number };
  /** As it was sent. */
  readonly amount: string;
  readonly currency: string;
  /** The name, as in the table of rows, or empty. */
  readonly payee: string;
  readonly memo: string;
  readonly customer: string;
  readonly account: string;
  readonly lastAttemptAt: Date;
  /** Before this time, the request might still be executed. */
  readonly earliestNotCreated: Date;
  readonly httpStatus: number | null;
  readonly message: string;
  /** The commands to type, with ID in place of the id. */
  readonly ifPaid: string;
  readonly ifNotPaid: string;
}

export interface ReportContent {
  readonly run: RunRecord;
  readonly madeAt: Date;
  /** Completes the commands in a text (cli/next-command.ts). */
  readonly asTyped: (text: string) => string;
  readonly facts: RunFacts;
  readonly summary: RunSummary;
  /** Rows of the file that the ledger has no result of: the run was killed, or is in progress. */
  readonly notStarted: number;
  /** The run that continued the file of a killed run. */
  readonly continued: string | undefined;
  readonly doubts: readonly OpenDoubt[];
  /** The columns of the results. */
  readonly resultColumns: readonly ReportColumn[];
  /** The same, then those of the input. */
  readonly columns: readonly ReportColumn[];
  readonly rows: () => AsyncGenerator<ReportRow>;
}

export async function reportOf(
  ledger: Ledger,
  run: RunRecord,
  { madeAt, asTyped }: Pick<ReportContent, 'madeAt' | 'asTyped'>,
): Promise<ReportContent> {
  const facts = await factsOf(ledger, run.id);
  const rows = (): AsyncGenerator<ReportRow> => reportRows(ledger, run, facts);
  const summary = new RunSummary();
  const fields = new Set([...facts.columns, ...facts.added]);
  const doubtful: ReportRow[] = [];
  for await (const row of rows()) {
    summary.add(row);
    if (facts.columns.length === 0) for (const name of row.fields.keys()) fields.add(name);
    if (row.status === 'in_doubt') doubtful.push(row);
  }
  const { sequence, head } = await ledger.tip();
  const stamp = {
    ...{ runId: run.id, environment: run.environment, ledgerId: ledger.id, sequence, head },
    say: (message: Message) => asTyped(say(message)),
  };
  const results = reportColumns(run.kind, stamp);
  const taken = new Set(results.map(({ name }) => name));
  return {
    ...{ run, madeAt, asTyped, facts, summary, rows },
    notStarted: run.rows - summary.rows,
    continued: (await continuation(ledger, run))?.id,
    doubts:
      doubtful.length === 0 || run.alive ? [] : openDoubts(doubtful, await ledger.doubts(), run, asTyped),
    resultColumns: results,
    columns: [...results, ...fieldColumns([...fields], taken)],
  };
}

function openDoubts(
  rows: readonly ReportRow[],
  doubts: readonly Doubt[],
  run: RunRecord,
  asTyped: ReportContent['asTyped'],
): OpenDoubt[] {
  const byKey = new Map(doubts.map((doubt) => [doubt.key, doubt]));
  return rows.map((row) => {
    const doubt = byKey.get(row.key ?? '');
    const sentBy = { run: doubt?.runId ?? run.id, line: doubt?.line ?? row.line };
    const command = asTyped(`paybatch resolve ${sentBy.run} --line ${sentBy.line} --reason "..." --as`);
    const id = run.kind === 'customers' ? 'CUSTOMER_ID' : 'TRANSFER_ID';
    return {
      line: row.line,
      reference: row.reference,
      sentBy,
      // The file may name another payee now than was sent.
      ...(doubt ? sentPayment(doubt) : inputPayment(row)),
      ...row.sent,
      lastAttemptAt: doubt?.lastAttemptAt ?? new Date(row.startedAt || run.startedAt),
      earliestNotCreated: doubt?.earliestNotCreated ?? run.startedAt,
      httpStatus: doubt?.httpStatus ?? row.httpStatus,
      message: backText(doubt) + sayOf(doubt?.message ?? row.message) + hereText(row),
      ifPaid: `${command} created ${idFlag(run.kind)} ${id}`,
      ifNotPaid: `${command} not-created`,
    };
  });
}

function inputPayment(row: ReportRow): ReturnType<typeof recipientOf> {
  const input = recipientOf(row.fields);
  return { ...input, payee: payeeName(row) || input.payee, amount: row.amount, currency: row.currency };
}

const backText = (doubt: Doubt | undefined): string =>
  doubt?.putBack ? `${putBackText(doubt.putBack)}; before: ` : '';

/** If the file has another amount than was sent. */
const hereText = ({ sent, amount, currency }: ReportRow): string =>
  sent ? `. This file has ${amountText(amount, currency)}, which was not paid` : '';
