// Files of payouts and of customers. Rows are valid by default, and a test changes single cells by column name.
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
/** The columns of a file without references. */
export const BARE = COLUMNS.filter((name) => name !== 'reference');

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** CSV text; `columns` picks and orders the columns. */
export function payouts(
  rows: readonly Readonly<Record<string, string>>[],
  columns: readonly string[] = COLUMNS,
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

export const GOOD_CUSTOMER: Readonly<Record<string, string>> = {
  reference: 'C',
  businessLegalName: 'Harbour Lane Games Ltd',
  'contactPerson.phoneNumber': '+442079460958',
  email: 'accounts@harbour-lane.example',
  naicsCode: '513210',
  companySourceOfWealth: 'BusinessProfits',
  accountFundingSource: 'OperatingIncome',
  'transactionBreakdown.estimatedMonthlyVolumeUsd': 'Usd500kTo1m',
  'transactionBreakdown.averageUsdValueIncomingPayments': 'Usd100kTo250k',
  'transactionBreakdown.averageUsdValueOutgoingPayments': 'Usd100kTo250k',
  'transactionBreakdown.estimatedIncomingPaymentsPerMonth': 'Range1To15',
  'transactionBreakdown.estimatedOutgoingPaymentsPerMonth': 'Range30To50',
  'documents.BankStatements': 'statement.pdf',
};

/** CSV text of customers. The columns are those of a valid customer and those that a row adds. */
export function customers(
  rows: readonly Readonly<Record<string, string>>[],
  without: readonly string[] = [],
): string {
  const columns = [
    ...new Set([...Object.keys(GOOD_CUSTOMER), ...rows.flatMap((row) => Object.keys(row))]),
  ].filter((name) => !without.includes(name));
  const lines = rows.map((row) =>
    columns.map((name) => quoted(row[name] ?? GOOD_CUSTOMER[name] ?? '')).join(','),
  );
  return [columns.join(','), ...lines, ''].join('\n');
}

export function numberedCustomers(
  count: number,
  more: Readonly<Record<string, string>> = {},
): Record<string, string>[] {
  return Array.from({ length: count }, (_, i) => ({
    reference: `C-${i + 1}`,
    businessLegalName: `Customer ${i + 1}`,
    ...more,
  }));
}
