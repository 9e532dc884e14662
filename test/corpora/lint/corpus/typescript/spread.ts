const base = { customerId, purposeOfPayment: 'PaymentForGoods' };
await post('/api/v1/transfers', { ...base, amount: total });
