// Sentences about a file and its rows before anything is sent.
import type { InputMessages } from '../batch/input/messages.ts';
import type { WordsOf } from '../message.ts';

function clockText(offMs: number): string {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const off = seconds < 3600 ? `${seconds} s` : `${Math.round(seconds / 3600)} h`;
  return `this machine's clock is ${off} ${offMs > 0 ? 'ahead of' : 'behind'} the service's: set it, and keep it synchronized (NTP). Duplicate checks and idempotency windows depend on it`;
}

export const INPUT: WordsOf<InputMessages> = {
  submission_cut_off: ({ why }, say) =>
    `${say(why)}. Rows that were queued before are sent by the workers of that ledger; the same command continues with the rest`,
  ledger_accepted: ({ why }, say) =>
    `warning: ${say(why)}. --accept-ledger: paybatch continues with this ledger and records that`,
  clock_off: ({ offMs }) => clockText(offMs),
  clock_off_warning: ({ offMs }) => `warning: ${clockText(offMs)}`,
  no_identity_provider: ({ why }, say) =>
    `no identity provider responds at that address, so the credentials were not checked: ${say(why)}`,
  credentials_refused: ({ why }, say) => `the identity provider refuses the credentials: ${say(why)}`,
  reference_refused: ({ operation, why }, say) => `${operation}: the reference ${say(why)}`,
};
