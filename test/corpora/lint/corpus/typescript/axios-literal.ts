import axios from 'axios';
const api = axios.create({ baseURL: process.env.PAYMENTS_URL });
export async function payOut(customerId: string, value: number): Promise<string> {
  const { data } = await api.post('/api/v1/transfers', {
    customerId,
    amount: value,
    purposeOfPayment: 'PaymentForGoods',
  });
  return data.id;
}
