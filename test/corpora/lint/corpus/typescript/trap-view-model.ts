import { createTransfer } from './payments'; // uses receiverAmount and purposeOfPayment
export interface TransferView { id: string; amount: string; customerId: string; memo: string }
export const toView = (t: Transfer): TransferView => ({ id: t.id, amount: t.receiverAmount, customerId: t.customerId, memo: t.memo });
