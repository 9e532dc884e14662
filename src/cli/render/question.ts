// The question before money moves: what is to be paid now and what was before, the totals, the largest row, the address.
import type { FileFacts } from '../../batch/input/facts.ts';
import { plain } from '../../files/plain.ts';
import { plainTable } from './table.ts';

const rows = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;

/** `due`: the rows that are to be sent. */
export function question(facts: FileFacts, due: FileFacts, address: string, width: number): string {
  const before = facts.rows - facts.invalid - due.rows;
  const rest = [
    ...(before > 0 ? [`${before} known to the ledger: paid before, or in doubt`] : []),
    ...(facts.invalid > 0 ? [`${facts.invalid} invalid`] : []),
  ];
  const verb = facts.kind === 'payouts' ? 'To be paid now' : 'To be created now';
  const lines = [
    `${verb}: ${rows(due.rows)}${rest.length > 0 ? ` of ${facts.rows} (${rest.join('; ')})` : ''}, at ${plain(address)}`,
  ];
  if (facts.kind === 'payouts') lines.push(amounts(due, width));
  lines.push(`Type yes or ${due.rows} to go ahead, anything else to stop: `);
  return lines.join('\n');
}

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
