// Clojure's maps as object-like text of the same length: `{:amount 5 :memo :x}` as `{ amount:5 ,memo: x}`. In a map every
// other form is a key; what stands in a call, a vector or a set is none. One walk over the text.
import { blank } from '../model/lines.ts';

interface Frame {
  readonly close: string;
  map: boolean;
  /** `(assoc m :amount v)`: from its first key on it is read as a map. */
  readonly assigns: boolean;
  readonly name: string;
  /** How many forms of a map came before: an even number before a key. */
  forms: number;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** A word goes on for as long as it has these. */
const WORD = /[^\s,;"()[\]{}]/;
/** A word is longer than any key. */
const MAX_KEY = 80;
/** A bracket that closes none of so many belongs to nothing. */
const MAX_OPEN = 50;
const NAME = /^[\w!?*<>=+./-]{1,60}/;
/** What is done with a row of one's own. */
const KEEPS = /insert|save|update!|upsert|swap!|reset!|log|print|render|event|publish|respon|execute/i;
const MAX_AROUND = 8;

export function withMaps(text: string): string {
  return new Maps(text).all();
}

class Maps {
  readonly #text: string;
  readonly #out: string[] = [];
  readonly #frames: Frame[] = [];
  #from = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): string {
    const text = this.#text;
    for (let at = 0; at < text.length;) at = this.#step(at, text[at] ?? '');
    this.#out.push(text.slice(this.#from));
    return this.#out.join('');
  }

  #step(at: number, char: string): number {
    if (/[\s,]/.test(char)) return at + 1;
    if (char === ';') return this.#comment(at);
    if (char === '"') return this.#form(at, this.#endOfString(at));
    const close = CLOSING[char];
    if (close !== undefined) {
      const set = this.#text[at - 1] === '#';
      const name = char === '(' ? (NAME.exec(this.#text.slice(at + 1, at + 1 + MAX_KEY))?.[0] ?? '') : '';
      const assigns = name === 'assoc' && this.#isSent();
      this.#frames.push({ close, map: char === '{' && !set, assigns, name, forms: 0 });
      if (!assigns) return at + 1;
      // `(assoc m :amount v)` is an object of the keys that it gives: `{assoc,m ,amount:v}`.
      if (at > this.#from && /\s/.test(this.#text[at - 1] ?? '')) this.#put(at - 1, ',');
      this.#put(at, '{');
      this.#put(at + 1 + name.length, ',');
      return at + 2 + name.length;
    }
    if (char === ')' || char === ']' || char === '}') {
      const near = this.#frames.slice(-MAX_OPEN);
      const found = near.findLastIndex((frame) => frame.close === char);
      if (found >= 0) {
        const [closed] = this.#frames.splice(found - near.length);
        if (closed?.assigns === true) this.#put(at, '}');
      }
      // The whole is a form of what is around it.
      return this.#counted(at + 1);
    }
    // A sign before a form: a quote, a set, metadata, what stands for a value.
    if (/['`~^@#]/.test(char)) return at + 1;
    let end = at + (char === '\\' ? 2 : 1);
    while (end < this.#text.length && WORD.test(this.#text[end] ?? '')) end++;
    return this.#form(at, end);
  }

  /** A text or a word: a key of a map where one belongs. */
  #form(at: number, end: number): number {
    const frame = this.#frames.at(-1);
    const first = this.#text[at];
    if (frame?.assigns === true && !frame.map && first === ':') {
      frame.map = true;
      frame.forms = 0;
    }
    const isKey = frame?.map === true && frame.forms % 2 === 0 && end - at < MAX_KEY;
    if (isKey && /[\s,]/.test(this.#text[end] ?? '') && (first === ':' || first === '"')) {
      if (first === ':') this.#put(at, frame.forms === 0 && !frame.assigns ? ' ' : ',');
      this.#put(end, ':');
    } else if (frame?.map === true && first === ':') this.#put(at, ' ');
    return this.#counted(end);
  }

  /** Nothing around it keeps it as a row of one's own. */
  #isSent(): boolean {
    return !this.#frames.slice(-MAX_AROUND).some((frame) => KEEPS.test(frame.name));
  }

  #counted(end: number): number {
    const frame = this.#frames.at(-1);
    if (frame) frame.forms++;
    return end;
  }

  #put(at: number, sign: string): void {
    this.#out.push(this.#text.slice(this.#from, at), sign);
    this.#from = at + 1;
  }

  #comment(at: number): number {
    const stop = this.#text.indexOf('\n', at);
    const end = stop < 0 ? this.#text.length : stop;
    this.#out.push(this.#text.slice(this.#from, at), blank(this.#text.slice(at, end)));
    this.#from = end;
    return end;
  }

  #endOfString(at: number): number {
    let end = at + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    return Math.min(this.#text.length, end + 1);
  }
}
