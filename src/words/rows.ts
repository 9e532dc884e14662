// Sentences about a row: its outcome, and what the ledger knows about it.
import type { KnownRow, PossibleOriginal, RowMessages } from '../batch/results/messages.ts';
import { plain } from '../files/plain.ts';
import { RETRY_COLUMN } from '../interface/columns.ts';
import { inFull } from '../interface/currencies.ts';
import type { RunKind } from '../ledger/ledger.ts';
import type { Say, WordsOf } from '../message.ts';
import { placedIssue } from './issues.ts';
import { KIND_WORDS } from './kinds.ts';

type RowPlace = Pick<KnownRow, 'runId' | 'line'>;

const placeText = ({ runId, line }: RowPlace): string => `run ${runId} (line ${line})`;

/** The flag of `resolve` for the id of the transfer, customer or trade. */
export const idFlag = (kind: RunKind): string => (kind === 'customers' ? '--customer-id' : '--transfer-id');

const resolveCommand = ({ runId, line }: RowPlace): string =>
  `paybatch resolve ${runId} --line ${line} --reason "..." --as`;

/** Advice for a row in doubt. `createdId`: empty if it isn't known. */
export function resolveAdvice(kind: RunKind, createdId: string, place: RowPlace): string {
  const flag = idFlag(kind);
  const command = resolveCommand(place);
  if (createdId !== '')
    return `The service did create ${createdId}: record it with ${command} created ${flag} ${createdId}`;
  const { done } = KIND_WORDS[kind];
  return `It may have been ${done}, and paybatch does not send it again. Find out from the service whether it was ${done}, then run ${command} created ${flag} ID (or ${command} not-created)`;
}

/** `already paid: 10.00 GBP in run R (line 2)`. `how`: before the run. */
function alreadyPaid({ kind, amount, currency, ...place }: KnownRow, how: string): string {
  const sum = amount === '' ? '' : `: ${inFull(amount, currency)} ${currency}`;
  return `already ${KIND_WORDS[kind].done}${sum}${how} in ${placeText(place)}`;
}

/** `line 2 of run R (10.00 GBP, paid on 2026-11-28)`. */
function originalText({ kind, line, runId, state, at, amount, currency }: PossibleOriginal): string {
  const day = at.slice(0, 10);
  const sum = amount === '' ? '' : `${inFull(amount, currency)} ${currency}, `;
  const how =
    state === 'sending'
      ? 'being sent now'
      : state === 'created'
        ? `${KIND_WORDS[kind].done} on ${day}`
        : `in doubt since ${day}`;
  return `line ${line} of run ${runId} (${sum}${how})`;
}

const LIKENESS = {
  same_content: () => 'the content is the same',
  in_doubt: (kind: RunKind) =>
    kind === 'payouts' ? 'the account and the amount are the same' : 'it may be the same',
  recent: () => 'it has the same content under another reference',
  since: () => 'another run sent that row after this run had compared its rows',
} as const;

const removeOrMove = (noun: string): string =>
  `Is it the same ${noun}? Remove this row: if you leave it in the file, a later run can send it (paybatch help duplicates). Is it another ${noun}? Move this row to a separate file, and run (or plan) that file with --alike-ok`;

function possibleDuplicate({ why, isCall, ...original }: RowMessages['possible_duplicate']): string {
  const { kind, state } = original;
  const { noun } = KIND_WORDS[kind];
  const before = why === 'in_doubt' && state === 'created' ? '. That row was in doubt before' : '';
  const first =
    state === 'in_doubt'
      ? `First resolve line ${original.line} of run ${original.runId}: ${resolveCommand(original)} created ${idFlag(kind)} ID (or --as not-created). `
      : '';
  const [held, next] = isCall
    ? ['It', `Is it the same ${noun}? Do not send it. Is it another ${noun}? Add --alike-ok`]
    : ['The row', removeOrMove(noun)];
  return `possible duplicate of ${originalText(original)}: ${LIKENESS[why](kind)}${before}. ${held} is held (not sent). ${first}${next}`;
}

function perhapsSentOtherwise({ amount, currency, ...place }: KnownRow): string {
  const sum = amount === '' ? 'with other content' : `as ${inFull(amount, currency)} ${currency}`;
  // What was sent comes first: a person looks for it at the service.
  return `sent ${sum}, but this row has other content now: ${perhapsSent(place)}`;
}

const perhapsSent = (place: RowPlace): string =>
  `${placeText(place)} may have sent this request: its outcome is unknown`;

function paidWithOtherContent({ isRetry, ...known }: RowMessages['paid_with_other_content']): string {
  const { kind } = known;
  const { noun } = KIND_WORDS[kind];
  const paid = alreadyPaid(known, isRetry ? '' : ' under this reference');
  const next = isRetry ? `Move it to a separate file, without ${RETRY_COLUMN}` : 'Give it a new reference';
  const same =
    kind === 'customers' ? 'Write its earlier content: its documents are continued' : 'Remove this row';
  return `${paid}. This row has other content or a mistake, and was not sent. Is it the same ${noun}? ${same}. Is it another ${noun}? ${next}`;
}

function referenceLike({ kind, reference, isPaid, ...place }: RowMessages['reference_like']): string {
  const { noun, done } = KIND_WORDS[kind];
  const how = isPaid ? `was ${done}` : 'is in doubt';
  return `the reference differs from "${reference}" only by case, width, spaces or leading zeros, and "${reference}" ${how} in ${placeText(place)}. Is it the same ${noun}? Remove this row. Is it another ${noun}? Give it a clearly different reference`;
}

function contradicted({ createdId, ...place }: RowMessages['contradicted']): string {
  const why = `the host that sent it in ${placeText(place)} came back and reports that it was paid (${createdId}), but a person had resolved it as not-created`;
  const next = `Find out which is right, then run: paybatch resolve ${place.runId} --line ${place.line} --correct --as created --transfer-id ${createdId} --reason "..."`;
  return `${why}: it is not sent. ${next}`;
}

/** Each issue begins with its place, `5:3: `. */
function invalid({ line, issues, more }: RowMessages['invalid'], say: Say): string {
  const shown = issues.map((issue) => plain(placedIssue(line, issue, say)));
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

export const ROWS: WordsOf<RowMessages> = {
  invalid,
  doubt_advice: ({ why, kind, createdId, ...place }, say) =>
    `${why === undefined ? '' : say(why)}. ${resolveAdvice(kind, createdId, place)}`,
  perhaps_sent: perhapsSent,
  perhaps_sent_otherwise: perhapsSentOtherwise,
  already_paid: ({ isCorrected, ...known }) => alreadyPaid(known, isCorrected ? ' after a correction' : ''),
  paid_with_other_content: paidWithOtherContent,
  reference_like: referenceLike,
  used_by_run: ({ runId }) =>
    `run ${runId} is working on this row now. When that run has ended, run this file again`,
  contradicted,
  possible_duplicate: possibleDuplicate,
  possible_duplicate_elsewhere: ({ place }) =>
    `possible duplicate: ${place} lists this row as paid or in doubt, but this ledger does not know that payment. The row is held. ${removeOrMove('payout')}`,
  same_as_recent: (original) =>
    `has the same content as ${originalText(original)} under another reference. A run sends it: if it is the same ${KIND_WORDS[original.kind].noun}, remove this row`,
};
