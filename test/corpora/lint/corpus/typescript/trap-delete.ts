export function upgrade(body: Record<string, unknown>) {
  // amount was removed: use receiverAmount
  if ('amount' in body) throw new Error('amount is no longer accepted by /api/v1/transfers');
  delete body.sourceOfFunds;
  delete body['compliance'];
  const { businessIndustryType, ...rest } = body;
  return { ...rest, receiverAmount: body.value, amount: undefined };
}
