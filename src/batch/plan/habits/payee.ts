// Who a payout goes to, as checks across runs know it.
import type { PayoutRow } from '../../input/row.ts';

/** Empty where the row names none. */
export const accountOf = ({ body }: PayoutRow): string => body.destination?.externalAccountId ?? '';

/** By the column that says so; empty where there is none. */
export const payeeOf = ({ payee }: PayoutRow): string => payee ?? '';
