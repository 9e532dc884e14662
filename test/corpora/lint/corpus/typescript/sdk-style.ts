// our client for /api/v1/transfers
await payments.transfers.create({ customerId, requireApproval: true, amount: 10 });
await payments.transfers.quote({ amount: 10, isFirstParty: true });
