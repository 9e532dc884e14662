it('sends no amount', async () => {
  await client.post('/api/v1/transfers', { receiverAmount: 5, customerId: 'c' });
  expect(sent.body.amount).toBeUndefined();
  expect(sent.body).not.toHaveProperty('sourceOfFunds');
});
