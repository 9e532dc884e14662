const quote = await client.request({
  method: 'POST',
  url: '/api/v1/transfers/quote',
  data: { amount: 250, isFirstParty: false },
});
