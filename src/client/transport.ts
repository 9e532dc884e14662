// One HTTP exchange: what was answered, or how it broke, and whether the request had started. No retry, no redirect,
// no HTTP/2. Whether it had started is the transport's own event for it, never a guess from an error code.
import { type Dispatcher, Pool } from 'undici';

/** What happened to one request. */
export type Exchange =
  | { kind: 'answer'; status: number; headers: Headers; text: string }
  /** The request never started: nothing reached the service. */
  | { kind: 'unconnected'; reason: 'dns' | 'refused' | 'timeout' | 'reset' | 'stopped'; message: string }
  /** The certificate or the TLS protocol failed; the request never started. */
  | { kind: 'tls'; message: string }
  /** It had started, and then broke. `status` is known when the answer had begun. */
  | { kind: 'broken'; reason: BrokenReason; status: number | null; message: string };

export type BrokenReason = 'closed' | 'timeout' | 'garbage' | 'cut_short' | 'too_large' | 'stopped';
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** Whether a reused connection is good enough: it may be dying just as the request is written to it. */
  readonly repeatable: boolean;
}

export interface TransportOptions {
  readonly connections: number;
  /** For the whole answer, connecting aside. */
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Extra certificate authority (PEM), for tests with a certificate of their own. */
  readonly ca?: string;
}

const SWEEP_MS = 100;

interface Flight {
  readonly deadline: number;
  abort(reason: 'timeout' | 'stopped'): void;
}

export class Transport {
  /** Calls that may be repeated share kept-alive connections. */
  readonly #shared: Pool;
  /** A call that must not be repeated gets a connection of its own: `pipelining: 0` never reuses one. */
  readonly #fresh: Pool;
  readonly #options: TransportOptions;
  readonly #flights = new Set<Flight>();
  #sweeper: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(origin: string, options: TransportOptions) {
    this.#options = options;
    const common: Pool.Options = {
      connections: options.connections,
      allowH2: false,
      // Deadlines are our own: undici restarts its body timer with every byte that drips in.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: options.connectTimeoutMs, ...(options.ca === undefined ? {} : { ca: options.ca }) },
    };
    this.#shared = new Pool(origin, { ...common, pipelining: 1 });
    this.#fresh = new Pool(origin, { ...common, pipelining: 0 });
  }

  send(request: TransportRequest): Promise<Exchange> {
    if (this.#stopped) {
      return Promise.resolve({ kind: 'unconnected', reason: 'stopped', message: 'the run was stopped' });
    }
    return new Promise((resolve) => {
      const exchange = new ExchangeHandler(this.#options.maxAnswerBytes, request.repeatable, resolve);
      const flight = {
        deadline: performance.now() + this.#options.timeoutMs,
        abort: (reason: 'timeout' | 'stopped') => exchange.abort(reason),
      };
      this.#flights.add(flight);
      exchange.finally(() => this.#flights.delete(flight));
      this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
      const pool = request.repeatable ? this.#shared : this.#fresh;
      const { method, path, headers, body } = request;
      pool.dispatch({ method, path, headers, body, idempotent: false }, exchange);
    });
  }

  #sweep(): void {
    const now = performance.now();
    for (const flight of this.#flights) if (flight.deadline <= now) flight.abort('timeout');
  }

  /** Breaks off everything under way; what starts later is refused. */
  stop(): void {
    this.#stopped = true;
    for (const flight of this.#flights) flight.abort('stopped');
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([this.#shared.destroy(), this.#fresh.destroy()]);
  }
}

/** Collects one exchange from undici's events. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #limit: number;
  readonly #repeatable: boolean;
  readonly #resolve: (exchange: Exchange) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #cleanup: (() => void) | undefined;
  #started = false;
  #status: number | null = null;
  #headers: Headers = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  #reason: BrokenReason | undefined;
  #done = false;

  constructor(limit: number, repeatable: boolean, resolve: (exchange: Exchange) => void) {
    this.#limit = limit;
    this.#repeatable = repeatable;
    this.#resolve = resolve;
  }

  finally(cleanup: () => void): void {
    this.#cleanup = cleanup;
  }

  abort(reason: 'timeout' | 'stopped'): void {
    this.#reason ??= reason;
    if (this.#controller) return this.#controller.abort(new Error(reason));
    // Not started yet. Settle now; should it still come to start, it is aborted before a byte is written.
    this.#settle({
      kind: 'unconnected',
      reason,
      message: reason === 'timeout' ? 'no connection in time' : 'the run was stopped',
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#done || (this.#started && !this.#repeatable)) {
      controller.abort(new Error('stopped'));
      return;
    }
    this.#started = true;
    this.#controller = controller;
    if (this.#reason) controller.abort(new Error(this.#reason));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit) {
      this.#reason = 'too_large';
      controller.abort(new Error('too large'));
      return;
    }
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#settle({
      kind: 'answer',
      status: this.#status ?? 0,
      headers: this.#headers,
      text: bytes?.toString('utf8') ?? '',
    });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(this.#started ? this.#broken(error) : unstarted(error));
  }

  #broken(error: Error): Exchange {
    const code = codeOf(error);
    let reason = this.#reason;
    if (reason === undefined) {
      if (code.startsWith('HPE_')) reason = 'garbage';
      else if (this.#status !== null) reason = 'cut_short';
      else reason = 'closed';
    }
    return { kind: 'broken', reason, status: this.#status, message: describe(error, code) };
  }

  #settle(exchange: Exchange): void {
    if (this.#done) return;
    this.#done = true;
    this.#cleanup?.();
    this.#resolve(exchange);
  }
}

function codeOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code; // undici's and Node's errors carry one
  return typeof code === 'string' ? code : '';
}

const describe = (error: Error, code: string): string =>
  code === '' ? error.message : `${error.message} (${code})`;

/** An error before the request had started. */
function unstarted(error: Error): Exchange {
  const inner = error instanceof AggregateError ? (error.errors as Error[])[0] : undefined;
  const code = codeOf(error) || (inner ? codeOf(inner) : '');
  const message = describe(inner ?? error, code);
  if (
    /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/.test(code)
  ) {
    return { kind: 'tls', message };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { kind: 'unconnected', reason: 'dns', message };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return { kind: 'unconnected', reason: 'timeout', message };
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET')
    return { kind: 'unconnected', reason: 'reset', message };
  return { kind: 'unconnected', reason: 'refused', message };
}
