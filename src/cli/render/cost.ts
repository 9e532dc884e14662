// What rows cost by their quotes, and of which rows that is said: the end of a run's summary.
import type { RunEnd } from '../../batch/results/run-end.ts';
import { plain } from '../../files/plain.ts';
import { inWords } from './in-words.ts';

const VERB_OF_COST = { run: 'paid', results: 'paid', quote: 'quoted', check: 'quoted' } as const;

/** What the quotes say; nothing where none was asked for. Of rows of earlier runs it was said then. */
export function costLines(
  { cost, tally }: Pick<RunEnd, 'cost' | 'tally'>,
  story: keyof typeof VERB_OF_COST,
): string[] {
  const parts = cost.map(({ currency, rows, unknown, debited, fees, cost: both }) => {
    const told = `${both} ${plain(currency)}${fees === null ? '' : ` (debited ${debited}, fees ${fees})`}`;
    if (unknown === 0) return told;
    return unknown === rows
      ? `${inWords(rows, 'row')} in ${plain(currency)} with no figure in the quote`
      : `${told}, without ${inWords(unknown, 'row')} whose quote has no figure`;
  });
  if (parts.length === 0) return [];
  const rows = cost.reduce((sum, one) => sum + one.rows, 0);
  const doubted = tally.count('in_doubt');
  const without = doubted === 0 ? '' : `, without the ${doubted === 1 ? 'one' : doubted} in doubt`;
  return [
    `Cost by the quotes of the ${inWords(rows, 'row')} ${VERB_OF_COST[story]} by this run${without}: ${parts.join('; ')}.`,
  ];
}
