type TransferEvent = { type: 'transfer.completed'; amount: number; customerId: string; receiverAmount: number };
export function onTransferCompleted(event: TransferEvent) {
  ledger.book({ amount: event.amount, currency: 'GBP' });
}
