// The question before money moves: what is to be paid now, its totals, the largest row and the address; and apart from it what was
// paid before, what is in doubt, and what is invalid.
import type { Due } from '../../batch/input/due.ts';
import type { FileFacts } from '../../batch/input/facts.ts';
import { plain } from '../../files/plain.ts';
import { plainTable } from './table.ts';

const rows = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;

/** `due`: what becomes of the rows that nothing is wrong with. */
export function question(facts: FileFacts, due: Due, address: string, width: number): string {
  const isPayout = facts.kind === 'payouts';
  const { send } = due;
  const all = send.rows === facts.rows ? '' : ` of ${facts.rows}`;
  const lines = [
    `To be ${isPayout ? 'paid' : 'created'} now: ${rows(send.rows)}${all}, at ${plain(address)}`,
  ];
  if (isPayout) lines.push(amounts(send, width));
  lines.push(...others(facts, due), `Type yes or ${send.rows} to go ahead, anything else to stop: `);
  return lines.join('\n');
}

/** Rows that nothing is sent for now, a line for each reason. */
function others(facts: FileFacts, { send, inDoubt, done }: Due): string[] {
  const left = facts.rows - facts.invalid - send.rows - inDoubt.rows - done.rows;
  const isPayout = facts.kind === 'payouts';
  return [
    ...(done.rows > 0 ? [`${isPayout ? 'Paid' : 'Created'} before: ${rows(done.rows)}${sums(done)}`] : []),
    ...(inDoubt.rows > 0
      ? [
          `In doubt, perhaps ${isPayout ? 'paid' : 'created'}, not sent: ${rows(inDoubt.rows)}${sums(inDoubt)}`,
        ]
      : []),
    ...(facts.invalid > 0 ? [`Invalid: ${rows(facts.invalid)}`] : []),
    ...(left > 0 ? [`Not sent for another reason, which the results tell: ${rows(left)}`] : []),
  ];
}

const sums = ({ totals }: FileFacts): string =>
  [...totals].map(([currency, total]) => `, ${total.toString()} ${plain(currency)}`).join('');

function amounts({ totals, largest }: FileFacts, width: number): string {
  const table = [...totals].map(([currency, total]) => {
    const most = largest.get(currency);
    return [plain(currency), total.toString(), most ? `${most.amount} (line ${most.line})` : ''];
  });
  return plainTable(['', 'total', 'largest'], table, [1, 2], width);
}

/** The word, or the count: nobody types either by mistake. */
export const isYes = (answer: string, due: FileFacts): boolean =>
  ['yes', String(due.rows)].includes(answer.trim().toLowerCase());
