// One GET without credentials, for `doctor`: does an address respond, how fast, with what time and certificate?
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { Client } from 'undici';

import { type Message, verbatim } from '../message.ts';
import { clientMessage } from './messages.ts';
import { connector } from './transport.ts';
import { TunnelError } from './tunnel.ts';

export interface ProbeOptions {
  readonly timeoutMs: number;
  readonly proxy: URL | undefined;
  /** Extra certificate authority (PEM), for tests. */
  readonly ca?: string | undefined;
}

export type Probe =
  | {
      readonly ok: true;
      readonly status: number;
      /** The service's time (its `Date` header), since 1970; `null` without one. */
      readonly dateMs: number | null;
      readonly latencyMs: number;
      /** Until when the certificate holds, since 1970; `null` without one. */
      readonly validToMs: number | null;
    }
  | { readonly ok: false; readonly why: Message; readonly certificate: boolean };

/** Node's codes for certificate errors. */
const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ALTNAME|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH/;

/** Makes one connection in the same way as a run. */
export async function probe(address: string, { timeoutMs, proxy, ca }: ProbeOptions): Promise<Probe> {
  const fromMs = performance.now();
  const { origin, pathname } = new URL(address);
  const connect = connector(origin, { connectTimeoutMs: timeoutMs, proxy, ca });
  let socket: Socket | null = null;
  const client = new Client(origin, {
    connect: (options, callback) => {
      connect(options, (...connected) => {
        [, socket] = connected;
        callback(...connected);
      });
    },
  });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, headers } = await client.request({ method: 'GET', path: pathname, signal });
    const dateMs = timeOf(String(headers.date ?? ''));
    return {
      ok: true,
      status: statusCode,
      dateMs,
      latencyMs: performance.now() - fromMs,
      validToMs: validTo(socket),
    };
  } catch (error) {
    const { code, message, name } = error as NodeJS.ErrnoException; // Node's and undici's errors
    const isLate = name === 'TimeoutError' || name === 'AbortError' || name === 'ConnectTimeoutError';
    if (code === 'EPROTO') return { ok: false, why: clientMessage('no_tls'), certificate: false };
    if (error instanceof TunnelError)
      return { ok: false, why: clientMessage('proxy_failed', { detail: error.told }), certificate: false };
    const why = isLate
      ? clientMessage('no_answer_within', { seconds: timeoutMs / 1000 })
      : verbatim(code ?? message);
    return { ok: false, why, certificate: CERTIFICATE.test(code ?? '') };
  } finally {
    await client.destroy();
  }
}

const validTo = (socket: Socket | null): number | null =>
  socket instanceof TLSSocket ? timeOf(socket.getPeerCertificate().valid_to) : null;

function timeOf(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
