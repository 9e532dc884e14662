// Any file's text into the model, by its format.
import { readCode } from './code/read.ts';
import type { Comment } from './code/token.ts';
import { readCsv } from './data/csv.ts';
import { readDeclarations, readSql } from './data/declarations.ts';
import { blank, readHttp, readLog } from './data/http.ts';
import { type JsonOptions, readJson, readNdjson } from './data/json.ts';
import { undoEntities } from './data/markup.ts';
import { cellsOf } from './data/notebook.ts';
import { readPairs } from './data/pairs.ts';
import { type Region, wholeRegion } from './data/region.ts';
import { readText } from './data/requests.ts';
import { readShell } from './data/shell.ts';
import { readTables } from './data/tables.ts';
import { readYaml } from './data/yaml.ts';
import type { Format } from './format-of.ts';
import { addModel, type Context, emptyModel, type Model, NO_CONTEXT } from './model.ts';
import { readMarkdown } from './read-markdown.ts';

export interface Read {
  readonly model: Model;
  /** Of code; `undefined` where a comment is told by its line. */
  readonly comments: readonly Comment[] | undefined;
}

export interface ReadSettings {
  readonly name: string;
  /** As findings name it; where it lies may say what it is. */
  readonly path?: string;
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** Where the file's own records are sent, as another file says: `curl -d @file URL`. */
  readonly urls?: readonly string[];
  /** Told of each file that a command here sends. */
  readonly sends?: (file: string, urls: readonly string[]) => void;
}

export async function readModel(text: string, format: Format, settings: ReadSettings): Promise<Read> {
  if (format.kind === 'code' || format.kind === 'markup') {
    const code = format.kind === 'code' ? text : onlyScripts(text);
    const read = await readCode(code, format.kind === 'code' ? format.language : 'typescript');
    return { model: read.model, comments: read.comments };
  }
  const model = emptyModel();
  if (format.kind === 'markdown') await readMarkdown(text, model, readOther);
  else if (format.kind === 'notebook') await readNotebook(text, model);
  else readData(text, format.kind, model, settings);
  return { model, comments: undefined };
}

type DataKind = Exclude<Format['kind'], 'code' | 'markup' | 'markdown' | 'notebook'>;

const LANGUAGES =
  'en|de|fr|es|it|nl|pt|pl|cs|da|sv|nb|fi|ru|uk|tr|ja|zh|ko|ar|he|el|hu|ro|bg|hr|sk|sl|et|lv|lt|ca';
const CAPTIONS = new RegExp(
  `(^|/)(messages|strings|translations?|${LANGUAGES})([._-][A-Za-z]{2,4})?\\.(json|ya?ml|properties|arb)$`,
);

/** Captions of a screen: they lie with the others of their kind, or are named for a language and name no path. */
function isTranslation(path: string, text: string): boolean {
  if (/(^|\/)(i18n|l10n|locales?|lang|langs|languages|translations?)\//i.test(path)) return true;
  return CAPTIONS.test(path) && !text.includes('/api/');
}

/** A file's name says what it is about, not that its content is an answer or an event. */
const SAYS_READING =
  /^(on|handle|parse|map|to|from|read|fetch|get|list|receive|display|render|show|format)|(respon[sc]e|result|reply|answer|row|record|report|invoice|entity|event|view|summary|history|statement)s?$/i;

function readData(text: string, kind: DataKind, model: Model, settings: ReadSettings): void {
  if (isTranslation(settings.path ?? '', text)) return;
  const names = SAYS_READING.test(settings.name) ? [] : [settings.name];
  const context: Context = { ...NO_CONTEXT, names, urls: settings.urls ?? [] };
  const nested = (region: Region, around: Context): void => readNested(region, around, model);
  const options: JsonOptions = { context, skip: (path) => path.includes('response'), nested };
  const lines = (): void => readText(wholeRegion(withoutComments(text)), model);
  switch (kind) {
    case 'json':
    case 'ndjson':
    case 'recording': {
      const end = readJson(wholeRegion(text), model, options);
      return end === undefined ? lines() : readRest(text, end, model, options);
    }
    case 'yaml':
      if (!readYaml(text, model, options)) lines();
      return;
    case 'csv':
      if (!readCsv(text, model, context, settings.map)) lines();
      return;
    case 'http':
      return readHttp(text, model);
    case 'shell':
      return readShell(text, 0, model, { sends: (file, { urls }) => settings.sends?.(file, urls) });
    case 'log':
      return readLog(text, model);
    case 'pairs':
      return readPairs(text, model);
    case 'proto':
    case 'graphql':
      return readDeclarations(text, kind, model);
    case 'sql':
      readSql(text, model);
      return lines();
    case 'script':
      return readText(wholeRegion(withoutComments(text)), model, { context: NO_CONTEXT, script: true });
    case 'xml':
      return readText(undoEntities(withoutXmlComments(text)), model, { context: NO_CONTEXT, script: true });
    case 'image':
      return;
    case 'feature':
      readTables(text, model);
      return lines();
    case 'text':
      return lines();
    default:
      kind satisfies never;
  }
}

/** Behind the first value: one value in each line, or simply the next. */
function readRest(text: string, end: number, model: Model, options: JsonOptions): void {
  const rest = text.slice(end);
  if (!/[[{]/.test(rest)) return;
  const more = emptyModel();
  readNdjson(rest, more, options);
  addModel(more, model, (offset) => end + offset);
}

/** A script or a request in a text of data. */
function readNested(region: Region, context: Context, model: Model): void {
  if (!/\bcurl\s/.test(region.text)) return readText(region, model, { context });
  const inner = emptyModel();
  readShell(region.text, 0, inner, { context });
  addModel(inner, model, region.at);
}

const readOther = async (text: string, format: Format, into: Model): Promise<void> => {
  const { model } = await readModel(text, format, { name: '' });
  addModel(model, into, (offset) => offset);
};

async function readNotebook(text: string, model: Model): Promise<void> {
  const code = cellsOf(text, 'code');
  if (!code) return;
  const { model: own } = await readCode(code.text, 'python');
  addModel(own, model, code.at);
  const prose = cellsOf(text, 'markdown');
  if (!prose) return;
  const inner = emptyModel();
  await readMarkdown(prose.text, inner, readOther);
  addModel(inner, model, prose.at);
}

const withoutComments = (text: string): string =>
  text.replace(/^[ \t]*(?:#(?!#)|;|\/\/|--|\*)[^\n]*/gm, blank);
const withoutXmlComments = (text: string): string => text.replace(/<!--[\s\S]{0,20000}?-->/g, blank);

/** Everything outside `<script>` as spaces, so that places stay. */
function onlyScripts(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const opened of text.matchAll(/<script[^>]{0,500}>/gi)) {
    const start = opened.index + opened[0].length;
    if (start < at) continue;
    const close = text.indexOf('</script', start);
    if (close < 0) break;
    parts.push(blank(text.slice(at, start)), text.slice(start, close));
    at = close;
  }
  parts.push(blank(text.slice(at)));
  return parts.join('');
}
