// Uses that the linter passes over because somebody said so: they stop working all the same, so a page that leaves them out
// says it. Pure.
import { RULES_BY_WORK } from '../interface/rules.ts';
import { plural, skippedText } from '../lint/format/words.ts';
import type { Report } from '../lint/model/report.ts';
import type { KnownFinding } from './earlier.ts';

/** Nothing was mended. `unread`: an earlier report names it, and its file is there and wasn't looked at this time. */
export interface LeftOut extends KnownFinding {
  readonly by: 'suppressed' | 'off' | 'unread';
}

const WHY: Readonly<Record<LeftOut['by'], string>> = {
  suppressed: 'suppressed by paybatch-ignore',
  off: 'the rule is switched off',
  unread: 'left out since the earlier report, which found it: the file is there, and was not looked at',
};
const REASONS: readonly LeftOut['by'][] = ['suppressed', 'off', 'unread'];

/** What somebody told the linter to pass over, by reason and rule. */
export function leftOutTexts(leftOut: readonly LeftOut[]): string[] {
  return REASONS.flatMap((by) =>
    RULES_BY_WORK.flatMap((rule) => {
      const own = leftOut.filter((one) => one.by === by && one.rule === rule);
      if (own.length === 0) return [];
      const files = new Set(own.map(({ path }) => path)).size;
      return [`${plural(own.length, 'use')} in ${plural(files, 'file')} of ${rule}: ${WHY[by]}`];
    }),
  );
}

/** What the linter passed over by itself: `3 ignored files, 1 lock file`. */
export function passedOverTexts(report: Pick<Report, 'skipped' | 'workbooks'>): string[] {
  const text = skippedText(report);
  return text === '' ? [] : [`${text}: not looked at`];
}

/** Where nothing else was found: uses that were left out, files that could not be read. */
export function notProvenVerdict(uses: number, unread: number): string {
  const are = (count: number): string => (count === 1 ? 'is' : 'are');
  const what = [
    ...(uses > 0 ? [`${plural(uses, 'use')} of what stops working ${are(uses)} left out`] : []),
    ...(unread > 0 ? [`${plural(unread, 'path')} could not be read, or not whole`] : []),
  ];
  return `Not proven: nothing else was found, but ${what.join(', and ')}: see "Not seen here".`;
}
