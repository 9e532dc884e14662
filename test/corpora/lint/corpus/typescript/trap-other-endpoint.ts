// The service: /api/v1/transfers
await http.post('/v2/ledger/entries', { amount: 5, memo: 'fee', customerId: 'c' });
await http.post('https://api.bank.example/payments', { amount: 5, currency: 'EUR', iban: 'x' });
