// What a person does about the rows in doubt of one run, and of others. One row's own advice is in batch/results/words.ts.
import { KINDS } from '../../batch/input/kinds.ts';
import { idFlag } from '../../batch/results/words.ts';
import type { RunKind } from '../../ledger/ledger.ts';

export function rowsInDoubt(count: number): string {
  return `${count} row${count === 1 ? ' is' : 's are'} in doubt`;
}

/** For the rows of one run; `line`: where there is one only. */
export function doubtAdvice(kind: RunKind, runId: string, count: number, line?: number): string {
  const [it, one] = count === 1 ? ['it', 'one of'] : ['each', 'for each row one of'];
  return `${rowsInDoubt(count)}: find out from the service whether ${it} was ${KINDS[kind].done}, then ${one}\n${doubtCommands(idFlag(kind), runId, { line })}`;
}

/** Which rows need --host-gone: see notBackText. */
const HOST_GONE = { all: ' --host-gone', some: ' [--host-gone]', none: '' } as const;

/** What settles rows in doubt, each on a line of its own, where it stays whole and can be copied; `line`: where there is one only. */
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
    'Many at once, by a statement, or by a sheet to fill in (resolve --from FILE):',
    `  paybatch reconcile ${runId} --statement FILE`,
    '  paybatch doubts --csv',
  ].join('\n');
}

/** What to do where the ledger was taken away under a run: the one time that running again is wrong. */
export function ledgerGoneAdvice(path: string, results: string | null): string {
  const word =
    results === null
      ? 'there are no results either'
      : `${results} is the only word of what was paid: keep it`;
  return (
    `THE LEDGER IS GONE: ${path} was removed, moved or replaced during this run, so nothing more was sent; ${word}. ` +
    'Put the ledger back before you run anything again. Without it, rows that are paid would be paid again'
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
