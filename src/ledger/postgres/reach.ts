// Whether a server can't be reached, unlike one that refuses; and the notices that it is away, and back.
import { type Message, verbatim } from '../../message.ts';
import { LedgerError } from '../ledger-error.ts';
import { postgresMessage } from './messages.ts';

/** `forMs`: how long there was no response. */
export interface Reach {
  readonly is: 'away' | 'back';
  readonly forMs: number;
  /** The error of the system or the server; none if it is back. */
  readonly why?: Message;
}

/** A restart takes less than this. */
const REPORT_AFTER_MS = 2_000;

export class ReachNotices {
  readonly #notify: (reach: Reach) => void;
  /** Since when there has been no response. */
  #sinceMs: number | undefined;
  #answeredMs = -Infinity;
  #reported: Reach['is'] = 'back';

  constructor(notify: (reach: Reach) => void) {
    this.#notify = notify;
  }

  answered(nowMs: number): void {
    const forMs = nowMs - (this.#sinceMs ?? nowMs);
    this.#sinceMs = undefined;
    this.#answeredMs = nowMs;
    if (this.#reported !== 'back') this.#report({ is: 'back', forMs });
  }

  /** `startedMs`: when the failed request was sent. */
  failed(error: unknown, startedMs: number, nowMs: number): void {
    if (!isLost(error)) return;
    this.#sinceMs ??= Math.max(startedMs, this.#answeredMs);
    const forMs = nowMs - this.#sinceMs;
    const why = serverComplaint(error);
    if (this.#reported === 'back' && forMs >= REPORT_AFTER_MS) this.#report({ is: 'away', forMs, why });
  }

  #report(reach: Reach): void {
    this.#reported = reach.is;
    this.#notify(reach);
  }
}

/**
 * Error codes of a server that refuses or ends connections: starting, stopping, full, a transaction took too long.
 */
const LOST_STATES = /^(08|57P0|53300|25P03|25P04|40001|40P01|55P03|55000)/;

/** Whether a connection was lost or could not be made. The work may be repeated over another one. */
export function isLost(error: unknown): boolean {
  if (error instanceof LedgerError || !(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException; // Node's and the server's errors carry one
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E'))
    return LOST_STATES.test(code);
  if (typeof code === 'string' && code.startsWith('E')) return !/CERT|TLS|SSL/.test(code);
  return /terminated|timeout|closed|establishing an SSL|not queryable|ended|socket|ECONN/i.test(
    error.message,
  );
}

/** The server's error as a message: verbatim and on one line if it is not a known one. */
export function serverComplaint(error: unknown): Message {
  if (error instanceof AggregateError && error.errors.length > 0) return serverComplaint(error.errors[0]);
  const { message, code } = error as NodeJS.ErrnoException; // Node's and the server's errors
  const first = message.split('\n')[0] ?? '';
  if (code === '53100') return postgresMessage('server_disk_full');
  if (code === '28P01' || code === '28000') return postgresMessage('role_refused', { detail: first });
  if (first !== '') return verbatim(first);
  return code === undefined ? postgresMessage('no_answer', { seconds: 0 }) : verbatim(code);
}
