// A request's body as text, unpacked if its header says that it came packed, and no larger than it may be. Pure.
import { brotliDecompressSync, inflateRawSync, inflateSync, unzipSync } from 'node:zlib';

/** The text; or why there is none. */
export type Unpacked =
  { readonly text: string; readonly broken?: never } | { readonly text?: never; readonly broken: string };

/** One after the other are rare; more than these are nobody's. */
const MAX_ENCODINGS = 3;

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const BY_NAME: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', unzipSync],
  ['x-gzip', unzipSync],
  ['deflate', inflated],
  ['br', brotliDecompressSync],
]);

/** `encoding`: as the header has it. */
export function unpackedText(bytes: Buffer, encoding: string | undefined, mostBytes: number): Unpacked {
  const names = (encoding ?? '')
    .split(',', MAX_ENCODINGS + 1)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  let plain = bytes;
  // The last one was put on last.
  for (const name of names.reverse()) {
    const unpack = names.length > MAX_ENCODINGS ? undefined : BY_NAME.get(name);
    if (!unpack) return { broken: `nobody here can unpack its content-encoding` };
    try {
      plain = unpack(plain, { maxOutputLength: mostBytes });
    } catch (error) {
      const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'; // zlib's error
      const size = `${mostBytes / 2 ** 20} MiB`;
      return { broken: isLarge ? `the body is larger than ${size} unpacked` : `the body is not ${name}` };
    }
  }
  // A mark before it is no part of what it says.
  return { text: plain.toString('utf8').replace(/^\ufeff/, '') };
}

/** With the header that belongs to it, and as many send it: without. */
function inflated(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  const isHeaded = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return isHeaded ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}
