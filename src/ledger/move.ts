// Whether a ledger was moved (ledger copy). The move is written in the source first, which seals it. The copy has the
// same move, and can't be used until it records that the move has arrived. So at most one of the two can be used,
// whenever the copying process is killed. Pure.
import { type LedgerError, refusal } from './ledger-error.ts';
import { ledgerMessage } from './messages.ts';

export interface MoveRecord {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
  /** For people: a path, or an address without its password. */
  readonly source: string;
  readonly target: string;
  /** When it arrived. Only the target has it. */
  readonly arrived: number | null;
  /** When the source recorded the arrival. */
  readonly done: number | null;
}

/** Whether a ledger with this last move is sealed. */
export const isAway = (move: MoveRecord | undefined): move is MoveRecord =>
  move !== undefined && move.arrived === null;

/** Errors: {@link LedgerError} (`ledger_moved`). `here`: the name of this ledger, if it is known. */
export function refuseMoved(move: MoveRecord | undefined, here?: string): void {
  if (isAway(move)) throw movedAway(move, here);
}

export function movedAway(move: MoveRecord, here = move.source): LedgerError {
  const { source, target, done } = move;
  const at = new Date(move.at).toISOString();
  return refusal(
    'ledger_moved',
    ledgerMessage('moved_away', { ledger: here, source, target, at, hasArrived: done !== null }),
  );
}
