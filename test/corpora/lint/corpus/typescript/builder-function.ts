export function buildTransfer(row: PayoutRow) {
  return {
    customerId: row.customerId,
    source: { currency: 'USDC', network: 'ethereum', walletId: row.wallet },
    destination: { currency: 'GBP', externalAccountId: row.account },
    purposeOfPayment: 'PaymentForGoods',
    amount: row.total,
  };
}
