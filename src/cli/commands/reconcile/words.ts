// What a statement proves, in words.
import type { Compared, Evidence, Shortfall, Verdict as VerdictOf } from '../../../batch/reconcile/match.ts';
import type { Misread, Statement, StatementLine } from '../../../batch/reconcile/statement.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { inWords } from '../../render/print.ts';
import { plainTable } from '../../render/table.ts';
import type { LedgerRow } from './rows.ts';

export type Verdict = VerdictOf<LedgerRow>;
export type Proven = Extract<Verdict, { is: 'proven' }>;

export const EVIDENCE: Readonly<Record<Evidence, string>> = {
  id: 'transfer id',
  tag: 'the tag in the memo',
  reference: 'reference, amount and currency',
  payment: 'account, amount, currency and time',
};

/** How much of a cell, and how many lines or values, are printed. */
const CELL = 60;
const MOST = 5;

const cell = (text: string): string => `"${plain(text, CELL)}"`;

function listText(items: readonly (string | number)[], join: 'and' | 'or' = 'and'): string {
  const [last, ...first] =
    items.length > MOST
      ? [`${items.length - MOST} more`, ...items.slice(0, MOST)]
      : [items.at(-1) ?? '', ...items.slice(0, -1)];
  return first.length === 0 ? String(last) : `${first.join(', ')} ${join} ${last}`;
}

const linesText = (lines: readonly { readonly line: number }[], join: 'and' | 'or'): string =>
  `line${lines.length === 1 ? '' : 's'} ${listText(
    lines.map(({ line }) => line),
    join,
  )}`;

/** The head of the output: the statement, its columns, and one line for each row. */
export function verdictsText(
  { runId, file }: { readonly runId: string; readonly file: string },
  statement: Statement,
  verdicts: readonly Verdict[],
  width: number,
): string {
  const columns = [...statement.columns]
    .map(([field, header]) => cell(header) + (header.toLowerCase() === field ? '' : ` (${field})`))
    .join(', ');
  const rows = verdicts.map((verdict) => {
    const { line, reference, account, amount, currency, isInDoubt } = verdict.row;
    const state = isInDoubt ? '' : 'resolved as not created; ';
    return [String(line), reference, account, amount, currency, verdict.is, state + verdictText(verdict)];
  });
  const head = ['line', 'reference', 'account', 'amount', 'currency', 'result', 'statement'];
  const size = inWords(statement.lines.length, 'line');
  return `Run ${runId}, ${plainPath(file)}: ${size}. Columns used: ${columns}\n\n${plainTable(head, rows, [0, 3], width)}\n\n`;
}

function verdictText(verdict: Verdict): string {
  if (verdict.is === 'unmatched')
    return verdict.row.isInDoubt ? 'not in the statement: still in doubt' : 'not in the statement';
  const by = `by ${EVIDENCE[verdict.by]}`;
  switch (verdict.is) {
    case 'proven':
      return provenText(verdict, by);
    case 'contradicted': {
      const { row, line, differs } = verdict;
      return `statement line ${line.line} ${by}, but ${differencesText(differs, row, line)}`;
    }
    case 'ambiguous': {
      const { lines, others, why } = verdict;
      const rest = why ? `, but ${shortfallText(why)}` : othersText(verdict.row, others);
      return `statement ${linesText(lines, 'or')} ${by}${rest}`;
    }
  }
}

function provenText({ line }: Proven, by: string): string {
  const id = line.id === '' ? 'no transfer id' : `transfer id ${plain(line.id, CELL)}`;
  return `statement line ${line.line} ${by}; ${id}`;
}

function othersText({ runId }: LedgerRow, others: readonly LedgerRow[]): string {
  if (others.length === 0) return ': more than one line fits';
  const names = others.map(
    (one) => `line ${one.line} of ${one.runId === runId ? 'this run' : `run ${one.runId}`}`,
  );
  return `, which may belong to ${listText(names, 'or')} as well`;
}

function shortfallText(why: Shortfall): string {
  switch (why.code) {
    case 'repeated_id':
      return 'its id is in the statement more than once';
    case 'other_memo':
      return 'its memo is not the memo of the row';
    case 'other_reference':
      return 'it has another reference';
    case 'missing':
      return `it has no ${why.field}`;
    case 'objection':
      return `its ${why.field === 'debit' ? 'debit or credit' : why.field} ${cell(why.value)} is ${MISREAD[why.why]}`;
  }
}

const MISREAD: Readonly<Record<Misread['why'], string>> = {
  incoming: 'incoming money',
  mixed: 'in doubt, because some amounts of the statement have a sign and others have none',
  not_understood: 'not understood',
};

function differencesText(differs: readonly Compared[], row: LedgerRow, line: StatementLine): string {
  const own = { ...row, id: row.createdId ?? '' };
  return listText(
    differs.map((field) => `its ${field} is ${plain(line[field], CELL)}, not ${plain(own[field], CELL)}`),
  );
}

/** Cells that were passed over. Other cells that are not understood make their lines prove nothing. */
const PASSED_OVER: Readonly<Partial<Record<Misread['field'], string>>> = {
  id: "not in the form of this service's transfer ids, so not used as ids",
  account: 'not ids of external accounts, so not used as accounts',
  time: 'not understood. Write times as 2026-11-22T13:32:11Z',
};

/** What was not used and not understood of the statement; empty where all was. */
export function notesText({ unused, misread, columns }: Statement): string {
  const notes = misread.map(({ field, why, values }) => {
    const list = listText(values.map(({ value, line }) => `${cell(value)} (line ${line})`));
    const meaning = PASSED_OVER[field] ?? `${MISREAD[why]}. Such lines prove nothing`;
    return `Column ${cell(columns.get(field) ?? field)}: ${list}: ${meaning}.\n`;
  });
  const [first] = unused;
  if (first !== undefined)
    notes.push(
      `Columns that were not recognised: ${listText(unused.map(cell))}. To use one, name its field: --map map.json with {${JSON.stringify(plain(first, CELL))}: "amount"}.\n`,
    );
  return notes.join('');
}

/** What was recorded, or would be. */
export function endText(verdicts: readonly Verdict[], recorded: ReadonlySet<LedgerRow>): string {
  const [created, again] = inDoubtAndNot([...recorded]);
  const proven = verdicts.filter(({ is }) => is === 'proven').length;
  const left = verdicts.filter(({ row }) => row.isInDoubt && !recorded.has(row)).length;
  const lines: string[] = [];
  if (created > 0) lines.push(`${inWords(created, 'row')} recorded as created (paid).`);
  if (again > 0)
    lines.push(
      `${inWords(again, 'row')} resolved as not created earlier: in doubt again, so no run sends it. Look it up at the service, then use paybatch resolve.`,
    );
  if (proven === 0) lines.push('Nothing is proven. Nothing was changed.');
  else if (recorded.size === 0)
    lines.push(`${inWords(proven, 'row')} proven: --yes records it. Nothing was changed.`);
  if (left > 0)
    lines.push(
      `${inWords(left, 'row')} still in doubt. A row may have been paid although the statement does not have it. Find out from the service, then resolve ${left === 1 ? 'it' : 'each'}: paybatch doubts prints the commands.`,
    );
  return lines.map((line) => `${line}\n`).join('');
}

/** What a yes would do. */
export function question(proven: readonly Proven[]): string {
  const [created, again] = inDoubtAndNot(proven.map(({ row }) => row));
  const parts = [
    ...(created > 0 ? [`resolve ${inWords(created, 'proven row')} as created`] : []),
    ...(again > 0 ? [`put ${inWords(again, 'row')} resolved as not created back in doubt`] : []),
  ];
  return `This will ${parts.join(' and ')}.`;
}

function inDoubtAndNot(rows: readonly LedgerRow[]): [number, number] {
  const inDoubt = rows.filter(({ isInDoubt }) => isInDoubt).length;
  return [inDoubt, rows.length - inDoubt];
}

export const asJson = (verdict: Verdict, isRecorded: boolean): object => {
  const { row } = verdict;
  const lines = 'lines' in verdict ? verdict.lines : 'line' in verdict ? [verdict.line] : [];
  return {
    ...{ line: row.line, reference: row.reference, amount: row.amount, currency: row.currency },
    ...{ resolvedAsNotCreated: !row.isInDoubt, verdict: verdict.is },
    by: 'by' in verdict ? verdict.by : null,
    transferId: verdict.is === 'proven' && verdict.line.id !== '' ? verdict.line.id : null,
    statementLines: lines.map(({ line }) => line),
    message: verdictText(verdict),
    recorded: isRecorded,
  };
};
