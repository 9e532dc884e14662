// What section 2.3 leaves open about the answer to a transfer, and what may be done to find it again. Entries of the
// profile; profile.ts puts them in their place.
import * as z from 'zod';

import { entry, expression, names, namesOrNone } from './profile-entry.ts';

/** Headers that a request has anyway: none of them can carry a key. */
const OWN_HEADERS =
  /^(accept|authorization|connection|content-length|content-type|host|transfer-encoding|user-agent)$/i;

const idempotencyHeader = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/)
  .refine((name) => !OWN_HEADERS.test(name), 'is a header that every request has for something else');

export const TRANSFER_PROFILE = {
  transferIdFields: entry(
    names,
    'The field of the id of a created transfer (2.3)',
    ['id', 'transferId', 'transfer.id', 'data.id'],
    'A response without any of these leaves the row in doubt. The ledger keeps the whole response',
  ),
  transferAmountFields: entry(
    namesOrNone,
    'The fields of the amount of a created transfer (2.3)',
    ['receiverAmount', 'transfer.receiverAmount', 'data.receiverAmount'],
    'A response with a different amount leaves the row in doubt. A response without an amount is accepted',
  ),
  transferStateFields: entry(
    namesOrNone,
    'The fields of the state of a created transfer (2.3)',
    ['status', 'state', 'transfer.status', 'transfer.state', 'data.status', 'data.state'],
    'Usual names. paybatch checks all of them',
  ),
  transferFailedStates: entry(
    namesOrNone,
    'The states of a transfer that will not be paid (3)',
    [
      'failed',
      'rejected',
      'declined',
      'refused',
      'cancelled',
      'canceled',
      'error',
      'expired',
      'returned',
      'reversed',
    ],
    'A 2xx response with one of these states leaves the row in doubt. Capitals do not matter',
  ),
  insufficientFunds: entry(
    expression,
    'How to recognise a refusal for lack of funds (7)',
    '^402 |insufficient.?(funds|balance)',
    'A regular expression for the text "STATUS CODE MESSAGE". Capitals do not matter. Consecutive matches (haltAfter) stop the rows of that wallet',
  ),
  memoTag: entry(
    z.boolean(),
    'Whether paybatch may add a tag to the memo (2.3)',
    false,
    'true: paybatch adds a short tag to the end of each memo, so that you can find a row in doubt in the dashboard. The payee may see the tag',
  ),
  idempotency: entry(
    z.strictObject({ header: idempotencyHeader, windowSeconds: z.int().min(1) }).nullable(),
    'A header that makes a repeated transfer harmless (4)',
    null,
    'The specification names none, so paybatch never resends a row with an unknown outcome by itself. Example: {"header": "Idempotency-Key", "windowSeconds": 86400}',
  ),
} as const;
