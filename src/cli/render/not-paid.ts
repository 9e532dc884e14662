// What was certainly not paid, and what a person does about it: the end of a run's summary.
import type { RunEnd } from '../../batch/results/run-end.ts';
import { perhapsText, setUpPerhaps } from '../../batch/results/set-up.ts';
import { plainPath } from '../../files/plain.ts';
import type { RowStatus } from '../../ledger/ledger.ts';
import { inWords } from './prose.ts';

/** The command that runs a retry file; there is none where it has to be approved first. */
export type RetryCommand = (retry: string) => string;

const NOT_DONE = { payouts: 'Not paid', customers: 'Not created, or without all documents' } as const;
/** Rows with these have to be changed before they are run again; the others only have to be run. */
const TO_CORRECT: readonly RowStatus[] = ['invalid', 'rejected'];
const TO_REPEAT: readonly RowStatus[] = ['failed', 'not_sent'];

/** What is left to be paid, and what has to be done for it. */
/** `same`: the command that sends rows once more as they are. */
export function retryLines(
  end: RunEnd,
  command: RetryCommand | undefined,
  same = 'the same command',
  accepting?: (deviations: readonly string[]) => string,
): string[] {
  const { retry, reasons, tally, facts } = end;
  if (retry === null) return [];
  const where = plainPath(retry) + (reasons === null ? '' : ` (why: ${plainPath(reasons)})`);
  const paid = paidOtherwise(tally.paidOtherwise, facts.kind === 'customers', where);
  return [...notDone(end, where, command?.(plainPath(retry)), same, accepting), ...paid];
}

/** Certainly not paid, by whatever content: to be corrected, or only to be run again. */
function notDone(
  { tally, earlier, facts, stopped, short = 0 }: RunEnd,
  where: string,
  command: string | undefined,
  same: string,
  accepting: ((deviations: readonly string[]) => string) | undefined,
): string[] {
  const { held } = tally;
  const made = tally.count('created') - earlier.count('created');
  const perhaps = setUpPerhaps(tally, made);
  const correct = tally.count(...TO_CORRECT) - tally.paidOtherwise - short;
  const repeat = tally.count(...TO_REPEAT) + short - held;
  if (correct + repeat + held === 0) return [];
  const head = `${NOT_DONE[facts.kind]} (${inWords(correct + repeat + held, 'row')}): ${where}.`;
  const funds =
    short === 0
      ? []
      : [
          `${inWords(short, 'row')} ${short === 1 ? 'was' : 'were'} refused for lack of funds: fill the wallet first, then ${same} sends ${short === 1 ? 'it' : 'them'} as ${short === 1 ? 'it is' : 'they are'}.`,
        ];
  const last = [
    ...funds,
    ...heldText(held, facts.kind === 'customers' ? 'customer' : 'payment', command === undefined),
  ];
  if (correct === 0) {
    // Which ones are held is said of them; these are named by their count first.
    const rest = held === 0 ? (repeat === 1 ? 'it' : 'them') : `${repeat} of them`;
    // The reason for a stop, and a lack of funds, come with their own advice.
    const again = stopped === '' && repeat > short ? againText(repeat - short, same) : '';
    const others = held === 0 ? '' : `; ${held === 1 ? 'the other is' : `the other ${held} are`} held`;
    return [repeat === 0 ? head : `${head} Nothing in ${rest} needs correcting${others}.${again}`, ...last];
  }
  const others = `the other ${repeat === 1 ? 'one' : repeat} can be sent as ${repeat === 1 ? 'it is' : 'they are'}`;
  const checked = Math.min(correct, tally.checked);
  if (checked > 0) last.push(...checkedText(checked, accepting?.(tally.deviations)));
  if (perhaps > 0) last.push(perhapsText(perhaps));
  const what =
    repeat === 0
      ? held === 0
        ? `Correct ${correct === 1 ? 'it' : 'them'} there`
        : `${inWords(correct, 'row')} to be corrected there`
      : `${inWords(correct, 'row')} to be corrected there first; ${others}`;
  return command
    ? [`${head} ${what}, then:`, `  ${command}`, ...last]
    : [`${head} ${what}, then make a plan of that file.`, ...last];
}

/** Each was answered, or not reached, by itself: 429 to the end, for one. */
const againText = (rows: number, same: string): string =>
  ` When the cause is mended, ${same} sends ${rows === 1 ? 'it' : 'them'}: run it again.`;

/** There may be nothing to correct: the same command would refuse them for ever. */
const checkedText = (rows: number, command: string | undefined): string[] => [
  `${inWords(rows, 'row')} ${rows === 1 ? 'differs' : 'differ'} from earlier payments, as the reasons say. Find out whether ${rows === 1 ? 'it is' : 'they are'} right; a row that is right needs no correction${command === undefined ? ': accept it with --accept CHECK:LINE.' : '. This command accepts and sends it:'}`,
  ...(command === undefined ? [] : [`  ${command}`]),
];

/** Running again alone would hold them again. */
function heldText(held: number, what: string, isPlanned: boolean): string[] {
  if (held === 0) return [];
  const [it, is] = held === 1 ? ['it', 'is'] : ['each', 'are'];
  return [
    `${inWords(held, 'row')} ${is} held: ${it} may be the same ${what} as another one, which the reasons name. If that ${what} is in doubt, resolve it first. Then remove the rows that are the same ${what}, and ${isPlanned ? 'make a new plan of the others' : 'run the others'} with --alike-ok.`,
  ];
}

/** They are kept with the others, since what they say now was not paid; nobody may be led to pay them once more. */
function paidOtherwise(count: number, customers: boolean, where: string): string[] {
  if (count === 0) return [];
  const done = customers ? 'created' : 'paid';
  const other = customers ? 'another customer' : 'another payment';
  return count === 1
    ? [
        `Already ${done} under its reference, with other content (1 row): ${where}. There is nothing to correct. If it is ${other}, give it a new reference.`,
      ]
    : [
        `Already ${done} under their references, with other content (${count} rows): ${where}. There is nothing to correct. If one of them is ${other}, give it a new reference.`,
      ];
}
