// How a row of a run may end, in the one order in which every reader is told: summary, status, report, metrics.

/** How a row of one run ended (README, What each status means), in the order in which every reader is told. */
export const ROW_STATUSES = [
  'valid',
  'quoted',
  'created',
  'duplicate',
  'invalid',
  'rejected',
  'failed',
  'not_sent',
  'in_doubt',
  // Of a run that is open to several hosts: queued, or being sent by a living one.
  'pending',
] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** What is told of each status, in their order. */
export const inStatusOrder = <T>(told: ReadonlyMap<RowStatus, T>): Map<RowStatus, T> =>
  new Map(ROW_STATUSES.flatMap((status) => (told.has(status) ? [[status, told.get(status) as T]] : []))); // has it

/** How a row of a run may end without a payment, and be sent by a later one. */
export const UNPAID: readonly RowStatus[] = ['rejected', 'failed', 'not_sent'];

export type StatusCounts = Readonly<Partial<Record<RowStatus, number>>>;
