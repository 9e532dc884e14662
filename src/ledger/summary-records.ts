// Records of the summary of what was paid before, as they are stored: sorted by hash, in one list and in lists of what has changed
// since. Pure.
import { endianness } from 'node:os';

/** Of an account: what it got as a rule; of a payee at its last account: that it is so. */
export interface Known {
  readonly high: number;
  readonly low: number;
  /** The median as a float; {@link TOO_FEW}, {@link AT_ACCOUNT}, or {@link GONE} in a part that changes earlier ones. */
  readonly value: number;
}

/** Paid, and too seldom for anything to be usual. */
export const TOO_FEW = Infinity;
/** This payee was last paid at this account. */
export const AT_ACCOUNT = 0;
/** No more. */
export const GONE = -1;

/** Numbers of 32 bits in a record. */
export const WORDS = 3;
export const RECORD_BYTES = 4 * WORDS;

/** Records as they are stored. */
export function packed(records: Iterable<Known>): Buffer {
  let words = new Int32Array(1024 * WORDS);
  let floats = new Float32Array(words.buffer);
  let at = 0;
  for (const one of records) {
    if (at === words.length) {
      const more = new Int32Array(2 * at);
      more.set(words);
      words = more;
      floats = new Float32Array(words.buffer);
    }
    words[at] = one.high;
    words[at + 1] = one.low;
    floats[at + 2] = one.value;
    at += WORDS;
  }
  return bytesOf(words.slice(0, at));
}

/** The same, sorted, each once: what stands last of one hash holds, and what is gone is left out. */
export function merged(parts: readonly Uint8Array[]): Int32Array {
  const [base = new Uint8Array(0), ...changes] = parts;
  const old = wordsOf(base);
  if (changes.length === 0) return old;
  const news = latest(changes.map(wordsOf));
  const out = new Int32Array(old.length + news.length);
  let [at, from] = [0, 0];
  const take = (words: Int32Array, i: number): void => {
    for (let k = 0; k < WORDS; k++) out[at++] = words[i + k] ?? 0;
  };
  for (let i = 0; i < news.length; i += WORDS) {
    while (from < old.length && order(old, from, news, i) < 0) {
      take(old, from);
      from += WORDS;
    }
    if (from < old.length && order(old, from, news, i) === 0) from += WORDS;
    if ((news[i + 2] ?? 0) !== GONE_BITS) take(news, i);
  }
  while (from < old.length) {
    take(old, from);
    from += WORDS;
  }
  return out.slice(0, at);
}

const GONE_BITS = new Int32Array(Float32Array.of(GONE).buffer)[0];

/** All changes in one sorted list: of one hash, the last. */
function latest(changes: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(changes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of changes) {
    all.set(one, at);
    at += one.length;
  }
  const places = Int32Array.from({ length: all.length / WORDS }, (_, i) => i * WORDS);
  places.sort((a, b) => order(all, a, all, b) || a - b);
  const out = new Int32Array(all.length);
  let kept = 0;
  places.forEach((place, i) => {
    const next = places[i + 1];
    if (next !== undefined && order(all, place, all, next) === 0) return;
    for (let k = 0; k < WORDS; k++) out[kept++] = all[place + k] ?? 0;
  });
  return out.slice(0, kept);
}

const order = (a: Int32Array, i: number, b: Int32Array, j: number): number =>
  (a[i] ?? 0) - (b[j] ?? 0) || (a[i + 1] ?? 0) - (b[j + 1] ?? 0);

/** Stored as little-endian words, whatever the machine. */
export function bytesOf(words: Int32Array): Buffer {
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap32();
}

/** What is no whole record is left out: whoever looks it up finds it in the tables. */
export function wordsOf(bytes: Uint8Array): Int32Array {
  const length = bytes.length - (bytes.length % RECORD_BYTES);
  if (endianness() === 'LE' && bytes.byteOffset % 4 === 0)
    return new Int32Array(bytes.buffer, bytes.byteOffset, length / 4);
  const own = Buffer.from(new Uint8Array(bytes.subarray(0, length)).buffer);
  if (endianness() !== 'LE') own.swap32();
  return new Int32Array(own.buffer);
}
