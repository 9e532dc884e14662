// Whether a ledger is still here. `ledger copy` carries it over to another place: first its last move is written in the
// source, which seals it; the copy holds that too, and is no ledger before its own chain says that the move has arrived.
// So of all copies at most one can be used, whatever is killed when. Pure.
import { momentText } from '../interface/instant.ts';
import { LedgerError } from './ledger-error.ts';

export interface MoveRecord {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
  /** As people call them: a path, or an address without its password. */
  readonly source: string;
  readonly target: string;
  /** When it was whole at its target; only the target ever knows. */
  readonly arrived: number | null;
  /** When the source heard of that. */
  readonly done: number | null;
}

/** Whether the ledger that holds this as its last move is sealed, or not whole yet. */
export const isAway = (move: MoveRecord | undefined): move is MoveRecord =>
  move !== undefined && move.arrived === null;

/** Errors: {@link LedgerError} (`ledger_moved`). `here`: what this one is called, where it is known. */
export function refuseMoved(move: MoveRecord | undefined, here?: string): void {
  if (isAway(move)) throw movedAway(move, here);
}

export function movedAway(move: MoveRecord, here = move.source): LedgerError {
  const { source, target, at, done } = move;
  const again = `run paybatch ledger copy --from ${source} --to ${target} again: it goes on where it was broken off`;
  const day = momentText(new Date(at));
  if (here === target)
    return refused(
      `${here} is a copy of the ledger ${source} that is not finished, and nothing may be paid by it yet: ${again}`,
    );
  if (done === null)
    return refused(`the ledger ${here} is sealed, since it is being moved to ${target} (${day}): ${again}`);
  return refused(
    `the ledger ${here} was moved to ${target} (${day}), and what was paid since is known there alone: use that one`,
  );
}

const refused = (message: string): LedgerError => new LedgerError(message, undefined, 'ledger_moved');
