// When, and in spite of what, persons used a ledger all the same: in words. Pure.
import { plain } from '../../../files/plain.ts';
import { momentText } from '../../../interface/instant.ts';
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

const HEAD = /^(?:[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27})$/;

/** Behind a reason stand the heads (or the id) of what spoke against the ledger, by which later runs know them again. */
function apart(reason: string): { readonly why: string; readonly heads: readonly string[] } {
  const words = reason.split(' ');
  let end = words.length;
  while (end > 1 && HEAD.test(words[end - 1] ?? '')) end--;
  return { why: words.slice(0, end).join(' '), heads: words.slice(end) };
}

function text({ at, reason, sequence, markSequence }: Acceptance): string {
  const time = at === null ? 'At a time that was edited' : `On ${momentText(at)}`;
  const seen =
    markSequence !== null && markSequence > sequence
      ? `, although its mark had seen entry ${markSequence}`
      : '';
  const { why, heads } = apart(reason);
  const of =
    heads.length === 0
      ? ''
      : `. The refused file has the head${heads.length === 1 ? '' : 's'} ${heads.join(', ')}`;
  return `${time}, at entry ${sequence}, a person accepted it (--accept-ledger)${seen}: ${plain(why)}${of}`;
}
