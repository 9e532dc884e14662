// Payout files for tests: good rows by default, single cells changed by name.
export const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const WALLET = '16fd2706-8baf-433b-82eb-8c7fada847da';
export const ACCOUNT = '886313e1-3b8a-4372-9b90-0c9aee199e5d';

export const GOOD: Readonly<Record<string, string>> = {
  reference: 'R',
  customerId: CUSTOMER,
  'source.currency': 'USDC',
  'source.network': 'ethereum',
  'source.walletId': WALLET,
  'destination.currency': 'GBP',
  'destination.externalAccountId': ACCOUNT,
  purposeOfPayment: 'PaymentForGoods',
  receiverAmount: '10.00',
  memo: '',
  useDeveloperFunds: '',
  requireApproval: '',
  documents: '',
  isFirstParty: '',
};

export const COLUMNS = Object.keys(GOOD);

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** CSV text; `columns` picks and orders the columns. */
export function payouts(
  rows: readonly Readonly<Record<string, string>>[],
  columns: readonly string[] = Object.keys(GOOD),
): string {
  const lines = rows.map((row) => columns.map((name) => quoted(row[name] ?? GOOD[name] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}

export function numbered(
  count: number,
  more: Readonly<Record<string, string>> = {},
): Record<string, string>[] {
  return Array.from({ length: count }, (_, i) => ({
    reference: `R-${i + 1}`,
    memo: `row ${i + 1}`,
    ...more,
  }));
}
