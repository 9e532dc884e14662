// Takes secrets out of what the service echoes, before anything keeps or prints it: as they are, with the escapes of
// JSON, URLs and HTML, in Base64 and in hexadecimal, alone or as part of something longer, in any case.

const MASK = '[secret]';
/** Shorter texts are not masked: they would mask half of everything. */
const SHORTEST = 6;
/** Fewer characters of an encoding may be in any text by chance. */
const SHORTEST_ENCODED = 7;
/** A process that works for days is given a token every few minutes; an expired token opens nothing. */
const TOKENS = 4;

/**
 * A secret in its encodings: the source of an expression that finds it, and texts of which one is there unless it is
 * escaped.
 */
interface Form {
  readonly pattern: string;
  readonly texts: readonly string[];
}

export class Redactor {
  readonly #secrets = new Map<string, Form>();
  /** The last ones, oldest first. */
  readonly #tokens = new Map<string, Form>();
  /** Made of both when they are needed. */
  #all: RegExp | undefined;
  #quick: RegExp | undefined;

  /** From now on this text is masked. */
  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    this.#secrets.set(secret, formOf(secret));
    this.#forget();
  }

  /** Masks two texts as HTTP's Basic authentication joins them, even if each alone is too short. */
  addPair(name: string, secret: string): void {
    if (secret === '') return;
    this.add(secret);
    const pair = `${name}:${secret}`;
    this.#secrets.set(pair, encodedForm(pair));
    this.#forget();
  }

  /** As {@link add}; only the last few tokens are kept. */
  addToken(token: string): void {
    if (token.length < SHORTEST || this.#tokens.has(token)) return;
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size >= TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    this.#tokens.set(token, formOf(token));
    this.#forget();
  }

  #forget(): void {
    this.#all = undefined;
    this.#quick = undefined;
  }

  clean(text: string): string {
    if (text === '') return text;
    const clean = this.#mayHoldSecret(text) ? text.replace(this.#expression(), MASK) : text;
    return clean.includes('Bearer') ? clean.replace(/\bBearer\s+[\w.~+/=-]{8,}/g, `Bearer ${MASK}`) : clean;
  }

  /** Nearly no response does, and the expression takes fifty times as long. */
  #mayHoldSecret(text: string): boolean {
    if (/[\\%&]/.test(text)) return true;
    this.#quick ??= anyOf(this.#forms().flatMap(({ texts }) => texts.map(literal)));
    return this.#quick.test(text.toLowerCase());
  }

  #forms(): readonly Form[] {
    return [...this.#secrets.values(), ...this.#tokens.values()];
  }

  #expression(): RegExp {
    const patterns = this.#forms().flatMap(({ pattern }) => (pattern === '' ? [] : [pattern]));
    return (this.#all ??= anyOf(patterns, 'gi'));
  }
}

const anyOf = (patterns: readonly string[], flags?: string): RegExp =>
  new RegExp(patterns.length > 0 ? patterns.join('|') : '(?!)', flags);

/** A secret however it is escaped or encoded. */
function formOf(secret: string): Form {
  const encoded = encodedForm(secret);
  const plain = Array.from(secret, characterPattern).join('');
  const texts = [secret, secret.replaceAll(' ', '+'), secret.replaceAll('+', ' ')];
  return {
    pattern: `${plain}|${encoded.pattern}`,
    texts: [...new Set(texts.map((one) => one.toLowerCase())), ...encoded.texts],
  };
}

const HTML_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '+': 'plus',
  '/': 'sol',
  '=': 'equals',
  _: 'lowbar',
};

/** Bounded: repetitions without a bound would take time with the square of the text. */
const BACKSLASHES = '\\\\{0,8}';

/**
 * One character: as it is, behind backslashes, as JSON or JavaScript escapes it, in a URL (up to three times), in HTML.
 */
function characterPattern(character: string): string {
  if (/^[a-z0-9]$/i.test(character)) return escaped(character, [character]);
  // A form writes a blank as a plus sign.
  const written = character === ' ' || character === '+' ? [' ', '+'] : [character];
  return escaped(character, written);
}

function escaped(character: string, written: readonly string[]): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const name = HTML_NAMES[character];
  return `(?:${[
    `${BACKSLASHES}(?:${written.map(literal).join('|')}|u${hex.padStart(4, '0')}|x${hex.padStart(2, '0')})`,
    bytes.map((byte) => `%(?:25){0,2}${byte}`).join(''),
    `&#(?:0{0,4}${code}|x0{0,4}${hex});`,
    ...(name === undefined ? [] : [`&${name};`]),
  ].join('|')})`;
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Hexadecimal, and what of the Base64 is the same wherever in a longer text the secret begins. */
function encodedForm(secret: string): Form {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const texts = [bytes.toString('hex'), ...base64].filter((text) => text.length >= SHORTEST_ENCODED);
  return {
    pattern: texts.map((text) => Array.from(text, base64Pattern).join('') + REST_OF_ENCODING).join('|'),
    texts: texts.flatMap((text) => [
      text.toLowerCase(),
      text.replaceAll('+', '-').replaceAll('/', '_').toLowerCase(),
    ]),
  };
}

/** Behind it: characters that hold the last bits of the secret, and the padding. */
const REST_OF_ENCODING = '[\\w+/=-]{0,4}';

/** Either alphabet of Base64. */
function base64Pattern(character: string): string {
  if (character === '+') return `(?:-|${characterPattern('+')})`;
  if (character === '/') return `(?:_|${characterPattern('/')})`;
  return character;
}
