// The rows that are about to be resolved, as a person sees them before the question: payee, amount, age, resolution, and what the
// next run does because of it.
import { DecimalSum } from '../../../interface/decimal.ts';
import { momentText } from '../../../interface/instant.ts';
import type { RowRecord } from '../../../ledger/ledger.ts';
import { putBackText } from '../../../report/put-back.ts';
import type { Io } from '../../io.ts';
import {
  ageText,
  inLines,
  memoText,
  numbersIn,
  payeeOf,
  tableOrLines,
  withPayees,
} from '../../render/doubt.ts';
import { prose } from '../../render/prose.ts';
import { plainTable } from '../../render/table.ts';
import type { FoundRow } from './find-rows.ts';

/** The rows and the consequences, above the question. */
export function preview(found: readonly FoundRow[], io: Io): string {
  const corrects = found.some(({ doubt }) => !doubt);
  const rows = found.map((one) => {
    const { line, row, doubt, body, payee, triedAt } = one;
    const { customer, account, memo } = payeeOf(body);
    const cells = [
      String(line),
      row.reference ?? '',
      customer,
      account,
      row.amount,
      row.currency,
      memoText(memo),
      momentText(triedAt),
      ageText(triedAt.getTime(), io.now()),
      ...(corrects ? [doubt ? 'in doubt' : saidText(row)] : []),
      nowText(one),
    ];
    return { cells, payee };
  });
  const now = corrects ? ['was', 'now'] : ['as'];
  const who = ['line', 'reference', 'customer', 'account', 'amount', 'currency', 'memo'];
  const table = withPayees([...who, 'sent', 'age', ...now], rows);
  const named = found.filter(({ word }) => word.createdId !== null).length;
  const width = io.terminal || io.outTerminal ? io.columns : Infinity;
  const lines = (): string[] =>
    found.flatMap((one, at) => {
      const { line, row, body, payee } = one;
      const atMs = one.triedAt.getTime();
      const was = corrects ? `${rows[at]?.cells.at(-2) ?? ''}, now ` : '';
      const rest = `${was}as ${nowText(one)}`;
      return inLines({ ...row, line, body, payee, atMs, rest }, io.now(), width);
    });
  const after = [...backAgain(found), ...(named === 0 ? [] : [untested(named)]), ...payAgain(found)];
  // Broken here: on standard error, where all of it goes, a problem's further lines stand in, and these are sentences.
  return [
    tableOrLines(plainTable(table.head, table.rows, numbersIn(table.head)), width, lines),
    ...after.map((text) => prose(text, width)),
  ].join('\n');
}

/** A host has contradicted the word, and the row was sent again since: it stays as the service said last. */
export const isLookedInto = ({ doubt, row }: Pick<FoundRow, 'doubt' | 'row'>): boolean =>
  !doubt && row.state === 'created' && !row.byPerson;

function nowText(one: FoundRow): string {
  const { as, createdId } = one.word;
  if (isLookedInto(one)) return saidText(one.row);
  return as + (createdId === null ? '' : ` ${createdId}`);
}

/** What a person said of it before. */
const saidText = ({ state, createdId }: RowRecord): string =>
  state === 'created' ? `created ${createdId ?? ''}` : 'not-created';

/** What a statement has shown of it. */
const backAgain = (found: readonly FoundRow[]): string[] =>
  found.flatMap(({ line, doubt }) =>
    doubt?.putBack ? [`Line ${line}: ${putBackText(doubt.putBack)}.`] : [],
  );

/** The one word by which money leaves a second time if it is wrong. */
function payAgain(found: readonly FoundRow[]): string[] {
  const free = found.filter(({ word }) => word.as === 'not-created');
  const counted = free.filter(({ row }) => row.state === 'created');
  const doubted = free.filter(({ row }) => row.state !== 'created');
  const sums = new Map<string, DecimalSum>();
  // Customers have no amounts.
  for (const { row } of doubted.filter(({ row }) => row.currency !== '')) {
    const sum = sums.get(row.currency) ?? new DecimalSum();
    sum.add(row.amount);
    sums.set(row.currency, sum);
  }
  const amounts = [...sums].map(([currency, sum]) => `${sum.toString()} ${currency}`).join(', ');
  const file = doubted.length === 1 ? 'its file' : 'their files';
  const what = amounts === '' ? 'CREATE' : `SEND ${amounts}`;
  return [
    ...counted.map(
      ({ line, runId, row }) =>
        `WARNING: line ${line} of run ${runId} counts as paid now. As not-created, the next run of its file WILL PAY it${row.currency === '' ? '' : ` (${row.amount} ${row.currency})`}.`,
    ),
    ...(doubted.length > 0
      ? [
          `${counted.length > 0 ? 'Besides, as' : 'As'} not-created, the next run of ${file} WILL ${what} again. If a file says something else by then, that is what it sends.`,
        ]
      : []),
  ];
}

/** The service has no way to read a transfer back: nobody but the person has seen the id. */
const untested = (ids: number): string =>
  ids === 1
    ? 'The id is taken as it was typed: it is not looked up anywhere. Compare it with what you found.'
    : `The ${ids} ids are taken as they were typed: they are not looked up anywhere. Compare them with what you found.`;
