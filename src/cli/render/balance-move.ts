// What the developer's balance says of rows in doubt, as one line: a hint for the person who has to find out, never acted
// upon.
import Big from 'big.js';

import { plain } from '../../files/plain.ts';
import type { BalanceMove } from '../../ledger/ledger.ts';

type Part = BalanceMove['created'];

const LINES_SHOWN = 10;

/**
 * The hints that still are of use. `open`: lines of the run that are in doubt now; a hint whose rows a person has settled is
 * no hint any more.
 */
export function openMoves(moves: readonly BalanceMove[], open: ReadonlySet<number>): BalanceMove[] {
  return moves.filter(({ lines }) =>
    lines === undefined ? open.size > 0 : lines.some((at) => open.has(at)),
  );
}

/** `open`: lines that are still in doubt; all of them, where it is left out. */
export function balanceMoveText(move: BalanceMove, open?: ReadonlySet<number>): string {
  const { currency, before, after, created, inDoubt, lines = [] } = move;
  const settled = open === undefined ? [] : lines.filter((line) => !open.has(line));
  const since = settled.length === 0 ? '' : ` Settled since: ${linesText(settled)}.`;
  const gone = new Big(before).minus(after);
  const name = plain(currency);
  const moved = gone.eq(0)
    ? `stayed at ${after} ${name} during the run`
    : `went from ${before} to ${after} ${name} during the run (${gone.abs().toFixed()} ${gone.gt(0) ? 'less' : 'more'})`;
  return (
    `Hint: the developer balance ${moved}. By the quotes, of the rows that the developer funds, ${created.rows === 0 ? 'none was created' : `${those(created, 'created')} ${costOf(created)}`} and ` +
    `${those(inDoubt, 'in doubt')}${lines.length === 0 ? '' : ` (${linesText(lines)})`} ${costOf(inDoubt)}: ` +
    `${reading(gone, created, inDoubt)}.${since} ` +
    'Other payments and deposits change the balance too, so this is only a hint.'
  );
}

function linesText(lines: readonly number[]): string {
  const more = lines.length - LINES_SHOWN;
  const shown = lines.slice(0, LINES_SHOWN).join(', ');
  return `line${lines.length === 1 ? '' : 's'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

const those = ({ rows }: Part, state: string): string => `${rows === 1 ? 'the one' : `the ${rows}`} ${state}`;
const costOf = ({ rows, cost }: Part): string =>
  rows === 0 ? 'cost nothing' : cost === null ? 'cost what is not known' : `cost ${cost}`;

/** What either took; without the fees where the figures fit so alone: whether a debit has its fee in it, the specification doesn't say. */
function apart(gone: Big, created: Part, inDoubt: Part): readonly [own: Big, theirs: Big] {
  const [own, theirs] = [new Big(created.cost ?? 0), new Big(inDoubt.cost ?? 0)];
  const within = [own.minus(created.fees ?? 0), theirs.minus(inDoubt.fees ?? 0)] as const;
  const rest = gone.minus(within[0]);
  return rest.eq(0) || rest.eq(within[1]) ? within : [own, theirs];
}

/** How many of those in doubt that would be, as far as the figures can say. */
function reading(gone: Big, created: Part, inDoubt: Part): string {
  if (created.cost === null || inDoubt.cost === null || new Big(inDoubt.cost).eq(0)) {
    return 'no telling what that says of those in doubt';
  }
  const one = inDoubt.rows === 1;
  const [own, theirs] = apart(gone, created, inDoubt);
  const rest = gone.minus(own);
  if (rest.eq(0))
    return `as if ${one ? 'the one in doubt had not' : 'none of those in doubt had'} been executed`;
  if (rest.eq(theirs)) return `as if ${one ? 'the one' : 'all of those'} in doubt had been executed`;
  if (rest.gt(0) && rest.lt(theirs))
    return `as if some of those in doubt had been executed (${rest.toFixed()})`;
  return 'which fits neither all nor none of those in doubt';
}
