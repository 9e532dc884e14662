// Sentences about sending: why a run stops, and the outcome of a sent row.
import type { SendingMessages, Wallet } from '../batch/send/messages.ts';
import type { WordsOf } from '../message.ts';

function walletText({ id, currency, network }: Wallet): string {
  const pair = `(${currency} on ${network})`;
  return id === undefined ? `the developer's wallet ${pair}` : `wallet ${id} ${pair}`;
}

const inARow = (count: number, thing: string): string =>
  count === 1 ? `1 ${thing}` : `${count} consecutive ${thing}s`;

const inLedger = (runId: string): string => `The ledger has every row: paybatch status ${runId}`;

export const SENDING: WordsOf<SendingMessages> = {
  run_started: () => 'run started',
  run_ended: () => 'run ended',
  sign_in_failed: ({ why }, say) =>
    `warning: the identity provider gave no token (${say(why)}). paybatch asks again for each row`,
  signal: () => 'a signal',
  halted: ({ failures, after, last }, say) =>
    `${inARow(failures, 'systemic failure')} (--halt-after ${after}); the last: ${say(last)}`,
  service_unreached: ({ last }, say) => `no call reached the service; the last: ${say(last)}`,
  wallet_short: ({ wallet, refusals, after, last }, say) =>
    `${walletText(wallet)} is short of funds: ${inARow(refusals, 'refusal')} (--halt-after ${after}); the last: ${say(last)}`,
  foreign_id: () =>
    'the service returned the id of another transfer: its responses may belong to other rows. Compare the rows before this one with the dashboard as well',
  file_unreadable: ({ file, why }, say) => `${file}: ${say(why)}; the rows after that point were not read`,
  results_unwritable: ({ path, why, runId }, say) =>
    `${path}: the results could not be written (${say(why)}). ${inLedger(runId)}`,
  retry_unwritable: ({ path, why, runId }, say) =>
    `${path}: the retry file could not be written (${say(why)}). ${inLedger(runId)}`,

  id_of_other: ({ createdId, runId, line }) =>
    `the service returned ${createdId}, which line ${line} of run ${runId} already has`,
  outcome_unwritten: ({ createdId, failure }, say) => {
    const what = createdId === '' ? 'the outcome' : `the service returned ${createdId}, which`;
    return `${what} could not be written to the ledger (${say(failure)})`;
  },
  row_unasked: ({ reason }, say) =>
    `not sent now. The ledger could not be asked whether it was paid before: ${say(reason)}`,
  intent_unwritten: ({ failure }, say) => `not sent: ${say(failure)}`,
  resend_unsafe: () =>
    'its outcome is unknown, and it cannot be sent again safely: it has no idempotency key, or the window of the key is over',
  document_missing: ({ customerId, type, why, hasReference }, say) => {
    const again = hasReference ? 'running this row again' : 'running the same file or its retry file again';
    return `the customer was created (${customerId}), but its document ${type} was not stored: ${say(why)}; ${again} continues with the documents`;
  },
  document_unreadable: ({ where, name, why }, say) => `${where}"${name}" ${say(why)}`,
  too_dear: ({ why }, say) => `${say(why)}: not sent`,
};
