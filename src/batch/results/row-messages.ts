// Messages of results about what the ledger knows of a row. They are the only texts below cli that name commands.
import { inFull } from '../../interface/currencies.ts';
import type { RowRecord, RunKind } from '../../ledger/ledger.ts';
import { KINDS } from '../input/row.ts';

/** Run and line under which a row in doubt can be resolved. */
export interface DoubtPlace {
  readonly runId: string;
  readonly line: number;
}

const placeText = ({ runId, line }: DoubtPlace): string => `run ${runId} (line ${line})`;

const withSum = ({ amount, currency }: Pick<RowRecord, 'amount' | 'currency'>): string =>
  amount === '' ? '' : ` with ${inFull(amount, currency)} ${currency}`;

/** The flag of `resolve` that takes the id of what was created. */
export const idFlag = (kind: RunKind): string => (kind === 'customers' ? '--customer-id' : '--transfer-id');

/** Advice for a row in doubt. `createdId`: empty if it isn't known. */
export function resolveAdvice(kind: RunKind, createdId: string, { runId, line }: DoubtPlace): string {
  const flag = idFlag(kind);
  const command = `paybatch resolve ${runId} --line ${line} --reason "..." --as`;
  if (createdId !== '')
    return `The service did create ${createdId}: record it with ${command} created ${flag} ${createdId}`;
  return `It may have been ${KINDS[kind].done} and is not sent again by itself: find out from the service, then ${command} created ${flag} ID (or ${command} not-created)`;
}

/**
 * An earlier run put the row in doubt. `differs`: the fields with other content now, empty if they are not known; `undefined` for
 * the same content. The message begins with what was sent, since that is looked for at the service.
 */
export function doubtBefore(known: RowRecord, differs: string | undefined): string {
  const { amount, currency } = known;
  const sum = amount === '' ? 'with other content' : `as ${inFull(amount, currency)} ${currency}`;
  const which = differs ? `, which differs in ${differs}` : '';
  const other = differs === undefined ? '' : `sent ${sum}, not as this row is now${which}: `;
  return `${other}${placeText(known)} may have sent it: its outcome is unknown`;
}

/** `already paid with 10.00 GBP in run R (line 2)`. `how`: what comes before the run. */
export const doneBefore = (kind: RunKind, known: RowRecord, how = ''): string =>
  `already ${KINDS[kind].done}${withSum(known)}${how} in ${placeText(known)}`;

export const heldText = (runId: string): string =>
  `run ${runId} is working on this row now: run again when it has ended`;

/** The host that was sending the row contradicts a resolution as not created. */
export function contradictedText(known: RowRecord, createdId: string): string {
  const { runId, line } = known;
  const why = `the host that sent it in ${placeText(known)} came back and reports that it was paid (${createdId}), but a person had resolved it as not created`;
  const next = `Find out which is right, then run: paybatch resolve ${runId} --line ${line} --correct --as created --transfer-id ${createdId} --reason "..."`;
  return `${why}: it is not sent. ${next}`;
}

function paymentText(known: RowRecord, kind: RunKind): string {
  const { line, runId, state, updatedAt } = known;
  const place = `line ${line} of run ${runId}`;
  if (state === 'sending') return `${place}, which is being sent now${withSum(known)}`;
  const day = updatedAt.toISOString().slice(0, 10);
  const how = state === 'created' ? `was ${KINDS[kind].done} on` : 'is in doubt since';
  return `${place}, which ${how} ${day}${withSum(known)}`;
}

const REPEATS = {
  same_content: (other: string) => `its content equals ${other}`,
  in_doubt: (other: string, kind: RunKind) =>
    `${kind === 'payouts' ? 'it pays the same account the same amount as' : 'it may be the same as'} ${other}`,
  recent: (other: string) =>
    `its content equals ${other}, under another reference, and so does that of at least half of the file's rows`,
  /** Found when the intent was to be written. */
  since: (other: string) =>
    `it may be the same as ${other}, which another run sent after this run had compared its rows`,
} as const;

const MEANT = 'if it is another one, run it again with --alike-ok (under --plan: make another plan with it)';

export function duplicateText(why: keyof typeof REPEATS, match: RowRecord, kind: RunKind): string {
  const wasInDoubt = why === 'in_doubt' && match.state === 'created' ? ', after it was in doubt' : '';
  const { runId, line, state } = match;
  const first =
    state === 'in_doubt'
      ? `Resolve that row first (paybatch resolve ${runId} --line ${line} --reason "..." --as created ${idFlag(kind)} ID, or --as not-created). `
      : '';
  const what = REPEATS[why](paymentText(match, kind) + wasInDoubt, kind);
  return `possible duplicate: ${what}. It is held. ${first}If it is the same ${KINDS[kind].noun}, leave it out; ${MEANT}`;
}

/** For payments that only results files know (--accept-ledger). */
export const elsewhereText = (place: string): string =>
  `possible duplicate: ${place} calls it paid or in doubt, and this ledger does not know that payment. It is held; ${MEANT}`;

/** A warning: the row is sent. */
export const recentText = (other: RowRecord, kind: RunKind): string =>
  `its content equals ${paymentText(other, kind)}, under another reference`;
