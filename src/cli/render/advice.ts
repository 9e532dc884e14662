// What a person does about rows in doubt, of one run and of others. One row's own advice is in batch/results/words.ts.
import { KINDS } from '../../batch/input/kinds.ts';
import type { CreatedInDoubt } from '../../batch/results/tally.ts';
import { idFlag } from '../../batch/results/words.ts';
import { plain } from '../../files/plain.ts';
import { type Contradiction, type RunKind } from '../../ledger/ledger.ts';

function rowsInDoubt(count: number): string {
  return `${count} row${count === 1 ? ' is' : 's are'} in doubt`;
}

/** What is known of a run's rows in doubt. `line`: where there is one only. */
export interface RowsInDoubt {
  readonly lineInDoubt: number | undefined;
  /** The first of those that the service is known to have created, and how many there are. */
  readonly createdInDoubt: readonly CreatedInDoubt[];
  readonly createdInDoubtCount: number;
}

/** For the rows of one run. */
export function doubtAdvice(kind: RunKind, runId: string, count: number, rows: RowsInDoubt): string {
  const { lineInDoubt: line, createdInDoubtCount: created } = rows;
  const first = rowsInDoubt(count);
  const known = createdText(
    rows.createdInDoubt.map((row) => ({ ...row, kind, runId })),
    created,
  );
  const rest = count - created;
  if (rest === 0) return `${first}, and the service created ${count === 1 ? 'it' : 'them'}. ${known}`;
  const [it, one] = rest === 1 ? ['it', 'one of'] : ['each', 'for each row one of'];
  const commands = doubtCommands(idFlag(kind), runId, { line });
  const unknown = `find out from the service whether ${it} was ${KINDS[kind].done}, then run ${one}\n${commands}`;
  if (created === 0) return `${first}: ${unknown}`;
  return `${first}, and the service created ${created} of them. ${known}\nOf the other ${rest === 1 ? 'row' : 'rows'}, ${unknown}`;
}

/** Rows whose id came back, and could not be recorded. `count`: how many there are in all. */
export function createdText(
  rows: readonly (CreatedInDoubt & { readonly kind: RunKind; readonly runId: string })[],
  count = rows.length,
): string {
  const commands = rows.map(
    ({ kind, runId, line, createdId }) =>
      `  paybatch resolve ${runId} --line ${line} --as created ${idFlag(kind)} ${plain(createdId)} --reason "..."`,
  );
  const more = count - rows.length;
  const rest = more === 0 ? [] : [`  (${more} more: their ids are in the results)`];
  return ['Record that:', ...commands, ...rest].join('\n');
}

/** Which rows need --host-gone (see notBackText). */
const HOST_GONE = { all: ' --host-gone', some: ' [--host-gone]', none: '' } as const;

/** The commands that resolve rows in doubt, each on a separate line to be copied. `line`: if there is one row only. */
export function doubtCommands(
  idFlags: string,
  runId: string,
  {
    line,
    hostGone = 'none',
  }: { readonly line?: number | undefined; readonly hostGone?: keyof typeof HOST_GONE } = {},
): string {
  const row = `paybatch resolve ${runId} --line ${line ?? 'N'}`;
  return [
    `  ${row} --as created ${idFlags} ID --reason "..."`,
    `  ${row} --as not-created${HOST_GONE[hostGone]} --reason "..."`,
    'For many rows, use a statement, or a sheet to fill in (resolve --from FILE):',
    `  paybatch reconcile ${runId} --statement FILE`,
    '  paybatch doubts --csv',
  ].join('\n');
}

/** What to do where the ledger was taken away under a run: the one time that running again is wrong. */
export function ledgerGoneAdvice(path: string, results: string | null): string {
  const word =
    results === null
      ? 'there are no results either'
      : `${results} is the only record of what was paid: keep it`;
  return (
    `THE LEDGER IS GONE: ${path} was removed, moved or replaced during this run, so nothing more was sent; ${word}. ` +
    'Restore the ledger before you run anything again. Without it, paid rows would be paid again'
  );
}

/** One line at the end of every run, while rows of whatever run are in doubt. */
export function reminder(all: number, ofThisRun: number): string {
  const others = all - ofThisRun;
  if (others <= 0) return '';
  if (ofThisRun === 0) return `paybatch: ${rowsInDoubt(others)} from earlier runs: see paybatch doubts\n`;
  const more = `${others} more row${others === 1 ? ' is' : 's are'} in doubt`;
  return `paybatch: ${more} from other runs: see paybatch doubts\n`;
}

/** A line for each, with what to type. */
export const contradictionsText = (found: readonly Contradiction[]): string => found.map(lineOf).join('');

function lineOf({ runId, line, reference, createdId, state }: Contradiction): string {
  const place = `line ${line} of run ${runId}${reference === null ? '' : ` (${plain(reference)})`}`;
  const [fact, word] =
    createdId === null
      ? ['it was not paid', 'was paid']
      : [`it was paid (${plain(createdId)})`, 'was not paid, or under another id'];
  const again =
    state === 'planned' ? '' : ', and the row has been sent again since: it may have been paid twice';
  return (
    `paybatch: ALARM: ${place}: the host that was sending it came back and says that ${fact}; a person has said meanwhile that it ${word}${createdId === null ? '' : again}. ` +
    `Find out which is true, then: paybatch resolve ${runId} --line ${line} --correct --as ${createdId === null ? 'not-created' : `created --transfer-id ${plain(createdId)}`} --reason "..."\n`
  );
}
