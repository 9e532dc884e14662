// One GET without credentials, for `doctor`: does an address respond, how fast, with what time and certificate?
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';

import { UNCONNECTED } from './explain.ts';
import { openTunnel, TunnelError } from './tunnel.ts';

export interface ProbeOptions {
  readonly timeoutMs: number;
  readonly proxy: URL | undefined;
  /** Extra certificate authority (PEM), for tests. */
  readonly ca?: string | undefined;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export type Probe =
  | {
      readonly ok: true;
      readonly status: number;
      /** The service's own time (its `Date` header), since 1970; `null` where it has none. */
      readonly dateMs: number | null;
      readonly latencyMs: number;
      /** Until when the certificate holds, since 1970; `null` without one. */
      readonly validToMs: number | null;
    }
  | { readonly ok: false; readonly why: string; readonly certificate: boolean };

/** Node's codes for certificate errors. */
const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ALTNAME|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH/;

export async function probe(address: string, options: ProbeOptions): Promise<Probe> {
  const from = options.now();
  try {
    const { status, date, validToMs } = await get(address, options);
    const dateMs = Date.parse(date);
    const latencyMs = options.now() - from;
    return { ok: true, status, dateMs: Number.isNaN(dateMs) ? null : dateMs, latencyMs, validToMs };
  } catch (error) {
    const { code, message, name } = error as NodeJS.ErrnoException; // Node's and undici's errors
    const late = name === 'TimeoutError' || name === 'AbortError';
    if (code === 'EPROTO')
      return { ok: false, why: 'it speaks no TLS: is it an http address?', certificate: false };
    if (error instanceof TunnelError)
      return { ok: false, why: `${UNCONNECTED.proxy}: ${message}`, certificate: false };
    const why = late ? `no answer within ${options.timeoutMs / 1000} s` : (code ?? message);
    return { ok: false, why, certificate: CERTIFICATE.test(code ?? '') };
  }
}

interface Found {
  readonly status: number;
  readonly date: string;
  readonly validToMs: number | null;
}

/** One connection, through the same tunnel as a run's where there is a proxy. */
async function get(address: string, { timeoutMs, proxy, ca }: ProbeOptions): Promise<Found> {
  const { protocol, hostname, port } = new URL(address);
  const signal = AbortSignal.timeout(timeoutMs);
  const trusted = ca === undefined ? {} : { ca };
  const tunnel = proxy && (await openTunnel(proxy, `${hostname}:${port === '' ? '443' : port}`, timeoutMs));
  const connection = tunnel
    ? {
        createConnection: () =>
          connectTls({ socket: tunnel, rejectUnauthorized: true, ...trusted, ...serverName(hostname) }),
      }
    : ({ agent: false } as const);
  return new Promise<Found>((resolve, reject) => {
    const request = protocol === 'https:' ? overHttps : overHttp;
    const call = request(address, { ...connection, signal, ...trusted }, (response) => {
      const { socket } = response;
      const until = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : NaN;
      const validToMs = Number.isNaN(until) ? null : until;
      response.resume();
      resolve({ status: response.statusCode ?? 0, date: response.headers.date ?? '', validToMs });
    });
    call.on('error', reject);
    call.end();
  }).finally(() => tunnel?.destroy());
}

/** An address has no name to show. */
const serverName = (hostname: string): { servername?: string } =>
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { servername: hostname } : {};
