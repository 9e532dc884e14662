import { createTransfer } from './transfers'; // wraps /api/v1/transfers
export interface Invoice { amount: number; currency: string; customerId: string; lineItems: Line[] }
const invoice: Invoice = { amount: 100, currency: 'EUR', customerId: 'c', lineItems: [] };
createTransfer({ customerId: invoice.customerId, receiverAmount: invoice.amount, purposeOfPayment: 'PaymentForGoods' });
