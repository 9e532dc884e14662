// Answers that contradict what a person has said: named wherever rows in doubt are, until the word is corrected.
import { plain } from '../../files/plain.ts';
import type { Contradiction } from '../../ledger/ledger.ts';

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
