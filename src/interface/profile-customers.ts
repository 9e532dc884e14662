// What the specification leaves open about customers, onboarding documents, trades and balances.
import * as z from 'zod';

import { CUSTOMER_FIELDS } from './customer-columns.ts';
import { closable, entry, enumeration, names } from './profile-entry.ts';

const customerField = z
  .string()
  .refine((path) => path !== 'reference' && CUSTOMER_FIELDS.includes(path), 'is not a customer field (2.1)');

export const CUSTOMER_PROFILE = {
  requiredCustomerFields: entry(
    z.array(customerField),
    'Which customer fields are required (2.1)',
    ['businessLegalName'],
    'The specification does not say. paybatch requires only the name. List the fields that your agreement requires',
  ),
  businessIndustries: enumeration('businessIndustries (2.1)', 'VirtualDigitalGoods'),
  estimatedMonthlyVolumeUsd: enumeration('estimatedMonthlyVolumeUsd (2.1)', 'Usd500kTo1m'),
  averageUsdValuePayments: enumeration(
    'averageUsdValueIncomingPayments and averageUsdValueOutgoingPayments (2.1)',
    'Usd100kTo250k',
  ),
  estimatedIncomingPaymentsPerMonth: enumeration('estimatedIncomingPaymentsPerMonth (2.1)', 'Range1To15'),
  estimatedOutgoingPaymentsPerMonth: enumeration('estimatedOutgoingPaymentsPerMonth (2.1)', 'Range30To50'),
  companySourceOfWealth: enumeration('companySourceOfWealth (2.1)', 'BusinessProfits'),
  accountFundingSource: enumeration('accountFundingSource (2.1)', 'OperatingIncome'),
  customerDocumentTypes: entry(
    closable,
    'The complete list of onboarding document types (2.2)',
    { values: ['BankStatements'], closed: false },
    'The specification names one type. paybatch sends an unknown type with a warning, and refuses the removed types',
  ),
  requiredDocumentTypes: entry(
    z.array(z.string().min(1)),
    'Which onboarding documents are required as well as BankStatements (2.2)',
    [],
    'The specification calls only BankStatements required',
  ),
  customerDocumentFields: entry(
    z.strictObject({ type: z.string().min(1), file: z.string().min(1) }),
    'The request fields of an onboarding document (2.2)',
    { type: 'documentType', file: 'fileBlob' },
    'The specification shows one upload (2.5): its fileBlob is a data URL',
  ),
  customerIdFields: entry(
    names,
    'The field of the id of a created customer (2.1)',
    ['id', 'customerId', 'customer.id', 'data.id'],
    'A response without any of these leaves the row in doubt. The ledger keeps the whole response',
  ),
  customerDocumentIdFields: entry(
    names,
    'The field of the id of a stored onboarding document (2.2)',
    ['documentId', 'id', 'document.id', 'data.id'],
    'Used in the results only. A response without an id is accepted',
  ),
  tradeCurrencyFields: entry(
    z.strictObject({ source: z.string().min(1), destination: z.string().min(1) }),
    'The request fields of the two currencies of a trade (2.6)',
    { source: 'sourceCurrency', destination: 'destinationCurrency' },
    'paybatch checks these fields if the body has them, and sends the body unchanged',
  ),
  tradeAmountField: entry(
    z.string().min(1),
    'The request field of the amount of a trade, in its source currency (2.6)',
    'amount',
    'createTrade requires it. paybatch checks it as receiverAmount, and sends it unchanged',
  ),
  tradeIdFields: entry(
    names,
    'The field of the id of an executed trade (2.6)',
    ['id', 'tradeId', 'trade.id', 'data.id'],
    'A response without any of these leaves the trade in doubt. The ledger keeps the whole response',
  ),
  balanceListFields: entry(
    names,
    'The field of the list of developer balances (2.7)',
    ['balances', 'data', 'items'],
    'paybatch takes the response if it is a list, else the first list that it finds',
  ),
  balanceCurrencyFields: entry(
    names,
    'The field of the currency of a balance (2.7)',
    ['currency', 'asset'],
    'Usual names. paybatch skips a balance without a currency',
  ),
  balanceAmountFields: entry(
    names,
    'The field of the amount of a balance (2.7)',
    ['available', 'availableBalance', 'balance', 'amount'],
    'Usual names. paybatch prefers the amount that can be spent',
  ),
} as const;
