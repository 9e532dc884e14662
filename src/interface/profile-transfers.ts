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
    'Without any of them the row is in doubt, the answer is kept whole',
  ),
  transferAmountFields: entry(
    namesOrNone,
    'The fields of the amount of a created transfer (2.3)',
    ['receiverAmount', 'transfer.receiverAmount', 'data.receiverAmount'],
    'An answer with another amount than the one sent leaves the row in doubt; one without any of them says nothing',
  ),
  transferStateFields: entry(
    namesOrNone,
    'The fields of the state of a created transfer (2.3)',
    ['status', 'state', 'transfer.status', 'transfer.state', 'data.status', 'data.state'],
    'The usual names; all of them are looked at',
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
    'A success that says so contradicts itself: the row is in doubt. In whatever case they are written',
  ),
  insufficientFunds: entry(
    expression,
    'What a refusal for lack of funds looks like (7)',
    '^402 |insufficient.?(funds|balance)',
    'A pattern over status, code and message with a space between them, case aside; such refusals in a row stop the rows of their wallet',
  ),
  memoTag: entry(
    z.boolean(),
    'Whether the memo may carry a mark of ours (2.3)',
    false,
    'A short tag behind the memo lets a row in doubt be found in a dashboard; the payee may see it',
  ),
  idempotency: entry(
    z.strictObject({ header: idempotencyHeader, windowSeconds: z.int().min(1) }).nullable(),
    'A header that makes a repeated transfer harmless (4)',
    null,
    'None is documented, so an unknown outcome is never sent again',
  ),
} as const;
