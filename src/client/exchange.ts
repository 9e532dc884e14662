// One HTTP exchange, from undici's events: the response, or how it broke, and whether the request had started (an
// event, never a guess from an error code).
import type { Dispatcher } from 'undici';

export type Exchange =
  | { kind: 'answer'; status: number; headers: Headers; text: string }
  /** The request never started: nothing reached the service. */
  | { kind: 'unconnected'; reason: UnconnectedReason; message: string }
  /** The certificate or the TLS protocol failed; the request never started. */
  | { kind: 'tls'; message: string }
  /** It had started, and then broke. `status` is known if the response had begun. */
  | { kind: 'broken'; reason: BrokenReason; status: number | null; message: string };

export type UnconnectedReason = 'dns' | 'refused' | 'timeout' | 'reset' | 'proxy' | 'stopped';
export type BrokenReason =
  'closed' | 'timeout' | 'garbage' | 'unasked' | 'cut_short' | 'too_large' | 'stopped';
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** undici's message for a response without a request, such as `100 Continue`. */
export const UNASKED = 'bad response';

export class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #limit: number;
  readonly #end: (exchange: Exchange) => void;
  readonly #mayStart: () => boolean;
  #controller: Dispatcher.DispatchController | undefined;
  #started = false;
  #tooLate = false;
  #status: number | null = null;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #reason: BrokenReason | undefined;
  #done = false;

  constructor(limit: number, end: (exchange: Exchange) => void, mayStart: () => boolean = () => true) {
    this.#limit = limit;
    this.#end = end;
    this.#mayStart = mayStart;
  }

  abort(reason: 'timeout' | 'stopped'): void {
    if (this.#done) return;
    this.#reason ??= reason;
    if (this.#controller) {
      this.#controller.abort(new Error(reason));
      return;
    }
    // It has not started, and ends now. If it still starts, it is aborted before a byte is written.
    this.#finish({
      kind: 'unconnected',
      reason,
      message: reason === 'timeout' ? 'no connection in time' : 'the run was stopped',
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Never twice: a request that had started may have been processed.
    if (this.#done || this.#started) {
      controller.abort(new Error('stopped'));
      return;
    }
    if (!this.#mayStart()) {
      this.#tooLate = true;
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
    this.#finish({
      kind: 'answer',
      status: this.#status ?? 0,
      headers: this.#headers,
      text: bytes?.toString('utf8') ?? '',
    });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#tooLate)
      this.#finish({ kind: 'unconnected', reason: 'stopped', message: 'its time to start had passed' });
    else this.#finish(this.#started ? this.#broken(error) : unstarted(error));
  }

  #broken(error: Error): Exchange {
    const code = codeOf(error);
    let reason = this.#reason;
    if (reason === undefined) {
      if (code.startsWith('HPE_')) reason = 'garbage';
      else if (error.message === UNASKED) reason = 'unasked';
      else if (this.#status !== null) reason = 'cut_short';
      else reason = 'closed';
    }
    return { kind: 'broken', reason, status: this.#status, message: describe(error, code) };
  }

  #finish(exchange: Exchange): void {
    if (this.#done) return;
    this.#done = true;
    this.#end(exchange);
  }
}

function codeOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code; // undici's and Node's errors carry one
  return typeof code === 'string' ? code : '';
}

const describe = (error: Error, code: string): string =>
  code === '' || code === 'PROXY' ? error.message : `${error.message} (${code})`;

function unstarted(error: Error): Exchange {
  const inner = error instanceof AggregateError ? (error.errors as Error[])[0] : undefined;
  const code = codeOf(error) || (inner ? codeOf(inner) : '');
  const message = describe(inner ?? error, code);
  if (
    /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/.test(code)
  ) {
    return { kind: 'tls', message };
  }
  if (code === 'PROXY') return { kind: 'unconnected', reason: 'proxy', message };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { kind: 'unconnected', reason: 'dns', message };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return { kind: 'unconnected', reason: 'timeout', message };
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET')
    return { kind: 'unconnected', reason: 'reset', message };
  return { kind: 'unconnected', reason: 'refused', message };
}
