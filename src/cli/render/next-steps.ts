// What to do after a run, in the order in which to do it.
import type { RunEnd } from '../../batch/results/run-end.ts';
import { plainPath } from '../../files/plain.ts';
import { KIND_WORDS } from '../../words/kinds.ts';
import { DOUBTS } from './doubt.ts';
import { retryGroups } from './money-lines.ts';
import { inWords } from './print.ts';

/** Why a run stops if the service does not work properly, so that the next run may end in the same way. */
const SERVICE_FAULTS: ReadonlySet<string> = new Set(['halted', 'service_unreached', 'too_many_in_doubt']);

interface StepOptions {
  /** The file has to be approved as a plan. */
  readonly isPlanned: boolean;
  readonly isSandbox?: boolean | undefined;
}

export function nextSteps(end: RunEnd, { isPlanned, isSandbox = false }: StepOptions): string[] {
  const { tally, retry, stopped } = end;
  const { correct, refused, short } = retryGroups(end);
  const steps: string[] = [];
  if (tally.count('in_doubt') > 0 && !isSandbox) {
    if (SERVICE_FAULTS.has(stopped?.code ?? ''))
      steps.push(
        'Find out why the service does not respond properly (paybatch doctor): each new run can put more rows in doubt.',
      );
    steps.push(`${DOUBTS}.`);
  } else if (SERVICE_FAULTS.has(stopped?.code ?? '') && refused === 0 && !isSandbox)
    steps.push('paybatch doctor shows what is wrong.');
  // The ledger has to be restored before anything else.
  if (end.ledgerGone === true) return steps;
  if (short > 0) steps.push('Top up the wallet from which the rows are paid.');
  if (refused > 0)
    steps.push(
      `The service refused ${inWords(refused, 'row')}. If the reason is the same for all, the rows are not wrong: check the settings (paybatch doctor).`,
    );
  if (!isSandbox) steps.push(...againStep(end));
  const next = isPlanned ? 'make a plan of that file' : 'run that file with the same flags';
  if (retry !== null && correct > 0)
    steps.push(`Correct or remove rows in ${plainPath(retry)}, then ${next}.`);
  return steps;
}

function againStep(end: RunEnd): string[] {
  const { tally, facts, retry, exitCode, stopped } = end;
  const { again, short, refused } = retryGroups(end);
  // If no row remains to be sent, running again continues nothing.
  const isOver = tally.count('in_doubt') > 0 && tally.count('not_sent', 'pending') === 0;
  // A run that stopped with rows in doubt ends with 3.
  const isStopped = exitCode === 4 || (exitCode === 3 && stopped !== undefined);
  if (isStopped && !isOver) return ['Run the same command again: it continues where this run stopped.'];
  if (retry === null || again + short + refused === 0) return [];
  return [`Run the same command again: no row is ${KIND_WORDS[facts.kind].done} twice.`];
}
