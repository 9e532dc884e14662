// Rows in doubt for people: who would be paid, how much, since when, the response, and what to do.
import { addTo } from '../../batch/input/facts.ts';
import { plain } from '../../files/plain.ts';
import type { DecimalSum } from '../../interface/decimal.ts';
import { agoText, momentText } from '../../interface/instant.ts';
import type { Contradiction, Doubt, HostRecord } from '../../ledger/ledger.ts';
import { sentPayment } from '../../report/facts.ts';
import { moneyText } from './money-lines.ts';
import { inWords } from './print.ts';
import { plainTable } from './table.ts';

/** Hosts whose lease has expired and that may still send rows. */
export const lostHosts = (hosts: readonly HostRecord[]): readonly HostRecord[] =>
  hosts.filter(({ state, rows }) => state === 'lost' && rows > 0);

/** What to do before their rows are resolved. Empty if there are none. */
export const notBackText = (hosts: readonly HostRecord[]): string =>
  lostHosts(hosts)
    .map(
      ({ host, pid, rows }) =>
        `Process ${pid} on ${plain(host)} has not reported the outcome of ${rows === 1 ? '1 row' : `${rows} rows`} that it was sending. Resolve as not-created only with --host-gone, once that process is certainly gone.\n`,
    )
    .join('');

type TextCells = Readonly<Record<string, string>>;

/** A payment as it was sent. `first`, `last`: more cells, by column. */
interface PaymentRow extends Pick<
  Doubt,
  'line' | 'reference' | 'amount' | 'currency' | 'body' | 'payee' | 'lastAttemptAt'
> {
  readonly first?: TextCells;
  readonly last: TextCells;
}

/** The beginning of a memo distinguishes payments to one account. */
const MEMO_SHOWN = 80;

/** A column that is empty in every row is left out. */
export function paymentsTable(shown: readonly PaymentRow[], now: Date, width: number): string {
  const rows = shown.map(({ first, last, line, reference, lastAttemptAt, ...doubt }): TextCells => {
    const { payee, account, customer, memo, amount, currency } = sentPayment(doubt);
    return {
      ...first,
      line: String(line),
      reference: reference ?? '',
      payee,
      account,
      customer: account === '' ? customer : '',
      amount: amount === '' ? '' : `${amount} ${currency}`,
      memo: plain(memo, MEMO_SHOWN),
      sent: `${momentText(lastAttemptAt)}, ${agoText(lastAttemptAt, now)}`,
      ...last,
    };
  });
  const heads = Object.keys(rows[0] ?? {}).filter((head) => rows.some((row) => row[head] !== ''));
  const cells = rows.map((row) => heads.map((head) => row[head] ?? ''));
  const right = ['line', 'amount'].map((head) => heads.indexOf(head));
  return plainTable(heads, cells, right, width);
}

/** The sums by currency: `20.00 GBP, 5.00 EUR`. Customers have no amounts. */
export function sumsText(rows: readonly Pick<Doubt, 'amount' | 'currency'>[]): string {
  const sums = new Map<string, DecimalSum>();
  for (const { currency, amount } of rows) if (amount !== '') addTo(sums, currency, amount);
  return moneyText(sums);
}

export const DOUBTS = 'Resolve the rows in doubt: paybatch doubts lists them, with the commands for it';

/** What to do if the ledger was removed during a run: only then, running again is wrong. */
export const ledgerGoneAdvice = (path: string): string =>
  `THE LEDGER IS GONE: ${path} was removed, moved or replaced during this run, so nothing more was sent. Restore it before you run anything again: without it, paid rows would be paid again. Keep the results of this run: they are the only record of what was paid`;

/** One line at the end of a run, while rows of other runs are in doubt. */
export const reminder = (others: number): string =>
  others <= 0 ? '' : `paybatch: ${inWords(others, 'row')} in doubt from other runs: see paybatch doubts\n`;

/** An alarm for each, with the command to type. */
export const contradictionsText = (found: readonly Contradiction[]): string => found.map(alarmText).join('');

function alarmText({ runId, line, reference, createdId, state }: Contradiction): string {
  const id = createdId === null ? '' : plain(createdId);
  const place = `line ${line} of run ${runId}${reference === null ? '' : ` (${plain(reference)})`}`;
  const [fact, word] =
    createdId === null
      ? ['it was not paid', 'was paid']
      : [`it was paid (${id})`, 'was not paid, or has another id'];
  const again =
    createdId === null || state === 'planned'
      ? ''
      : '. The row has been sent again since: it may have been paid twice';
  return (
    `paybatch: ALARM: ${place}: the host that was sending it reports that ${fact}, but a person resolved that it ${word}${again}. ` +
    `Find out which is right, then run: paybatch resolve ${runId} --line ${line} --correct --as ${createdId === null ? 'not-created' : `created --transfer-id ${id}`} --reason "..."\n`
  );
}
