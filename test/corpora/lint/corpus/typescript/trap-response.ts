// The answers of POST /api/v1/transfers are kept as they come.
export interface TransferResponse {
  id: string;
  amount: number;
  purposeOfPayment: string;
}
export async function read(id: string) {
  const { amount, status } = (await http.post('/api/v1/transfers', { receiverAmount: 5, customerId: id })).data;
  return { amount, status };
}
