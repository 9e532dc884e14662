// The body of a request, read to its end or as far as it came, and unpacked.
import type { IncomingMessage } from 'node:http';

import { unpackedText } from './packed.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface RequestBody {
  readonly text: string;
  /** Why it isn't whole; `undefined` when it is. */
  readonly broken: string | undefined;
}

export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const textSoFar = (): string => Buffer.concat(chunks).toString('utf8');
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length; // no encoding is set: chunks are buffers
      if (bytes > MAX_BODY_BYTES) return { text: '', broken: 'the body is larger than 64 MB' };
      chunks.push(chunk as Buffer);
    }
  } catch {
    return { text: textSoFar(), broken: 'the connection ended before the body did' };
  }
  const { text = '', broken } = unpackedText(
    Buffer.concat(chunks),
    request.headers['content-encoding'],
    MAX_BODY_BYTES,
  );
  return { text, broken };
}
