// Whether the lines behind an old path say that it must be refused: a test or a script that makes sure of that. Written for the new path
// it would demand that this one is refused. What is certain as a finding is none as a mend, then.
import type { Lines } from '../lines.ts';

/** Lines that are looked at behind the path: an answer is judged in the next statements. */
const LINES_BEHIND = 6;
/** Of each line. */
const LENGTH = 300;

/** A status or a word for what has ended. Bounded: 300 characters. */
const ENDED = /\b410\b|gone/i;
/** A call that is expected to fail. Bounded: 300 characters. */
const FAILS =
  /\brejects\b|\btoThrow|\braises?(?:_error)?\b|\bassert(?:Throws|Raises)|\bThrows?(?:Async|Exactly|Any|Exception)\b|\bexpectException\b/;
/** A test that expects a refusal. Bounded: 300 characters, of which 120 are looked through. */
const EXPECTS =
  /\b(?:expect|assert|should|must|require|check|is_expected|verify)\w{0,30}\b.{0,120}\b(?:40[345]|StatusNotFound|StatusForbidden|NOT_FOUND|NotFound|FORBIDDEN|Forbidden|not_found|forbidden)\b/;
/** A command whose success is the failure. Bounded: 300 characters. */
const TURNED = /^\s*(?:-\s+)?(?:run:\s*)?(?:if\s+)?!\s*(?:\w+=\S*\s+)?(?:curl|wget|http|https|xh)\s/;
/** The same told by what follows: `if curl ...; then ... exit 1`. Bounded: 300 characters. */
const ASKED = /^\s*(?:-\s+)?(?:if|elif)\s+(?:curl|wget|http|https|xh)\s/;
const ENDS_BADLY = /\bexit [1-9]|\breturn 1\b|\bfalse\b/;

/** `line`: of the path, 0-based. */
export function saysGone(lines: Lines, line: number): boolean {
  const own = lines.text(line).slice(0, LENGTH);
  if (TURNED.test(own)) return true;
  const asks = ASKED.test(own);
  for (let at = line; at <= line + LINES_BEHIND; at++) {
    const text = lines.text(at).slice(0, LENGTH);
    if (ENDED.test(text) || FAILS.test(text) || EXPECTS.test(text) || (asks && ENDS_BADLY.test(text)))
      return true;
  }
  return false;
}
