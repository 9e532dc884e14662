// The warnings of a plan, as whoever signs it reads them. A plan is a file that its maker can write to, so its first run compares them
// with its own: whatever the ledger of that day could tell has to be in the plan.
import type { PlanBody } from '../../../approval/plan-format.ts';
import { isGrave, type KeptWarnings, keptWarnings, type Warning } from '../../input/warnings.ts';

/**
 * What would have been said when the plan was made, and isn't in it; `undefined` for none. What was paid since is another matter: the run says
 * it. `height`: the ledger's, before the run.
 */
export function unsaid(
  { warnings: told, ledgerSequence, createdAt }: Pick<PlanBody, 'warnings' | 'ledgerSequence' | 'createdAt'>,
  warnings: readonly Warning[],
  height: number,
): { readonly line: number; readonly text: string } | undefined {
  const isSame = height === ledgerSequence;
  const wasThen = ({ entry, likeAt }: Warning): boolean => {
    if (likeAt !== undefined) return isSame || likeAt <= Date.parse(createdAt);
    return entry === undefined || (entry === null ? isSame : entry <= ledgerSequence);
  };
  // What was paid since may be one more that a warning counts.
  const nameOf = ({ line, text, rows = 1 }: KeptWarnings['first'][number]): string =>
    isSame ? `${line} ${rows} ${text}` : `${line} ${text}`;
  const said = new Set(told.first.map(nameOf));
  // If it has no room for all, the grave ones come first: trifles that were made up can't take their place.
  const isCompared = (one: Warning): boolean => isSame || told.count === told.first.length || isGrave(one);
  const then = warnings.filter((one) => wasThen(one) && isCompared(one));
  return keptWarnings(then, 0).first.find((one) => !said.has(nameOf(one)));
}
