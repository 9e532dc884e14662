// What a test, a policy or a check of sources is given to refuse it: an assertion that a validator says no, a rule of Rego that denies, a
// function of a shell that greps for its argument. Told by the text around a place; nobody sends what stands there.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';

/** As much of a statement as is looked at, on each side. */
const FAR = 600;

/** Words that one of these has. Words only. */
const ANY =
  /toThrow|toBe\(false\)|toEqual\(false\)|toBeFalsy|\.rejects\b|isLeft|isErr\b|is_err|isFailure|be_valid|[rR]aises|raise_error|assert_raise|assertThrows|ThrowsA?|== nil|\.Error\(|ErrorIs|ErrorContains|toBeInvalid|be_invalid|to_be_invalid|is_valid|isValid/;
/** The same, as an assertion. Bounded: a statement of 1,200 characters. */
const REFUSED: readonly RegExp[] = [
  /\bexpect\b[^;]{0,900}(?<!\.not)(?:\.toThrow\w{0,40}\(|\.(?:toBe|toEqual|toStrictEqual)\(false\)|\.toBeFalsy\(|\.rejects\b)/,
  /\bassert\b(?!\s{0,4}\(?\s{0,4}!)[^;]{0,900}\.(?:isLeft|isFailure|isInvalid|isErr\b|isError\b|is_err\(\))(?!\s{0,4}(?:==|is)\s{0,4}[fF]alse)/,
  /\b(?:should_not|not_to|to_not)\s{1,4}be_valid\b|\bto\s{1,4}be_invalid\b/,
  // Bounded: 1,200 characters, as the others.
  /\b(?:assertRaises\w{0,10}|assert_raises?|pytest\.raises|assertThrows\w{0,10}|(?<!not_to |to_not |should_not )raise_error|XCTAssertThrowsError)\b/,
  /\bif\s[^;{]{0,40}:?=[^;]{0,700};\s{0,4}err\s{0,4}==\s{0,4}nil\s{0,4}\{/,
  /\b(?:assert|require)\.(?:Error|ErrorIs|ErrorContains|ErrorAs)\(/,
  /\bassert\w{0,20}[\s(]{1,4}(?:not\s{1,4}|!)[^;]{0,600}\bis_?[vV]alid\b|\bassertFalse\([^;]{0,600}\bis_?[vV]alid\b/,
];

/** The head of a block that must fail. Bounded: 200 characters. */
const RAISES =
  /^\s{0,40}with\s{1,4}(?:\w{1,20}\.)?(?:raises|assertRaises\w{0,10}|assert_raises)\b[^\n]{0,100}:$/;
const MAX_LINES = 12;

/** Heads of rules. Bounded: 40 characters. */
const DENIES =
  /^(?:deny|violations?|warn|block(?:ed)?|reject(?:ed)?|forbid(?:den)?|refuse[sd]?|disallow(?:ed)?)(?![a-z])/;

/** Bounded: names of 60 characters. */
const COMMAND = /^\s{0,20}(?:(?:then|do|else|&&|\|\||!)\s{1,4})?([A-Za-z_]\w{0,60})\s/;
const FUNCTION = /^[ \t]{0,8}(?:function\s{1,4})?([A-Za-z_]\w{0,60})\s{0,4}(?:\(\)\s{0,4})?\{/gm;
const SEARCHES = /(?:^|[\s(!;|&])(?:git\s{1,4})?(?:[efz]?grep|rg|ack|ag)\s/;
const SENDS = /(?:^|[\s(!;|&])(?:curl|wget|xh|https?|httpie)\s/;
const ARGUMENT = /\$\{?[1-9@*]/;
const MAX_BODY = 1_500;

export function withoutRefusedInText(
  hits: readonly Hit[],
  text: string,
  path: string,
  format: Format,
): Hit[] {
  if (hits.length === 0) return [];
  if (path.endsWith('.rego')) return hits.filter(({ start }) => !DENIES.test(headOf(text, start)));
  if (format.kind === 'shell') return hits.filter(({ start }) => !isGrepped(text, start));
  if (format.kind !== 'code' || !ANY.test(text)) return [...hits];
  return hits.filter(({ start }) => {
    // The sign in a data URL ends no statement.
    const statement = statementAt(text, start).replaceAll(';base64', ':base64');
    return !REFUSED.some((one) => one.test(statement)) && !RAISES.test(blockAround(text, start));
  });
}

/** The lines from the outermost bracket around a place, up to where a block begins, to where that closes. */
function statementAt(text: string, at: number): string {
  let start = text.lastIndexOf('\n', at - 1) + 1;
  let open = 0;
  for (let i = at - 1, closed = 0; i >= Math.max(0, at - FAR); i--) {
    const sign = text[i] ?? '';
    if (/[)\]}]/.test(sign)) closed++;
    else if (/[([{]/.test(sign)) {
      if (closed-- > 0) continue;
      closed = 0;
      if (sign === '{' && /(?:\)|=>)\s?$/.test(text.slice(Math.max(0, i - 4), i))) break;
      open++;
      start = Math.min(start, text.lastIndexOf('\n', i) + 1);
    }
  }
  return text.slice(start, endFrom(text, at, open));
}

/** The line that a place's block begins with, where lines are told apart by how far they stand in. */
function blockAround(text: string, at: number): string {
  const lines = text.slice(Math.max(0, at - 2 * FAR), at).split('\n');
  let depth = Infinity;
  for (const line of lines.reverse().slice(0, MAX_LINES)) {
    const own = line.search(/\S/);
    if (own < 0 || own >= depth) continue;
    depth = own;
    if (line.trimEnd().endsWith(':')) return line.trimEnd().slice(0, 200);
  }
  return '';
}

/** The end of the line that closes so many brackets. */
function endFrom(text: string, at: number, open: number): number {
  let left = open;
  let i = at;
  for (; left > 0 && i < Math.min(text.length, at + FAR); i++) {
    const sign = text[i] ?? '';
    if (/[)\]}]/.test(sign)) left--;
    else if (/[([{]/.test(sign)) left++;
  }
  const end = text.indexOf('\n', i);
  return end < 0 ? text.length : Math.min(end, i + FAR);
}

/** The line at the margin that a rule begins with. */
function headOf(text: string, at: number): string {
  const lines = text.slice(Math.max(0, at - 4 * FAR), at).split('\n');
  return lines.findLast((line) => /^[a-z]/.test(line))?.slice(0, 40) ?? '';
}

/** An argument of a function of the same script that looks for it. */
function isGrepped(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).slice(0, 200);
  const name = COMMAND.exec(line)?.[1];
  if (name === undefined) return false;
  const from = [...text.matchAll(FUNCTION)].find((one) => one[1] === name)?.index;
  if (from === undefined || from > at) return false;
  const end = text.slice(from, from + MAX_BODY).search(/^\s{0,8}\}/m);
  const body = text.slice(from, from + (end < 0 ? MAX_BODY : end));
  return SEARCHES.test(body) && ARGUMENT.test(body) && !SENDS.test(body);
}
