// What speaks against a plan, as whoever signs it reads it: the warnings of its file, and the rows that are invalid. A plan is a file that
// its maker can write to, so that its first run reckons them again: whatever the ledger of that day could tell has to be in it.
import type { PlanBody } from '../../../approval/plan-format.ts';
import { OBJECTIONS } from '../../../approval/plan-schema.ts';
import { plain } from '../../../files/plain.ts';
import type { BatchRow } from '../../input/row.ts';
import { type Warning, warningText } from '../../input/warnings.ts';
import { issueText } from '../../results/result.ts';

export type Objections = Pick<PlanBody, 'warnings' | 'invalid'>;
type Told = Objections['warnings'];

/** Longer ones are cut: whoever wants all of one runs `paybatch check`. */
const TEXT = 400;

/** What is trouble first, then what was compared with earlier payments, then what the file says by itself. */
const rank = ({ isTrouble, entry }: Warning): number => (isTrouble ? 0 : entry === undefined ? 2 : 1);

/** `overflow`: warnings that nobody has kept. */
export function warningsShown(warnings: readonly Warning[], overflow: number): Told {
  const sorted = warnings.toSorted((a, b) => rank(a) - rank(b));
  const first = sorted.slice(0, OBJECTIONS).map((one) => {
    return { line: one.firstLine, text: plain(warningText(one), TEXT) };
  });
  return { count: warnings.length + overflow, first };
}

/** Rows that are invalid, as they come. */
export class InvalidRows {
  #count = 0;
  readonly #first: Told['first'] = [];

  add({ line, issues }: Pick<BatchRow, 'line' | 'issues'>, message: string): void {
    this.#count++;
    if (this.#first.length >= OBJECTIONS) return;
    const text = issues.length > 0 ? issues.map((issue) => issueText(line, issue)).join(' | ') : message;
    this.#first.push({ line, text: plain(text, TEXT) });
  }

  shown(): Pick<Objections, 'invalid'> {
    return this.#count === 0 ? {} : { invalid: { count: this.#count, first: this.#first } };
  }
}

/**
 * What would have been said when the plan was made, and isn't in it; `undefined` for none. What was paid since is another matter: the run says
 * it. `height`: the ledger's, before the run.
 */
export function unsaid(
  { warnings: told, ledgerSequence }: Pick<PlanBody, 'warnings' | 'ledgerSequence'>,
  warnings: readonly Warning[],
  height: number,
): { readonly line: number; readonly text: string } | undefined {
  const wasThen = ({ entry }: Warning): boolean =>
    entry === undefined || (entry === null ? height === ledgerSequence : entry <= ledgerSequence);
  const said = new Set(told.first.map(nameOf));
  const missing = (those: readonly Warning[]): { line: number; text: string } | undefined =>
    warningsShown(those, 0).first.find((one) => !said.has(nameOf(one)));
  const then = warnings.filter(wasThen);
  if (told.count === told.first.length) return missing(then);
  // It has no room for all, but the grave ones come first: trifles that were made up can't take their place.
  const isGrave = (one: Warning): boolean => rank(one) < 2;
  if (warnings.filter(isGrave).length <= OBJECTIONS) return missing(then.filter(isGrave));
  return height === ledgerSequence ? missing(then) : undefined;
}

const nameOf = ({ line, text }: Told['first'][number]): string => `${line} ${text}`;
