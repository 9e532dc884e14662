// What speaks against a plan, as whoever signs it reads it: the warnings of its file, and the rows that are invalid. A plan is a file that
// its maker can write to, so that its first run reckons them again: whatever the ledger of that day could tell has to be in it.
import type { PlanBody } from '../../../approval/plan-format.ts';
import { OBJECTIONS } from '../../../approval/plan-schema.ts';
import { plain } from '../../../files/plain.ts';
import type { BatchRow } from '../../input/row.ts';
import { isGrave, type KeptWarnings, keptWarnings, MAX_TEXT, type Warning } from '../../input/warnings.ts';

/** Rows that are invalid, as they come. */
export class InvalidRows {
  #count = 0;
  readonly #first: KeptWarnings['first'] = [];

  add({ line, reference, issues }: Pick<BatchRow, 'line' | 'reference' | 'issues'>, message: string): void {
    this.#count++;
    if (this.#first.length >= OBJECTIONS) return;
    const why = issues.map(({ field, message: what }) => (field === '' ? what : `${field}: ${what}`));
    const name = reference === '' ? '' : `${reference}: `;
    this.#first.push({ line, text: plain(`${name}${why.length > 0 ? why.join(' | ') : message}`, MAX_TEXT) });
  }

  shown(): PlanBody['invalid'] {
    return this.#count === 0 ? undefined : { count: this.#count, first: this.#first };
  }
}

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
  const nameOf = isSame ? exactly : apartFromCount;
  const said = new Set(told.first.map(nameOf));
  const missing = (those: readonly Warning[]): { line: number; text: string } | undefined =>
    keptWarnings(those, 0).first.find((one) => !said.has(nameOf(one)));
  const then = warnings.filter(wasThen);
  if (told.count === told.first.length) return missing(then);
  // It has no room for all, but the grave ones come first: trifles that were made up can't take their place.
  if (warnings.filter(isGrave).length <= OBJECTIONS) return missing(then.filter(isGrave));
  return isSame ? missing(then) : undefined;
}

const exactly = ({ line, text, rows = 1 }: KeptWarnings['first'][number]): string =>
  `${line} ${rows} ${text}`;
/** What was paid since may be one more that it counts. */
const apartFromCount = ({ line, text }: KeptWarnings['first'][number]): string => `${line} ${text}`;
