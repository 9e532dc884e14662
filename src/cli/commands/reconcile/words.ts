// The texts of reconcile.
import type { LineEvidence, MissingProof, Verdict as VerdictOf } from '../../../batch/reconcile/match.ts';
import type { LedgerRow } from '../../../batch/reconcile/rows.ts';
import type { Misread, Statement } from '../../../batch/reconcile/statement.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { inWords } from '../../render/print.ts';
import { plainTable } from '../../render/table.ts';
import { placeOf } from '../resolve/record.ts';

export type Verdict = VerdictOf<LedgerRow>;
export type Proven = Extract<Verdict, { is: 'proven' }>;

/** What a line that proves a row has in common with it. */
export const EVIDENCE: Readonly<Record<LineEvidence, string>> = {
  id: 'transfer id',
  tag: 'the tag in the memo',
  reference: 'reference, amount and currency',
  payment: 'account, amount, currency and time',
  account: 'account and time',
};

/** Characters of a cell, and lines or values of a list, that are printed. */
const CELL = 60;
const MOST = 5;

const cell = (text: string): string => `"${plain(text, CELL)}"`;

function listText(items: readonly (string | number)[], type: 'conjunction' | 'disjunction'): string {
  const shown = items.slice(0, MOST).map(String);
  if (items.length > MOST) shown.push(`${items.length - MOST} more`);
  return new Intl.ListFormat('en', { type }).format(shown);
}

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
  const table = rows.length === 0 ? '' : `${plainTable(head, rows, [0, 3], width)}\n\n`;
  return `Run ${runId}, ${plainPath(file)}: ${size}. Columns used: ${columns}\n\n${table}`;
}

function verdictText(verdict: Verdict): string {
  if (verdict.is === 'unmatched')
    return `no line of the statement fits${verdict.row.isInDoubt ? ': still in doubt' : ''}`;
  const isReference = verdict.is !== 'proven' && verdict.by === 'reference';
  const by = `by ${isReference ? 'reference' : EVIDENCE[verdict.by]}`;
  switch (verdict.is) {
    case 'proven': {
      const { line, id } = verdict.line;
      return `statement line ${line} ${by}; ${id === '' ? 'no transfer id' : `transfer id ${plain(id, CELL)}`}`;
    }
    case 'contradicted': {
      const { row, line, differs } = verdict;
      const parts = differs.map(
        (field) => `its ${field} is ${plain(line[field], CELL)}, not ${plain(row[field], CELL)}`,
      );
      return `statement line ${line.line} ${by}, but ${listText(parts, 'conjunction')}`;
    }
    case 'ambiguous': {
      const { lines, others, why } = verdict;
      const places = listText(
        lines.map(({ line }) => `line ${line}`),
        'disjunction',
      );
      if (verdict.by === 'account') return `statement ${places} ${by}, but not with its amount and currency`;
      if (why?.code === 'equal')
        return `statement ${places} ${by}: ${lines.length} rows match ${lines.length} lines, so all of them were paid. Only the order of the ids is unknown`;
      if (why) return `not proven: statement ${places} fits ${by}, but ${shortfallText(why)}`;
      return `statement ${places} ${by}${othersText(others)}`;
    }
  }
}

const othersText = (others: readonly LedgerRow[]): string =>
  others.length === 0
    ? ': more than one line fits'
    : `, which may belong to ${listText(others.map(placeOf), 'disjunction')} as well`;

function shortfallText(why: Exclude<MissingProof, { code: 'equal' }>): string {
  switch (why.code) {
    case 'repeated_id':
      return 'its id is in the statement more than once';
    case 'other_id':
      return 'its id is not the id that the service gave the row';
    case 'other_memo':
      return 'its memo is not the memo of the row';
    case 'other_reference':
      return 'it has another reference';
    case 'missing':
      return `it has no ${why.field}`;
    case 'objection': {
      const field = why.field === 'debit' ? 'debit or credit' : why.field;
      return why.value === ''
        ? `its ${field} is empty`
        : `its ${field} ${cell(why.value)} is ${misreadText(why)}`;
    }
  }
}

function misreadText({ field, why }: Pick<Misread, 'field' | 'why'>): string {
  if (why === 'incoming') return 'incoming money';
  if (why === 'mixed') return 'not clear: some amounts of the statement have a sign, others have none';
  return NOT_KNOWN[field] ?? 'not understood';
}

const NOT_KNOWN: Readonly<Partial<Record<Misread['field'], string>>> = {
  direction: 'not known as outgoing',
  type: 'not known as a payment',
  state: 'not known as completed',
};

/** Cells that are ignored. Other cells that are not understood make their lines prove nothing. */
const IGNORED: Readonly<Partial<Record<Misread['field'], string>>> = {
  id: "not in the form of this service's transfer ids, so not used as ids",
  account: 'not ids of external accounts, so not used as accounts',
  time: 'not understood. Write times as 2026-11-22T13:32:11Z',
};

/** Cells and columns of the statement that were not understood or not used. */
export function notesText({ unused, misread, columns }: Statement): string {
  const notes = misread.map(({ field, why, values }) => {
    const cells = values.map(({ value, line }) => `${cell(value)} (line ${line})`);
    const meaning = IGNORED[field] ?? `${misreadText({ field, why })}. Such lines prove nothing`;
    return `Column ${cell(columns.get(field) ?? field)}: ${listText(cells, 'conjunction')}: ${meaning}.\n`;
  });
  const [first] = unused;
  if (first !== undefined)
    notes.push(
      `Columns that were not recognised: ${listText(unused.map(cell), 'conjunction')}. To use one, name its field (paybatch help statements): --map map.json with {${JSON.stringify(plain(first, CELL))}: FIELD}.\n`,
    );
  return notes.join('');
}

/** What was recorded, or would be with a yes. `recorded`: keys of rows. */
export function endText(verdicts: readonly Verdict[], recorded: ReadonlySet<string>): string {
  if (verdicts.length === 0)
    return 'No row of this run can be proven: none is in doubt, and none that was resolved as not-created is still unsent.\n';
  const proven = verdicts.filter(({ is }) => is === 'proven').length;
  const count = (isInDoubt: boolean, isRecorded: boolean): number =>
    verdicts.filter(({ row }) => row.isInDoubt === isInDoubt && recorded.has(row.key) === isRecorded).length;
  return (
    rowsText(count(true, true), 'recorded as created (paid).') +
    rowsText(
      count(false, true),
      'resolved as not-created earlier: in doubt again, so no run sends it. Look it up at the service, then use paybatch resolve.',
    ) +
    (proven === 0 ? 'Nothing is proven. Nothing was changed.\n' : '') +
    rowsText(recorded.size === 0 ? proven : 0, 'proven: --yes records it. Nothing was changed.') +
    rowsText(
      count(true, false),
      'still in doubt. A row may have been paid although the statement does not have it. Ask the service about these rows. paybatch doubts prints the commands that record the outcome.',
    )
  );
}

const rowsText = (count: number, text: string): string =>
  count === 0 ? '' : `${inWords(count, 'row')} ${text}\n`;

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
