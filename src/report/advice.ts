// What a person does about a run: about rows in doubt, and about those that were not paid.
import { basename } from 'node:path';

import { retryName } from '../batch/results/names.ts';
import { perhapsText, setUpPerhaps } from '../batch/results/set-up.ts';
import { plain } from '../files/plain.ts';
import type { Report } from './report.ts';
import { DONE, plural } from './words.ts';

export const ADVICE = [
  'Look for each payment in the service’s dashboard, by amount, account and time, or on the bank’s statement.',
  'Record what you found with the command next to it. A paid row needs the transfer’s ID.',
  'A row that was not paid is sent by the next run of the same file. Nothing in doubt is sent again by itself.',
] as const;

/** What a person does about rows that were not paid, by how they ended; nothing where there are none. */
export function unpaidAdvice({ run, facts, summary: { tally, otherwise, madeNow } }: Report): string[] {
  const done = DONE[run.kind];
  const [wrong, stopped] = [
    tally.count('invalid', 'rejected') - otherwise.toCorrect,
    tally.count('failed', 'not_sent') - tally.held - otherwise.toRepeat,
  ];
  const lines = otherwiseAdvice(done, otherwise);
  const perhaps = setUpPerhaps(tally, madeNow);
  if (perhaps > 0) lines.push(perhapsText(perhaps));
  const retry = facts.retry === '' ? retryName(run.file, run.file, 'results') : facts.retry;
  if (wrong > 0) {
    const how = [
      ...(tally.count('invalid') > 0 ? ['invalid'] : []),
      ...(tally.count('rejected') > 0 ? ['refused by the service'] : []),
    ].join(' or ');
    const file = `the retry file beside the results (${plain(basename(retry))})`;
    const rows = `${plural(wrong, 'row')} ${wrong === 1 ? 'was' : 'were'} ${how}, for the reasons below`;
    lines.push(
      tally.count('rejected') === 0
        ? `${rows}: correct what is wrong in ${file}, then run that file.`
        : `${rows}. What was refused for lack of funds needs no correcting: fill the wallet. Correct what is wrong with any others in ${file}, then run that file.`,
    );
  }
  if (stopped > 0)
    lines.push(
      `${plural(stopped, 'row')} failed or ${stopped === 1 ? 'was' : 'were'} not sent: nothing needs correcting. Run the same file again; nothing is ${done} twice.`,
    );
  const what = run.kind === 'customers' ? 'customer' : run.kind === 'trades' ? 'trade' : 'payment';
  if (tally.held > 0)
    lines.push(
      `${plural(tally.held, 'row')} ${tally.held === 1 ? 'is' : 'are'} held as possible duplicates. Each reason names the other ${what}. If that ${what} is in doubt, resolve it first. Then remove the rows that are the same ${what}, and run the others with --alike-ok.`,
    );
  return lines;
}

/** Nobody may be led to correct them, or to pay them by hand. */
function otherwiseAdvice(done: string, { paid, perhaps }: Report['summary']['otherwise']): string[] {
  const whose = (count: number): string => (count === 1 ? 'its reference' : 'their references');
  const lines: string[] = [];
  if (perhaps > 0)
    lines.push(
      `${plural(perhaps, 'row')} may have been ${done} under ${whose(perhaps)}, with other content: find out (paybatch doubts) before anybody pays ${perhaps === 1 ? 'it' : 'them'}.`,
    );
  if (paid > 0)
    lines.push(
      `${plural(paid, 'row')} ${paid === 1 ? 'is' : 'are'} ${done} under ${whose(paid)}, with other content: nothing to correct, and nothing to pay by hand. Only if one is another payment, give it a new reference.`,
    );
  return lines;
}
