// Masks secrets that the service echoes, before a response is kept or printed. It finds them as plain text, in JSON,
// in a URL or form, in hexadecimal, and in Base64, also inside a longer text, in upper and lower case.

const MASK = '[secret]';
/** Shorter secrets are not masked: they would be found in any text. */
const SHORTEST = 6;
/** Shorter encoded forms may be in any text by chance. */
const SHORTEST_ENCODED = 7;
/**
 * Tokens that are masked. A process may work for days, and get a token every few minutes; expired ones are useless.
 */
const TOKENS = 4;

interface Forms {
  /** In small letters: nearly no text has one of them. */
  readonly texts: readonly string[];
  readonly expression: RegExp;
}

export class Redactor {
  /** The forms of each secret. */
  readonly #secrets = new Map<string, readonly string[]>();
  /** The last tokens, oldest first. */
  readonly #tokens: string[] = [];
  #all: Forms | undefined;

  /** From now on this text is masked. */
  add(secret: string): void {
    if (secret.length >= SHORTEST) this.#keep(secret, formsOf(secret));
  }

  /** Masks two texts as HTTP's Basic authentication joins them, even if each alone is too short. */
  addPair(name: string, secret: string): void {
    if (secret === '') return;
    this.add(secret);
    const pair = `${name}:${secret}`;
    this.#keep(pair, encodedForms(pair));
  }

  /** As {@link add}; only the last few tokens are kept. */
  addToken(token: string): void {
    if (this.#secrets.has(token)) return;
    const expired = this.#tokens.length < TOKENS ? undefined : this.#tokens.shift();
    if (expired !== undefined) this.#secrets.delete(expired);
    this.#tokens.push(token);
    this.add(token);
  }

  #keep(secret: string, forms: readonly string[]): void {
    this.#secrets.set(secret, forms);
    this.#all = undefined;
  }

  clean(text: string): string {
    if (text === '') return text;
    const { texts, expression } = (this.#all ??= together([...this.#secrets.values()]));
    const isIn = (where: string): boolean => {
      const lower = where.toLowerCase();
      return texts.some((one) => lower.includes(one));
    };
    const own = isIn(text) ? text.replace(expression, MASK) : text;
    const unescaped = withoutEscapes(own);
    const clean = unescaped !== own && isIn(unescaped) ? unescaped.replace(expression, MASK) : own;
    return clean.includes('Bearer') ? clean.replace(/\bBearer\s+[\w.~+/=-]{8,}/g, `Bearer ${MASK}`) : clean;
  }
}

/** Undoes escapes of characters that JSON and URLs need not escape. */
const withoutEscapes = (text: string): string =>
  text.replace(/\\u00([0-9a-f]{2})|%([0-9a-f]{2})/gi, (_, json: string | undefined, url: string) =>
    String.fromCharCode(parseInt(json ?? url, 16)),
  );

/** The longest first: a form may be part of another. */
function together(forms: readonly (readonly string[])[]): Forms {
  const texts = [...new Set(forms.flat().map((text) => text.toLowerCase()))];
  texts.sort((a, b) => b.length - a.length);
  return { texts, expression: new RegExp(texts.map(literal).join('|') || '(?!)', 'gi') };
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, json, json.replaceAll('/', '\\/'), url, form, ...encodedForms(secret)];
}

/** Hexadecimal, Base64, and the characters of Base64 that are the same at each offset in a longer text. */
function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inside = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const base64 = [bytes.toString('base64'), ...inside];
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [bytes.toString('hex'), ...base64, ...forUrls].filter((text) => text.length >= SHORTEST_ENCODED);
}
