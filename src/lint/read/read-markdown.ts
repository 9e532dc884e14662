// Documentation: fenced blocks, each by its language, and what stands in inline code. A line that says that something was
// renamed or removed is not an instruction to use it.
import { readCsv } from '../data/csv.ts';
import { readDocLists } from '../data/doc-lists.ts';
import { readTables } from '../data/doc-tables.ts';
import { pushPapers } from '../data/paper-items.ts';
import { pathsIn } from '../data/paths.ts';
import { wholeRegion } from '../data/region.ts';
import { readRequests, readText } from '../data/requests.ts';
import { readShell } from '../data/shell.ts';
import { readWords } from '../data/word-list.ts';
import type { Format } from '../model/format-of.ts';
import { languageNamed } from '../model/language.ts';
import { blank } from '../model/lines.ts';
import { addModel, camel, type Context, emptyModel, type Model, NO_CONTEXT } from '../model/model.ts';
import { PAPERS, REMOVED_BREAKDOWN, REMOVED_FIELDS } from '../model/words.ts';
import { FORMER_BLOCK, SaidGone, SAYS_GONE } from './gone-in-prose.ts';
import { readLinks } from './links.ts';

/** Reads a text of another format. */
export type ReadOther = (text: string, format: Format, into: Model) => Promise<void>;

const FENCE = /^[ \t]*(?:>[ \t]?)*(`{3,}|~{3,}|-{4,}$)[ \t]*\{?\.?([\w#+-]{0,40})/;
/** AsciiDoc's `[source,bash]`, before the line of dashes. */
const SOURCE = /^\[source[ \t]*,[ \t]*([\w+#-]{1,40})/;

interface Fence {
  readonly language: string;
  readonly start: number;
  readonly end: number;
  /** The last line of prose before it. */
  readonly said: string;
}

export async function readMarkdown(text: string, model: Model, other: ReadOther): Promise<void> {
  const { fences, prose } = fencesOf(text);
  for (const fence of fences) await readFence(text, fence, model, other);
  readProse(prose, model);
  readTables(prose, model, (line) => SAYS_GONE.test(line));
  readDocLists(prose, model, (line) => SAYS_GONE.test(line));
  pushPapers(prose, model);
}

/** The fenced blocks, and the text without them. One walk over the lines. */
function fencesOf(text: string): { fences: Fence[]; prose: string } {
  const fences: Fence[] = [];
  const prose: string[] = [];
  let open: { mark: string; language: string; start: number } | undefined;
  let said = '';
  let wasBlank = true;
  for (let at = 0; at < text.length;) {
    const stop = text.indexOf('\n', at);
    const end = stop < 0 ? text.length : stop;
    const line = text.slice(at, end);
    const fence = line.length < 500 ? FENCE.exec(line) : null;
    const announced = SOURCE.exec(said.slice(0, 100))?.[1];
    const [, sign = '', named = ''] = fence ?? [];
    // A line of dashes is a rule of Markdown's where nothing says that a source follows.
    const mark = sign.startsWith('-') && !open && announced === undefined ? '' : sign;
    const language = sign.startsWith('-') && !open ? (announced ?? '') : named;
    if (open && mark.startsWith(open.mark) && language === '') {
      fences.push({ language: open.language, start: open.start, end: at, said });
      open = undefined;
    } else if (!open && mark !== '') open = { mark, language: language.toLowerCase(), start: end + 1 };
    else if (!open && line.trim() !== '') {
      const block = DIRECTIVE.exec(line.slice(0, 200));
      if (block) {
        const stops = endOfBlock(text, end + 1, (block[1] ?? '').length);
        fences.push({ language: (block[2] ?? '').toLowerCase(), start: end + 1, end: stops, said });
        prose.push(' '.repeat(line.length), blank(text.slice(end + 1, Math.max(end + 1, stops - 1))));
        at = stops;
        continue;
      }
      if (wasBlank && INDENTED.test(line.slice(0, 200))) {
        const stops = endOfBlock(text, end + 1, 3);
        fences.push({ language: '', start: at, end: stops, said });
        prose.push(blank(text.slice(at, Math.max(at, stops - 1))));
        at = stops;
        continue;
      }
      said = line;
    }
    wasBlank = line.trim() === '';
    prose.push(open || mark !== '' ? ' '.repeat(line.length) : line);
    at = end + 1;
  }
  if (open) fences.push({ language: open.language, start: open.start, end: text.length, said });
  return { fences, prose: prose.join('\n') };
}

/** A request in a block that is only indented. Bounded: 200 characters. */
const INDENTED = /^(?: {4}|\t)[ \t]{0,40}(?:[$>] )?(?:GET|POST|PUT|PATCH|DELETE|curl) /;

/** reStructuredText's `.. code-block:: bash` is no fence: it goes on as long as it is indented. Bounded: 200 characters. */
const DIRECTIVE = /^([ \t]*)\.\. (?:code-block|code|sourcecode)::[ \t]*([\w+#-]{0,40})[ \t]*$/;

/** Where the lines end that are blank or stand further in. */
function endOfBlock(text: string, from: number, indent: number): number {
  let at = from;
  while (at < text.length) {
    const stop = text.indexOf('\n', at);
    const end = stop < 0 ? text.length : stop;
    let first = at;
    while (first < end && (text[first] === ' ' || text[first] === '\t')) first++;
    if (first < end && first - at <= indent) return at;
    at = end + 1;
  }
  return text.length;
}

async function readFence(
  text: string,
  { language, start, end, said }: Fence,
  model: Model,
  other: ReadOther,
): Promise<void> {
  if (FORMER_BLOCK.test(said.slice(0, 80))) return;
  const whole = text.slice(start, end);
  const body = language === 'diff' ? whole.replace(/^-[^\n]*/gm, blank) : whole;
  const reading =
    /\b(responses?|returns?|answers?|replies|receives?d?)\b/i.test(said) &&
    !/\brequests?\b|\bsend/i.test(said);
  const context: Context = { ...NO_CONTEXT, reading };
  const read = async (format: Format, ahead = ''): Promise<void> => {
    const inner = emptyModel();
    await other(`${ahead}${body}`, format, inner);
    addModel(inner, model, (offset) => start + offset - ahead.length);
  };
  if (
    /^(sh|bash|shell|console|zsh|curl|shell-session)$/.test(language) ||
    (language === '' && /^[ \t]*(?:[$>][ \t]*)?curl\s/m.test(body))
  ) {
    readShell(body.replace(/^([ \t]*)[$>] /gm, '$1  '), start, model);
    return;
  }
  if (/^(csv|tsv)$/.test(language)) {
    const inner = emptyModel();
    readCsv(body, inner, NO_CONTEXT);
    addModel(inner, model, (offset) => start + offset);
    return;
  }
  const code = languageNamed(language);
  // In pages PHP mostly stands without the tag that its grammar begins with.
  if (code === 'php' && !body.includes('<?')) return read({ kind: 'code', language: code }, '<?php ');
  if (code !== undefined) return read({ kind: 'code', language: code });
  if (/^(r|clojure)$/.test(language)) return read({ kind: language === 'r' ? 'r' : 'clojure' });
  if (/^ya?ml$/.test(language)) return read({ kind: 'yaml' });
  if (/^(toml|ini|env|dotenv|properties)$/.test(language)) return read({ kind: 'pairs' });
  if (/^(proto|protobuf|graphql|sql)$/.test(language))
    return read({ kind: language === 'sql' ? 'sql' : language.startsWith('proto') ? 'proto' : 'graphql' });
  readText(wholeRegion(body, start), model, { context });
}

/** Inline code: paths, objects, and names that occur nowhere else. */
function readProse(prose: string, model: Model): void {
  const lines = prose.split('\n');
  const gone = new SaidGone(lines);
  let at = 0;
  lines.forEach((line, i) => {
    const isGone = gone.pass(i);
    if (line.includes('`') && !SAYS_GONE.test(line) && !isGone())
      readLine(line, at, model, (index) => gone.isFormer(line, index));
    if (line.includes('/current-tenant') && !isGone()) readLinks(line, at, model);
    at += line.length + 1;
  });
}

/** One of a list of things, or a row of a table. */
const ITEM = /^\s{0,8}(?:[-*+|]|\d{1,3}[.)])/;

function readLine(line: string, base: number, model: Model, isFormer: (index: number) => boolean): void {
  const context: Context = { ...NO_CONTEXT, names: ['url', line.replace(/`[^`]*`/g, '').slice(0, 300)] };
  if (/\/developer(?![\w-])/.test(line) && line.includes('current-tenant')) return;
  for (const span of line.matchAll(/`([^`\n]+)`/g)) {
    const [, text = ''] = span;
    if (isFormer(span.index)) continue;
    const start = base + span.index + 1;
    const region = wholeRegion(text, start);
    pathsIn(region, model, context);
    if (/[{[]/.test(text)) readRequests(region, model, { context });
    else readWords(text, start, { start, end: start + text.length }, context, model);
    if (PAPERS.test(text) && ITEM.test(line))
      model.texts.push({ text, at: { start, end: start + text.length }, key: '', context, compared: false });
    const field = text.split('.').at(-1) ?? '';
    const name = camel(field);
    if (!REMOVED_FIELDS.has(name) && !REMOVED_BREAKDOWN.has(name)) continue;
    const from = start + text.length - field.length;
    const key = {
      name,
      written: field,
      at: { start: from, end: from + field.length },
      value: { kind: 'other' as const },
    };
    model.objects.push({ keys: [key], at: key.at, context, kind: 'literal' });
  }
}
