// The rows that are about to be resolved, as a person sees them before the question, and what the next run does because of it.
import { putBackText } from '../../../report/standing.ts';
import type { Io } from '../../io.ts';
import { paymentsTable, sumsText } from '../../render/doubt.ts';
import { prose } from '../../render/prose.ts';
import type { FoundRow } from './find-rows.ts';

export function preview(found: readonly FoundRow[], io: Io): string {
  const corrects = found.some(({ doubt }) => !doubt || doubt.putBack);
  const rows = found.map((one) => {
    const now = nowText(one);
    return { ...one.row, ...one, last: corrects ? { was: wasText(one), now } : { as: now } };
  });
  const width = io.terminal || io.outTerminal ? io.columns : Infinity;
  const hasIds = found.some(({ word }) => word.createdId !== null);
  const after = [...(hasIds ? [IDS] : []), ...payAgain(found)];
  return [paymentsTable(rows, new Date(io.now()), width), ...after.map((text) => prose(text, width))].join(
    '\n',
  );
}

const IDS = 'Each id is taken as you typed it, and is not looked up: compare it with what you found.';

const nowText = ({ word: { as, createdId } }: FoundRow): string =>
  as + (createdId === null ? '' : ` ${createdId}`);

function wasText({ doubt, row }: FoundRow): string {
  if (doubt?.putBack) return putBackText(doubt.putBack);
  if (doubt) return 'in doubt';
  return row.state === 'created' ? `created ${row.createdId ?? ''}` : 'not-created';
}

/** The resolution by which money leaves a second time if it is wrong. */
function payAgain(found: readonly FoundRow[]): string[] {
  const free = found.filter(({ word }) => word.as === 'not-created');
  const counted = free.filter(({ row }) => row.state === 'created');
  const doubted = free.filter(({ row }) => row.state !== 'created').map(({ row }) => row);
  const sums = sumsText(doubted);
  return [
    ...counted.map(
      ({ line, runId, row }) =>
        `WARNING: line ${line} of run ${runId} counts as paid now. As not-created, the next run of its file WILL PAY it (${sumsText([row])}).`,
    ),
    ...(doubted.length === 0
      ? []
      : [
          `As not-created, the next run of ${doubted.length === 1 ? 'its file' : 'their files'} WILL ${sums === '' ? 'CREATE' : `SEND ${sums}`} again, or what the file has by then.`,
        ]),
  ];
}
