// A proxy in front of a real service: forwards every byte, changes only the Host header, stores no body, and counts
// deprecated uses.
//   GET /__paybatch/uses    the counts so far
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';

import { decompressed, foreignCaller } from './request.ts';
import { deprecatedUses, type RequestUse } from './uses.ts';

/** Larger bodies are forwarded without being read. */
const MAX_LOOKED_AT = 16 * 1024 * 1024;
const STATE = '/__paybatch/uses';

export interface CountedUse extends RequestUse {
  readonly method: string;
  readonly path: string;
  count: number;
  /** ISO 8601, UTC. */
  last: string;
}

export interface ProxyOptions {
  /** Address of the service, without a trailing slash. */
  readonly to: string;
  readonly port: number;
  readonly now: () => number;
}

export class Proxy {
  readonly counted = new Map<string, CountedUse>();
  requests = 0;
  /** Bodies that were too large to be read. */
  unread = 0;
  readonly #to: URL;
  readonly #now: () => number;
  readonly #server: Server;
  #port = 0;

  private constructor({ to, now }: ProxyOptions) {
    this.#to = new URL(to);
    this.#now = now;
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
    // Timeouts are left to the client and the service.
    this.#server.requestTimeout = 0;
  }

  static async start(options: ProxyOptions): Promise<Proxy> {
    const proxy = new Proxy(options);
    proxy.#server.listen(options.port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.#port = (proxy.#server.address() as AddressInfo).port; // a TCP server's address
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  uses(): CountedUse[] {
    return [...this.counted.values()].sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    const foreign = foreignCaller(incoming);
    if (foreign !== undefined) {
      outgoing.writeHead(403, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ code: 'proxy', message: foreign }));
      incoming.resume();
      return;
    }
    if (path === STATE) {
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify({ requests: this.requests, unread: this.unread, uses: this.uses() }));
      return;
    }
    this.requests++;
    const base = this.#to.pathname === '/' ? '' : this.#to.pathname;
    const send = this.#to.protocol === 'https:' ? httpsRequest : httpRequest;
    const upstream = send({
      hostname: this.#to.hostname.replace(/^\[|\]$/g, ''),
      port: this.#to.port === '' ? undefined : this.#to.port,
      method,
      path: base + path,
      headers: headersOf(incoming.rawHeaders, this.#to.host),
      setHost: false,
    });
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', answer.rawHeaders);
      answer.pipe(outgoing);
      // If the service breaks off, the client sees the same.
      answer.on('error', () => outgoing.destroy());
      answer.on('aborted', () => outgoing.destroy());
    });
    upstream.on('error', (error) => {
      if (outgoing.headersSent) return void outgoing.destroy();
      outgoing.statusCode = 502;
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(
        JSON.stringify({ code: 'proxy', message: `the service can't be reached: ${error.message}` }),
      );
    });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) upstream.destroy();
    });
    incoming.on('error', () => upstream.destroy());
    incoming.pipe(upstream);
    this.#look(incoming, method, path);
  }

  /** Reads the body while it is forwarded, and keeps only the counts. */
  #look(incoming: IncomingMessage, method: string, path: string): void {
    let chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_LOOKED_AT) chunks.push(chunk);
      else chunks = [];
    });
    incoming.on('end', () => {
      if (bytes > MAX_LOOKED_AT) this.unread++;
      const plain = path.split('?')[0] ?? path;
      const encoding = incoming.headers['content-encoding'];
      const { text } = decompressed(Buffer.concat(chunks), encoding, MAX_LOOKED_AT);
      for (const use of deprecatedUses(method, plain, text)) {
        const route = plain.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/gi, '/{id}');
        const id = `${use.rule} ${use.field} ${method} ${route}`;
        const known = this.counted.get(id) ?? { ...use, method, path: route, count: 0, last: '' };
        known.count++;
        known.last = new Date(this.#now()).toISOString();
        this.counted.set(id, known);
      }
    });
  }
}

/** The headers unchanged, with another Host. */
function headersOf(raw: readonly string[], host: string): string[] {
  const out: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    out.push(name, name.toLowerCase() === 'host' ? host : (raw[i + 1] ?? ''));
  }
  return out;
}
