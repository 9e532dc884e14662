// Sentences about a file by what the ledger and earlier results know of it.
import type { KnownMessages } from '../batch/plan/messages.ts';
import type { WordsOf } from '../message.ts';

export const KNOWN: WordsOf<KnownMessages> = {
  rows_at_work: ({ other, canStop }) => {
    const who = other
      ? `run ${other.id} (process ${other.pid} on ${other.host}, ${other.file})`
      : 'another run';
    const wait =
      other && canStop
        ? `wait until it has ended, or stop it (paybatch stop ${other.id})`
        : 'wait until it has ended';
    return `${who} is working on these rows now: ${wait}`;
  },
  read_otherwise: ({ runId }) =>
    `run ${runId} read the same file with other parse settings, and some of its rows were paid or are in doubt. With these settings they would be sent again`,
  customers_not_detached: () =>
    'customers are created by the host that reads their file: run it without --detach',
  customers_unpriced: () => 'customers have no price: use check or run',
  cost_unquoted: () => 'the cost of the rows is unknown without quotes',
  not_confirmed: () => 'not confirmed',

  evidence_accepted: ({ objections }, say) => objections.map(say).join('; '),
  ledger_objection: ({ why, ledger, isGrave }, say) =>
    `${say(why)} (${ledger})${isGrave ? '. Rows could be sent twice' : ''}`,
  unknown_to_ledger: ({ file, place, createdId }) =>
    `${file}:${place} says that ${createdId} was created, but this ledger does not know it: the ledger is new, older or a different one`,
  results_unreadable: ({ fault }, say) =>
    `${say(fault)}. These results may name payments that this ledger does not know`,
  other_ledger: ({ file, ledgerId }) => `${file} was written with another ledger (${ledgerId})`,
  older_ledger: ({ file, sequence, height }) =>
    `${file} was written when this ledger had ${sequence} entries; now it has ${height}, so it is an older copy`,
  other_copy: ({ file }) =>
    `${file} was written with another copy of this ledger: a backup was restored and used since`,
};
