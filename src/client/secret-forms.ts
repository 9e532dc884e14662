// How a secret may be written when it comes back: in hexadecimal, in Base64 of its bytes in UTF-8 or UTF-16, in Base64 of
// that once more, wherever in a longer text it lies. Escapes are not undone here (disguises.ts). Pure.

/** What is looked for, without regard to the case of ASCII's letters. */
export interface Form {
  /** In small letters. */
  readonly text: string;
  /** So many characters of an encoding beside it may hold the rest of the secret. */
  readonly before: number;
  readonly behind: number;
  /** Of a part of the secret: the whole one, and where in it the part begins. */
  readonly of?: { readonly secret: string; readonly at: number };
}

/** Fewer characters of an encoding may stand in any text by chance. */
const SHORTEST = 7;
/** A token can be long: in an encoding its end is looked for, and what stands before it goes along. Tokens begin alike. */
const ANCHOR_BYTES = 96;
/** Characters at either end of an encoding that depend on what stands beside the secret, in both layers. */
const SPARE = 8;
/** Base64 of Base64. */
const LAYERS = 2;

/** Of secrets as long as this their beginning or end is looked for as well: a service may cut short what it quotes. */
const MAY_BE_CUT = 20;
const CUT_TO = 12;

/** The secret itself, and what is left of it where it was cut short. */
export function plainForms(secret: string): Form[] {
  // A form's blank may have been a plus sign, and the reverse.
  const texts = new Set([
    secret,
    secret.toUpperCase(),
    secret.replaceAll(' ', '+'),
    secret.replaceAll('+', ' '),
  ]);
  // The same number, however it is written.
  if (/^[0-9a-f]{8}-[0-9a-f-]{20,40}$/i.test(secret)) texts.add(secret.replaceAll('-', ''));
  const whole = [...texts].map((text) => ({ text: text.toLowerCase(), before: 0, behind: 0 }));
  return secret.length < MAY_BE_CUT ? whole : [...whole, ...cutForms(secret.toLowerCase())];
}

function cutForms(secret: string): Form[] {
  const length = Math.max(CUT_TO, Math.ceil(secret.length / 2));
  return [0, secret.length - length].map((at) => ({
    ...{ text: secret.slice(at, at + length), before: 0, behind: 0 },
    of: { secret, at },
  }));
}

/** What encodes it, alone or as a part of something longer. */
export function encodedForms(secret: string): Form[] {
  const forms = new Map<string, Form>();
  for (const text of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])) {
    for (const bytes of bytesOf(text)) {
      const end = bytes.subarray(-ANCHOR_BYTES);
      const before = SPARE + (bytes.length - end.length) * 4;
      for (const encoded of [end.toString('hex'), ...base64Of(end, LAYERS)]) {
        const lower = encoded.toLowerCase();
        if (lower.length >= SHORTEST && !forms.has(lower))
          forms.set(lower, { text: lower, before, behind: SPARE });
      }
    }
  }
  return [...forms.values()];
}

/** As a service may have held it: in UTF-8, or in UTF-16 of either order. */
function bytesOf(text: string): Buffer[] {
  const little = Buffer.from(text, 'utf16le');
  return [Buffer.from(text), little, Buffer.from(little).swap16()];
}

/** What of the bytes' Base64 is the same wherever in a longer text they lie, in both alphabets. */
function base64Of(bytes: Buffer, layers: number): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const core = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    if (core.length < SHORTEST) return [];
    const both = [...new Set([core, core.replaceAll('+', '-').replaceAll('/', '_')])];
    return [...both, ...(layers > 1 ? both.flatMap((one) => base64Of(Buffer.from(one), layers - 1)) : [])];
  });
}
