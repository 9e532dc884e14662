// The sandbox on a loopback port: connections, faults and the control endpoint around the app.
//   GET    /__sandbox/state    what was really executed
//   POST   /__sandbox/faults   one fault or a list of them, as JSON; GET lists them, DELETE switches all off
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { cutShort, failedAfter, failsBefore, messageOf, plain, raw } from './answers.ts';
import { serve } from './app.ts';
import { checkFault, Faults, type FaultSpec } from './faults.ts';
import { DEFAULT_SANDBOX, type SandboxOptions } from './options.ts';
import { seeded } from './random.ts';
import { foreignCaller, pathOf, readBody } from './request.ts';
import { SandboxStore } from './store.ts';
import { routeOf } from './uses.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** How long a call in progress may take when the server stops. */
const DRAIN_MS = 1000;

export class Sandbox {
  readonly store: SandboxStore;
  readonly faults: Faults;
  /** All calls, whatever the response. */
  requests = 0;
  readonly #options: SandboxOptions;
  readonly #server: Server;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #inProgress = new Map<Promise<void>, IncomingMessage>();
  #port = 0;

  private constructor(options: SandboxOptions) {
    this.store = new SandboxStore(options);
    this.faults = new Faults(options.faults, seeded(options.seed ^ 0x5eed));
    this.#options = options;
    this.#server = createServer((request, response) => {
      const handled = this.#handle(request, response).catch((error: unknown) => {
        plain(response, 500, { code: 'sandbox_bug', message: String(error) });
      });
      this.#inProgress.set(handled, request);
      void handled.then(() => this.#inProgress.delete(handled));
    });
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      // The handler reports a request that breaks off: it is not another call.
      const isHandled = [...this.#inProgress.values()].some((request) => request.socket === socket);
      if (/^(?:HPE|ERR_HTTP)_/.test(error.code ?? '') && !isHandled)
        this.#tell({ method: '?', url: '?' }, '', 400, `it can't be read (${error.message})`);
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    });
  }

  static async start(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
    const full = { ...DEFAULT_SANDBOX, ...options };
    const sandbox = new Sandbox(full);
    await sandbox.#listen(full.port);
    for (const fault of full.faults) sandbox.#install(fault);
    return sandbox;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port; // a TCP server's address
  }

  /** Finishes calls that have arrived, so that `watch` gets the calls of a client that has ended. */
  async drain(): Promise<void> {
    // Two turns of the event loop: waiting connections are accepted, then read.
    for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done));
    await new Promise<void>((done) => {
      const late = setTimeout(done, DRAIN_MS);
      void Promise.all(this.#inProgress.keys()).then(() => {
        clearTimeout(late);
        done();
      });
    });
    for (const { socket } of this.#inProgress.values()) socket.destroy();
    await Promise.all(this.#inProgress.keys());
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#server.closeAllConnections();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  addFault(spec: FaultSpec): void {
    this.faults.add(spec);
    this.#install(spec);
  }

  /** The fault `refuse` is not for single requests: the server stops listening. */
  #install(spec: FaultSpec): void {
    if (spec.kind !== 'refuse') return;
    this.#server.close();
    this.#server.closeAllConnections();
    this.#later(spec.ms ?? 1000, () => void this.#listen(this.#port));
  }

  #later(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, ms);
    this.#timers.add(timer);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const path = pathOf(request.url);
    const { text: body, broken } = await readBody(request);
    const refuse = (status: number, code: string, message: string): void => {
      this.#tell(request, body, status, message);
      plain(response, status, { code, message }, { connection: 'close' });
    };
    const foreign = foreignCaller(request);
    if (foreign !== undefined) {
      refuse(403, 'foreign_caller', foreign);
      return;
    }
    if (path === undefined || !METHODS.has(method)) {
      refuse(405, 'method_not_allowed', 'there is no such method or path here');
      return;
    }
    if (path.startsWith('/__sandbox/')) {
      this.#control(method, path, body, response);
      return;
    }
    this.requests++;
    if (broken !== undefined) {
      refuse(400, 'broken_body', broken);
      return;
    }
    const operation = routeOf(method, path)?.id;
    const fault = operation && this.faults.next(operation);
    if (fault && failsBefore(fault, path, response)) {
      const status = response.headersSent ? response.statusCode : 0;
      this.#tell(request, body, status, `the fault ${fault.kind} is switched on`);
      return;
    }
    const { status, text } = serve(this.store, this.#options, {
      method,
      path,
      headers: request.headers,
      body,
    });
    this.#tell(request, body, status, status < 400 ? '' : messageOf(text));
    this.#answer(fault, status, text, response);
  }

  #tell(
    { method = 'GET', url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
    body: string,
    status: number,
    message: string,
  ): void {
    this.#options.watch?.({ method, path: pathOf(url) ?? url, body, status, message });
  }

  /** The response of an executed call, as the fault requires. */
  #answer(fault: FaultSpec | undefined, status: number, text: string, response: ServerResponse): void {
    switch (fault?.kind) {
      case 'reset-after':
        response.socket?.resetAndDestroy();
        return;
      case '500-after':
      case 'status-after':
        return plain(response, fault.status ?? 500, { code: 'fault', message: failedAfter(status) });
      case 'slow':
        return this.#later(fault.ms ?? 500, () => raw(response, status, text));
      case 'hang':
        return;
      case 'garbage':
        return raw(response, 201, '<html>not what you expected');
      case 'no-id':
        return raw(response, 201, '{}');
      case 'cut-short':
        return cutShort(response, status, text);
      default:
        return raw(response, status, text);
    }
  }

  #control(method: string, path: string, body: string, response: ServerResponse): void {
    if (method === 'GET' && path === '/__sandbox/state') return plain(response, 200, this.state());
    if (method === 'GET' && path === '/__sandbox/faults') return plain(response, 200, this.faults.list());
    if (path === '/__sandbox/faults' && method === 'DELETE') {
      this.faults.clear();
      return plain(response, 200, { faults: 'off' });
    }
    if (path === '/__sandbox/faults' && method === 'POST') {
      try {
        const value = JSON.parse(body) as unknown;
        const specs = (Array.isArray(value) ? value : [value]).map(checkFault);
        plain(response, 200, { added: specs.length });
        for (const spec of specs) this.addFault(spec);
      } catch (error) {
        plain(response, 400, { message: error instanceof Error ? error.message : String(error) });
      }
      return;
    }
    plain(response, 404, { message: 'GET /__sandbox/state; GET, POST or DELETE /__sandbox/faults' });
  }

  /** What was executed. */
  state() {
    const { transfers, documents, customers, calls, deprecated, trades } = this.store;
    return {
      transfers,
      documents: [...documents],
      customers: [...customers.values()],
      trades,
      balances: this.store.balances(),
      calls: Object.fromEntries(calls),
      deprecated: Object.fromEntries(deprecated),
    };
  }
}
