// Customer files for tests: good rows by default, single cells changed by name.
export const GOOD: Readonly<Record<string, string>> = {
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

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** CSV text with the good columns and those that a row adds. */
export function customers(
  rows: readonly Readonly<Record<string, string>>[],
  without: readonly string[] = [],
): string {
  const columns = [...new Set([...Object.keys(GOOD), ...rows.flatMap((row) => Object.keys(row))])].filter(
    (name) => !without.includes(name),
  );
  const lines = rows.map((row) => columns.map((name) => quoted(row[name] ?? GOOD[name] ?? '')).join(','));
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
