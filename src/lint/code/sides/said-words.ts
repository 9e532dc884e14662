// The words of an assertion, each with how often it turns its statement round: `not`, `never`, `assertFalse`, a status of what has
// ended. Two of them cancel out: `assertNotNull`, `assertFalse(answer.isEmpty())`. Vocabulary only, of test libraries.
import { wordsOf } from '../../model/name-words.ts';

/** What is said of a word in an assertion. */
export interface Said {
  /** How often it turns the statement round. */
  readonly turns: number;
  readonly asserts?: boolean;
  /** It speaks of whether a call was answered. */
  readonly status?: boolean;
  /** It asks whether a call was made, or whether something is among others. */
  readonly asks?: boolean;
  /** It expects a call to fail. */
  readonly fails?: boolean;
  /** It turns that round. */
  readonly denies?: boolean;
}

const ASSERTS =
  /^(?:expects?|Expect|(?:assert|Assert|refute|verify|XCTAssert|coVerify|Verify)\w*|should\w*|Should\w*|must|require|check|andExpect|not_?to|to_?not|NotTo|ToNot|have_been_\w{1,20}|DidNotReceive\w*|never[A-Z]\w*|\w{0,20}[hH]its)$/;
const FAILS =
  /^(?:toThrow\w*|rejected\w*|raise_error|raise_exception|(?:assert_?|should_?|must_?)[rR]aises?\w*|(?:assert|should)Throws?\w*|assertThatThrownBy|assertThatExceptionOfType|assertFailsWith|shouldThrow\w*|Throws(?:Async|Any|AnyAsync|Exactly\w*)|Throw(?:Async|Exactly\w*)?|XCTAssertThrowsError|expectException\w*)$/;
/** These are ordinary words unless something is asked for them: `assert.throws`, `pytest.raises`, `expect(x).rejects`. */
const FAILS_OF = /^(?:throws(?:Async)?|Throws|raises|rejects|Error(?:Is|As|Contains|f)?)$/;
const FAILS_BASE = /^(?:assert|Assert|require|t|test|pytest|should|Should|to|be|be_?|XCTest)$/;
const ENDED =
  /^(?:404|410|(?:is|assert|be|be_|to_be_|toBe)?_?(?:Gone|gone|GONE|NotFound|not_found|NOT_FOUND)|HTTP_?(?:Gone|410_GONE|404_NOT_FOUND|NotFound)|Status_?(?:Gone|NotFound)|HTTP_(?:GONE|NOT_FOUND))$/;
const FAULT =
  /^(?:[45]\d\d|err|error|is_?[eE]rror|is(?:Client|Server)?Error|failed|failure|is(?:4xx|5xx)\w*|has_?[eE]rror)$/;
const SUCCESS =
  /^(?:200|ok\??|Ok|OK|StatusOK|(?:is_?|be_?)?[sS]uccess(?:ful)?\??|IsSuccessStatusCode|isSuccessful)$/;
const ASKS = new Set(
  'called calls requested received receive contain contains include includes verify expects sent hits made done history none some any'.split(
    ' ',
  ),
);
const TURNS = new Set(
  'not never no none without absent false falsy refute null nil empty undefined inverse blank missing neither'.split(
    ' ',
  ),
);
const ASSERTS_NO = /(?:No|Not|Never|no|not|nothing)_?(?:[tT]hrow|[rR]ais|[eE]rror|[eE]xception)/;

/** `before`: the tokens before it, nearest first. */
export function saidBy(word: string, before: readonly string[]): Said {
  if (FAILS.test(word)) return { turns: 0, asserts: true, fails: true };
  if (FAILS_OF.test(word) && before[0] === '.' && failsOf(word, before[1] ?? ''))
    return { turns: 0, asserts: true, fails: true };
  if (ENDED.test(word)) return { turns: 1, status: true, asserts: /^assert/.test(word) };
  if (FAULT.test(word)) return { turns: 1, status: true };
  if (SUCCESS.test(word)) return { turns: 0, status: true };
  if (word === '0') return { turns: /^[>[]/.test(before[0] ?? '') ? 0 : 1 };
  if (/^(?:!==?|<>|~=)$/.test(word)) return { turns: 1, asks: false };
  const words = wordsOf(word);
  const turns = words.filter((one) => TURNS.has(one)).length;
  // `NotThrow`, `NoError`.
  if (turns > 0 && ASSERTS_NO.test(word)) return { turns: 0, asserts: true, fails: true, denies: true };
  return { turns, asserts: ASSERTS.test(word), asks: words.some((one) => ASKS.has(one)) };
}

/** `rejects` stands behind what it is said of, the others behind who says it. */
const failsOf = (word: string, base: string): boolean => word === 'rejects' || FAILS_BASE.test(base);
