// Objections to a ledger: a run refuses to use it, unless a person accepts it (`--accept-ledger`). Each store finds
// them. They are judged alike.
import type { Message } from '../../message.ts';
import { type LedgerError, type LedgerErrorCode, refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { Tx } from './changes.ts';
import type { Question } from './question.ts';
import { accept } from './runs.ts';

export interface LedgerObjection {
  readonly code: LedgerErrorCode;
  /** The end of a sentence about the ledger. */
  readonly message: Message;
}

/** How a ledger is opened, wherever it is kept. */
export interface Opening {
  /** Uses it in spite of objections, which is recorded. */
  readonly accept: boolean;
  /** Is called with each accepted objection. */
  readonly accepted?: ((objection: Message) => void) | undefined;
  /** To read only: objections do not refuse it, and marks are not changed. */
  readonly look?: boolean;
  /** Of a reader: is called with each objection. */
  readonly objected?: ((objection: Message) => void) | undefined;
  /** The only ledger that may be used (setting `ledgerId`). */
  readonly pinnedId?: string | undefined;
  /** Where this host keeps its marks. */
  readonly stateFolder?: string;
  readonly now?: () => Date;
}

export const objected = (ledger: string, { code, message }: LedgerObjection): LedgerError =>
  refusal(code, ledgerMessage('ledger_objected', { ledger, objection: message }));

export function* objectionToId(id: string, pinned: string | undefined): Generator<LedgerObjection> {
  if (pinned !== undefined && pinned !== id)
    yield { code: 'ledger_other', message: ledgerMessage('other_id', { id, pinned }) };
}

/**
 * Whether a person accepts these objections. Errors: {@link LedgerError} with the code of the first and the messages
 * of all, if there are objections that no one accepts.
 */
export function areAccepted(ledger: string, found: readonly LedgerObjection[], opening: Opening): boolean {
  const [first] = found;
  if (!first) return false;
  if (opening.look === true) for (const one of found) opening.objected?.(objected(ledger, one).told);
  else if (!opening.accept) {
    const objections = found.map(({ message }) => message);
    throw objected(ledger, { ...first, message: ledgerMessage('objections', { objections }) });
  }
  return opening.look !== true;
}

export function* recordAcceptance(tx: Tx, found: readonly LedgerObjection[], at: Date): Question<void> {
  for (const { code, message } of found)
    yield* accept(tx, ledgerMessage('objection_accepted', { code, objection: message }), at);
}
