// The question before money moves: what will be paid now, with totals, the largest row and the address. Then the rows
// that are not sent: paid before, in doubt, held, or invalid with the reason.
import type { FileFacts, SendPreview } from '../../batch/input/facts.ts';
import { plain } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { placedIssue } from '../../words/issues.ts';
import { say } from '../../words/say.ts';
import { moneyText } from './money-lines.ts';
import { inWords, linesText } from './print.ts';
import { plainTable } from './table.ts';

const rows = (count: number): string => inWords(count, 'row');

export function question(facts: FileFacts, preview: SendPreview, address: string, width: number): string {
  const isPayout = facts.kind === 'payouts';
  const { send } = preview;
  const all = send.rows === facts.rows ? '' : ` of ${facts.rows}`;
  const lines = [
    `To be ${isPayout ? 'paid' : 'created'} now: ${rows(send.rows)}${all}, at ${plain(address)}`,
  ];
  if (isPayout) lines.push(amounts(send, width));
  lines.push(...alike(preview), ...others(facts, preview));
  lines.push(`Type yes or ${send.rows} to go ahead, anything else to stop: `);
  return lines.join('\n');
}

/** Rows that repeat a recent payment and are sent: the answer covers them as well. */
function alike({ send, recent }: SendPreview): string[] {
  if (recent.rows === 0 || send.rows === 0) return [];
  const made = send.kind === 'payouts' ? 'payments' : 'customers';
  return [
    `OF THESE, ${rows(recent.rows)}${sums(recent)}, ${recent.rows === 1 ? 'repeats' : 'repeat'} recent ${made} under other references (${linesText(recent.lines, recent.rows)}): the warnings name them.`,
  ];
}

/** Rows that are not sent now, a line for each reason. */
function others(facts: FileFacts, preview: SendPreview): string[] {
  const { inDoubt, held, done, other } = preview;
  const isPayout = facts.kind === 'payouts';
  return [
    ...shareText(isPayout ? 'Paid before' : 'Created before', done),
    ...shareText(`In doubt, perhaps ${isPayout ? 'paid' : 'created'}, not sent`, inDoubt),
    ...shareText('Possible duplicates, held, not sent', held),
    ...shareText('Not sent for another reason', other),
    ...invalidText(facts),
  ];
}

/** How many rows, their sums, and the lines of the first few. */
const shareText = (label: string, facts: FileFacts): string[] =>
  facts.rows === 0
    ? []
    : [`${label}: ${rows(facts.rows)}${sums(facts)} (${linesText(facts.lines, facts.rows)})`];

/** How many rows are invalid, and the reasons of the first few. */
const invalidText = ({ invalid, invalidRows }: FileFacts): string[] =>
  invalid === 0
    ? []
    : [
        `Invalid: ${rows(invalid)}${invalid > invalidRows.length ? ', the first of them:' : ':'}`,
        ...invalidRows.map(({ line, issue }) => `  ${plain(placedIssue(line, issue, say), 200)}`),
      ];

const sums = ({ totals }: Pick<FileFacts, 'totals'>): string =>
  totals.size === 0 ? '' : `, ${moneyText(totals)}`;

function amounts({ totals, largest: known }: FileFacts, width: number): string {
  const table = [...totals].map(([currency, total]) => {
    const most = known.get(currency);
    const largest = most ? `${inFull(most.amount, currency)} (line ${most.line})` : '';
    return [plain(currency), inFull(total.toString(), currency), largest];
  });
  return plainTable(['', 'total', 'largest'], table, [1, 2], width);
}

/** Nobody types "yes" or the number of rows by mistake. */
export const isYes = (answer: string, due: FileFacts): boolean =>
  ['yes', String(due.rows)].includes(answer.trim().toLowerCase());
