// A shell's check that a call fails: `! curl`, `if curl ...; then exit 1`, `[ "$code" = 410 ] || exit 1`. What only tells of a failure
// that nobody wants, `if ! curl ...; then exit 1`, is none.
import type { Lines } from '../model/lines.ts';

const LENGTH = 300;
const MAX_BRANCH = 12;
const MAX_BEHIND = 8;
const CALL = '(?:\\w{1,40}=\\S{0,80}\\s{1,4})?(?:curl|wget|https?|xh)\\s';
/** Bounded, as all of them: 300 characters. */
const TURNED = new RegExp(`^\\s*(?:-\\s+)?(?:run:\\s*)?(?:["']\\s{0,2})?!\\s*${CALL}`);
const ASKED = new RegExp(`^\\s*(?:-\\s+)?(?:run:\\s*)?(?:if|elif)\\s+(!\\s*)?${CALL}`);
const ENDS_BADLY = /\bexit [1-9]|\breturn [1-9]\b|\bfalse\b|\bfail\b|\bdie\b/;
/** The call's success goes on to the end: `curl ... && exit 1`. */
const AND_ENDS = /&&\s{0,4}(?:\{[^}]{0,200})?(?:exit [1-9]|return [1-9]|false|fail|die)/;
const GIVEN = /^\s*(?:-\s+)?(?:run:\s*)?(?:local\s+|export\s+)?(\w{1,40})=["']?[$`]/;
const RUN = /^\s*run\s/;
/** What Bats' `run` leaves behind. */
const OF_RUN = ['status', 'output'];
const USED = /\$\{?(\w{1,40})/g;
const SET = /^\s*(?:local\s+|export\s+)?(\w{1,40})=/;
const ANEW = /^\s*(?:run\s|@test)/;
const STATUS = /(=|==|-eq|!=|-ne|is|equals?)\s{1,3}["']?(?:404|410)\b/;

/** `line`: of the path, 0-based. */
export function saysGoneInShell(lines: Lines, line: number): boolean {
  const first = firstOf(lines, line);
  const own = textOf(lines, first);
  const whole = first === line ? own : `${own} ${textOf(lines, line)}`;
  if (TURNED.test(own)) return true;
  const asked = ASKED.exec(own);
  if (asked) return endsBadly(lines, line) === (asked[1] === undefined ? 'then' : 'else');
  if (/\bcurl\b|\bwget\b|\bxh\b/.test(whole) && AND_ENDS.test(whole)) return true;
  if (/^\s*(?:if\s+)?\[/.test(own) && STATUS.test(whole)) return demands(lines, line, whole);
  const isRun = RUN.test(own);
  const name = GIVEN.exec(own)?.[1];
  if (!isRun && name === undefined) return false;
  return isDemanded(lines, line, isRun ? OF_RUN : [name ?? ''], isRun);
}

/** As much of a line as is looked at. */
export const textOf = (lines: Lines, at: number): string => lines.text(at).slice(0, LENGTH);

/** Where the command begins that goes on in this line. */
function firstOf(lines: Lines, line: number): number {
  let at = line;
  while (at > 0 && line - at < MAX_BRANCH && lines.text(at - 1).endsWith('\\')) at--;
  return at;
}

/** The branch behind a condition that ends with a failure. */
function endsBadly(lines: Lines, from: number): 'then' | 'else' | undefined {
  let branch: 'then' | 'else' = 'then';
  for (let at = from; at <= from + MAX_BRANCH && at < lines.count; at++) {
    const text = textOf(lines, at);
    const rest = at === from ? text.slice(Math.max(0, text.indexOf('then'))) : text;
    for (const part of rest.split(/\b(?=else\b|fi\b)/)) {
      if (/^fi\b/.test(part)) return undefined;
      if (/^else\b/.test(part)) branch = 'else';
      if (ENDS_BADLY.test(part)) return branch;
    }
  }
  return undefined;
}

/** A test of the status that is kept in variables, until these are given anew. `isRun`: by Bats' `run`. */
function isDemanded(lines: Lines, line: number, names: readonly string[], isRun: boolean): boolean {
  for (let at = line + 1; at <= line + MAX_BEHIND && at < lines.count; at++) {
    const text = textOf(lines, at);
    if (ANEW.test(text) || names.includes(SET.exec(text)?.[1] ?? '')) return false;
    if (isRun && /^\s*assert_failure\b|"\$status" -ne 0/.test(text)) return true;
    if (![...text.matchAll(USED)].some(([, name = '']) => names.includes(name))) continue;
    if (STATUS.test(text) && demands(lines, at, text)) return true;
    if (/\bcase\b/.test(text)) return /^\s*(?:404|410)\)/.test(textOf(lines, at + 1));
  }
  return false;
}

/** `[ "$code" = 410 ] || exit 1`, and its like: whether what isn't so ends badly. */
function demands(lines: Lines, at: number, text: string): boolean {
  const unlike = /^(?:!=|-ne)$/.test(STATUS.exec(text)?.[1] ?? '');
  if (/^\s*(?:if|elif)\s/.test(text)) return endsBadly(lines, at) === (unlike ? 'then' : 'else');
  if (unlike) return AND_ENDS.test(text);
  return !/&&/.test(text);
}
