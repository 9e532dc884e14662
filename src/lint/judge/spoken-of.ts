// Where data speaks of an old path, type or field to somebody, and nobody sends it: what a linter's rule looks for and says, what a
// query of logs or metrics counts, a sentence that tells what became of it. Told by the key that the text is a value of.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { Lines } from '../model/lines.ts';
import { textOf } from './said-gone-in-shell.ts';

const KINDS = /^(?:yaml|json|hcl|pairs)$/;
/** A key at the beginning of its line. Bounded: 300 characters, as all that follow. */
const FIRST = /^[\s{[(,-]{0,60}["']?([\w.-]{1,60})["']?\s{0,4}[:=]\s{0,4}/;
/** JSON may have several on a line. */
const QUOTED = /"([\w.-]{1,60})"\s{0,4}:\s{0,4}"/g;
/** A text that goes on over the lines below. Bounded: 300 characters. */
const BLOCK =
  /^\s{0,60}(?:-\s{1,4})?["']?([\w.-]{1,60})["']?\s{0,4}[:=]\s{0,4}(?:[|>][-+\d]{0,2}|<<[-~]?\w{1,20})\s{0,20}$/;
const MAX_UP = 12;

/** What a rule looks for; the second kind only where the file is a linter's. */
const RULES = /^pattern-(?:regex|either|inside|not|sources|sinks)(?:-\w{1,20})?$/;
const RULES_OF_LINTER = /^(?:patterns?|regex|selector|entry|fix|name|message|note)$/;
const LINTER =
  /\bno-restricted-(?:syntax|imports|properties|globals)\b|^[ \t]{0,12}languages?:[ \t]{0,4}(?:pygrep\b|\[|[A-Z]\w)/m;
/** What somebody reads of it to know. */
const MAX_TEXT = 20_000;

const QUERIES =
  /^(?:expr(?:ession)?|query|(?:log|metric|search)_?query|search|filter(?:_?pattern)?|pattern|promql|logql|kql)$/i;
/** A comparison, a function or a field stands before it. */
const LOOKS = /[=(~@]|\{\s/;
/** Holes of an address. Bounded: 300 characters. */
const HOLES = /\$?\{\{?[\w\s.]{0,80}\}\}?/g;
const MAX_BEFORE = 300;

const PROSE =
  /^(?:description|summary|title|message|help|note|notes|reason|comment|doc|tooltip|hint|annotation|name)$/i;
const CHANGED =
  /\b(?:instead of|no longer|any ?more|still|former(?:ly)?|became|become|renamed|replac\w{1,4}|retired|ended|deprecated|superseded|was|were)\b|\/developer(?![\w-])/i;

export function withoutSpoken(hits: readonly Hit[], lines: Lines, text: string, { kind }: Format): Hit[] {
  if (!KINDS.test(kind) || hits.length === 0) return [...hits];
  let linter: boolean | undefined;
  const isLinter = (): boolean => (linter ??= LINTER.test(text.slice(0, MAX_TEXT)));
  return hits.filter(({ start, entry }) => {
    const { line, column } = lines.at(start);
    const before = lines.text(line).slice(Math.max(0, column - MAX_BEFORE), column);
    const { key, value } = keyOf(before, lines, line);
    if (RULES.test(key) || (RULES_OF_LINTER.test(key) && isLinter())) return false;
    if (entry.where !== 'path') return true;
    if (QUERIES.test(key) && LOOKS.test(value.replace(HOLES, ''))) return false;
    return !(PROSE.test(key) && CHANGED.test(textOf(lines, line)));
  });
}

/** The key whose value a place stands in, and what stands of the value before the place. */
function keyOf(before: string, lines: Lines, line: number): { key: string; value: string } {
  const quoted = [...before.matchAll(QUOTED)].at(-1);
  if (quoted) return { key: quoted[1] ?? '', value: before.slice(quoted.index + quoted[0].length) };
  const first = FIRST.exec(before);
  let indent = indentOf(before);
  for (let up = line - 1; up >= Math.max(0, line - MAX_UP); up--) {
    const above = textOf(lines, up);
    if (above.trim() === '' || indentOf(above) >= indent) continue;
    const block = BLOCK.exec(above);
    if (block) return { key: block[1] ?? '', value: before };
    indent = indentOf(above);
  }
  return first ? { key: first[1] ?? '', value: before.slice(first[0].length) } : { key: '', value: before };
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
