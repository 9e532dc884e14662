// Needs and balances per wallet, as text and as JSON. Exact decimals.
import type { Balances, FundsReport } from '../../batch/funds/balances.ts';
import type { FundingSource } from '../../batch/funds/needs.ts';
import { totalTexts } from '../../batch/input/facts.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { shortText } from '../../words/funds.ts';
import { say } from '../../words/say.ts';
import { moneyText } from './money-lines.ts';
import { inWords } from './print.ts';
import { plainTable } from './table.ts';

const WALLETS_SHOWN = 20;

function balanceOf({ walletId, currency }: FundingSource, balances: Balances): string {
  if (walletId !== null) return 'not shown by the service';
  return 'of' in balances ? `${balances.of.get(currency)?.toString() ?? '0'} ${currency}` : 'unreadable';
}

export function fundsText(file: string, report: FundsReport, width = Infinity): string {
  const { needs, balances, short } = report;
  const others = report.rows - needs.rows - report.invalid - report.left;
  const left = report.left > 0 ? `, ${report.left} held, or refused because of an earlier payment` : '';
  const apart = `${report.invalid} invalid, ${others} paid before or in doubt${left}`;
  const lines = [
    `${plainPath(file)}: ${inWords(report.rows, 'row')}, ${needs.rows} to be sent${report.rows > needs.rows ? ` (${apart})` : ''}`,
    ...sourcesTable(report, width),
    '',
    `Payees receive: ${needs.rows === 0 ? 'nothing' : moneyText(needs.totals)}`,
    ...(needs.problem ? [`The cost of some rows is unknown: ${plain(say(needs.problem))}`] : []),
    ...('unreadable' in balances
      ? [`The balances of your own wallet can't be read: ${plain(say(balances.unreadable))}`]
      : []),
    ...short.map((one) => `SHORT: ${plain(shortText(one))}`),
    ...(short.length > 0 ? ['First top up the wallet (paybatch help funding).'] : []),
    ...(report.invalid > 0
      ? [
          `${report.invalid === 1 ? '1 row is' : `${report.invalid} rows are`} invalid: paybatch check, with the same file and flags, lists them.`,
        ]
      : []),
    ...(report.exitCode === 0 ? ['Your own wallet covers the rows that are paid from it.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Your own wallet first. */
function sourcesTable({ needs, balances }: FundsReport, width: number): string[] {
  const sources = needs.sources.toSorted((a, b) => Number(a.walletId !== null) - Number(b.walletId !== null));
  if (sources.length === 0) return [];
  const rows = sources.slice(0, WALLETS_SHOWN).map((source) => {
    const { debited, fees, cost } = source.quotes.texts(source.currency);
    return [
      source.walletId === null ? 'your own wallet' : `wallet ${source.walletId}`,
      [source.currency, source.network].filter((part) => part !== '').join(' on '),
      String(source.quotes.rows),
      moneyText(source.totals),
      debited,
      fees,
      // The fee may be part of the debit: then the cost is too high by the fee.
      cost + (source.quotes.unknown > 0 ? ` and ${source.quotes.unknown} rows unknown` : ''),
      balanceOf(source, balances),
    ];
  });
  const head = [
    ...['source', 'currency debited', 'rows', 'payee receives'],
    ...['debited by quotes', 'fees', 'total cost', 'balance'],
  ];
  const more = sources.length - WALLETS_SHOWN;
  return [
    ...['', plainTable(head, rows, [2], width)],
    ...(more > 0 ? [`... and ${more} more wallets (--json has all)`] : []),
  ];
}

export function fundsJson(report: FundsReport): object {
  const { needs, balances, short } = report;
  return {
    rows: report.rows,
    invalid: report.invalid,
    left: report.left,
    toBeSent: needs.rows,
    totals: totalTexts(needs.totals),
    sources: needs.sources.map((source) => ({
      funding: source.walletId === null ? 'developer' : 'wallet',
      walletId: source.walletId,
      currency: source.currency,
      network: source.network,
      rows: source.quotes.rows,
      totals: totalTexts(source.totals),
      ...source.quotes.texts(source.currency),
      rowsOfUnknownCost: source.quotes.unknown,
    })),
    balances: 'of' in balances ? totalTexts(balances.of) : null,
    shortfalls: short,
    problem: needs.problem ? say(needs.problem) : null,
    exitCode: report.exitCode,
  };
}
