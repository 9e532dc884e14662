// The warnings of a plan, which its approvers read. The maker could have edited them, so the plan's first run compares
// them with its own warnings.
import type { PlanBody } from '../../../approval/plan-format.ts';
import { isGrave, type KeptWarnings, keptWarnings, type Warning } from '../../input/warnings.ts';

/** A warning that was due when the plan was made, and is missing in it. `height`: of the ledger before the run. */
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
  // If the plan has no room for all, the grave ones come first: invented trifles can't displace them.
  const isCompared = (one: Warning): boolean => isSame || told.count === told.first.length || isGrave(one);
  const then = warnings.filter((one) => wasThen(one) && isCompared(one));
  return keptWarnings(then, 0).first.find((one) => !said.has(nameOf(one)));
}
