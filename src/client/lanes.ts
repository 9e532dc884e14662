// The connections to one address. A lane is one connection at a time. A request that must not be repeated is never
// written to a connection that was idle for long: the server may be closing it. After a response a lane rests for one
// look at the network, so that a server that closes after its response is noticed.
import { type buildConnector, Client } from 'undici';

import type { Exchange } from './exchange.ts';
import { isRefusal, isUnaskedResponse, ResponsesOfConnection } from './out-of-step.ts';

export interface LanesOptions {
  /** Connections with a request at a time. A quarter more are open, in place of resting ones. */
  readonly connections: number;
  /** A request that must not be repeated takes a connection that was idle for less than this; 0: only a fresh one. */
  readonly reuseIdleMs: number;
  readonly connect: buildConnector.connector;
}

export interface Lane {
  readonly client: Client;
  /** When its connection's last response ended; `null` before its first response. */
  idleSinceMs: number | null;
  /** If it is idle for longer, it carries no request that must not be repeated. */
  idleLimitMs: number;
  /** How often its connections carried a response without a request: {@link isUnaskedResponse}. */
  unasked: number;
  readonly said: ResponsesOfConnection;
  /** It carries nothing more after its exchange. */
  isLast: boolean;
}

/** Idle connections are closed after this time. */
const KEEP_MS = 4000;
/** The server's own hint, less this: its clock started before ours. */
const HINT_MARGIN_MS = 100;
/**
 * One spare connection for this many: with many requests in progress a rest takes some milliseconds, for which no
 * request should wait.
 */
const SPARE = 4;

interface Waiting {
  readonly repeatable: boolean;
  readonly take: (lane: Lane) => void;
}

export class Lanes {
  readonly #origin: string;
  readonly #options: LanesOptions;
  readonly #free: Lane[] = [];
  readonly #all = new Set<Lane>();
  readonly #waiting: Waiting[] = [];
  #resting: Lane[] = [];
  #taken = 0;

  constructor(origin: string, options: LanesOptions) {
    this.#origin = origin;
    this.#options = options;
  }

  /** Hands over a lane, now or when one is free. The returned function cancels that. */
  take(repeatable: boolean, take: (lane: Lane) => void): () => void {
    const waiting = { repeatable, take };
    this.#waiting.push(waiting);
    this.#serve();
    return () => {
      const at = this.#waiting.indexOf(waiting);
      if (at !== -1) this.#waiting.splice(at, 1);
    };
  }

  give(lane: Lane, repeatable: boolean, exchange: Exchange): void {
    this.#taken--;
    const ownOnly = !repeatable && this.#options.reuseIdleMs === 0;
    if (exchange.kind !== 'answer' || lane.isLast || ownOnly || isRefusal(exchange)) {
      this.#drop(lane);
      this.#serve();
      return;
    }
    lane.idleSinceMs = performance.now();
    lane.idleLimitMs = Math.min(this.#options.reuseIdleMs, keepAliveMs(exchange.headers['keep-alive']) / 2);
    this.#rest(lane);
    this.#serve();
  }

  /** The first turn of the event loop is still the one of the response. Between the two, the network is read once. */
  #rest(lane: Lane): void {
    this.#resting.push(lane);
    if (this.#resting.length > 1) return;
    setImmediate(() => {
      const rested = this.#resting;
      this.#resting = [];
      setImmediate(() => {
        for (const one of rested) if (this.#all.has(one)) this.#free.push(one);
        this.#serve();
      });
    });
  }

  async close(): Promise<void> {
    this.#waiting.length = 0;
    this.#free.length = 0;
    const lanes = [...this.#all];
    this.#all.clear();
    await Promise.all(lanes.map(({ client }) => client.destroy()));
  }

  #serve(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (!next || this.#taken >= this.#options.connections) return;
      const lane = this.#pick(next.repeatable);
      if (!lane) return;
      this.#waiting.shift();
      this.#taken++;
      next.take(lane);
    }
  }

  #pick(repeatable: boolean): Lane | undefined {
    // The lane that was used last is idle for the shortest time.
    const lane = this.#free.pop();
    if (lane && (repeatable || this.#isFresh(lane))) return lane;
    if (lane) this.#drop(lane);
    const { connect, connections } = this.#options;
    if (this.#all.size >= connections + Math.floor(connections / SPARE)) return undefined;
    const client = new Client(this.#origin, {
      connect,
      allowH2: false,
      pipelining: 1,
      // Deadlines are our own: undici restarts its body timer with every byte that drips in.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_MS,
      keepAliveTimeoutThreshold: HINT_MARGIN_MS,
    });
    const made: Lane = {
      client,
      idleSinceMs: null,
      idleLimitMs: 0,
      unasked: 0,
      said: new ResponsesOfConnection(),
      isLast: false,
    };
    client.on('disconnect', (_, __, error) => {
      if (isUnaskedResponse(error)) made.unasked++;
      made.idleSinceMs = null;
      made.said.clear();
    });
    this.#all.add(made);
    return made;
  }

  #isFresh({ idleSinceMs, idleLimitMs }: Lane): boolean {
    return idleSinceMs === null || performance.now() - idleSinceMs < idleLimitMs;
  }

  #drop(lane: Lane): void {
    this.#all.delete(lane);
    lane.client.destroy().catch(() => undefined); // its remaining calls have been reported already
  }
}

/** `Keep-Alive: timeout=5, max=100`: how long the server keeps the connection. */
function keepAliveMs(header: string | string[] | undefined): number {
  const timeout = /\btimeout=(\d{1,6})\b/i.exec(String(header ?? '').slice(0, 200))?.[1];
  return timeout === undefined ? Infinity : Number(timeout) * 1000;
}
