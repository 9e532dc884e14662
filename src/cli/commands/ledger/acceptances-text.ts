// When, and in spite of what, persons used a ledger all the same: in words. Pure.
import { plain } from '../../../files/plain.ts';
import type { Acceptance } from '../../../ledger/finding.ts';

/** The last ones are told of: a nightly job that says --accept-ledger makes many. */
const TOLD = 10;

/** A line for each, each with its line break. */
export function acceptancesText(all: readonly Acceptance[]): string {
  const more = all.length > TOLD ? `${all.length - TOLD} earlier acceptances (--accept-ledger).\n` : '';
  return `${more}${all
    .slice(-TOLD)
    .map((one) => `${text(one)}\n`)
    .join('')}`;
}

/** Behind the reason: the heads (or the id) of what spoke against it, by which later runs know them again. */
const HEADS = /(?: (?:[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}))+$/;

function text({ at, reason, sequence, markSequence }: Acceptance): string {
  const time =
    at === null ? 'At a time that was edited' : `On ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const seen =
    markSequence !== null && markSequence > sequence
      ? `, although its mark had seen entry ${markSequence}`
      : '';
  const heads = HEADS.exec(reason)?.[0].trim().split(' ') ?? [];
  const why = heads.length === 0 ? reason : reason.slice(0, reason.search(HEADS));
  const of =
    heads.length === 0
      ? ''
      : `. What it was refused for bears the head${heads.length === 1 ? '' : 's'} ${heads.join(', ')}`;
  return `${time}, at entry ${sequence}, a person accepted it (--accept-ledger)${seen}: ${plain(why)}${of}`;
}
