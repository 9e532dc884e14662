// Why a row is held as a possible duplicate, and what a person does about it: read in results, without the command line at hand.
import type { RowRecord, RunKind } from '../../ledger/ledger.ts';
import { KINDS } from '../input/kinds.ts';
import { sumText } from '../input/sent-otherwise.ts';
import { idFlag } from '../results/words.ts';
import type { Duplicate } from './duplicates.ts';

/** An earlier payment, for a sentence about a row that may be the same. */
export function paymentText(
  { line, runId, state, updatedAt, amount, currency }: RowRecord,
  kind: RunKind,
): string {
  const { done } = KINDS[kind];
  const sum = amount === '' ? '' : ` with ${sumText({ amount, currency })}`;
  const place = `line ${line} of run ${runId}`;
  if (state === 'sending') return `${place}, which is being sent now${sum}`;
  const day = updatedAt.toISOString().slice(0, 10);
  return state === 'created'
    ? `${place}, which was ${done} on ${day}${sum}`
    : `${place}, which is in doubt since ${day}${sum}`;
}

const MEANT = 'if it is another one, run it again with --alike-ok (under --plan: make another plan with it)';

/** Why a row is held, and what to do. */
export function duplicateText({ kind, match }: Duplicate, of: RunKind): string {
  const wasInDoubt = kind === 'in_doubt' && match.state === 'created' ? ', after it was in doubt' : '';
  const other = paymentText(match, of) + wasInDoubt;
  const what = {
    same_content: `its content equals ${other}`,
    in_doubt: `${of === 'payouts' ? 'it pays the same account the same amount as' : 'it may be the same as'} ${other}`,
    recent: `its content equals ${other}, under another reference, and so does that of at least half of the file's rows`,
  }[kind];
  const { noun } = KINDS[of];
  const { runId, line, state } = match;
  const first =
    state === 'in_doubt'
      ? `Resolve that row first (paybatch resolve ${runId} --line ${line} --reason "..." --as created ${idFlag(of)} ID, or --as not-created). `
      : '';
  return `possible duplicate: ${what}. It is held. ${first}If it is the same ${noun}, leave it out; ${MEANT}`;
}

/** Why a row is held that results call paid, and the accepted ledger does not know. */
export const elsewhereText = (place: string): string =>
  `possible duplicate: ${place} calls it paid or in doubt, and this ledger does not know that payment. It is held; ${MEANT}`;

/** Why a row is held at the moment when it would be sent. */
export const duplicateSinceText = (other: RowRecord, kind: RunKind): string =>
  `possible duplicate: it may be the same as ${paymentText(other, kind)}, which another run sent after this run had compared its rows. It is held; ${MEANT}`;

/** Of a row that repeats a recent payment under another reference, and is sent all the same. */
export const recentText = (other: RowRecord, kind: RunKind): string =>
  `its content equals ${paymentText(other, kind)}, under another reference`;
