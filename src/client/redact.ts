// Takes secrets out of what the service says back, before anything keeps or prints it: as they are, behind the escapes
// of JSON, URLs and HTML, in Base64 and in hexadecimal, alone or as part of something longer.
import { type Decoded, decodeOnce, type Kind, placeOf, unbroken, visible } from './disguises.ts';

const MASK = '[secret]';
/** Shorter texts are not masked: they would mask half of everything. */
const SHORTEST = 6;
/** JSON within a URL, HTML within JSON: more layers than this have not been seen. */
const LAYERS = 3;
const KINDS: readonly Kind[] = ['json', 'url', 'html'];
/** Fewer characters of Base64 than this may stand in any text by chance. */
const SHORTEST_ENCODED = 8;

type Range = readonly [from: number, to: number];

export class Redactor {
  readonly #plain = new Set<string>();
  /** What of a secret's Base64 is the same wherever in a longer text it lies. */
  readonly #encoded = new Set<string>();

  /** From now on this text is masked. */
  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    this.#plain.add(secret);
    if (secret.includes(' ')) this.#plain.add(secret.replaceAll(' ', '+'));
    const hex = Buffer.from(secret).toString('hex');
    this.#plain.add(hex).add(hex.toUpperCase());
    // The same number, however it is written.
    if (/^[0-9a-f-]+$/i.test(secret)) this.#plain.add(secret.toLowerCase()).add(secret.toUpperCase());
    for (const offset of [0, 1, 2]) this.#addEncoded(Buffer.from(secret), offset);
  }

  /** Masks two texts as HTTP's Basic authentication joins them, even where each alone is too short. */
  addPair(name: string, secret: string): void {
    this.add(secret);
    if (secret !== '') this.#addEncoded(Buffer.from(`${name}:${secret}`), 0);
  }

  /** The characters that don't depend on what stands before or behind the bytes. */
  #addEncoded(bytes: Buffer, offset: number): void {
    const lead = (3 - offset) % 3;
    const whole = bytes.subarray(lead, lead + Math.floor((bytes.length - lead) / 3) * 3);
    const encoded = whole.toString('base64');
    if (encoded.length < SHORTEST_ENCODED) return;
    this.#encoded.add(encoded).add(encoded.replaceAll('+', '-').replaceAll('/', '_'));
  }

  clean(text: string): string {
    if (text === '') return text;
    const ranges: Range[] = [];
    this.#search({ text, from: null }, [], ranges);
    const clean = masked(text, ranges);
    return clean.includes('Bearer') ? clean.replace(/\bBearer\s+[\w.~+/=-]{8,}/g, `Bearer ${MASK}`) : clean;
  }

  /** Looks behind every order of escapes: a secret may itself hold what looks like one of another kind. */
  #search(layer: Decoded, undone: readonly Kind[], ranges: Range[]): void {
    this.#find(layer, ranges);
    // Taken out later, what nobody sees would join the pieces of a secret.
    const seen = visible(layer);
    if (seen) this.#find(seen, ranges);
    const flat = unbroken(seen ?? layer);
    if (flat) this.#find(flat, ranges);
    if (undone.length >= LAYERS) return;
    for (const kind of KINDS) {
      const next = decodeOnce(layer, kind);
      if (next) this.#search(next, [...undone, kind], ranges);
    }
  }

  #find(layer: Decoded, ranges: Range[]): void {
    const { text } = layer;
    const add = (start: number, end: number): void => {
      ranges.push([placeOf(layer, start), placeOf(layer, end)]);
    };
    // Every answer is searched for every secret, and hardly any holds one: nothing is made before one is found.
    for (const secret of this.#plain) {
      for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
        add(at, at + secret.length);
      }
    }
    for (const secret of this.#encoded) {
      for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
        let [start, end] = [at, at + secret.length];
        // What is encoded around it may be the rest of the secret.
        while (start > 0 && at - start < 4 && isBase64(text[start - 1])) start--;
        while (end < text.length && end - at - secret.length < 4 && isBase64(text[end])) end++;
        add(start, end);
      }
    }
  }
}

const isBase64 = (character: string | undefined): boolean => /[A-Za-z0-9+/=_-]/.test(character ?? '');

function masked(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text;
  ranges.sort(([a], [b]) => a - b);
  let out = '';
  let done = 0;
  for (const [from, to] of ranges) {
    if (to <= done) continue;
    if (from >= done) out += text.slice(done, from) + MASK;
    done = to;
  }
  return out + text.slice(done);
}
