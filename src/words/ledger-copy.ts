// Sentences of a ledger that can't be moved to another place.
import type { CopyMessages, OpenRun } from '../ledger/copy/messages.ts';
import type { WordsOf } from '../message.ts';

const runText = ({ id, file, pid, host }: OpenRun): string =>
  `run ${id} of ${file} (process ${pid} on ${host})`;

const TAKEN = { ledger: 'a ledger', unfinished: 'an unfinished copy of another ledger' };

export const LEDGER_COPY: WordsOf<CopyMessages> = {
  runs_open: ({ ledger, open }) =>
    `the ledger ${ledger} can't be moved while a run is open: ${open.map(runText).join('; ')}. Copy it when all runs have ended (a run of several hosts: when paybatch status says so, or after paybatch stop RUN)`,
  copying_there: ({ ledger }) => `a ledger is just being copied to ${ledger}`,
  target_taken: ({ is, target, id }) =>
    `there is ${TAKEN[is]} at ${target} already (id ${id}), and nothing was changed: a copy makes its ledger itself, at a place that is free`,
  copy_not_whole: ({ target, source, kind, where, found }) =>
    `the copy at ${target} is not whole by its own chain (${kind} ${where}, ${found} findings), and is not used: paybatch ledger verify says whether ${source} is`,
  ledger_was_there: ({ target }) =>
    `a ledger was in use at ${target} (its mark says so), and is gone: what it paid may be missing in this copy. Find it, or copy to another place`,
};
