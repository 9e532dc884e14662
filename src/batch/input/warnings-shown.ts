// Warnings as they are kept: of a plan for whoever signs it, of a run for whoever asks in the morning. The gravest first, so many of them;
// all are counted.
import type { PlanBody } from '../../approval/plan-format.ts';
import { OBJECTIONS } from '../../approval/plan-schema.ts';
import { plain } from '../../files/plain.ts';
import { type Warning, type WarningCode, type Warnings, weightOf, withoutRows } from './warnings.ts';

export type Shown = PlanBody['warnings'];

/** What a run keeps. `rows`: of how many rows each kind was said, the gravest kinds first; none that was never said. */
export interface Warned extends Shown {
  readonly rows: Readonly<Partial<Record<WarningCode, number>>>;
}

/** Longer ones are cut: whoever wants all of one runs `paybatch check`. */
export const TEXT = 1000;

/** `overflow`: warnings that nobody has kept. */
export function warningsShown(warnings: readonly Warning[], overflow: number): Shown {
  const sorted = warnings.toSorted((a, b) => weightOf(a) - weightOf(b));
  const first = sorted.slice(0, OBJECTIONS).map((one) => {
    const text = plain(withoutRows(one), TEXT);
    return { line: one.firstLine, text, ...(one.count > 1 && { rows: one.count }) };
  });
  return { count: warnings.length + overflow, first };
}

export function warnedOf(warnings: Warnings): Warned {
  return { ...warningsShown(warnings.list(), warnings.overflow), rows: Object.fromEntries(warnings.rows()) };
}
