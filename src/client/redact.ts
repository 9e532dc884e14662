// Takes secrets out of what the service says back, before anything keeps or prints it: as they are, behind the escapes
// of JSON, URLs and HTML, in capitals, in Base64 and in hexadecimal, alone or as part of something longer.
import { type Decoded, decodeOnce, isSame, type Kind, placeOf, unbroken, visible } from './disguises.ts';
import { FormFinder, SHORTEST_FORM } from './form-finder.ts';
import { encodedForms, type Form, plainForms } from './secret-forms.ts';

const MASK = '[secret]';
/** Shorter texts are not masked: they would mask half of everything. */
const SHORTEST = SHORTEST_FORM;
/** JSON within a URL, HTML within JSON: more layers than this have not been seen. */
const LAYERS = 3;
const BLANK: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n']);
const KINDS: readonly Kind[] = ['json', 'url', 'html'];
/** A process that works for days is given a token every few minutes; one that ended long ago opens nothing. */
const TOKENS = 16;

type Range = readonly [from: number, to: number];

interface Seen {
  readonly ranges: Range[];
  /** What was looked through, and how many escapes had been undone for it. */
  readonly known: { readonly layer: Decoded; readonly undone: number }[];
}

export class Redactor {
  readonly #forms = new Map<string, readonly Form[]>();
  /** The last ones, oldest first. */
  readonly #tokens = new Map<string, readonly Form[]>();
  #finder = new FormFinder([]);

  /** From now on this text is masked. */
  add(secret: string): void {
    if (secret.length < SHORTEST || this.#forms.has(secret)) return;
    this.#forms.set(secret, [...plainForms(secret), ...encodedForms(secret)]);
    this.#begin();
  }

  /** Masks two texts as HTTP's Basic authentication joins them, even where each alone is too short. */
  addPair(name: string, secret: string): void {
    this.add(secret);
    if (secret === '') return;
    const pair = `${name}:${secret}`;
    this.#forms.set(pair, encodedForms(pair));
    this.#begin();
  }

  /** As {@link add}, of a text that others will take the place of. */
  addToken(token: string): void {
    if (token.length < SHORTEST || this.#tokens.has(token)) return;
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size >= TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    this.#tokens.set(token, [...plainForms(token), ...encodedForms(token)]);
    this.#begin();
  }

  #begin(): void {
    this.#finder = new FormFinder([...this.#forms.values(), ...this.#tokens.values()].flat());
  }

  clean(text: string): string {
    if (text === '') return text;
    const ranges: Range[] = [];
    this.#search({ text, from: null }, 0, { ranges, known: [] });
    const clean = masked(text, ranges);
    return clean.includes('Bearer') ? clean.replace(/\bBearer\s+[\w.~+/=-]{8,}/g, `Bearer ${MASK}`) : clean;
  }

  /** Looks behind every order of escapes: a secret may itself hold what looks like one of another kind. */
  #search(layer: Decoded, undone: number, seen: Seen): void {
    // Most escapes can be undone in any order, with one result.
    if (seen.known.some((one) => one.undone <= undone && isSame(one.layer, layer))) return;
    seen.known.push({ layer, undone });
    this.#find(layer, seen.ranges);
    // Taken out later, what nobody sees would join the pieces of a secret.
    const shown = visible(layer);
    if (shown) this.#find(shown, seen.ranges);
    const flat = unbroken(shown ?? layer);
    if (flat) this.#find(flat, seen.ranges);
    if (undone >= LAYERS) return;
    for (const kind of KINDS) {
      const next = decodeOnce(layer, kind);
      if (next) this.#search(next, undone + 1, seen);
    }
  }

  #find(layer: Decoded, ranges: Range[]): void {
    this.#finder.find(layer.text, (start, end) => ranges.push([placeOf(layer, start), placeOf(layer, end)]));
  }
}

function masked(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text;
  ranges.sort(([a], [b]) => a - b);
  let out = '';
  let done = 0;
  for (const [from, behind] of ranges) {
    // Where lines were joined, the break behind a secret ends where the next word begins: it is no part of it.
    let to = behind;
    while (to > from && BLANK.has(text[to - 1] ?? '')) to--;
    if (to <= done) continue;
    if (from >= done) out += text.slice(done, from) + MASK;
    done = to;
  }
  return out + text.slice(done);
}
