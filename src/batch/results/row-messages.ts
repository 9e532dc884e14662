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
  const { done } = KINDS[kind];
  return `It may have been ${done}, and paybatch does not send it again. Find out from the service whether it was ${done}, then run ${command} created ${flag} ID (or ${command} not-created)`;
}

/**
 * An earlier run put the row in doubt. `differs`: the fields with other content now, empty if they are not known;
 * `undefined` for the same content. The message begins with what was sent, since that is looked for at the service.
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
  `run ${runId} is working on this row now. When that run has ended, run this file again`;

/** The host that was sending the row contradicts a resolution as not created. */
export function contradictedText(known: RowRecord, createdId: string): string {
  const { runId, line } = known;
  const why = `the host that sent it in ${placeText(known)} came back and reports that it was paid (${createdId}), but a person had resolved it as not created`;
  const next = `Find out which is right, then run: paybatch resolve ${runId} --line ${line} --correct --as created --transfer-id ${createdId} --reason "..."`;
  return `${why}: it is not sent. ${next}`;
}

/** `line 2 of run R (10.00 GBP, paid on 2026-11-28)`. */
function paymentText({ line, runId, state, updatedAt, amount, currency }: RowRecord, kind: RunKind): string {
  const day = updatedAt.toISOString().slice(0, 10);
  const sum = amount === '' ? '' : `${inFull(amount, currency)} ${currency}, `;
  const how =
    state === 'sending'
      ? 'being sent now'
      : state === 'created'
        ? `${KINDS[kind].done} on ${day}`
        : `in doubt since ${day}`;
  return `line ${line} of run ${runId} (${sum}${how})`;
}

const REPEATS = {
  same_content: () => 'the content is the same',
  in_doubt: (kind: RunKind) =>
    kind === 'payouts' ? 'the account and the amount are the same' : 'it may be the same',
  recent: () =>
    'the content is the same, under another reference, and so it is in at least half of the rows of this file',
  /** Found when the intent was to be written. */
  since: () => 'another run sent that row after this run had compared its rows',
} as const;

const whatToDo = (noun: string): string =>
  `Same ${noun}: remove this row. Another ${noun}: move this row to a separate file, and run (or plan) that file with --alike-ok`;

/** `isCall`: of a single call, not of a row of a file. */
export function duplicateText(
  why: keyof typeof REPEATS,
  match: RowRecord,
  kind: RunKind,
  isCall = false,
): string {
  const { runId, line, state } = match;
  const { noun } = KINDS[kind];
  const before = why === 'in_doubt' && state === 'created' ? '. That row was in doubt before' : '';
  const first =
    state === 'in_doubt'
      ? `First resolve line ${line} of run ${runId}: paybatch resolve ${runId} --line ${line} --reason "..." --as created ${idFlag(kind)} ID (or --as not-created). `
      : '';
  const [held, next] = isCall
    ? ['It', `Same ${noun}: do not send it. Another ${noun}: add --alike-ok`]
    : ['The row', whatToDo(noun)];
  return `possible duplicate of ${paymentText(match, kind)}: ${REPEATS[why](kind)}${before}. ${held} is held. ${first}${next}`;
}

/** For payments that only results files know (--accept-ledger). */
export const elsewhereText = (place: string): string =>
  `possible duplicate: ${place} has it as paid or in doubt, but this ledger does not know that payment. The row is held. ${whatToDo('payment')}`;

/** A warning: the row is sent. */
export const recentText = (other: RowRecord, kind: RunKind): string =>
  `has the same content as ${paymentText(other, kind)}, under another reference. A run sends it`;
