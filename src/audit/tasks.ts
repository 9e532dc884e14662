// What is to be done, as a plan of work names it. Pure.
import type { Rule } from '../interface/rules.ts';
import { mayBeOthers } from '../lint/model/left-kind.ts';
import { plural } from './plural.ts';

export interface AuditTask {
  readonly title: string;
  readonly uses: number;
  /** What `uses` counts: places in files, or rows that wait for a person. */
  readonly unit: 'place' | 'row';
  readonly files: number;
  /** Further places that may be one's own or another product's; not in `uses`. */
  readonly perhapsOthers?: number;
  readonly how: string;
}

interface Used {
  readonly path: string;
  readonly left?: string | null;
}

/** Of a rule's uses. */
export function taskOf(
  { task: title, doing: how }: Pick<Rule, 'task' | 'doing'>,
  all: readonly Used[],
): AuditTask {
  const own = all.filter(({ left }) => !mayBeOthers(left));
  const perhapsOthers = all.length - own.length;
  return {
    ...{ title, how, uses: own.length, unit: 'place' },
    files: new Set(own.map(({ path }) => path)).size,
    ...(perhapsOthers > 0 ? { perhapsOthers } : {}),
  };
}

/** What is to be looked at before anybody changes it; `undefined`: nothing. */
export const othersText = ({ perhapsOthers = 0, uses }: AuditTask): string | undefined =>
  perhapsOthers === 0
    ? undefined
    : `${perhapsOthers}${uses > 0 ? ' more' : ''} may be your own or another product's: paybatch lint PATH --explain says why`;

/** Of data files. */
export function migration(open: number, files: number): AuditTask {
  const how =
    open === 0
      ? 'paybatch migrate FILE --out DIR; no row needs an answer'
      : 'paybatch migrate FILE --out DIR, then fill in NAME.todo.csv and run it again with --todo';
  return { title: 'Migrate the data files', uses: open, unit: 'row', files, how };
}

/** What a task is about: `3 places in 2 files`, or `5 rows in 1 file`. */
export function taskText({ uses, unit, files }: AuditTask): string {
  if (unit === 'row' && uses === 0) return `${plural(files, 'file')}, no row waiting for a person`;
  if (uses === 0) return "nothing that is surely the service's";
  return `${plural(uses, unit)} in ${plural(files, 'file')}`;
}
