// The body of a request as text, read to its end or as far as it came, and decompressed.
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, inflateSync, unzipSync } from 'node:zlib';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface RequestBody {
  readonly text: string;
  /** Why it isn't whole; `undefined` when it is. */
  readonly broken: string | undefined;
}

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
