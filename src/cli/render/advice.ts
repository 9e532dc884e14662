// What a person does about rows in doubt, of one run and of others. Advice for one row is in batch/results/row-messages.ts.
import { KINDS } from '../../batch/input/row.ts';
import { idFlag } from '../../batch/results/row-messages.ts';
import { plain } from '../../files/plain.ts';
import type { Contradiction, RunKind } from '../../ledger/ledger.ts';
import { inWords } from './prose.ts';

const rowsInDoubt = (count: number): string =>
  `${inWords(count, 'row')} ${count === 1 ? 'is' : 'are'} in doubt`;

interface RowsInDoubt {
  /** The line, if there is one row only. */
  readonly lineInDoubt: number | undefined;
  /** Rows that the service is known to have created. */
  readonly createdInDoubtCount: number;
}

/** For the rows of one run. */
export function doubtAdvice(kind: RunKind, runId: string, count: number, rows: RowsInDoubt): string {
  const { lineInDoubt: line, createdInDoubtCount: created } = rows;
  const known =
    created === 0
      ? ''
      : `\nThe service created ${created === count ? 'every one of these rows' : inWords(created, 'of these rows')}: the results have the id. Resolve it as created.`;
  return `${rowsInDoubt(count)}: find out from the service whether ${count === 1 ? 'it' : 'each'} was ${KINDS[kind].done}, then run one of\n${doubtCommands(idFlag(kind), runId, { line })}${known}`;
}

/** The commands that resolve rows in doubt, each on a separate line to be copied. `line`: if there is one row only. */
export function doubtCommands(
  idFlags: string,
  runId: string,
  { line, hostGone = false }: { readonly line?: number | undefined; readonly hostGone?: boolean } = {},
): string {
  const row = `paybatch resolve ${runId} --line ${line ?? 'N'}`;
  const gone = !hostGone ? '' : line === undefined ? ' [--host-gone]' : ' --host-gone';
  return [
    `  ${row} --as created ${idFlags} ID --reason "..."`,
    `  ${row} --as not-created${gone} --reason "..."`,
    'For many rows, use a statement, or a sheet to fill in (resolve --from FILE):',
    `  paybatch reconcile ${runId} --statement FILE`,
    '  paybatch doubts --csv',
  ].join('\n');
}

/** What to do if the ledger was taken away under a run: the one time that running again is wrong. */
export function ledgerGoneAdvice(path: string, results: string | null): string {
  const record =
    results === null
      ? 'there are no results either'
      : `${results} is the only record of what was paid: keep it`;
  return (
    `THE LEDGER IS GONE: ${path} was removed, moved or replaced during this run, so nothing more was sent; ${record}. ` +
    'Restore the ledger before you run anything again. Without it, paid rows would be paid again'
  );
}

/** One line at the end of every run, while rows of any run are in doubt. */
export function reminder(all: number, ofThisRun: number): string {
  const others = all - ofThisRun;
  if (others <= 0) return '';
  const more =
    ofThisRun === 0
      ? `${rowsInDoubt(others)} from earlier runs`
      : `${inWords(others, 'more row')} in doubt from other runs`;
  return `paybatch: ${more}: see paybatch doubts\n`;
}

/** A line for each, with the command to type. */
export const contradictionsText = (found: readonly Contradiction[]): string => found.map(alarmText).join('');

function alarmText({ runId, line, reference, createdId, state }: Contradiction): string {
  const id = createdId === null ? '' : plain(createdId);
  const place = `line ${line} of run ${runId}${reference === null ? '' : ` (${plain(reference)})`}`;
  const [fact, word] =
    createdId === null
      ? ['it was not paid', 'was paid']
      : [`it was paid (${id})`, 'was not paid, or has another id'];
  const again =
    createdId === null || state === 'planned'
      ? ''
      : '. The row has been sent again since: it may have been paid twice';
  return (
    `paybatch: ALARM: ${place}: the host that was sending it reports that ${fact}, but a person resolved that it ${word}${again}. ` +
    `Find out which is right, then run: paybatch resolve ${runId} --line ${line} --correct --as ${createdId === null ? 'not-created' : `created --transfer-id ${id}`} --reason "..."\n`
  );
}
