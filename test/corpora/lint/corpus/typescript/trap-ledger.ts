const entry = { amount: transfer.receiverAmount, currency: 'GBP', memo: 'payout', source: 'payments', destination: 'supplier' };
await ledger.post('/entries', entry);
