// Tables of documentation that list the fields of a body, a row each. Which body that is, is said between the heading above and
// the table: `POST /api/v1/customers`. A row that says that its field is gone is none of them.
import { camel, type Key, type Model, NO_CONTEXT } from '../model/model.ts';
import { INTEREST } from '../model/words.ts';

const ROW = /^\s{0,8}\|/;
/** Bounded: 200 characters. */
const RULE = /^\s{0,8}\|[\s:|-]{3,200}$/;
/** The first cell: a name, as code or not. Bounded: 200 characters. */
const NAME = /^(\s{0,8}\|\s{0,40}[`*_]{0,3})([A-Za-z][\w.]{1,80})[`*_]{0,3}\s{0,100}\|/;
/** A table of what was and what is. */
const MAPS =
  /\b(?:old|new|before|after|was|now|replaced|replacement|instead|status|since|until|change|column|ours|here)\b/i;
const HEADING = /^\s{0,3}(?:#{1,6}\s|=+\s)/;
/** Bounded: 300 characters. */
const CALL =
  /\b(GET|POST|PUT|PATCH|DELETE)\b[\s`*:]{1,8}((?:https?:\/\/[^\s`/]{1,100})?\/[\w./{}:$-]{1,120})/g;
const ANSWERS =
  /\b(?:responses?|returns?|answers?|answered|repl(?:y|ies)|receives?d?|result|webhooks?|events?|errors?)\b/i;
const ASKS = /\brequests?\b|\bsends?\b|\bbody\b/i;
const MAX_LINE = 300;
const MAX_SAID = 12;

/** `isGone`: whether a line says so. */
export function readTables(prose: string, model: Model, isGone: (line: string) => boolean): void {
  if (!prose.includes('|')) return;
  const lines = prose.split('\n');
  let said: string[] = [];
  let base = 0;
  const starts = lines.map((line) => (base += line.length + 1) - line.length - 1);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (HEADING.test(line)) said = [];
    if (ROW.test(line) && RULE.test((lines[i + 1] ?? '').slice(0, MAX_LINE))) {
      let end = i + 2;
      while (ROW.test(lines[end] ?? '')) end++;
      readTable(lines, starts, [i, end], said, model, isGone);
      i = end - 1;
      continue;
    }
    if (line.trim() !== '') said = [...said.slice(1 - MAX_SAID), line.slice(0, MAX_LINE)];
  }
}

function readTable(
  lines: readonly string[],
  starts: readonly number[],
  [head, end]: readonly [number, number],
  said: readonly string[],
  model: Model,
  isGone: (line: string) => boolean,
): void {
  const last = said.at(-1) ?? '';
  if (MAPS.test((lines[head] ?? '').slice(0, MAX_LINE)) || (ANSWERS.test(last) && !ASKS.test(last))) return;
  const [, method = '', path = ''] = [...said.join('\n').matchAll(CALL)].at(-1) ?? [];
  if (method === '' || method === 'GET' || said.some(isGone)) return;
  const keys: Key[] = [];
  for (let i = head + 2; i < end; i++) {
    const line = lines[i] ?? '';
    const [, before = '', written = ''] = NAME.exec(line.slice(0, MAX_LINE)) ?? [];
    const name = camel(written);
    if (written.includes('.') || !INTEREST.has(name) || isGone(line)) continue;
    const start = (starts[i] ?? 0) + before.length;
    keys.push({ name, written, at: { start, end: start + written.length }, value: { kind: 'other' } });
  }
  const [first] = keys;
  if (!first) return;
  const context = { ...NO_CONTEXT, names: [said[0] ?? ''], urls: [path] };
  model.objects.push({
    keys,
    at: { start: first.at.start, end: keys.at(-1)?.at.end ?? 0 },
    context,
    kind: 'literal',
  });
}
