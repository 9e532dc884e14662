// The question before money moves: what is to be paid now, its totals, the largest row and the address; and apart from it what was
// paid before, what is in doubt, and what is invalid and why. No line breaks inside an amount.
import type { FileFacts } from '../../batch/input/facts.ts';
import { issueText } from '../../batch/input/row.ts';
import type { SendPreview } from '../../batch/input/send-preview.ts';
import { plain } from '../../files/plain.ts';
import { wrapped } from '../../files/wrapped.ts';
import { inFull } from '../../interface/currencies.ts';
import { plainTable } from './table.ts';

const rows = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;

/** `due`: what becomes of the rows that nothing is wrong with. */
export function question(facts: FileFacts, preview: SendPreview, address: string, width: number): string {
  const isPayout = facts.kind === 'payouts';
  const { send } = preview;
  const all = send.rows === facts.rows ? '' : ` of ${facts.rows}`;
  const lines = [
    `To be ${isPayout ? 'paid' : 'created'} now: ${rows(send.rows)}${all}, at ${plain(address)}`,
  ];
  if (isPayout) lines.push(amounts(send, width));
  lines.push(...[...alike(preview), ...others(facts, preview)].map((line) => inWidth(line, width)));
  lines.push(`Type yes or ${send.rows} to go ahead, anything else to stop: `);
  return lines.join('\n');
}

/** Between an amount and its currency, until the line is broken. */
const GLUE = '\u0001';

const inWidth = (line: string, width: number): string =>
  (width > 0 ? wrapped(line, width, 2).join('\n') : line).replaceAll(GLUE, ' ');

/** Whoever says yes says it to these, too. */
function alike({ send, recent }: SendPreview): string[] {
  const { lines, facts } = recent;
  if (facts.rows === 0 || send.rows === 0) return [];
  const which = linesText(lines, facts.rows);
  const made = send.kind === 'payouts' ? 'payments' : 'customers';
  return [
    `OF THESE, ${rows(facts.rows)}${sums(facts)}, ${facts.rows === 1 ? 'repeats' : 'repeat'} recent ${made} under other references (${which}): the warnings say which.`,
  ];
}

/** Rows that nothing is sent for now, a line for each reason. */
function others(facts: FileFacts, preview: SendPreview): string[] {
  const { send, inDoubt, held, done } = preview;
  const left =
    facts.rows - facts.invalid - send.rows - inDoubt.facts.rows - held.facts.rows - done.facts.rows;
  const isPayout = facts.kind === 'payouts';
  return [
    ...(done.facts.rows > 0 ? [`${isPayout ? 'Paid' : 'Created'} before: ${shareText(done)}`] : []),
    ...(inDoubt.facts.rows > 0
      ? [`In doubt, perhaps ${isPayout ? 'paid' : 'created'}, not sent: ${shareText(inDoubt)}`]
      : []),
    ...possibleDuplicates(preview),
    ...invalid(facts),
    ...other(left, preview),
  ];
}

/** Each result says what its row may repeat. */
const possibleDuplicates = ({ held }: SendPreview): string[] =>
  held.facts.rows === 0 ? [] : [`Possible duplicates, held, not sent: ${shareText(held)}`];

/** How many rows, what they come to, and the lines of the first few. */
const shareText = ({ facts, lines }: SendPreview['held']): string =>
  `${rows(facts.rows)}${sums(facts)} (${linesText(lines, facts.rows)})`;

const linesText = (lines: readonly number[], count: number): string =>
  `${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? ', ...' : ''}`;

/** Held by another run, or paid with other content: whoever is asked can't know from the file. */
function other(left: number, { others: known }: SendPreview): string[] {
  if (left <= 0) return [];
  const why = known.map(({ line, why: reason }) => `  line ${line}: ${plain(reason, 200)}`);
  return [
    `Not sent for another reason: ${rows(left)}${left > why.length ? ', the first of them:' : ':'}`,
    ...why,
  ];
}

/** Why, of the first few. */
function invalid({ invalid: count, invalidRows }: FileFacts): string[] {
  if (count === 0) return [];
  const why = invalidRows.map(({ line, issue }) => `  ${plain(issueText(line, issue), 200)}`);
  return [`Invalid: ${rows(count)}${count > why.length ? ', the first of them:' : ':'}`, ...why];
}

const sums = ({ totals }: Pick<FileFacts, 'totals'>): string =>
  [...totals]
    .map(([currency, total]) => `, ${inFull(total.toString(), currency)}${GLUE}${plain(currency)}`)
    .join('');

function amounts({ totals, largest: known }: FileFacts, width: number): string {
  const table = [...totals].map(([currency, total]) => {
    const most = known.get(currency);
    const largest = most ? `${inFull(most.amount, currency)} (line ${most.line})` : '';
    return [plain(currency), inFull(total.toString(), currency), largest];
  });
  return plainTable(['', 'total', 'largest'], table, [1, 2], width);
}

/** The word, or the count: nobody types either by mistake. */
export const isYes = (answer: string, due: FileFacts): boolean =>
  ['yes', String(due.rows)].includes(answer.trim().toLowerCase());
