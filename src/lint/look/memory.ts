// How much of the linter's work this process has memory for, by what was measured.
import { PaybatchError } from '../../errors.ts';
import { heapRoom, howToHaveMore } from '../../files/heap.ts';

/** What one byte of a file may take: a token, its group, its context. Real files take 20 to 130 bytes. */
const BYTES_FOR_EACH = 500;
/** What one finding may take on its way into a report. */
const BYTES_FOR_A_FINDING = 6_000;
/** No report in one text can hold more. */
const MOST_FINDINGS = 300_000;

/** Whether a file of so many bytes may be more than this process's memory. */
export const mayBeTooMuch = (bytes: number): boolean => bytes * BYTES_FOR_EACH > heapRoom() / 2;

/** How many findings there is room for. */
export const mostFindings = (): number =>
  Math.min(MOST_FINDINGS, Math.floor(heapRoom() / 2 / BYTES_FOR_A_FINDING));

export class TooManyFindings extends PaybatchError {
  constructor() {
    super(
      'memory',
      `there are more than ${mostFindings()} findings, and this process has no memory for them: name fewer paths at once (${howToHaveMore()})`,
    );
  }
}
