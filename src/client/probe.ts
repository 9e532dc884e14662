// One GET without credentials, to see whether an address answers, how fast, what time it has, and until when its
// certificate holds. For a look at a set-up; no payout goes this way.
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { TLSSocket } from 'node:tls';

import { ProxyAgent, request } from 'undici';

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
      /** Until when the certificate holds, since 1970; `null` without one, or behind a proxy. */
      readonly validToMs: number | null;
    }
  | { readonly ok: false; readonly why: string; readonly certificate: boolean };

/** Codes of Node's that speak of a certificate. */
const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ALTNAME|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH/;

export async function probe(address: string, options: ProbeOptions): Promise<Probe> {
  const from = options.now();
  try {
    const found = options.proxy
      ? await throughProxy(address, options, options.proxy)
      : await direct(address, options);
    const { status, date, validToMs } = found;
    const dateMs = Date.parse(date);
    const latencyMs = options.now() - from;
    return { ok: true, status, dateMs: Number.isNaN(dateMs) ? null : dateMs, latencyMs, validToMs };
  } catch (error) {
    const { code, message, name } = error as NodeJS.ErrnoException; // Node's and undici's errors
    const late = name === 'TimeoutError' || name === 'AbortError';
    if (code === 'EPROTO')
      return { ok: false, why: 'it speaks no TLS: is it an http address?', certificate: false };
    const why = late ? `no answer within ${options.timeoutMs / 1000} s` : (code ?? message);
    return { ok: false, why, certificate: CERTIFICATE.test(code ?? '') };
  }
}

interface Found {
  readonly status: number;
  readonly date: string;
  readonly validToMs: number | null;
}

function direct(address: string, { timeoutMs, ca }: ProbeOptions): Promise<Found> {
  const secure = address.startsWith('https:');
  return new Promise((resolve, reject) => {
    const call = (secure ? overHttps : overHttp)(
      address,
      { agent: false, signal: AbortSignal.timeout(timeoutMs), ...(ca === undefined ? {} : { ca }) },
      (answer) => {
        const { socket } = answer;
        const until = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : NaN;
        const validToMs = Number.isNaN(until) ? null : until;
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, date: answer.headers.date ?? '', validToMs });
      },
    );
    call.on('error', reject);
    call.end();
  });
}

async function throughProxy(address: string, { timeoutMs, ca }: ProbeOptions, proxy: URL): Promise<Found> {
  const agent = new ProxyAgent({ uri: proxy.href, ...(ca === undefined ? {} : { requestTls: { ca } }) });
  try {
    const answer = await request(address, { dispatcher: agent, signal: AbortSignal.timeout(timeoutMs) });
    await answer.body.dump();
    return { status: answer.statusCode, date: String(answer.headers['date'] ?? ''), validToMs: null };
  } finally {
    await agent.destroy();
  }
}
