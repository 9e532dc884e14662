// Lists of documentation that name the fields of a body, an item each: `- sourceOfFunds: where the money comes from`. Which body
// that is, is said above in the same section, or, under a heading that speaks of fields alone, in the section around it.
import { camel, type Key, type Model, NO_CONTEXT } from '../model/model.ts';
import { INTEREST } from '../model/words.ts';

const HEADING = /^ {0,3}(#{1,6})\s/;
/** A name as code, and what is said of it. Bounded: 200 characters. */
const ITEM =
  /^(\s{0,8}[-*+]\s{1,4}(?:\*\*)?`)([A-Za-z][\w.[\]]{1,80})`(?:\*\*)?\s{0,4}(?:[:(,–—-]|is\b|are\b|$)/;
const LISTED = /^\s{0,8}[-*+]\s/;
const FIELDS = /\b(?:fields?|body|request|payload|parameters?|attributes?|properties)\b/i;
/** Bounded: 300 characters. */
const CALL =
  /\b(GET|POST|PUT|PATCH|DELETE)\b[\s`*:]{1,8}((?:https?:\/\/[^\s`/]{1,100})?\/[\w./{}:$-]{1,120})/g;
const SENT = /\/(?:transfers|transfers\/quote|customers)$/;
const ANSWERS =
  /\b(?:responses?|returns?|answers?|answered|repl(?:y|ies)|receives?d?|result|webhooks?|events?|errors?)\b/i;
const ASKS = /\brequests?\b|\bsends?\b|\bbody\b/i;
/** What was, what is no longer so, what one has oneself. */
const OTHERS = /\b(?:old|before|formerly|replaced|instead|no longer|our|ours)\b/i;
const MAX_LINE = 300;

interface Section {
  readonly level: number;
  readonly heading: string;
  readonly calls: { readonly method: string; readonly path: string }[];
  /** The last line of prose. */
  last: string;
}

/** `isGone`: whether a line says so. */
export function readDocLists(prose: string, model: Model, isGone: (line: string) => boolean): void {
  if (!prose.includes('`')) return;
  const lines = prose.split('\n');
  let sections: Section[] = [{ level: 0, heading: '', calls: [], last: '' }];
  let keys: Key[] = [];
  let at = 0;
  for (const whole of [...lines, '# ']) {
    const line = whole.slice(0, MAX_LINE);
    const item = LISTED.test(line);
    if (!item && line.trim() !== '' && !/^\s{2,}/.test(line)) {
      push(keys, sections, model, isGone);
      keys = [];
      const level = HEADING.exec(line)?.[1]?.length;
      if (level !== undefined)
        sections = [
          ...sections.filter((one) => one.level < level),
          { level, heading: line, calls: [], last: '' },
        ];
      const own = sections.at(-1);
      for (const [, method = '', path = ''] of line.matchAll(CALL)) own?.calls.push({ method, path });
      if (own && level === undefined) own.last = line;
    } else if (item) {
      const key = isGone(whole) ? undefined : keyIn(line, at);
      if (key) keys.push(key);
    }
    at += whole.length + 1;
  }
}

function keyIn(line: string, base: number): Key | undefined {
  const [, before = '', path = ''] = ITEM.exec(line) ?? [];
  const written = path.split('.').at(-1) ?? '';
  const name = camel(written);
  if (written === '' || !INTEREST.has(name)) return undefined;
  const start = base + before.length + path.length - written.length;
  return { name, written, at: { start, end: start + written.length }, value: { kind: 'other' } };
}

function push(
  keys: readonly Key[],
  sections: readonly Section[],
  model: Model,
  isGone: (line: string) => boolean,
): void {
  const [first] = keys;
  const own = sections.at(-1);
  if (keys.length < 2 || !first || !own) return;
  const { heading, last } = own;
  const said = last === '' ? heading : last;
  if (
    (ANSWERS.test(said) && !ASKS.test(said)) ||
    [heading, last].some((one) => isGone(one) || OTHERS.test(one))
  )
    return;
  const around =
    own.calls.length > 0 || !FIELDS.test(heading) ? own : sections.findLast(({ calls }) => calls.length > 0);
  if (!around || around.calls.at(-1)?.method === 'GET') return;
  const urls = around.calls.flatMap(({ method, path }) =>
    method !== 'GET' && SENT.test(path) ? [path] : [],
  );
  if (urls.length === 0) return;
  const context = { ...NO_CONTEXT, names: [heading], urls };
  const end = keys.at(-1)?.at.end ?? 0;
  model.objects.push({ keys: [...keys], at: { start: first.at.start, end }, context, kind: 'literal' });
}
