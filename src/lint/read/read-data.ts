// A text that isn't code into the model, by its format.
import { answerBlocks, answerElements } from '../data/answer-scripts.ts';
import { assignedIn, PERL, R, TABLES } from '../data/assigned-keys.ts';
import { basicOf, isBasic } from '../data/basic.ts';
import { withMaps } from '../data/clojure.ts';
import { withoutTimes } from '../data/crontab.ts';
import { readCsv } from '../data/csv.ts';
import { readDeclarations } from '../data/declarations.ts';
import { readElements } from '../data/elements.ts';
import { readFilledPaths } from '../data/filled-paths.ts';
import { readHttp, readLog } from '../data/http.ts';
import { type JsonOptions, readJson } from '../data/json.ts';
import { undoEntities } from '../data/markup.ts';
import { readNdjson } from '../data/ndjson.ts';
import { readPairs } from '../data/pairs.ts';
import { pathsIn } from '../data/paths.ts';
import { isPerl, withHashes } from '../data/perl.ts';
import { withArrays } from '../data/powershell.ts';
import { POWERSHELL } from '../data/powershell-flows.ts';
import { readProxies } from '../data/proxies.ts';
import { withLists } from '../data/r.ts';
import { type Region, wholeRegion } from '../data/region.ts';
import { readText } from '../data/requests.ts';
import { readRestBodies } from '../data/rest-bodies.ts';
import { readShell } from '../data/shell.ts';
import { readSql } from '../data/sql-names.ts';
import { readRows } from '../data/sql-rows.ts';
import { readSteps } from '../data/steps.ts';
import { readTables } from '../data/tables.ts';
import { readQuotedWords } from '../data/word-list.ts';
import { readYaml } from '../data/yaml.ts';
import { type Format, isCrontab } from '../model/format-of.ts';
import { blank } from '../model/lines.ts';
import { addModel, type Context, emptyModel, type Model, NO_CONTEXT } from '../model/model.ts';
import type { Told } from '../model/told.ts';

export interface ReadSettings {
  readonly name: string;
  /** As findings name it; where it lies may say what it is. */
  readonly path?: string;
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** Where the file's own records are sent, as another file says: `curl -d @file URL`. */
  readonly urls?: readonly string[];
  /** What other source files of the package tell this one. */
  readonly told?: Told | undefined;
  /** Told of each file that a command here sends. */
  readonly sends?: (file: string, urls: readonly string[]) => void;
}

export type DataKind = Exclude<Format['kind'], 'code' | 'markup' | 'markdown' | 'notebook'>;

/** SQL's path that is taken out of a document. Bounded: 300 characters. */
const TAKEN_OUT = /(?:#-|\bany\s{0,3}\()\s{0,4}'[^'\n]{0,300}'/gi;
const SCRIPT = { context: NO_CONTEXT, script: true } as const;
const LANGUAGES =
  'en|de|fr|es|it|nl|pt|pl|cs|da|sv|nb|fi|ru|uk|tr|ja|zh|ko|ar|he|el|hu|ro|bg|hr|sk|sl|et|lv|lt|ca';
const CAPTIONS = new RegExp(
  `(^|/)(messages|strings|translations?|locales?|labels|captions|wording|glossary|i18n|texts|copy|${LANGUAGES})([._-][A-Za-z]{2,4})?\\.(json|ya?ml|properties|arb)$`,
);

/** Captions of a screen: they lie with the others of their kind, or are named for a language and name no path. */
function isTranslation(path: string, text: string): boolean {
  if (/(^|\/)(i18n|l10n|locales?|lang|langs|languages|translations?)\//i.test(path)) return true;
  return CAPTIONS.test(path) && !text.includes('/api/');
}

/** Kinds whose paths may stand in variables. */
const FILLS = /^(?:json|yaml|http|shell|pairs|hcl|script|text)$/;

/** A file's name says what it is about, not that its content is an answer or an event. */
const SAYS_READING =
  /^(on|handle|parse|map|to|from|read|fetch|get|list|receive|display|render|show|format)|(respon[sc]e|result|reply|answer|row|record|report|invoice|entity|event|view|summary|history|statement)s?$/i;

export function readData(text: string, kind: DataKind, model: Model, settings: ReadSettings): void {
  if (isTranslation(settings.path ?? '', text)) return;
  if (FILLS.test(kind)) readFilledPaths(text, model);
  readKind(text, kind, model, settings);
}

function readKind(text: string, kind: DataKind, model: Model, settings: ReadSettings): void {
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
      return readScripts(text, model, settings);
    case 'log':
      return readLog(text, model);
    case 'pairs':
      readProxies(withoutComments(text), model);
      return readPairs(text, model);
    case 'hcl':
      readPairs(text, model);
      return lines();
    case 'proto':
    case 'graphql':
      readDeclarations(text, kind, model);
      if (kind === 'graphql') readRestBodies(withoutComments(text), model);
      return pathsIn(wholeRegion(withoutComments(text)), model, { ...NO_CONTEXT, names: ['url'] });
    case 'sql':
      readSql(text, model);
      readRows(withoutComments(text), model);
      return readText(wholeRegion(withoutComments(text).replace(TAKEN_OUT, blank)), model);
    case 'script':
    case 'clojure':
    case 'r':
      return readScript(text, kind, model, settings.path ?? settings.name);
    case 'xml':
      return readXml(withoutXmlComments(text), model);
    case 'image':
      return;
    case 'feature':
      readTables(text, model);
      // A star begins a step.
      return readText(wholeRegion(text.replace(/^[ \t]*#[^\n]*/gm, blank)), model, {
        context: NO_CONTEXT,
        steps: readSteps(text, model),
      });
    case 'text':
      return readPlain(text, model, settings);
    default:
      kind satisfies never;
  }
}

function readScripts(text: string, model: Model, { path = '', sends }: ReadSettings): void {
  const script = isCrontab(path) ? withoutTimes(text) : text;
  readShell(script, 0, model, { sends: (file, { urls }) => sends?.(file, urls) });
}

/** Of no kind that a name tells: Visual Basic, Bruno's requests, or lines. */
function readPlain(text: string, model: Model, settings: ReadSettings): void {
  if (isBasic(text, settings.path)) {
    readText(basicOf(text), model, SCRIPT);
    return;
  }
  const region = wholeRegion(withoutComments(text));
  if (settings.path?.endsWith('.bru') === true)
    readText(region, model, { context: NO_CONTEXT, answers: answerBlocks(text, 'bru') });
  else readText(region, model);
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

const withoutComments = (text: string): string =>
  text.replace(/^[ \t]*(?:#(?!#)|;|\/\/|--|\*)[^\n]*/gm, blank);

function readScript(text: string, kind: 'script' | 'clojure' | 'r', model: Model, path: string): void {
  if (kind === 'clojure') return readText(wholeRegion(withMaps(text)), model, SCRIPT);
  if (kind === 'r') {
    const lists = withLists(text);
    return readText(wholeRegion(lists), model, { ...SCRIPT, flows: assignedIn(R, lists) });
  }
  const script = withoutComments(text);
  if (isPerl(text) || /\.(pl|pm)$/.test(path)) {
    readQuotedWords(script, model);
    return readText(wholeRegion(withHashes(script)), model, { ...SCRIPT, flows: assignedIn(PERL, script) });
  }
  if (/\.(lua|jl)$/.test(path))
    return readText(wholeRegion(script), model, { ...SCRIPT, flows: assignedIn(TABLES, script) });
  if (/\.fsx?$/.test(path)) {
    const flows = assignedIn(TABLES, script, (_, at) => !script.startsWith('{|', at - 1));
    return readText(wholeRegion(withRecords(script)), model, { ...SCRIPT, flows });
  }
  readText(wholeRegion(withArrays(script)), model, { ...SCRIPT, flows: POWERSHELL });
}

/** F#'s `{| amount = v |}` as ` { amount = v } `; records with a name may be rows of one's own. */
const withRecords = (text: string): string => text.replaceAll('{|', ' {').replaceAll('|}', '} ');

function readXml(text: string, model: Model): void {
  readElements(text, model);
  const region = undoEntities(text);
  readText(region, model, { ...SCRIPT, answers: answerElements(region.text) });
}

function withoutXmlComments(text: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const close = text.indexOf('-->', at + 4);
    if (close < 0) break;
    out += text.slice(from, at) + blank(text.slice(at, close + 3));
    from = close + 3;
  }
  return out + text.slice(from);
}
