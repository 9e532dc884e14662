// Requests as text: .http files, curl in shell scripts and documents, access logs. Each request has a method, a URL and
// perhaps a body.
import { type Context, type Model, NO_CONTEXT } from '../model.ts';
import { readJson } from './json.ts';
import { decoded, type Region, wholeRegion } from './region.ts';

const contextOf = (urls: readonly string[], name: string): Context => ({
  ...NO_CONTEXT,
  names: [name],
  urls,
});

export function pushPaths(text: string, base: number, model: Model, context: Context): void {
  pathsIn(wholeRegion(text, base), model, context);
}

function pathsIn({ text, at }: Region, model: Model, context: Context): void {
  for (const found of text.matchAll(/[^\s"'`<>|()\\,;=]*current-tenant[^\s"'`<>|()\\,;]*/g)) {
    const start = at(found.index);
    model.paths.push({
      path: found[0].replace(/\$\{?\w+\}?|\{\{[^}]*\}\}/g, '{}'),
      literal: found[0],
      at: { start, end: start + found[0].length },
      context,
    });
  }
}

const REQUEST_LINE = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(\S+)/;

/** .http and .rest files: requests between lines of `###`. */
export function readHttp(text: string, model: Model): void {
  let at = 0;
  for (const block of text.split(/^(?=###)/m)) {
    const lines = block.split('\n');
    let offset = at;
    let url = '';
    let body = -1;
    for (const line of lines) {
      const request = REQUEST_LINE.exec(line.trim());
      if (request?.[2] !== undefined && url === '') {
        url = request[2];
        pushPaths(line, offset, model, contextOf([url], 'request'));
      } else if (url !== '' && body < 0 && line.trim() === '') body = offset + line.length + 1;
      else if (/^@\w+\s*=/.test(line)) pushPaths(line, offset, model, contextOf([], 'url'));
      offset += line.length + 1;
    }
    if (body >= 0)
      readJson(wholeRegion(text.slice(body, at + block.length), body), model, {
        context: contextOf([plain(url)], 'body'),
      });
    at += block.length;
  }
}

const plain = (url: string): string => url.replace(/\{\{[^}]*\}\}|\$\{?\w+\}?/g, '{}');

interface Word {
  readonly text: string;
  readonly start: number;
  /** Its pieces, for a body that is quoted. */
  readonly region: Region;
}

/** Commands of a shell script; `files` reads what `-d @file` names. */
export function readShell(
  text: string,
  base: number,
  model: Model,
  body: (file: string, context: Context) => void = () => undefined,
): void {
  const heredocs = heredocsOf(text);
  const source = heredocs.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    withoutComments(text),
  );
  for (const command of commandsOf(source)) {
    const words = wordsOf(source.slice(command.start, command.end), command.start, base);
    const texts = words.map(({ text: word }) => word);
    const urls = texts.filter((word) => /^(https?:|\$|\/|\{\{)[^\s]*\//.test(word)).map(plain);
    const context = contextOf(urls, texts[0] ?? '');
    for (const word of words) pathsIn(word.region, model, context);
    if (!texts.some((word) => /(^|\/)(curl|http|https|wget|xh|curlie)$/.test(word))) {
      for (const word of words)
        if (/^\w+=\s*[[{]|^[[{]/.test(word.text)) readBody(word, contextOf([], 'body'), model);
      continue;
    }
    words.forEach((word, i) => {
      const flag = /^(-d|--data|--data-raw|--data-binary|--data-ascii|--json|--body)(?:=(.*))?$/s.exec(
        texts[i - 1] ?? '',
      );
      const glued = /^(?:-d|--data(?:-raw|-binary)?=|--json=)(.+)$/s.exec(word.text);
      if (flag && word.text.startsWith('@')) body(word.text.slice(1), context);
      else if (flag || glued) readBody(word, context, model);
    });
    for (const { start, end, from } of heredocs) {
      if (from < command.start || from > command.end) continue;
      readJson(wholeRegion(text.slice(start, end), base + start), model, { context });
    }
  }
}

function readBody(word: Word, context: Context, model: Model): void {
  const at = word.region.text.search(/[[{]/);
  if (at < 0) return;
  const region = {
    text: word.region.text.slice(at).replace(/\$\{?[\w.]+\}?/g, (name) => '0'.padEnd(name.length)),
    at: (offset: number) => word.region.at(at + offset),
  };
  readJson(region, model, { context });
}

function withoutComments(text: string): string {
  return text.replace(/(^|\s)#[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** Lines, with those that end in a backslash joined, and quotes that span them kept together. */
function* commandsOf(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  let quote = '';
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char === '\\' && quote !== "'") {
      at++;
      continue;
    }
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    if (char === undefined || (quote === '' && (char === '\n' || char === ';'))) {
      if (text.slice(start, at).trim() !== '') yield { start, end: at };
      start = at + 1;
    }
  }
}

function wordsOf(command: string, offset: number, base: number): Word[] {
  const words: Word[] = [];
  const pattern = /(?:"(?:\\[\s\S]|[^"\\])*"|'[^']*'|\\[\s\S]|[^\s"'\\])+/g;
  for (const found of command.matchAll(pattern)) {
    const pieces: { text: string; at: number; raw: boolean }[] = [];
    let at = offset + found.index;
    for (const [piece] of found[0].matchAll(/"(?:\\[\s\S]|[^"\\])*"|'[^']*'|\\[\s\S]|[^\s"'\\]+/g)) {
      const quoted = piece.startsWith('"') || piece.startsWith("'");
      const text = quoted ? piece.slice(1, -1) : piece;
      pieces.push({ text, at: base + at + (quoted ? 1 : 0), raw: piece.startsWith("'") });
      at += piece.length;
    }
    const region = decoded(pieces);
    words.push({ text: region.text, start: (pieces[0]?.at ?? base + offset) - base, region });
  }
  return words;
}

/** Where each heredoc's text lies, and where it is asked for. */
function heredocsOf(text: string): { start: number; end: number; from: number }[] {
  const found: { start: number; end: number; from: number }[] = [];
  for (const opened of text.matchAll(/<<[-~]?\s*(["']?)(\w+)\1[^\n]*\n/g)) {
    const start = opened.index + opened[0].length;
    const close = new RegExp(`^\\s*${opened[2] ?? ''}\\s*$`, 'm').exec(text.slice(start));
    if (close) found.push({ start, end: start + close.index, from: opened.index });
  }
  return found;
}

/** Access logs: `"GET /api/v1/current-tenant HTTP/1.1"`, or the path as a field. One finding for each path, at its first line. */
export function readLog(text: string, model: Model): void {
  const seen = new Set<string>();
  for (const found of text.matchAll(
    /(?:(GET|POST|PUT|PATCH|DELETE|HEAD)\s+)?((?:https?:\/\/[^\s"/]+)?\/[^\s"?]*current-tenant[^\s"?,]*)/g,
  )) {
    const [, method = '', path = ''] = found;
    const id = `${method} ${path.replace(/^https?:\/\/[^/]+/, '')}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const start = found.index + found[0].length - path.length;
    model.paths.push({
      path,
      literal: path,
      at: { start, end: start + path.length },
      context: contextOf([path], 'request'),
    });
  }
}
