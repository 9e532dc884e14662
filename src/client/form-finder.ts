// Finds any of some hundred forms in a text in one pass over it: every answer is searched for every secret, and hardly any
// holds one.
import type { Form } from './secret-forms.ts';

/** A text is compared with a form only where its next characters are those that one begins with. No form is shorter. */
const WINDOW = 4;
const SLOTS = 1 << 16;

export class FormFinder {
  readonly #begins = new Uint8Array(SLOTS);
  readonly #bySlot = new Map<number, Form[]>();

  constructor(forms: Iterable<Form>) {
    for (const form of forms) {
      const slot = slotAt(form.text, 0);
      this.#begins[slot] = 1;
      const same = this.#bySlot.get(slot);
      if (same) same.push(form);
      else this.#bySlot.set(slot, [form]);
    }
  }

  /** Tells of every place, in order of their beginnings. */
  find(text: string, found: (start: number, end: number) => void): void {
    const low = lowered(text);
    for (let at = 0; at + WINDOW <= low.length; at++) {
      const slot = slotAt(low, at);
      if (this.#begins[slot] === 0) continue;
      for (const { text: form, before, behind } of this.#bySlot.get(slot) ?? []) {
        if (!low.startsWith(form, at)) continue;
        let [start, end] = [at, at + form.length];
        while (start > 0 && at - start < before && isEncoded(low.charCodeAt(start - 1))) start--;
        const last = Math.min(low.length, end + behind);
        while (end < last && isEncoded(low.charCodeAt(end))) end++;
        found(start, end);
      }
    }
  }
}

function slotAt(text: string, at: number): number {
  let slot = 0;
  for (let i = at; i < at + WINDOW; i++) slot = (Math.imul(slot, 31) + text.charCodeAt(i)) | 0;
  return (slot ^ (slot >>> 16)) & (SLOTS - 1);
}

/** In small letters, each in its place: some letters of other scripts become two. */
function lowered(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

/** Small letters, digits and signs of Base64 and hexadecimal. */
const isEncoded = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  '+/=_-'.includes(String.fromCharCode(code));
