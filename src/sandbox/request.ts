// A request to a server on loopback: whether its caller is a program of this machine, its path, and its body. A web
// page in the user's browser could otherwise reach the server, directly or by a name for 127.0.0.1 (DNS rebinding).
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, inflateSync, unzipSync } from 'node:zlib';

import { isLoopback } from '../interface/environment.ts';

/** Why this request is refused; `undefined` if it may be served. */
export function foreignCaller({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { host, origin } = headers;
  if (host === undefined || !leadsHere(`http://${host}`))
    return `this server answers to localhost only, not to ${host === undefined ? 'requests without a Host' : 'that Host'}`;
  if (origin !== undefined && !leadsHere(origin)) return 'pages of other origins are not served';
  return undefined;
}

const leadsHere = (address: string): boolean =>
  URL.canParse(address) && isLoopback(new URL(address).hostname);

/** The path of a request as routes have it, dots resolved; `undefined` if there is none (`*`, a host and port). */
export function pathOf(target: string | undefined): string | undefined {
  const text = target ?? '/';
  if (text.startsWith('/')) return new URL(`http://127.0.0.1${text}`).pathname;
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).pathname : undefined;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

interface RequestBody {
  readonly text: string;
  /** Why it is incomplete, if it is. */
  readonly broken: string | undefined;
}

/** The decompressed body, as far as it arrived. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length; // no encoding is set: chunks are buffers
      if (bytes > MAX_BODY_BYTES) return { text: '', broken: 'the body is larger than 64 MB' };
      chunks.push(chunk as Buffer);
    }
  } catch {
    const text = Buffer.concat(chunks).toString('utf8');
    return { text, broken: 'the connection ended before the body did' };
  }
  return decompressed(Buffer.concat(chunks), request.headers['content-encoding'], MAX_BODY_BYTES);
}

const DECOMPRESS = { gzip: unzipSync, deflate: inflateSync, br: brotliDecompressSync } as const;

/** `encoding`: as the header has it. */
export function decompressed(bytes: Buffer, encoding = 'identity', maxOutputLength: number): RequestBody {
  const textOf = (plain: Buffer): string => plain.toString('utf8').replace(/^\ufeff/, '');
  if (encoding === 'identity') return { text: textOf(bytes), broken: undefined };
  if (!Object.hasOwn(DECOMPRESS, encoding))
    return { text: '', broken: 'its content-encoding is none of gzip, deflate and br' };
  try {
    const decompress = DECOMPRESS[encoding as keyof typeof DECOMPRESS]; // just checked
    return { text: textOf(decompress(bytes, { maxOutputLength })), broken: undefined };
  } catch {
    return { text: '', broken: `the body is not ${encoding}, or is too large` };
  }
}
