// Finds any of some hundred forms in a text in one pass over it: every answer is searched for every secret, and hardly any
// holds one.
import type { Form } from './secret-forms.ts';

/** A text is compared with a form only where so many characters are those of one. */
const WINDOW = 4;
/** The text is looked at in steps: one of so many neighbouring windows lies at each. */
const STEP = 3;
/** Shorter, and a form could lie between two steps. */
export const SHORTEST_FORM = WINDOW + STEP - 1;
const SLOTS = 1 << 16;

interface Part {
  readonly form: Form;
  /** Where in the form the window begins. */
  readonly offset: number;
}

export class FormFinder {
  readonly #holds = new Uint8Array(SLOTS);
  readonly #bySlot = new Map<number, Part[]>();

  constructor(forms: Iterable<Form>) {
    for (const form of forms) {
      if (form.text.length < SHORTEST_FORM) throw new Error('a form is too short to be found');
      for (let offset = 0; offset < STEP; offset++) this.#add({ form, offset });
    }
  }

  #add(part: Part): void {
    const slot = slotAt(part.form.text, part.offset);
    this.#holds[slot] = 1;
    const same = this.#bySlot.get(slot);
    if (same) same.push(part);
    else this.#bySlot.set(slot, [part]);
  }

  /** Tells of every place. */
  find(text: string, found: (start: number, end: number) => void): void {
    const low = lowered(text);
    for (let step = 0; step + WINDOW <= low.length; step += STEP) {
      const slot = slotAt(low, step);
      if (this.#holds[slot] === 0) continue;
      for (const { form, offset } of this.#bySlot.get(slot) ?? []) {
        const at = step - offset;
        if (at < 0 || !low.startsWith(form.text, at)) continue;
        const { before, behind } = form;
        let [start, end] = [at, at + form.text.length];
        while (start > 0 && at - start < before && isEncoded(low.charCodeAt(start - 1))) start--;
        const last = Math.min(low.length, end + behind);
        while (end < last && isEncoded(low.charCodeAt(end))) end++;
        if (form.of) {
          const { secret, at: first } = form.of;
          while (start > 0 && at - start < first && low[start - 1] === secret[first - (at - start) - 1])
            start--;
          while (end - at + first < secret.length && low[end] === secret[end - at + first]) end++;
        }
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
