// The look at the funds in words and as JSON. Exact decimals.
import { type Balances, shortfallText } from '../../batch/funds/balances.ts';
import { costOf, type Needs, type Source } from '../../batch/funds/needs.ts';
import type { FundsReport } from '../../batch/funds/report.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { plainTable } from './table.ts';

const WALLETS_SHOWN = 20;

const inWords = (totals: Needs['totals']): string =>
  [...totals].map(([currency, sum]) => `${sum.toString()} ${plain(currency)}`).join(', ');

function balanceOf({ walletId, currency }: Source, balances: Balances): string {
  if (walletId !== null) return 'not shown by the service';
  return 'of' in balances ? (balances.of.get(currency)?.toFixed() ?? '0') : 'unreadable';
}

export function fundsText(file: string, report: FundsReport, width = Infinity): string {
  const { needs, balances, short } = report;
  const others = report.rows - needs.rows - report.invalid - report.left;
  const apart = [
    `${report.invalid} refused here`,
    `${others} paid before or in doubt`,
    ...(report.left > 0 ? [`${report.left} held, or refused for what the ledger knows`] : []),
  ];
  const lines = [
    `${plainPath(file)}: ${report.rows} row${report.rows === 1 ? '' : 's'}, ${needs.rows} to be sent${report.rows > needs.rows ? ` (${apart.join(', ')})` : ''}`,
  ];
  const sources = [...needs.sources].sort(
    (a, b) => (a.walletId === null ? -1 : 0) - (b.walletId === null ? -1 : 0),
  );
  const rows = sources
    .slice(0, WALLETS_SHOWN)
    .map((source) => [
      source.walletId === null ? 'developer' : `wallet ${source.walletId}`,
      [source.currency, source.network].filter((part) => part !== '').join(' on '),
      String(source.rows),
      inWords(source.totals),
      source.debited.toFixed(),
      source.fees.toFixed(),
      costOf(source).toFixed() + (source.unknown > 0 ? ` and ${source.unknown} rows unknown` : ''),
      balanceOf(source, balances),
    ]);
  if (rows.length > 0)
    lines.push(
      '',
      plainTable(
        ['source', 'pays in', 'rows', 'to arrive', 'debited by quotes', 'fees', 'cost: both', 'balance'],
        rows,
        [2],
        width,
      ),
    );
  if (sources.length > WALLETS_SHOWN)
    lines.push(`... and ${sources.length - WALLETS_SHOWN} more wallets (--json has all)`);
  lines.push('', `To arrive: ${needs.rows === 0 ? 'nothing' : inWords(needs.totals)}`);
  if (needs.problem !== '') lines.push(`Not every cost is known: ${plain(needs.problem)}`);
  if ('unreadable' in balances)
    lines.push(`The developer balances can't be read: ${plain(balances.unreadable)}`);
  for (const one of short) lines.push(`SHORT: ${plain(shortfallText(one))}`);
  if (report.exitCode === 0) {
    lines.push(
      needs.rows === 0
        ? 'No row is to be sent: it takes no funds.'
        : sources.some(({ walletId }) => walletId === null)
          ? 'The developer balance covers the rows that it funds.'
          : 'No row is funded by the developer.',
    );
  }
  return `${lines.join('\n')}\n`;
}

export function fundsJson(report: FundsReport): string {
  const { needs, balances, short } = report;
  return JSON.stringify({
    rows: report.rows,
    invalid: report.invalid,
    left: report.left,
    toBeSent: needs.rows,
    totals: Object.fromEntries([...needs.totals].map(([to, sum]) => [to, sum.toString()])),
    sources: needs.sources.map(
      ({ walletId, currency, network, rows, debited, fees, unknown, totals: of }) => ({
        funding: walletId === null ? 'developer' : 'wallet',
        walletId,
        currency,
        network,
        rows,
        totals: Object.fromEntries([...of].map(([to, sum]) => [to, sum.toString()])),
        debited: debited.toFixed(),
        fees: fees.toFixed(),
        cost: costOf({ debited, fees }).toFixed(),
        rowsOfUnknownCost: unknown,
      }),
    ),
    balances:
      'of' in balances
        ? Object.fromEntries([...balances.of].map(([currency, sum]) => [currency, sum.toFixed()]))
        : null,
    shortfalls: short.map(({ currency, needed, balance, missing }) => ({
      currency,
      needed: needed.toFixed(),
      balance: balance.toFixed(),
      missing: missing.toFixed(),
    })),
    problem: needs.problem === '' ? null : needs.problem,
    exitCode: report.exitCode,
  });
}
