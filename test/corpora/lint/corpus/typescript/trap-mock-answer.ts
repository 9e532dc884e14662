import nock from 'nock';
nock('https://api.payments.example').post('/api/v1/transfers').reply(201, { id: 't1', amount: 5, customerId: 'c' });
http.post = vi.fn().mockResolvedValue({ data: { amount: 5, purposeOfPayment: 'x' } });
