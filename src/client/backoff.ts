// How long to wait before the next attempt: Retry-After in both its forms, else exponential with full jitter. Pure.
import type { Random } from './clock.ts';

export interface Limits {
  /** Attempts at one call, the first included. */
  readonly attempts: number;
  /** Time for one call with all its attempts and pauses. */
  readonly totalMs: number;
  readonly baseMs: number;
  readonly capMs: number;
}

export const DEFAULT_LIMITS: Limits = { attempts: 5, totalMs: 120_000, baseMs: 250, capMs: 15_000 };

/** Milliseconds that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or an HTTP date); `undefined` without a usable one. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** Pause before attempt number `attempt + 1` (attempts count from 1): anywhere up to base * 2^(attempt-1), capped. */
export function backoffMs(attempt: number, limits: Limits, random: Random): number {
  const ceiling = Math.min(limits.capMs, limits.baseMs * 2 ** (attempt - 1));
  return Math.ceil(ceiling * (0.5 + random() / 2));
}
