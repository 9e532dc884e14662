// Requests to one address, each an exchange with a deadline. No retry, no redirect, no HTTP/2.
import { buildConnector } from 'undici';

import { isLoopback } from '../interface/environment.ts';
import { type Exchange, ExchangeHandler, isSuccess } from './exchange.ts';
import { type Lane, Lanes } from './lanes.ts';
import { heardOut, isRefusal, ofAnother, RepeatedResponses, saysNo, UsualTime } from './out-of-step.ts';
import { tunnelConnector } from './tunnel.ts';

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer | null;
  /** Whether the request may go over a connection that may be closing. */
  readonly repeatable: boolean;
  /** Whether each success returns a new id. */
  readonly uploads?: boolean;
  /** Asked just before the first byte is sent. */
  readonly mayStart?: (() => boolean) | undefined;
}

export interface TransportOptions {
  readonly connections: number;
  /** For the whole response, connecting included. */
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly reuseIdleMs: number;
  /** The proxy that the connections go through. */
  readonly proxy?: URL | undefined;
  /** Extra certificate authority (PEM), for tests with a separate certificate. */
  readonly ca?: string | undefined;
}

const SWEEP_MS = 100;

interface Flight {
  readonly deadline: number;
  readonly exchange: ExchangeHandler;
  isLate: boolean;
}

export class Transport {
  readonly #lanes: Lanes;
  readonly #options: TransportOptions;
  readonly #flights = new Set<Flight>();
  readonly #usual = new UsualTime();
  readonly #echoes = new RepeatedResponses();
  #sweeper: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(origin: string, options: TransportOptions) {
    this.#options = options;
    const { connections, reuseIdleMs } = options;
    this.#lanes = new Lanes(origin, {
      connections,
      reuseIdleMs,
      connect: connector(origin, options),
    });
  }

  send(request: TransportRequest): Promise<Exchange> {
    if (this.#stopped) {
      return Promise.resolve({ kind: 'unconnected', reason: 'stopped', message: 'the run was stopped' });
    }
    return new Promise((resolve) => {
      let lane: Lane | undefined;
      let startedMs = 0;
      const exchange = new ExchangeHandler(
        this.#options.maxAnswerBytes,
        (end) => {
          this.#flights.delete(flight);
          cancel();
          if (lane) resolve(this.#settle(lane, request, end, performance.now() - startedMs));
          else resolve(end);
        },
        request.mayStart,
      );
      const deadline = performance.now() + this.#options.timeoutMs;
      const flight: Flight = { deadline, exchange, isLate: false };
      this.#flights.add(flight);
      this.#sweeper ??= setInterval(() => {
        this.#sweep();
      }, SWEEP_MS).unref();
      let cancel = (): void => undefined;
      cancel = this.#lanes.take(request.repeatable, (taken) => {
        lane = taken;
        const { method, path, headers, body } = request;
        startedMs = performance.now();
        taken.client.dispatch({ method, path, headers, body, idempotent: false }, exchange);
      });
    });
  }

  /** Gives the lane back. A refusal on a connection that was used before is first heard out. */
  #settle(
    lane: Lane,
    request: TransportRequest,
    exchange: Exchange,
    tookMs: number,
  ): Exchange | Promise<Exchange> {
    const { repeatable } = request;
    const end = this.#asOwn(lane, request, exchange);
    const isSure = repeatable || lane.idleSinceMs === null;
    const isRefused = isRefusal(end);
    if (end.kind === 'answer' && !isRefused && !repeatable) this.#usual.took(tookMs);
    const give = (): void => {
      this.#lanes.give(lane, repeatable, end);
    };
    // A lane with a refusal is closed when it is given back: a later response would be missed.
    if (saysNo(end) && !isSure) return heardOut(end, lane, this.#usual.graceMs(tookMs)).finally(give);
    give();
    return isSure || isRefused ? end : heardOut(end, lane, 0);
  }

  /** A success, unless its connection has given the same response before. */
  #asOwn(lane: Lane, { method, repeatable, uploads }: TransportRequest, end: Exchange): Exchange {
    if (end.kind !== 'answer' || !isSuccess(end.status)) return end;
    const whose = this.#echoes.hear(lane.said, end.text, !repeatable && method === 'POST');
    // An upload may be repeated. With the id of another document, a wrong payment would be sent.
    if (whose === 'other' || (whose === 'perhaps' && uploads === true)) return ofAnother(end.status);
    lane.isLast ||= whose === 'perhaps';
    return end;
  }

  /**
   * After a pause of the whole process a response may have arrived: in the event loop, timers come before sockets. So
   * the network is read once before a deadline counts.
   */
  #sweep(): void {
    const now = performance.now();
    for (const flight of this.#flights) {
      if (flight.deadline > now || flight.isLate) continue;
      flight.isLate = true;
      setImmediate(() => setImmediate(() => flight.exchange.abort('timeout')));
    }
  }

  /** Aborts requests in progress; later ones are refused. */
  stop(): void {
    this.#stopped = true;
    for (const { exchange } of this.#flights) exchange.abort('stopped');
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await this.#lanes.close();
  }
}

export function connector(
  origin: string,
  { connectTimeoutMs, ca, proxy }: Pick<TransportOptions, 'connectTimeoutMs' | 'ca' | 'proxy'>,
): buildConnector.connector {
  const own = {
    allowH2: false,
    timeout: connectTimeoutMs,
    ...(ca === undefined ? {} : { ca }),
    // Set here, so that no environment variable of Node's decides otherwise.
    ...(isLoopback(new URL(origin).hostname) ? {} : { rejectUnauthorized: true }),
  };
  return proxy ? tunnelConnector(proxy, own) : buildConnector(own);
}
