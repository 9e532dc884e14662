// Sentences about a file and its rows before anything is sent.
import type { InputMessages } from '../batch/input/messages.ts';
import type { WordsOf } from '../message.ts';

function clockText(offMs: number): string {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const off = seconds < 3600 ? `${seconds} s` : `${Math.round(seconds / 3600)} h`;
  return `this machine's clock is ${off} ${offMs > 0 ? 'ahead of' : 'behind'} the service's: set it, and keep it synchronized (NTP). Duplicate checks and idempotency windows depend on it`;
}

export const INPUT: WordsOf<InputMessages> = {
  ledger_lost: ({ why, runId }, say) =>
    `${say(why)}. Rows of run ${runId} may have been paid, and workers may still send its queued rows. When the ledger responds again, run the same command to continue. paybatch results ${runId} shows every row`,
  ledger_accepted: ({ why }, say) =>
    `warning: ${say(why)}. --accept-ledger: paybatch continues with this ledger and records that`,
  clock_off: ({ offMs }) => clockText(offMs),
  clock_off_warning: ({ offMs }) => `warning: ${clockText(offMs)}`,
  no_identity_provider: ({ why }, say) =>
    `no identity provider responds at that address, so the credentials were not checked: ${say(why)}`,
  credentials_refused: ({ why }, say) => `the identity provider refuses the credentials: ${say(why)}`,

  accept_malformed: ({ text, checks }) =>
    `--accept ${text}: expected CHECK:LINE, such as payeeChanged:7; CHECK is one of ${checks.join(', ')}`,
  stopped_checking: () => 'stopped while the file was checked',
  retry_and_references: ({ column }) =>
    `a file can't have both references and the column ${column}: remove the references`,
  no_end: ({ stopAt }) =>
    `"stopAt" of the profile (${stopAt}) does not match the first cell of any row: the file may be cut short`,

  lookup_contradicts: ({ key, column, line }) =>
    `"${key}" (${column}) has different values on line ${line}: correct or remove one of the two lines`,
};
