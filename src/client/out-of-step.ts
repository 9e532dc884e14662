// Responses that nobody asked for. On a connection that is used again only the order assigns responses to requests: after one too
// many, each later one is taken for the response to another request, and a refusal may hide a payment. It is recognised because the
// connection carries more responses than requests.
import { type Exchange, isSuccess, UNASKED } from './exchange.ts';

export const isRefusal = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' && !isSuccess(exchange.status);

/** A refusal that says that nothing was done. Any other leaves its row in doubt anyway. */
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
const MOST_MS = 10_000;
const FADE = 0.95;

/** How long responses take: to creations, or, while there was none, to any request. */
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

export const ofAnother = (status: number): Exchange =>
  outOfStep(status, 'its connection had given this very answer before');

function outOfStep(status: number, message: string): Exchange {
  return { kind: 'broken', reason: 'unasked', status, message };
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Two turns of the event loop: the first may be the one in which the answer came. */
const networkRead = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
