// Responses without a request. On a connection that is used again, only the order assigns responses to requests. After
// one response too many, each later one is taken for the response to another request, and a refusal may hide a
// payment. It is recognised because the connection carries more responses than requests.
import { type Exchange, isSuccess, UNASKED } from './exchange.ts';

export const isRefusal = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' && !isSuccess(exchange.status);

/** A refusal that says that nothing was done. Any other refusal leaves its row in doubt anyway. */
export const saysNo = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' && exchange.status >= 400 && exchange.status <= 499;

/** Whether a connection ended because it carried a response without a request, by undici's message. */
export function isUnaskedResponse(error: Error): boolean {
  const { code, message } = error as NodeJS.ErrnoException; // undici's
  return message === UNASKED || code?.startsWith('HPE_') === true;
}

/** A refusal is listened to for this many times as long as recent responses took, within bounds. */
const TIMES = 3;
const LEAST_MS = 50;
const MOST_MS = 10_000;
const FADE = 0.95;

/** How long responses to creations take. */
export class UsualTime {
  #ms = 0;

  took(ms: number): void {
    this.#ms = Math.max(ms, this.#ms * FADE);
  }

  /** The right response comes within this time after a wrong one that took `tookMs`. */
  graceMs(tookMs: number): number {
    return Math.min(MOST_MS, Math.max(LEAST_MS, Math.max(this.#ms, tookMs) * TIMES));
  }
}

/**
 * Returns the exchange, or an unknown outcome if its connection, which was used before, carries one response more. A
 * refusal is listened to for `graceMs`. An accepted response (0) is known by its id, so only bytes that have arrived
 * are read.
 */
export async function heardOut(
  exchange: Exchange,
  lane: { readonly unasked: number },
  graceMs: number,
): Promise<Exchange> {
  const before = lane.unasked;
  if (exchange.kind !== 'answer') return exchange;
  if (graceMs > 0) await later(graceMs);
  // After a pause of the whole process, timers come before bytes that arrived meanwhile.
  await networkRead();
  if (lane.unasked === before) return exchange;
  return outOfStep(exchange.status, 'the service sent more responses than requests');
}

export const ofAnother = (status: number): Exchange =>
  outOfStep(status, 'the service gave the same response twice');

function outOfStep(status: number, message: string): Exchange {
  return { kind: 'broken', reason: 'unasked', status, message };
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let reading: Promise<void> | undefined;

/** Two turns of the event loop: the response may have come in the first. Calls of the same turn share the promise. */
const networkRead = (): Promise<void> =>
  (reading ??= new Promise((resolve) =>
    setImmediate(() => {
      reading = undefined;
      setImmediate(resolve);
    }),
  ));

// If a gateway sends a response twice, the second one is taken for the response to the next request, and so on: a
// refused payment would count as paid. It is recognised because it is the same, byte for byte.

/** Responses that are remembered of each connection: those of a second or two on a busy connection. */
const KEPT = 128;
/** Longer responses are not remembered. */
const LONGEST = 2_000;
/** Responses that are remembered of all connections, to see whether several give the same. */
const KEPT_OF_ALL = 4_096;

/** `other`: it is the response to another request. `perhaps`: it may be, so its connection is not used again. */
export type ResponseOwner = 'own' | 'perhaps' | 'other';

/** The newest texts, each with a value. A ring, since a Map gets slower if its first entries are deleted. */
class Recent<T> {
  readonly #known = new Map<string, T>();
  readonly #order: string[] = [];
  readonly #most: number;
  #oldest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(text: string): T | undefined {
    return this.#known.get(text);
  }

  keep(text: string, value: T): void {
    const before = this.#known.size;
    this.#known.set(text, value);
    if (this.#known.size === before) return;
    const gone = this.#order[this.#oldest];
    if (gone !== undefined) this.#known.delete(gone);
    this.#order[this.#oldest] = text;
    this.#oldest = (this.#oldest + 1) % this.#most;
  }

  clear(): void {
    this.#known.clear();
    this.#order.length = 0;
    this.#oldest = 0;
  }
}

/** Responses of one connection, and whether each was to a creation. */
export class ResponsesOfConnection extends Recent<boolean> {
  constructor() {
    super(KEPT);
  }
}

export class RepeatedResponses {
  /** Which connection gave a response; `null`: several. Some services give equal responses to equal quotes. */
  readonly #givers = new Recent<ResponsesOfConnection | null>(KEPT_OF_ALL);

  hear(said: ResponsesOfConnection, text: string, creates: boolean): ResponseOwner {
    if (text === '' || text.length > LONGEST) return 'own';
    const named = said.get(text);
    if (named !== true) said.keep(text, creates);
    // Two creations never have the same response; questions may have.
    if (creates) return named === undefined ? 'own' : 'other';
    const giver = this.#givers.get(text);
    const isCommon = giver !== undefined && giver !== said;
    if (giver === undefined || (isCommon && giver !== null)) this.#givers.keep(text, isCommon ? null : said);
    if (named === undefined) return 'own';
    if (named) return 'other';
    return isCommon ? 'own' : 'perhaps';
  }
}
