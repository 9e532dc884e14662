// Whose answer an answer is. On a connection that is used again only their order tells: where a proxy or a service sends one twice,
// or one that nobody asked for, each later one is taken for the answer to another request. Then a refusal may be of a
// payment that was made. What gives it away is that the connection says more than it was asked for.
import { type Exchange, isSuccess, UNASKED } from './exchange.ts';

/** An answer that isn't 2xx: by it the request would be sent again, or given up. */
export const isRefusal = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' && !isSuccess(exchange.status);

/** By which nothing was done: believed, it is sent again or given up. Any other refusal leaves its row in doubt anyway. */
export const saysNo = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' && exchange.status >= 400 && exchange.status <= 499;

/** Whether a connection ended because it carried what no request of ours had asked for: by undici's own words. */
export function speaksUnasked(error: Error): boolean {
  const { code, message } = error as NodeJS.ErrnoException; // undici's
  return message === UNASKED || code?.startsWith('HPE_') === true;
}

/** How long a refusal is listened to: so many times as long as accepted answers took lately, within bounds. */
const TIMES = 3;
const LEAST_MS = 50;
/** Where that is less than an answer usually takes, a slow service would have no protection. */
const MOST_MS = 10_000;
/** The longest lately: each answer lets an older one fade by so much. */
const FADE = 0.95;

/** How long accepted answers take: to creations, or, while there was none, to whatever was asked. */
export class UsualTime {
  #ms = 0;
  #ofCreations = 0;

  took(ms: number, creates: boolean): void {
    this.#ms = Math.max(ms, this.#ms * FADE);
    if (creates) this.#ofCreations = Math.max(ms, this.#ofCreations * FADE);
  }

  /** The right answer comes within this behind a wrong one, that took `tookMs`. */
  graceMs(tookMs: number): number {
    const usual = this.#ofCreations || this.#ms;
    return Math.min(MOST_MS, Math.max(LEAST_MS, Math.max(usual, tookMs) * TIMES));
  }
}

/**
 * The exchange, or that nobody knows: of a connection that was used before and speaks on after its answer. A refusal is heard out
 * for `graceMs`; whatever is accepted (0) has an id to be known by, and waits for what has arrived by now.
 */
export async function heardOut(
  exchange: Exchange,
  lane: { readonly unasked: number },
  graceMs: number,
): Promise<Exchange> {
  const before = lane.unasked;
  if (exchange.kind !== 'answer') return exchange;
  if (graceMs > 0) await later(graceMs);
  // After a pause of the whole process timers come before what has arrived meanwhile.
  await networkRead();
  if (lane.unasked === before) return exchange;
  return outOfStep(exchange.status, 'its connection carried more answers than requests');
}

/** In place of an answer that is certainly to another request. */
export const ofAnother = (status: number): Exchange =>
  outOfStep(status, 'its connection had given this very answer before');

function outOfStep(status: number, message: string): Exchange {
  return { kind: 'broken', reason: 'unasked', status, message };
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Two turns of the event loop: the first may be the one in which the answer came. */
const networkRead = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
