// Payments that the ledger knows, made beside a row, and what a statement makes of them. Where it has them otherwise, or doesn't have
// them, it says nothing of the row by not having that either. Pure.
import { otherwise, saysNotPaid } from './against.ts';
import { isMemoOf } from './cells.ts';
import { likely } from './likely.ts';
import type { StatementLine } from './lines.ts';
import { type DoubtfulRow, reconcile, type Verdict } from './match.ts';
import { mayBeInTime } from './when.ts';

export type Heard =
  | {
      readonly is: 'there';
      readonly line: StatementLine;
      /** At a time that can't be that of the payment by the ledger: a clock was wrong, or it was booked very late. */
      readonly isOffTime: boolean;
    }
  | {
      readonly is: 'otherwise';
      readonly line: StatementLine;
      readonly why: string;
      readonly isOffTime: boolean;
    }
  | { readonly is: 'absent' }
  /** It may be there, and may not. */
  | { readonly is: 'unclear' };

export interface Beside {
  /** Ids of whatever the ledger knows to be made. */
  readonly taken: ReadonlySet<string>;
  /** What may be the owner of a line that looks like theirs. */
  readonly doubtful: readonly DoubtfulRow[];
}

/** One answer for every payment, in their order. */
export function heard(
  paid: readonly DoubtfulRow[],
  statement: readonly StatementLine[],
  { taken, doubtful }: Beside,
): Heard[] {
  const ids = new Set(paid.map(({ createdId }) => createdId));
  const byId = new Map<string, StatementLine[]>();
  for (const line of statement) if (ids.has(line.id)) byId.set(line.id, [...(byId.get(line.id) ?? []), line]);
  const bare = paid
    .filter(({ createdId }) => createdId !== null && !byId.has(createdId))
    .map((row) => ({ row, as: { ...row, createdId: null } }));
  const looks = reconcile(
    bare.map(({ as }) => as),
    statement,
    { taken, rivals: doubtful, isLenient: true },
  );
  const byLooks = new Map(bare.map(({ row }, at) => [row, looks[at]] as const));
  return paid.map((row): Heard => {
    const lines = byId.get(row.createdId ?? '');
    if (lines) return ofItsId(row, lines);
    const verdict = byLooks.get(row);
    const line = verdict?.is === 'proven' ? verdict.line : byMemo(verdict);
    if (line) return { is: 'there', line, isOffTime: false };
    if (verdict?.is === 'contradicted' && !saysNotPaid(verdict.line))
      return { is: 'otherwise', line: verdict.line, why: verdict.why, isOffTime: false };
    return { is: verdict?.is === 'unmatched' && !likely(verdict) ? 'absent' : 'unclear' };
  });
}

/** A line that looks like several, and bears the memo of this one alone. */
const byMemo = (verdict: Verdict | undefined): StatementLine | undefined =>
  verdict?.is === 'ambiguous'
    ? verdict.lines.find(
        ({ memo }) =>
          isMemoOf(verdict.row.memo, memo) &&
          verdict.others.every((other) => other.memo !== '' && !isMemoOf(other.memo, memo)),
      )
    : undefined;

function ofItsId(row: DoubtfulRow, lines: readonly StatementLine[]): Heard {
  // What has failed since may be missing where the others are.
  const done = lines.filter((line) => !saysNotPaid(line));
  const isOffTime = done.length > 0 && done.every(({ time }) => time !== null && !mayBeInTime(row, time));
  const told = done.map((line) => ({ line, why: otherwise(row, line) }));
  const there = told.find(({ why }) => why === undefined);
  if (there) return { is: 'there', line: there.line, isOffTime };
  const [first] = told;
  return first?.why === undefined
    ? { is: 'unclear' }
    : { is: 'otherwise', line: first.line, why: first.why, isOffTime };
}
