// What a statement says of the rows, for people and as JSON.
import { isMemoOf } from '../../../batch/reconcile/cells.ts';
import type { Gap } from '../../../batch/reconcile/gaps.ts';
import type { StatementLine } from '../../../batch/reconcile/lines.ts';
import type { Evidence, Verdict as VerdictOf } from '../../../batch/reconcile/match.ts';
import type { Statement } from '../../../batch/reconcile/statement.ts';
import { mayBeInTime } from '../../../batch/reconcile/when.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import type { Doubt, RunRowRecord } from '../../../ledger/ledger.ts';
import { putBackText } from '../../../report/put-back.ts';
import { plainTable } from '../../render/table.ts';
import type { Called } from './called.ts';
import { gapWords, HOW } from './gap-words.ts';
import type { LedgerRow } from './ledger-row.ts';
import type { Why } from './unconfirmed.ts';
import { whyText } from './why-text.ts';

export type Verdict = VerdictOf<LedgerRow>;
export type Proven = Extract<Verdict, { is: 'proven' }>;

export interface Judged {
  readonly runId: string;
  readonly statement: Statement;
  readonly doubts: ReadonlyMap<string, Doubt>;
  /** Of the rows in doubt. */
  readonly verdicts: readonly Verdict[];
  /** Of rows that a person called not created, where the statement has something to say of them. */
  readonly denied: readonly Verdict[];
  /** Of such rows that it doesn't find: those that a line of it may be all the same, and nothing proves it. */
  readonly unsure: readonly Verdict[];
  /** Lines of all rows of the run that a person called not created. */
  readonly asked: readonly number[];
  /** Of sendings that a person called not created, and another one followed: the statement has one payment too many. */
  readonly twice: readonly Verdict[];
  /** Of such sendings: the payment may as well be the one that the ledger accounts for, and the times don't tell. */
  readonly unclear: readonly Verdict[];
  /** Of rows that the statement says nothing of: why that is no word for their not being paid. */
  readonly why: ReadonlyMap<LedgerRow, Why>;
  /** Those among them that a person called not created. */
  readonly unconfirmed: readonly Called[];
  /** Called not created and sent again, of which the statement has the later night alone. */
  readonly beginsBehind: readonly Called[];
  /** The run's rows by their key. */
  readonly rows: ReadonlyMap<string, RunRowRecord>;
}

/** What a yes has written. */
export interface Done {
  readonly settled: readonly Proven[];
  /** In doubt again. */
  readonly held: readonly Verdict[];
  /** Neither: somebody has said or done something else with it since it was judged, which was said of each. */
  readonly changed: readonly Verdict[];
  /** Proven, and left in doubt for a reason that was said of each. */
  readonly kept: readonly Verdict[];
}

export const BY: Readonly<Record<Evidence, string>> = {
  id: 'its id',
  tag: 'the tag in the memo',
  reference: 'the reference, amount and currency',
  payment: 'payee, amount, currency and time',
};

/** Of a statement's cell, and of a reason that names some: no more than that is read, or kept in the ledger. */
const CELL = 80;
const REASON = 300;
const cell = (text: string): string => plain(text, CELL);

/** What of the statement could not be compared, and why it can't confirm: a row that is only not found may be paid all the same. */
interface Short {
  readonly gaps?: readonly Gap[];
  readonly why?: Why | undefined;
}

export function sayOf(verdict: Verdict, short: Short = {}): string {
  switch (verdict.is) {
    case 'proven':
      return `${cell(verdict.line.id)}, line ${verdict.line.line}, by ${BY[verdict.by]}`;
    case 'contradicted':
      return `line ${verdict.line.line}, by ${BY[verdict.by]}, but ${plain(verdict.why, REASON)}`;
    case 'ambiguous': {
      const lines = verdict.lines.slice(0, 5).map(({ line }) => line);
      return `by ${BY[verdict.by]} it could be ${anyOf(lines, verdict.lines.length > 5)}${whyNot(verdict)}`;
    }
    case 'unmatched':
      return notFound(verdict, short);
  }
}

function notFound({ row, near }: Extract<Verdict, { is: 'unmatched' }>, { gaps = [], why }: Short): string {
  const told = near.filter(({ memo }) => isMemoOf(memo, row.memo));
  const lines = (told.length > 0 ? told : near).map((line) => lineOf(row, line));
  const has = row.currency === '' ? 'this amount' : 'this amount and currency';
  const it = told.length > 0 ? `${has} and the memo` : has;
  const alike =
    lines.length === 0
      ? ''
      : `${anyOf(lines.slice(0, 5), lines.length > 5)} ${lines.length === 1 ? 'has' : 'have'} ${it}: no proof either way`;
  // A customer has neither amount nor payee: nothing that could not be compared.
  if (gaps.length > 0 && row.amount !== '') {
    const short = `can't be told: ${gapWords(gaps)}`;
    return alike === '' ? short : `${alike}; ${short}`;
  }
  if (why === undefined) return alike || 'nothing in the statement';
  return alike === ''
    ? `nothing in the statement, which ${whyText(why)}`
    : `${alike}; the statement ${whyText(why)}`;
}

/** With its day where that isn't when the row was sent. */
const lineOf = (row: LedgerRow, { line, time }: StatementLine): string =>
  time === null || mayBeInTime(row, time)
    ? String(line)
    : `${line} (of ${new Date(time.fromMs).toISOString().slice(0, 10)})`;

/** Why a row that was not found may have been paid all the same, and what would tell. */
export function gapsText({ statement, verdicts, asked }: Judged): string {
  const { gaps } = statement;
  const isOpen = asked.length > 0 || verdicts.some(({ is, row }) => is === 'unmatched' && row.amount !== '');
  if (gaps.length === 0 || !isOpen) return '';
  const names = gaps.flatMap((gap) => (gap.what === 'unreadable' ? [] : [gap.field]));
  const cells = gaps.flatMap((gap) => (gap.what === 'unreadable' ? [HOW[gap.field]] : []));
  const how = [
    ...(names.length > 0 ? [`name the column with --map, {"THEIR HEADER": "${names[0] ?? ''}"}`] : []),
    ...(cells.length > 0 ? [`export it with ${cells.join(' and ')}`] : []),
  ];
  return `Not found is not "not paid" here, since not all could be compared: ${gapWords(gaps)}. To have them compared, ${how.join('; ')}.\n`;
}

const anyOf = (lines: readonly (number | string)[], more: boolean): string => {
  if (more) return `any of the lines ${lines.join(', ')} and others`;
  return lines.length < 2
    ? `line ${lines.join('')}`
    : `line ${lines.slice(0, -1).join(', ')} or ${lines.at(-1) ?? ''}`;
};

/** Why a line that fits isn't enough. */
function whyNot({ others, why }: Extract<Verdict, { is: 'ambiguous' }>): string {
  const [other] = others;
  if (other) {
    const more = others.length > 1 ? ` and ${others.length - 1} more` : '';
    const called = other.isCalled === true ? ', which was called not created' : '';
    return `, and so could ${other.place}${called}${more}`;
  }
  return why === undefined ? '' : `, but ${plain(why, REASON)}`;
}

export function verdictsText(
  { runId, statement, doubts, verdicts, why }: Judged,
  file: string,
  width: number,
): string {
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
      sayOf(verdict, { gaps: statement.gaps, why: why.get(verdict.row) }) +
        (doubt?.putBack ? `; ${putBackText(doubt.putBack)}` : ''),
    ];
  });
  const columns = [...statement.columns]
    .map(([field, header]) => `${field} from "${plain(header)}"`)
    .join(', ');
  const count = statement.lines.length;
  const header = ['line', 'reference', 'payee', 'amount', 'currency', '', 'statement'];
  const table = rows.length === 0 ? '' : `${plainTable(header, rows, [0, 3], width)}\n\n`;
  return `Run ${runId}, ${plainPath(file)}: ${count} line${count === 1 ? '' : 's'} (${columns})\n\n${table}`;
}

export const rowsText = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;

/** Whether a reading has put it back against a person's word: another one doesn't settle it by itself. */
export const isPutBack = ({ row }: Verdict, { doubts }: Pick<Judged, 'doubts'>): boolean =>
  (doubts.get(row.key)?.putBack ?? null) !== null;

/** `proven`: rows that a yes settles. */
export function endText(judged: Judged, { settled, held, changed, kept }: Done, proven: number): string {
  const { verdicts } = judged;
  if (verdicts.length === 0) return held.length + changed.length > 0 ? '' : noneText(judged);
  const other = verdicts.filter((one) => changed.includes(one)).length;
  const left = verdicts.length - settled.length - other;
  const stay = `${rowsText(left)} stay${left === 1 ? 's' : ''} in doubt`;
  if (verdicts.every(({ is }) => is !== 'proven')) return `Nothing is proven: ${stay}.\n`;
  if (settled.length + other > 0)
    return `${rowsText(settled.length)} settled as created${left === 0 ? '.' : `; ${stay}.`}\n`;
  if (proven === 0 || kept.length > 0) return `${stay}.\n`;
  return `${rowsText(proven)} can be settled as created: --yes does it. Nothing was changed.\n`;
}

const linesText = (lines: readonly number[]): string => {
  const more = lines.length > 5 ? ` and ${lines.length - 5} more` : '';
  return `line${lines.length === 1 ? '' : 's'} ${lines.slice(0, 5).join(', ')}${more}`;
};

/** An exit code 3 has to be explained where no row is in doubt. */
function noneText({ statement, denied, unsure, twice, unclear, asked, unconfirmed }: Judged): string {
  const none = 'No row of this run is in doubt';
  if (denied.length + unsure.length + twice.length + unclear.length + unconfirmed.length > 0)
    return `${none}, but rows called not created are open, so the exit code is 3.\n`;
  if (asked.length === 0 || statement.gaps.length === 0) return `${none}.\n`;
  return `${none}, but this statement can't confirm what was called not created (${linesText(asked)}), so the exit code is 3. `;
}
