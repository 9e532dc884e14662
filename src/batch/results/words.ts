// What results say of a row in doubt, once for all who say it. Results are read without the command line at hand, so
// this is the one place below cli that names a command.
import type { RunKind } from '../../ledger/ledger.ts';
import { KINDS } from '../input/kinds.ts';
import { sumText } from '../input/sent-otherwise.ts';

export interface DoubtPlace {
  readonly kind: RunKind;
  /** Run and line under which the row can be resolved. */
  readonly runId: string;
  readonly line: number;
  /** What the service is known to have created; empty when it isn't known. */
  readonly createdId?: string;
  /** A statement has spoken against a person's "not created". */
  readonly putBack?: boolean;
}

/** Of a row in doubt that a person had called not created. */
export const PUT_BACK = 'It was called not created, and a statement put it back in doubt';

/** The flag of `resolve` that takes the id of what was created. */
export const idFlag = (kind: RunKind): string => (kind === 'customers' ? '--customer-id' : '--transfer-id');

/** Why a row is in doubt, and what a person does about it. */
export function doubtText(
  why: string,
  { kind, runId, line, createdId = '', putBack = false }: DoubtPlace,
): string {
  const flag = idFlag(kind);
  const command = `paybatch resolve ${runId} --line ${line} --reason "..." --as`;
  if (createdId !== '') {
    return `${why}. The service did create ${createdId}: say so with ${command} created ${flag} ${createdId}`;
  }
  const not = putBack ? 'not-created --correct' : 'not-created';
  return `${why}. ${putBack ? `${PUT_BACK}. ` : ''}It may have been ${KINDS[kind].done} and is not sent again by itself: find out from the service, then ${command} created ${flag} ID (or ${command} ${not})`;
}

/** A text of {@link doubtText} from before a statement put the row back: since then its "not created" is a correction. */
export const advisingCorrect = (text: string): string =>
  text.replace(/ not-created\)$/, ' not-created --correct)');

/** What was sent under a row's key, where the row says something else now; `differs`: in words, empty where that isn't known. */
export interface OtherThanSent {
  readonly amount: string;
  readonly currency: string;
  readonly differs: string;
}

/** The same of a row that an earlier run left in doubt, whose answer may be known from its results. */
export function doubtBefore(place: DoubtPlace, other?: OtherThanSent): string {
  const { runId, line, createdId = '' } = place;
  const why =
    createdId === ''
      ? 'may have sent it: its outcome is unknown'
      : 'sent it, and its ledger could not be told';
  return doubtText(`${other ? otherThanSent(other) : ''}run ${runId} (line ${line}) ${why}`, place);
}

/** First of all: whoever looks for the payment looks for what was sent. */
export function otherThanSent({ amount, currency, differs }: OtherThanSent): string {
  const sum = amount === '' ? 'with other content' : `as ${sumText({ amount, currency })}`;
  return `sent ${sum}, not as this row is now${differs === '' ? '' : `, which differs in ${differs}`}: `;
}

/** The reason alone, of a text that {@link doubtText} made: for lists that give the advice once. */
export function withoutAdvice(text: string): string {
  const at = [text.indexOf('. It may have been '), text.indexOf('. The service did create ')].filter(
    (one) => one !== -1,
  );
  return at.length === 0 ? text : text.slice(0, Math.min(...at));
}

/** Of a row that another run has queued, or is sending. */
export const heldText = (runId: string): string =>
  `run ${runId} is working on this row now: run again when it has ended`;
