// Trades of whatever shape: the fields aren't shown (2.6), and the sandbox knows but one. What a call adds makes no other trade.
import { describe, expect, it } from 'vitest';

import { steadyTrade } from '../../../src/interface/trade-likeness.ts';

type Body = Readonly<Record<string, unknown>>;

describe('trades of one look', () => {
  it.each<[string, Body, Body]>([
    [
      'nested',
      { from: { asset: 'USDC', amount: '5' }, to: { asset: 'USDCT' } },
      { from: { asset: 'USDC', amount: 5, note: 'x' }, to: { asset: 'USDCT' }, caller: { ip: '::1' } },
    ],
    [
      'in a list',
      { legs: [{ sell: 'USDC', quantity: 5 }, { buy: 'USDCT' }] },
      {
        legs: [
          { sell: 'USDC', quantity: 5, label: 1 },
          { buy: 'USDCT', sent: true },
        ],
      },
    ],
    [
      'in words of another spelling',
      { sell_ccy: 'USDC', qty: 5 },
      { sell_ccy: 'USDC', qty: 5, sent_by: 'a' },
    ],
    [
      'with the id of a call',
      { pair: 'USDC/USDCT', amount: 5, id: 'a' },
      { pair: 'USDC/USDCT', amount: 5, id: 'b' },
    ],
    ['under names unheard of', { give: 'USDC', howMuch: 5 }, { give: 'USDC', howMuch: 5, memo: 'x' }],
    ['with what is received', { sell: 'USDC', amount: 5 }, { sell: 'USDC', amount: 5, buyAmount: '4.99' }],
  ])('%s', (_, one, two) => {
    expect(steadyTrade(one)).toBe(steadyTrade(two));
  });
});

describe('trades that look different', () => {
  it.each<[string, Body, Body]>([
    [
      'a way back',
      { legs: [{ sell: 'USDC' }, { buy: 'USDCT', qty: 5 }] },
      { legs: [{ sell: 'USDCT' }, { buy: 'USDC', qty: 5 }] },
    ],
    ['another pair', { pair: 'USDC/USDCT', qty: 5 }, { pair: 'USDCT/USDC', qty: 5 }],
    ['another wallet', { amount: 5, wallet: { id: 'a' } }, { amount: 5, wallet: { id: 'b' } }],
    ['another amount, under a name unheard of', { give: 'USDC', howMuch: 5 }, { give: 'USDC', howMuch: 6 }],
    [
      'another amount to receive, where it is the only one',
      { buyAmount: 5, buy: 'USDC' },
      { buyAmount: 6, buy: 'USDC' },
    ],
    ['another quote, and nothing else', { quoteId: 'a' }, { quoteId: 'b' }],
  ])('%s', (_, one, two) => {
    expect(steadyTrade(one)).not.toBe(steadyTrade(two));
  });
});

const TRADE = { sourceCurrency: 'USDC', destinationCurrency: 'USDCT', amount: 5 };

describe('a word of what is traded inside the name of something else', () => {
  it.each([
    ...[
      'valueDate',
      'value_date',
      'value-date',
      'VALUE_DATE',
      'ValueDate',
      'valueDates',
      'valueDateUTC',
      'dateOfValue',
    ],
    ...['accountManager', 'accountmanager', 'account_manager', 'accountManagers', 'accountManagerId'],
    ...[
      'accountManagerName',
      'marketOrderTime',
      'totalAttempts',
      'totalRetries',
      'totalCount',
      'customerVersion',
    ],
    ...[
      'accountStatus',
      'accountStatusCode',
      'walletStatuses',
      'customerSessionId',
      'networkCheckedAt',
      'buySideNote',
    ],
    ...[
      'trade.valueDate',
      'account.manager.version',
      'accountManager.name',
      'customerOrderNumber',
      'networkFee',
    ],
    ...['amountApprovedBy', 'assetDescription', 'totalFees', 'accountBalance', 'idempotencyToken'],
  ])('%s makes no other trade, added or changed', (name) => {
    const plain = steadyTrade(TRADE);
    expect(steadyTrade({ ...TRADE, [name]: 'a' })).toBe(plain);
    expect(steadyTrade({ ...TRADE, [name]: 'b' })).toBe(plain);
  });
  it.each<[string, Body]>([
    ['a person', { accountManager: { name: 'Bea', id: 7 } }],
    ['who asked', { submittedBy: { accountId: 7 } }],
    ['a time in a wallet', { wallet: { updatedAt: 7, status: 'open' } }],
    ['in a list', { legs: [{ totalAttempts: 7, valueDate: 'x' }] }],
  ])('%s, nested', (_, more) => {
    expect(steadyTrade({ ...TRADE, ...more })).toBe(steadyTrade(TRADE));
  });
  it('is put aside where no name speaks of an amount', () => {
    const one = { give: 'USDC', howMuch: 5, valueDate: 'a' };
    expect(steadyTrade({ ...one, valueDate: 'b' })).toBe(steadyTrade(one));
    expect(steadyTrade({ ...one, howMuch: 6 })).not.toBe(steadyTrade(one));
  });
});

describe('what is traded by its last word', () => {
  it.each([
    ...[
      'accountId',
      'account_number',
      'walletId',
      'wallet.id',
      'wallets',
      'walletAddress',
      'network',
      'networkName',
    ],
    ...[
      'networkCode',
      'side',
      'orderSide',
      'order-type',
      'beneficiary',
      'beneficiaryName',
      'customerId',
      'pair',
    ],
    ...[
      'tokenCount',
      'totalValue',
      'orderValue',
      'total_amount',
      'amountForDate',
      'discountAccount',
      'accounts',
    ],
    ...[
      'marketPair',
      'currencyConversion',
      'chainId',
      'assetType',
      'externalAccount',
      'fundedBy.wallet',
      'units',
    ],
  ])('another %s is another trade', (name) => {
    expect(steadyTrade({ ...TRADE, [name]: 'a' })).not.toBe(steadyTrade({ ...TRADE, [name]: 'b' }));
  });
  it('so is another count, where it is all that tells how much', () => {
    expect(steadyTrade({ thing: 'USDC', count: 5 })).not.toBe(steadyTrade({ thing: 'USDC', count: 6 }));
    expect(steadyTrade({ thing: 'USDC', unitCount: 5 })).not.toBe(
      steadyTrade({ thing: 'USDC', unitCount: 6 }),
    );
  });
});
