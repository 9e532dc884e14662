// another vendor's SDK; its customers/{id}/documents are its own: externalAccountId
export interface TransferData {
  /** The amount transferred. */
  amount?: number;
  destination: string;
}
export const transferGroup = { amount: 5, destination: 'acct_1', memo: 'x' };
