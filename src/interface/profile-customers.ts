// What the specification leaves open about customers, onboarding documents, trades and balances.
import * as z from 'zod';

import { CUSTOMER_FIELDS } from './customer-columns.ts';
import { closable, entry, names } from './profile-entry.ts';

const one = (value: string) => ({ values: [value], closed: false });
const APPEARS = 'One value appears; an unknown one is sent, with a warning';

const customerField = z
  .string()
  .refine((path) => path !== 'reference' && CUSTOMER_FIELDS.includes(path), 'is not a customer field (2.1)');

export const CUSTOMER_PROFILE = {
  requiredCustomerFields: entry(
    z.array(customerField),
    'Which customer fields are required (2.1)',
    ['businessLegalName'],
    'Nothing is shown; without a name a customer is nobody. List what your agreement asks for',
  ),
  businessIndustries: entry(
    closable,
    'The full set of businessIndustries (2.1)',
    one('VirtualDigitalGoods'),
    APPEARS,
  ),
  estimatedMonthlyVolumeUsd: entry(
    closable,
    'The full set of estimatedMonthlyVolumeUsd (2.1)',
    one('Usd500kTo1m'),
    APPEARS,
  ),
  averageUsdValuePayments: entry(
    closable,
    'The full set of averageUsdValueIncomingPayments and averageUsdValueOutgoingPayments (2.1)',
    one('Usd100kTo250k'),
    'One value appears, for both; an unknown one is sent, with a warning',
  ),
  estimatedIncomingPaymentsPerMonth: entry(
    closable,
    'The full set of estimatedIncomingPaymentsPerMonth (2.1)',
    one('Range1To15'),
    APPEARS,
  ),
  estimatedOutgoingPaymentsPerMonth: entry(
    closable,
    'The full set of estimatedOutgoingPaymentsPerMonth (2.1)',
    one('Range30To50'),
    APPEARS,
  ),
  companySourceOfWealth: entry(
    closable,
    'The full set of companySourceOfWealth (2.1)',
    one('BusinessProfits'),
    APPEARS,
  ),
  accountFundingSource: entry(
    closable,
    'The full set of accountFundingSource (2.1)',
    one('OperatingIncome'),
    APPEARS,
  ),
  customerDocumentTypes: entry(
    closable,
    'The complete list of onboarding document types (2.2)',
    one('BankStatements'),
    'One is named; another is sent, with a warning, unless it is one of the removed ones',
  ),
  requiredDocumentTypes: entry(
    z.array(z.string().min(1)),
    'Which onboarding documents are required beside BankStatements (2.2)',
    [],
    'BankStatements alone is called required',
  ),
  customerDocumentFields: entry(
    z.strictObject({ type: z.string().min(1), file: z.string().min(1) }),
    'The request fields of an onboarding document (2.2)',
    { type: 'documentType', file: 'fileBlob' },
    'fileBlob, a data URL, is the form of the one upload that is shown (2.5)',
  ),
  customerIdFields: entry(
    names,
    'The field of the id of a created customer (2.1)',
    ['id', 'customerId', 'customer.id', 'data.id'],
    'Without any of them the row is in doubt, the answer is kept whole',
  ),
  customerDocumentIdFields: entry(
    names,
    'The field of the id of a stored onboarding document (2.2)',
    ['documentId', 'id', 'document.id', 'data.id'],
    'For the results only; an answer without one is good',
  ),
  tradeCurrencyFields: entry(
    z.strictObject({ source: z.string().min(1), destination: z.string().min(1) }),
    'The request fields of the two currencies of a trade (2.6)',
    { source: 'sourceCurrency', destination: 'destinationCurrency' },
    'Used to check the pair where they are there; the body is sent as it is given',
  ),
  tradeIdFields: entry(
    names,
    'The field of the id of an executed trade (2.6)',
    ['id', 'tradeId', 'trade.id', 'data.id'],
    'Without any of them the trade is in doubt, the answer is kept whole',
  ),
  balanceListFields: entry(
    names,
    'The field of the list of developer balances (2.7)',
    ['balances', 'data', 'items'],
    'First list found; an answer that is itself a list is taken, too',
  ),
  balanceCurrencyFields: entry(
    names,
    'The field of the currency of a balance (2.7)',
    ['currency', 'asset'],
    'The usual names; a balance without one is skipped, with a warning',
  ),
  balanceAmountFields: entry(
    names,
    'The field of the amount of a balance (2.7)',
    ['available', 'availableBalance', 'balance', 'amount'],
    'What can be spent comes before what is there',
  ),
} as const;
