// The payout service of a small sample company, as it was written for the earlier interface.
import { PaymentsApi } from './payments-api.js';

const api = new PaymentsApi(process.env['PAYMENTS_URL'] ?? '');

export interface Invoice {
  readonly number: string;
  readonly customerId: string;
  readonly amount: number;
  readonly currency: string;
  readonly pdf: string;
}

export async function payInvoice(invoice: Invoice): Promise<string> {
  const quote = await api.post('/api/v1/transfers/quote', { amount: invoice.amount, isFirstParty: false });
  const transfer = await api.post('/api/v1/transfers', {
    customerId: invoice.customerId,
    source: { currency: 'USDC', network: 'ethereum', walletId: process.env['WALLET_ID'] },
    destination: { currency: invoice.currency, externalAccountId: process.env['ACCOUNT_ID'] },
    purposeOfPayment: 'PaymentForGoods',
    amount: invoice.amount,
    documents: [`data:application/pdf;base64,${invoice.pdf}`],
  });
  return `${String(quote['id'])} ${String(transfer['id'])}`;
}

/** What the service answers is kept as it comes. */
export const totalOf = (transfers: readonly { readonly amount: number }[]): number =>
  transfers.reduce((sum, transfer) => sum + transfer.amount, 0);
