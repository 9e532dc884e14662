// Any file's text into the model, by its format.
import { languageNamed } from './code/language.ts';
import { readCode } from './code/read.ts';
import type { Comment } from './code/token.ts';
import { readCsv } from './data/csv.ts';
import { pushPaths, readHttp, readLog, readShell } from './data/http.ts';
import { readJson, readNdjson } from './data/json.ts';
import { wholeRegion } from './data/region.ts';
import { readYaml } from './data/yaml.ts';
import type { Format } from './format-of.ts';
import { type Context, emptyModel, type Model, NO_CONTEXT } from './model.ts';

export interface Read {
  readonly model: Model;
  /** Of code; `undefined` where a comment is told by its line. */
  readonly comments: readonly Comment[] | undefined;
}

export interface ReadSettings {
  readonly name: string;
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** Where the file's own records are sent, as another file says: `curl -d @file URL`. */
  readonly urls?: readonly string[];
  /** Told of each file that a command here sends. */
  readonly sends?: (file: string, urls: readonly string[]) => void;
}

export async function readModel(text: string, format: Format, settings: ReadSettings): Promise<Read> {
  const model = emptyModel();
  const context = { ...NO_CONTEXT, names: [settings.name], urls: settings.urls ?? [] };
  const sends = (file: string, { urls }: Context): void => settings.sends?.(file, urls);
  const isAnswer = (path: readonly string[]): boolean => path.includes('response');
  switch (format.kind) {
    case 'code': {
      const code = await readCode(text, format.language);
      return { model: code.model, comments: code.comments };
    }
    case 'json':
    case 'recording':
      if (readJson(wholeRegion(text), model, { context, skip: isAnswer })) break;
      if (/^\s*\{.*\}\s*\n\s*\{/.test(text.slice(0, 20_000))) {
        readNdjson(text, model, context);
        break;
      }
      return asScript(text);
    case 'ndjson':
      readNdjson(text, model, context);
      break;
    case 'yaml':
      if (!readYaml(text, model, { context, skip: isAnswer })) pushLines(text, model);
      break;
    case 'csv':
      if (!readCsv(text, model, context, settings.map)) pushLines(text, model);
      break;
    case 'http':
      readHttp(text, model);
      break;
    case 'shell':
      readShell(text, 0, model, sends);
      break;
    case 'log':
      readLog(text, model);
      break;
    case 'markdown':
      await readMarkdown(text, model);
      break;
    case 'markup': {
      const code = await readCode(onlyScripts(text), 'typescript');
      return { model: code.model, comments: code.comments };
    }
    case 'text':
      pushLines(text, model);
      break;
    default:
      return format satisfies never;
  }
  return { model, comments: undefined };
}

/** JSON that is none (a template, a mistake): its pairs are those of a script. */
async function asScript(text: string): Promise<Read> {
  const code = await readCode(`(${text.slice(1)}`, 'javascript');
  return { model: code.model, comments: code.comments };
}

/** Paths in lines that are no comments. */
function pushLines(text: string, model: Model): void {
  let at = 0;
  for (const line of text.split('\n')) {
    if (!/^\s*(#|;|\/\/|--|\*|<!--)/.test(line))
      pushPaths(line, at, model, { ...NO_CONTEXT, names: ['url'] });
    at += line.length + 1;
  }
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([\w#+-]*)[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gm;

/** Fenced blocks, each by its language. Prose is left alone. */
async function readMarkdown(text: string, model: Model): Promise<void> {
  for (const fence of text.matchAll(FENCE)) {
    const [whole, , , language = '', body = ''] = fence;
    const start = fence.index + whole.indexOf('\n') + 1;
    const alone = text.slice(0, start).replace(/[^\n]/g, ' ') + body;
    const name = language.toLowerCase();
    if (/^(sh|bash|shell|console|zsh|curl|)$/.test(name)) {
      if (name === '' && /^\s*[[{]/.test(body))
        readJson(wholeRegion(body, start), model, { context: NO_CONTEXT });
      else if (name === '' && /^(GET|POST|PATCH|PUT|DELETE) /.test(body.trim()))
        await merge(alone, { kind: 'http' }, model);
      else readShell(body.replace(/^([ \t]*)[$>] /gm, '$1  '), start, model);
      continue;
    }
    if (/^(json|jsonc|json5)$/.test(name)) {
      if (!readJson(wholeRegion(body, start), model, { context: NO_CONTEXT }))
        await merge(alone, { kind: 'code', language: 'javascript' }, model);
      continue;
    }
    const code = languageNamed(name);
    if (code !== undefined) await merge(alone, { kind: 'code', language: code }, model);
    else if (/^(http|rest)$/.test(name)) await merge(alone, { kind: 'http' }, model);
    else if (/^ya?ml$/.test(name)) await merge(alone, { kind: 'yaml' }, model);
    else if (/^(csv|tsv)$/.test(name)) {
      const inner = emptyModel();
      readCsv(body, inner, NO_CONTEXT);
      shift(inner, start, model);
    } else pushPaths(body, start, model, { ...NO_CONTEXT, names: ['url'] });
  }
}

async function merge(text: string, format: Format, into: Model): Promise<void> {
  const { model } = await readModel(text, format, { name: '' });
  shift(model, 0, into);
}

/** Adds a model whose offsets begin elsewhere. */
function shift(from: Model, by: number, into: Model): void {
  const at = (span: { start: number; end: number }) => ({ start: span.start + by, end: span.end + by });
  into.objects.push(
    ...from.objects.map((object) => ({
      ...object,
      at: at(object.at),
      keys: object.keys.map((key) => ({ ...key, at: at(key.at) })),
    })),
  );
  into.lists.push(
    ...from.lists.map((list) => ({
      ...list,
      at: at(list.at),
      items: list.items.map((item) => ({ ...item, at: at(item.at) })),
    })),
  );
  into.texts.push(...from.texts.map((text) => ({ ...text, at: at(text.at) })));
  into.paths.push(...from.paths.map((path) => ({ ...path, at: at(path.at) })));
}

/** Everything outside `<script>` as spaces, so that places stay. */
function onlyScripts(text: string): string {
  let out = '';
  let at = 0;
  for (const script of text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/gi)) {
    const start = script.index + script[0].indexOf('>') + 1;
    out += text.slice(at, start).replace(/[^\n]/g, ' ') + (script[1] ?? '');
    at = start + (script[1] ?? '').length;
  }
  return out + text.slice(at).replace(/[^\n]/g, ' ');
}
