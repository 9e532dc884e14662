// Sentences of a ledger that can't be moved to another place.
import type { CopyMessages, OpenRun } from '../ledger/copy/messages.ts';
import type { WordsOf } from '../message.ts';

const runText = ({ id, file, pid, host }: OpenRun): string =>
  `run ${id} of ${file} (process ${pid} on ${host})`;

export const LEDGER_COPY: WordsOf<CopyMessages> = {
  runs_open: ({ ledger, open }) =>
    `the ledger ${ledger} can't be moved while a run is open: ${open.map(runText).join('; ')}. Copy it when all runs have ended (a run of several hosts: when paybatch status says so, or after paybatch stop RUN)`,
  copying_there: ({ ledger }) => `a ledger is just being copied to ${ledger}`,
  target_taken: ({ target, id }) =>
    `there is a ledger at ${target} already (id ${id}). Nothing was changed. Choose a place without a ledger: the copy creates the new one`,
  copy_not_whole: ({ target, source, kind, where, found }) =>
    `the copy at ${target} is not intact (${kind} ${where}, ${found} findings), and is not used: verify ${source} with paybatch ledger verify`,
  ledger_was_there: ({ target }) =>
    `there was a ledger at ${target} (its high-water mark is still there), but it is gone. Its payments may be missing in this copy. Find that ledger, or copy to another place`,
};
