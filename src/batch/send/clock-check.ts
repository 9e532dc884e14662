// Whether this machine's clock may be trusted with what is to be sent: what looks alike, idempotency windows and a later
// "not created" all depend on when the ledger says that something happened. A clock that was behind widens them all.
import { isLoopback } from '../../interface/environment.ts';

/** As `doctor` has it: the header has whole seconds, and an answer takes its time. */
export const CLOCK_WARNING_MS = 60_000;
const CLOCK_REFUSED_MS = 300_000;

export type ClockVerdict =
  { readonly is: 'good' } | { readonly is: 'warned' | 'refused'; readonly text: string };

/** `offMs`: how far it is ahead of the service's; `null`: not known. A service on this machine may have any time. */
export function judgeClock(offMs: number | null, baseUrl: string): ClockVerdict {
  if (offMs === null || Math.abs(offMs) <= CLOCK_WARNING_MS) return { is: 'good' };
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const text = `this machine's clock is ${inWords(seconds)} ${offMs > 0 ? 'ahead of' : 'behind'} the service's: set it, and keep it set (NTP). What counts as paid lately, and idempotency windows, depend on it`;
  const refused = Math.abs(offMs) > CLOCK_REFUSED_MS && !isLoopback(new URL(baseUrl).hostname);
  return { is: refused ? 'refused' : 'warned', text };
}

function inWords(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor((seconds % 86_400) / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
