// What a run or a single call is refused with that looks like what was made before, in words.
import type { RowRecord, RunKind } from '../../../ledger/ledger.ts';
import type { FileFacts } from '../../input/facts.ts';
import { KINDS } from '../../input/kinds.ts';
import { Refusal } from '../../input/refusal.ts';
import { type AlikeRules, type Found, likeness, otherText } from './alike.ts';

/** Nobody may be told that what is in doubt was made. */
export const remedyFor = (others: readonly RowRecord[]): string =>
  others.some(({ state }) => state === 'in_doubt') ? 'alike_in_doubt' : 'alike';

export function refuseFile(file: string, { kind, rows: all }: FileFacts, found: Found): never {
  const { line, rows, examples } = found;
  const [only] = examples;
  const remedy = remedyOf(found);
  const { noun } = KINDS[kind];
  const reading = readingText(found, kind);
  if (rows === 1) {
    const which = only ? otherText(only[1], kind) : `a ${noun} made before`;
    throw new Refusal('alike', `${file}:${line}: this row looks like ${which}${reading}`, undefined, remedy);
  }
  const named = examples.map(([at, other]) => `\n  line ${at}: like ${otherText(other, kind)}`);
  const more = rows > examples.length ? `\n  and ${rows - examples.length} more` : '';
  const text = `${file}:${line}: ${rows} of the ${all} rows look like ${noun}s made before${named.length > 0 ? ':' : ''}${named.join('')}${more}${reading}`;
  throw new Refusal('alike', text, undefined, remedy);
}

function remedyOf({ examples, isReadOtherwise, left }: Found): string {
  const others = remedyFor(examples.map(([, other]) => other));
  if (!isReadOtherwise || others !== 'alike') return others;
  if (examples.some(([, { state }]) => state === 'sending')) return 'alike_sending';
  if (left?.rows === 0) return 'alike_all';
  return left && left.asRun === undefined ? 'alike_left' : 'alike_reading';
}

/** What is the matter with rows that were sent in another reading, and what is left of the file; empty for others. */
function readingText({ examples: [only], isReadOtherwise, left }: Found, kind: RunKind): string {
  if (!isReadOtherwise) return '';
  const { done, noun } = KINDS[kind];
  const run = left?.asRun ?? only?.[1].runId ?? '';
  const reading = `\nThese very rows were sent before, and are read otherwise now than by run ${run} (another import profile, --delimiter or --batch-id)`;
  if (!left) return reading;
  const { rows, lines } = left;
  if (rows === 0)
    return `${reading}\nNothing of it is left: each ${noun} that would be sent is ${done} already`;
  const more = rows > lines.length ? ` and ${rows - lines.length} more` : '';
  return `${reading}\nNot ${done} yet in any reading of it: line${rows === 1 ? '' : 's'} ${lines.join(', ')}${more}`;
}

/** Errors: {@link Refusal} where a single call looks like what was made before. */
export function refuseCall(
  operation: string,
  kind: RunKind,
  reference: string,
  found: readonly RowRecord[],
  rules: AlikeRules,
): void {
  const other = found.find((record) => likeness(reference, record, rules) !== 'none');
  if (other)
    throw new Refusal(
      'alike',
      `${operation}: it looks like ${otherText(other, kind)}`,
      undefined,
      remedyFor([other]),
    );
}
