// Rows without references that say the same as one of another batch: perhaps the same file, saved again.
import type { RowRecord, RunKind } from '../../ledger/ledger.ts';
import { KINDS } from '../input/kinds.ts';
import { Refusal } from '../input/refusal.ts';

export const ALIKE_DAYS = 30;

const ADVICE = {
  row: "If this is a new batch, say so with --batch-id NAME; if it is the same file saved again, don't run it. A reference column settles this for good",
  call: 'If it is meant once more, say so with --batch-id NAME, or with a --reference of its own',
} as const;

/** Errors: {@link Refusal} when there is one. `what` is the file's name, or the operation of a single call. */
export function refuseAlike(
  what: string,
  from: keyof typeof ADVICE,
  kind: RunKind,
  alike: readonly RowRecord[],
): void {
  const [first] = alike;
  if (!first) return;
  const when = first.updatedAt.toISOString().slice(0, 10);
  const sum = first.amount === '' ? '' : ` (${first.amount} ${first.currency})`;
  throw new Refusal(
    'alike',
    `${what}: ${from === 'row' ? 'a row' : 'it'} says the same as line ${first.line} of run ${first.runId}, which was or may have been ${KINDS[kind].done} on ${when}${sum}, and neither has a reference. ${ADVICE[from]}`,
  );
}
