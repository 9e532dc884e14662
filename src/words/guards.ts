// Sentences about guards that refuse a file, with the names of their flags.
import type { AmountGuard, GuardMessages, GuardRefusal, InvalidLimit } from '../batch/input/guards.ts';
import type { WordsOf } from '../message.ts';

const FLAG: Readonly<Record<AmountGuard, string>> = {
  expectTotal: '--expect-total',
  maxAmount: '--max-amount',
  maxTotal: '--max-total',
};

const ABOUT_FILE: ReadonlySet<GuardRefusal['kind']> = new Set(['count', 'few', 'total', 'amount']);

export const GUARDS: WordsOf<GuardMessages> = {
  guards_refused: ({ file, refusals }) => {
    const check = refusals.some(({ kind }) => ABOUT_FILE.has(kind))
      ? '. Check that it is the right file'
      : '';
    return `${file}: ${refusals.map((no) => guardText(no)).join('. ')}${check}`;
  },
};

const rowsText = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

const limitText = (limit: InvalidLimit): string =>
  'rows' in limit ? String(limit.rows) : `${limit.percent}%`;

export function guardText(no: GuardRefusal): string {
  switch (no.kind) {
    case 'count':
      return `--expect-count is ${no.expected}, but the file has ${rowsText(no.rows)}`;
    case 'few':
      return `--min-count is ${no.least}, but the file has ${rowsText(no.rows)}`;
    case 'invalid':
      return `--max-invalid is ${limitText(no.limit)}, but ${no.invalid} of ${no.rows} rows are invalid. paybatch check FILE lists them`;
    case 'no_amounts':
      return '--expect-total, --max-amount and --max-total are about payouts: customers have no amounts';
    case 'unreadable':
      return `the total is unknown: the amount${no.lines.length === 1 ? ' on line' : 's on lines'} ${no.lines.join(', ')} can't be read`;
    case 'total':
      return `${FLAG[no.guard]} is ${no.limit} ${no.currency}, but the total is ${no.total} ${no.currency}`;
    case 'amount':
      return `--max-amount is ${no.limit} ${no.currency}, but line ${no.line} pays ${no.amount} ${no.currency}`;
    case 'footer':
      return footerText(no);
    case 'unnamed':
      return unnamedText(no);
    default:
      return no satisfies never;
  }
}

function footerText(no: Extract<GuardRefusal, { kind: 'footer' }>): string {
  const { currency, rows, unreadable } = no;
  const wanted = 'the profile requires the right total in the footer ("footerTotal": "error")';
  if (unreadable > 0) return `${wanted}, but ${unreadable} amounts can't be read: correct them in the file`;
  if (currency === '') return `${wanted}, but the file has no rows`;
  return `${wanted}, but no number under the column of amounts, below the table ("stopAt"), is the sum of the rows, ${rows} ${currency}: a row may have been changed, lost or doubled. If the rows are right, confirm their total: --expect-total ${currency}=${rows}`;
}

/** The file's totals are shown only for guards of totals. */
function unnamedText({ guard, totals }: Extract<GuardRefusal, { kind: 'unnamed' }>): string {
  const flag = FLAG[guard];
  const list = totals.map(({ currency, total }) =>
    guard === 'maxAmount' ? currency : `${currency} (${total} in the file)`,
  );
  const such = `${flag} ${totals[0]?.currency ?? 'CUR'}=AMOUNT`;
  return `${flag} is missing for ${list.join(', ')}: give one for each currency of the file, such as ${such}`;
}
