// Uses that the linter passes over because somebody said so: they stop working all the same, so a page that leaves them out
// says it. Pure.
import { RULES_BY_WORK } from '../interface/rules.ts';
import { plural } from './plural.ts';
import type { KnownFinding } from './trend.ts';

/** Uses that the linter passes over because somebody said so: nothing was mended. */
export interface LeftOut extends KnownFinding {
  readonly by: 'suppressed' | 'off';
}

/** What somebody told the linter to pass over, by reason and rule. */
export function leftOutTexts(leftOut: readonly LeftOut[]): string[] {
  return (['suppressed', 'off'] as const).flatMap((by) =>
    RULES_BY_WORK.flatMap((rule) => {
      const own = leftOut.filter((one) => one.by === by && one.rule === rule);
      if (own.length === 0) return [];
      const why = by === 'off' ? 'the rule is switched off' : 'suppressed by paybatch-ignore';
      const files = new Set(own.map(({ path }) => path)).size;
      return [`${plural(own.length, 'use')} in ${plural(files, 'file')} of ${rule}: ${why}`];
    }),
  );
}

/** Where nothing else was found. */
export function leftOutVerdict(leftOut: readonly LeftOut[]): string {
  const are = leftOut.length === 1 ? 'is' : 'are';
  return `Not proven: nothing else was found, but ${plural(leftOut.length, 'use')} of what stops working ${are} left out: see "Not seen here".`;
}
