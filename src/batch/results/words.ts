// What results say of a row in doubt. Results are read without the command line at hand, so this is the one place below cli
// that names a command.
import type { RunKind } from '../../ledger/ledger.ts';
import { KINDS } from '../input/kinds.ts';
import { sumText } from '../input/sent-otherwise.ts';

/** Run and line under which a row in doubt can be resolved. */
export interface DoubtPlace {
  readonly runId: string;
  readonly line: number;
}

/** The flag of `resolve` that takes the id of what was created. */
export const idFlag = (kind: RunKind): string => (kind === 'customers' ? '--customer-id' : '--transfer-id');

/** What a person does about a row in doubt. `createdId`: what the service is known to have created, or empty. */
export function resolveAdvice(kind: RunKind, createdId: string, { runId, line }: DoubtPlace): string {
  const flag = idFlag(kind);
  const command = `paybatch resolve ${runId} --line ${line} --reason "..." --as`;
  if (createdId !== '')
    return `The service did create ${createdId}: record it with ${command} created ${flag} ${createdId}`;
  return `It may have been ${KINDS[kind].done} and is not sent again by itself: find out from the service, then ${command} created ${flag} ID (or ${command} not-created)`;
}

/** What was sent under a row's key, if the row has other content now; `differs`: in words, empty if that isn't known. */
export interface OtherThanSent {
  readonly amount: string;
  readonly currency: string;
  readonly differs: string;
}

/** Why a row is in doubt that an earlier run sent. */
export function doubtBefore({ runId, line }: DoubtPlace, other?: OtherThanSent): string {
  return `${other ? otherThanSent(other) : ''}run ${runId} (line ${line}) may have sent it: its outcome is unknown`;
}

/** First of all: whoever looks for the payment looks for what was sent. */
function otherThanSent({ amount, currency, differs }: OtherThanSent): string {
  const sum = amount === '' ? 'with other content' : `as ${sumText({ amount, currency })}`;
  return `sent ${sum}, not as this row is now${differs === '' ? '' : `, which differs in ${differs}`}: `;
}

/** Of a row that another run has queued, or is sending. */
export const heldText = (runId: string): string =>
  `run ${runId} is working on this row now: run again when it has ended`;
