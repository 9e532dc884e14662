// What is to be done, as a plan of work names it. Pure.
import type { Rule } from '../interface/rules.ts';
import { plural } from '../lint/format/words.ts';

export interface AuditTask {
  readonly title: string;
  readonly uses: number;
  /** What `uses` counts: places in files, or rows that wait for a person. */
  readonly unit: 'place' | 'row';
  readonly files: number;
  readonly how: string;
}

interface Used {
  readonly path: string;
}

/** Of a rule's uses. */
export function taskOf(
  { task: title, doing: how }: Pick<Rule, 'task' | 'doing'>,
  all: readonly Used[],
): AuditTask {
  return {
    ...{ title, how, uses: all.length, unit: 'place' },
    files: new Set(all.map(({ path }) => path)).size,
  };
}

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
  return `${plural(uses, unit)} in ${plural(files, 'file')}`;
}
