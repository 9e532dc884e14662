// Calls of an old path that have to fail: a test or a script makes sure of that. Written for the new path it would demand that this
// one is refused. What is certain as a finding is none as a mend, then. Code says so by its statements (code/sides/said-of-calls.ts);
// here, requests, steps and scripts say so, each within its own bounds: the next request, scenario or test speaks for itself.
import { saysGoneInShell, textOf } from '../judge/said-gone-in-shell.ts';
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { Lines } from '../model/lines.ts';
import type { PathUse } from '../model/model.ts';
import { unfixed } from './unfixed.ts';

/** Lines behind the path. */
const FAR = 40;
const ENDED = '(?:404|410)';

/** Where the next request begins, in each format. Bounded: 300 characters. */
const METHOD = /^\s{0,8}(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\S/;
const SECTION = /^\s{0,8}###/;
const NEXT: Readonly<Record<string, RegExp>> = {
  http: new RegExp(`${METHOD.source}|${SECTION.source}`),
  text: METHOD,
  feature: /^\s{0,20}(?:Given|When|Scenario|Background|Rule|Feature|Examples)\b/,
  json: /"(?:request|name|url|raw)"\s{0,4}:/,
  yaml: /^\s{0,40}-\s{1,4}(?:name|get|post|patch|put|url|request|test|id)\b|^\s{0,40}(?:url|path|uri|endpoint):|^---/,
};
/** The status that a request expects. Bounded: 300 characters. */
const STATUS_LINE = new RegExp(
  `^\\s{0,8}HTTP(?:/[\\d.]{1,3})?\\s+${ENDED}\\b|status\\b[^\\n!]{0,60}[^\\d!]${ENDED}\\b`,
  'i',
);
/** What such a request says of its answer. Bounded: 300 characters. */
const SAYS: Readonly<Record<string, RegExp>> = {
  http: STATUS_LINE,
  text: STATUS_LINE,
  feature: new RegExp(
    `^\\s{0,20}(?:Then|And|But|\\*)\\s.{0,120}\\b(?:${ENDED}|gone|not found|refused)\\b`,
    'i',
  ),
  // Bounded: 300 characters, these too.
  json: new RegExp(
    `(?:status|code|expect\\w{0,20})[\\\\"']{0,4}\\s{0,4}[:=(]{1,3}\\s{0,4}[\\\\"'[]{0,4}${ENDED}\\b`,
    'i',
  ),
  // Bounded: 300 characters.
  yaml: new RegExp(
    `(?:status|code|expect\\w{0,20})["']?\\s{0,4}[:=(]{1,3}\\s{0,4}[-"'[\\s]{0,4}${ENDED}\\b`,
    'i',
  ),
};
/** A step that says that nothing is called. Bounded: 300 characters. */
const UNCALLED =
  /\b(?:no|never|not|nothing)\b.{0,60}\b(?:request(?:s|ed)?|call(?:s|ed)?|sent|made|received)\b|\b(?:never|not) (?:call|request)/i;
/** An assertion of a language that is read line by line. */
const ASSERTS =
  /(?:^|[\s(.{;])(?:is|ok|expect\w{0,20}|assert\w{0,20}|[Ss]hould|like|cmp_ok|Assert\.\w{1,20}|@?test)\b/;
const NEGATES = /\b(?:isnt|not|Not|ne|NotEqual)\b|!=|<>|-Not\b/;
const FAILS = /\bShould\s+-Throw\b|\b(?:throws_ok|dies_ok|expect_error|thrown\?|has_error|@test_throws)\b/;
const NEVER = /\bShould\s+-Not\s+-Invoke\b|-(?:Times|Exactly)\s+0\b/;
const LINE_BY_LINE = /^(?:script|clojure|r)$/;

/** Hits that are left as they are, and said to be less certain. */
export function leftIfGone(
  hits: readonly Hit[],
  uses: readonly PathUse[],
  lines: Lines,
  { kind }: Format,
): Hit[] {
  // Hits come in order.
  const gone = uses.filter((use) => use.gone === true).sort((a, b) => a.at.start - b.at.start);
  let next = 0;
  const isGone = ({ start }: Hit): boolean => {
    while ((gone[next]?.at.end ?? Infinity) <= start) next++;
    return (gone[next]?.at.start ?? Infinity) <= start || saysGone(lines, lines.at(start).line, kind);
  };
  return hits.map((hit) =>
    hit.entry.where === 'path' && hit.confidence === 'high' && isGone(hit)
      ? { ...unfixed(hit, 'is expected to be refused'), confidence: 'medium' }
      : hit,
  );
}

/** `line`: of the path, 0-based. */
function saysGone(lines: Lines, line: number, kind: Format['kind']): boolean {
  if (kind === 'shell' || kind === 'markdown' || kind === 'yaml') {
    if (saysGoneInShell(lines, line)) return true;
  }
  if (LINE_BY_LINE.test(kind)) return saysGoneInLines(lines, line);
  if (kind === 'feature' && UNCALLED.test(textOf(lines, line))) return true;
  const says = SAYS[kind];
  const next = NEXT[kind];
  if (!says || !next) return false;
  for (let at = line + 1; at <= line + FAR && at < lines.count; at++) {
    const text = textOf(lines, at);
    if (next.test(text)) return false;
    if (says.test(text)) return true;
  }
  return false;
}

/** To the end of the test: a line that is less indented. */
function saysGoneInLines(lines: Lines, line: number): boolean {
  const indent = indentOf(textOf(lines, line));
  for (let at = line; at <= line + FAR / 4 && at < lines.count; at++) {
    const text = textOf(lines, at);
    if (at > line && text.trim() !== '' && indentOf(text) < indent) return false;
    if (at > line && /^\s*(?:it|test|subtest|It|Describe|test_that|deftest|\(deftest)\b/.test(text))
      return false;
    if (NEVER.test(text) && at === line) return true;
    if (FAILS.test(text) && at <= line + 1) return true;
    if (/\b(?:404|410)\b/.test(text) && ASSERTS.test(text) && !NEGATES.test(text)) return true;
  }
  return false;
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
