// Whether a path in a command or in SQL is what is looked for: `grep -rn PATH src`, `sed 's#PATH#...#'`, `WHERE path = 'PATH'`. Such a
// line renames it, refuses it or makes sure that it is gone; nobody calls it there.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { PathUse } from '../model/model.ts';

/** Of what stands before a path. */
const FAR = 600;
const MAX_PLACES = 12;

/** Bounded: 600 characters, as all that follow. */
const GREPS =
  /(?:^|[\s;&|(`'"!/])(?:(?:[efz]|git )?grep|rg|ack|ag|select-string|sls|findstr)(?:\.exe)?\s(?:'[^'\n]{0,200}'|"[^"\n]{0,200}"|[^;&|>\n'"]){0,300}(?:'[^'\n]{0,200}|"[^"\n]{0,200})?$/i;
const EDITS = /(?:^|[\s;&|(`'"!/])(?:g?sed|perl|g?awk)\s[^;&\n]{0,300}$/;
/** The first half of `s#old#new#`, and an address: `sed '\#old#d'`. */
const FIRST_HALF = /(?:\bs|\\)([#|,@!~:%^])(?:(?!\1)[^\n]){0,80}$/;
/** `[ "$url" = PATH`. Bounded: 600 characters. */
const COMPARES = /(?:\[\[?|\btest)\s[^;&|()\n=]{0,200}(?:==?|!=|=~)\s{0,4}["'*^]{0,3}[\w:$/{}.*]{0,60}$/;
/** `case "$url" in PATH`. Bounded: 600 characters. */
const CASE = /\bcase\s[^;&()\n]{1,200}\sin\s[^;&()\n]{0,100}$/;
/** An arm on a line of its own. Bounded: 600 characters. */
const ARM = /(?:\n|;;)[ \t]{0,40}\(?["'*|\w/.:]{0,60}$/;
const ARM_ENDS = /^[\w/-]{0,80}["'*]{0,3}(?:\s{0,3}\|[^)\n]{0,100})?\)/;
/** Bounded: 600 characters. */
const SENDS = /(?:^|[\s;&|(`'"$/])(?:curl|https?|wget|xh|curlie|hurl|httpie)\s[^;|]*$/;

/** What a text is asked for, in code: `path.startsWith(OLD`, `strings.HasPrefix(path, OLD`. Bounded: 120 characters. */
const LOOKS_FOR =
  /(?:\?\.|->|::|\b)(?:str_?)?(?:starts?_?with\??|has_?prefix|ends_?with\??|has_?suffix|includes?\??|index_?of|str_?n?i?pos|match(?:es|_all)?|contains(?:_?string)?\??)\s{0,3}!?\(\s{0,8}(?:[\w.$>[\]()-]{1,60},\s{0,8})?[rbf@]?["'`/^]{1,3}[^"'`\s]{0,60}$/i;
/** What takes the place of another text: its first argument, or the one behind the text that it is looked for in. Bounded: 120 characters. */
const TAKES_PLACE =
  /(?:\.(?:replace|replace_?all|g?sub!?|replacingOccurrences|replace_?first|replacen|delete_?prefix|removeprefix)\s{0,3}\(\s{0,8}(?:of:\s?)?[rbf@]?|\b(?:str_i?replace|preg_replace|re\.sub|strtr)\s{0,3}\(\s{0,8}\[?\s{0,8}[rbf]?|\b(?:strings\.Replace(?:All)?|strings\.TrimPrefix|String\.replace|Regex\.Replace)\s{0,3}\(\s{0,8}[\w.$>[\]()-]{1,60},\s{0,8})["'`/^]{1,3}[^"'`\s]{0,60}$/i;
/** Of a search: what its statement is that finds something out of a test. */
const EXPECTS =
  /\b(?:expect|assert\w{0,20}|should|verify|require|waitFor\w{0,20}|intercept|route|respond)\b/i;

/** Behind a path: the one that takes its place, `'OLD': 'NEW'`, `['OLD', 'NEW']`. Bounded: 200 characters. */
const TAKEN_PLACE =
  /^[\w/{}:.-]{0,60}["'`]\s{0,4}(?:,|=>|[:=]|to)\s{0,4}[rbf]?["'`][^"'`\s]{0,80}\/developer(?![\w-])/;
/** Behind a path: it is asserted that it isn't there, or a mock refuses it. Bounded: 200 characters. */
const ABSENT =
  /^[\w/{}:.-]{0,60}["'`]\s{1,4}not\s{1,4}in\b|^[^\n;]{0,60}["'`]\)[^;\n]{0,80}\.reply\(\s{0,4}(?:403|404|410)\b/;

const SQL = /\b(?:update|delete\s+from|select|insert|merge)\b/i;
const SQL_WORDS =
  /\b(where|having|when|if|elsif|elseif|set|values|then|else|select|default|into|returning)\b/gi;
/** The first argument. Bounded: 600 characters. */
const REPLACED = /\b(?:replace|regexp_replace)\s{0,4}\([^()]{0,120},\s{0,8}[NnEe]?['"]?[^'",]{0,60}$/i;

export function isSought(use: PathUse, { start, end }: Hit, text: string, { kind }: Format): boolean {
  const head = text.slice(Math.max(0, start - FAR), start);
  const tail = text.slice(end, end + 200);
  if (kind !== 'log' && kind !== 'recording' && (TAKEN_PLACE.test(tail) || ABSENT.test(tail))) return true;
  if (kind === 'sql') return isAskedFor(head.slice(head.lastIndexOf(';') + 1));
  if (kind === 'code' || kind === 'markup') {
    const own = text.slice(Math.max(use.at.start, start - FAR), start);
    if (SQL.test(own) && isAskedFor(own)) return true;
    const line = lineBefore(text, start);
    return TAKES_PLACE.test(line) || (LOOKS_FOR.test(line) && !EXPECTS.test(line) && isReplaced(text));
  }
  if (kind === 'log' || kind === 'recording' || kind === 'csv') return false;
  const command = joined(head);
  if (SENDS.test(command)) return false;
  if (GREPS.test(command) || COMPARES.test(command) || CASE.test(command)) return true;
  if (EDITS.test(command) && FIRST_HALF.test(command)) return true;
  return kind === 'shell' && ARM.test(head) && ARM_ENDS.test(text.slice(start, start + FAR));
}

/** A path that is looked for and replaced in one file is renamed by it. */
const isReplaced = (text: string): boolean =>
  [...text.matchAll(/current-tenant/g)]
    .slice(0, MAX_PLACES)
    .some(({ index }) => TAKES_PLACE.test(lineBefore(text, index)));

const lineBefore = (text: string, at: number): string =>
  text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 160), at);

/** Of the words that say what a value is for, the last one before it. */
function isAskedFor(statement: string): boolean {
  if (REPLACED.test(statement)) return true;
  const last = [...statement.matchAll(SQL_WORDS)].at(-1)?.[1] ?? '';
  return /^(?:where|having|when|if|elsif|elseif)$/i.test(last);
}

/** The last line, with those that it goes on from. */
function joined(head: string): string {
  const lines = head.split('\n');
  let from = lines.length - 1;
  while (from > 0 && /[\\`]\r?$/.test(lines[from - 1] ?? '')) from--;
  return lines.slice(from).join(' ');
}
