import { z } from 'zod';
export const createTransferSchema = z.object({
  customerId: z.string().uuid(),
  purposeOfPayment: z.string(),
  amount: z.number().positive(),
});
