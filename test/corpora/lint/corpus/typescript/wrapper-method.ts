import { payments } from './payments-client'; // POST /api/v1/transfers
export const send = (id: string, cents: number) =>
  payments.createTransfer({ customerId: id, purposeOfPayment: 'PaymentForGoods', amount: cents / 100 });
