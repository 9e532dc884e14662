// What a test expects to have been sent: `expect(JSON.parse(init.body)).toEqual({ ... })` in a test that names the address. Told by
// words of an assertion and of a request in one statement; what names an answer there speaks against it.
import type { Places } from '../tokens/places.ts';
import type { Statement, Token } from '../tokens/token.ts';
import { ENDPOINT } from './url-list.ts';
import type { Urls } from './urls.ts';

const ASSERTS =
  /^(expect|assert\w*|Assert\w*|require|should|verify\w*|JSONAssert|JSONEq|XCTAssertEqual|eq|toEqual|toStrictEqual|toMatchObject|isEqualTo|must_equal)$/;
/** Of what was sent, and what a mock remembers of its calls. */
const ASKED =
  /^(init|options|opts|kwargs|call_args\w*|calls|lastCall|mock|history|request|req|last_?[rR]equest|recorded\w*|captured\w*|captor|sent\w*|posted\w*|request_?[bB]ody|takeRequest|postData\w*)$/;
const ANSWERED =
  /^(res|resp|response\w*|result\w*|reply|answer\w*|created|made|rec|recorder|output|received|returned|saved|stored|row|rows)$/i;
const BODY =
  /^(body|Body|json|data|payload|content|getBody|GetBody|postData\w*|postDataJSON|get_json|read_body|raw_post)$/;
/** What must not be there: `.not.toEqual`, `not_to`, `assertNotEquals`, `verify(client, never())`. */
const DENIES =
  /^(?:not_to$|to_not$|refute$|(?:refute|assert_not)_(?:equal|match|request|called|includes)|isNotEqual|doesNot(?:Match|Contain)|DidNotReceive|Not(?:Equal|Called|Contain))|^(?:assert|Assert)\w{0,40}Not(?:Called|Equal|Match|Sent|Contain)/;
const SIGNS = /^!==?$/;
/** What a mock puts aside of a request, when nothing gives it a value where it is declared. */
const SENT = /^(sent|posted|captured|recorded|seen|requested)/;
const NOTHING = /^(null|undefined|None|nil|;|\)|\]|=|!)$/;
const MAX_BEFORE = 60;
const MAX_STATEMENT = 160;
const MAX_BLOCKS = 3;
const MAX_USES = 8;
const MAX_DECLARED = 16;

/** Whether an assertion before a token says that this isn't there. */
export function isDenied(first: number, at: number, tokens: readonly Token[]): boolean {
  let verifies = false;
  for (let i = Math.max(first, at - MAX_BEFORE); i < at; i++) {
    const { text = '', kind } = tokens[i] ?? {};
    if (kind === 'string') continue;
    if (/^(verify|expect|assert)$/.test(text)) verifies = true;
    if (DENIES.test(text) || (text === 'not' && tokens[i - 1]?.text === '.')) return true;
    if (verifies && (SIGNS.test(text) || (text === 'never' && tokens[i + 1]?.text === '('))) return true;
  }
  return false;
}

export class Expected {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #urls: Urls;

  constructor(tokens: readonly Token[], places: Places, urls: Urls) {
    this.#tokens = tokens;
    this.#places = places;
    this.#urls = urls;
  }

  /** The one address that a test speaks of, where a literal in it is what a request is expected to hold. */
  urlsOf(statement: Statement, inside: readonly [number, number]): string[] {
    if (statement.last - statement.first > MAX_STATEMENT + inside[1] - inside[0]) return [];
    const words = this.#words(statement, inside);
    if (!words.some(({ text }) => ASSERTS.test(text))) return [];
    if (!this.#isRequest(words)) return [];
    let block: Statement | undefined = statement;
    for (let depth = 0; block && depth <= MAX_BLOCKS; depth++, block = block.parent) {
      // Of the whole file, it may be any test's.
      if (depth > 0 && !block.parent) return [];
      const urls = new Set(this.#urls.between(block.first, block.last).filter((url) => ENDPOINT.test(url)));
      const [only] = [...urls].filter((url) => !url.endsWith('/documents'));
      if (urls.size > 0) return only !== undefined && urls.size === 1 ? [only] : [];
    }
    return [];
  }

  #words({ first, last }: Statement, [from, to]: readonly [number, number]): Token[] {
    const words: Token[] = [];
    for (let at = first; at < last; at++) {
      const token = this.#tokens[at];
      if (token && (at < from || at > to) && token.kind !== 'number') words.push(token);
    }
    return words;
  }

  /** Its body by name, or a variable that was read of it; what a call gave back is an answer, whatever it is called. */
  #isRequest(words: readonly Token[], hops = 1): boolean {
    const names = words.map(({ text }) => text.replace(/^[$@]+/, ''));
    if (names.some((name) => ANSWERED.test(name))) return false;
    if (words.some((token) => SENT.test(token.text) && this.#isCaptured(token))) return true;
    const given = words.flatMap((token) => (token.kind === 'name' ? (this.#givenTo(token) ?? []) : []));
    if (given.some(({ called }) => called)) return false;
    const short = names.includes('r') && names.includes('Body');
    if (names.some((name) => BODY.test(name)) && (short || names.some((name) => ASKED.test(name))))
      return true;
    return hops > 0 && given.some((one) => this.#isRequest(one.words, hops - 1));
  }

  /** `let sent: any;`, `sent = null`, `const sent = []`: filled elsewhere, by what answers the request. */
  #isCaptured({ text }: Token): boolean {
    const [declared = -1] = this.#places.uses(text);
    const { statement } = this.#tokens[declared] ?? {};
    if (!statement || statement.last - statement.first > MAX_DECLARED) return false;
    const sign = this.#tokens.slice(declared, statement.last).findIndex((token) => token.text === '=');
    if (sign < 0) return /^(let|var)$/.test(this.#tokens[statement.first]?.text ?? '');
    const [value, next] = [1, 2].map((by) => this.#tokens[declared + sign + by]?.text ?? '');
    return NOTHING.test(value ?? '') || (value === '[' && next === ']');
  }

  /** What a variable was given before: `raw, _ := io.ReadAll(r.Body)`. */
  #givenTo(token: Token): { readonly words: Token[]; readonly called: boolean } | undefined {
    const at = this.#places.indexOf(token);
    const uses = this.#places.uses(token.text).filter((use) => use < at);
    for (const use of uses.slice(-MAX_USES).reverse()) {
      const { statement } = this.#tokens[use] ?? {};
      if (!statement || statement.last - statement.first > MAX_STATEMENT) continue;
      const signs = this.#tokens.slice(use + 1, use + 5).map(({ text }) => text);
      const sign = signs.findIndex((text) => text === '=' || text === ':=');
      if (sign >= 0 && signs.slice(0, sign).every((text) => /^[\w,:]+$/.test(text)))
        return {
          words: this.#words({ ...statement, first: use + sign + 2 }, [-1, -1]),
          called: this.#urls.between(use, statement.last).length > 0,
        };
    }
    return undefined;
  }
}
