export interface CreateTransferRequest {
  customerId: string;
  source: { currency: string; network: string; walletId: string };
  destination: { currency: string; externalAccountId: string };
  purposeOfPayment: string;
  amount: number;
  memo?: string;
}
