export const quote = (amount: number, isFirstParty: boolean) =>
  http.post('/api/v1/transfers/quote', { amount, isFirstParty });
