// paybatch-ignore transfer-amount -- the sandbox of 1.29 still wants it
await http.post('/api/v1/transfers', { customerId: 'c', amount: 5 });
await http.get('/api/v1/current-tenant'); // paybatch-ignore current-tenant-endpoint -- removed in PAY-12
await http.get('/api/v1/current-tenant'); // paybatch-ignore current-tenant-endpoint
