// Paths of data and scripts whose last part or version stands in a variable: `T=current-tenant` beside `$BASE/api/v1/$T`, `for p in
// current-tenant ...`, an argument of a shell's function, `{{version}}` of a collection. The finding stands where the segment does.
import { type Model, NO_CONTEXT } from '../model/model.ts';
import { BASE_PATH, oneSlash } from '../model/words.ts';
import { FAR, type Filled, lineStartOf, wordAround } from './filled-word.ts';
import { argumentAt } from './shell-arguments.ts';

const NAME = 'current-tenant';
const MAX_VALUES = 60;
const MAX_USES = 200;
const COMMENT = /^\s*(?:#(?!\s*\w+:)|\/\/|;|--|\*|rem\s)/i;
/** What a value stands behind. Bounded, all of them: lines of 300 characters. */
const ASSIGNED =
  /(?:^|[\s;{,(@$"'&])([A-Za-z_][\w.-]{0,79})["']?\s{0,8}(?::=|\?=|=>|=|:)\s{0,8}["']?(?:\$\{\w{1,80}:?[-=])?\/?$/;
const DEFAULT = /\$\{(\w{1,80}):?[-=]["']?\/?$/;
const LOOP = /\b(?:for|foreach)\s{1,4}(?:\(\s{0,2})?\$?(\w{1,80})\s{1,4}in\s[^;\n]{0,300}$/;
const ARRAY = /(?:^|\s)(\w{1,80})=\([^)\n]{0,300}$/;
/** Bounded: 300 characters. */
const KEYED =
  /"(?:key|name)"\s{0,20}:\s{0,20}"([\w.-]{1,80})"\s{0,20},[^{}]{0,120}"value"\s{0,20}:\s{0,20}"\/?$/;
/** How a variable is opened, just before its name (bounded: 60 characters): `{{name}}`, `${name}`, `$name`, `%name%`. */
const OPENED = /(\{\{~{0,4}(?:\w{1,40}\.){0,3}|\$\{|\$|%)$/;
const WHOLE = /(?:^|[/}])api\/(?:v1|\{v\})\/+current-tenant(?![\w-])/;
const BELOW_BASE = /^\{\}\/+current-tenant(?![\w-])/;
const CALLS = /\b(?:curl|https?|wget|xh|GET|PATCH|Invoke-\w{1,20}|irm|iwr|url|uri)\b/i;
const VERSION = /^v$|ver(?:sion)?/i;
/** `/api/{{version}}/current-tenant`. Bounded: 300 characters. */
const VERSIONED = /(?:\{\{~{0,4}(?:\w{1,40}\.){0,3}|\$\{?|%)([\w-]{1,80}?)(?:~{0,4}\}\}|\}|%)?$/;

/** One that holds a segment, or a line's argument that becomes one. */
interface Held {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

export function readFilledPaths(text: string, model: Model): void {
  if (!text.includes(NAME)) return;
  // Of the same length, and without what ends a word.
  const plain = text
    .replace(/\$\((\w{1,80})\)/g, '${$1}')
    .replace(/\{\{[^{}\n]{1,80}\}\}/g, (hole) => hole.replaceAll(' ', '~'));
  const seen = new Map<string, Filled | undefined>();
  let values = 0;
  for (let from = plain.indexOf(NAME); from >= 0; from = plain.indexOf(NAME, from + NAME.length)) {
    if (/[\w-]/.test(plain[from + NAME.length] ?? ' ')) continue;
    readVersioned(plain, from, model);
    const value = valueAt(plain, from);
    if (!value || ++values > MAX_VALUES) continue;
    const literal = plain.slice(value.start, value.end);
    const filled = argumentAt(plain, value.start) ?? filledOf(plain, value, seen);
    if (!filled) continue;
    const path = pathOf(filled, literal);
    if (!isPath(path, filled.line, plain)) continue;
    const context = { ...NO_CONTEXT, names: ['url'], urls: [path] };
    model.paths.push({ path, literal, at: value, context, ...(filled.mixed ? { compared: true } : {}) });
  }
}

/** With a segment in its place. */
const pathOf = ({ before, after }: Filled, segment: string): string =>
  oneSlash(`${before}/${segment}${after}`);

const isPath = (path: string, line: string, text: string): boolean =>
  WHOLE.test(path) || (BELOW_BASE.test(path) && CALLS.test(line) && BASE_PATH.test(text));

/** A value that begins with the segment, and the variable that has it. */
function valueAt(text: string, from: number): Held | undefined {
  const start = text[from - 1] === '/' ? from - 1 : from;
  if (/[\w/}.)*%-]/.test(text[start - 1] ?? ' ') && !/:-$/.test(text.slice(start - 2, start)))
    return undefined;
  let end = from + NAME.length;
  while (end < from + FAR && /[\w/.{}$-]/.test(text[end] ?? ' ')) end++;
  if (text[end - 1] === '}' && !text.slice(from, end).includes('{')) end--;
  const lineStart = lineStartOf(text, start);
  const head = text.slice(lineStart, start);
  if (COMMENT.test(head)) return undefined;
  const keyed = KEYED.exec(text.slice(Math.max(0, start - FAR), start))?.[1];
  const array = keyed === undefined ? ARRAY.exec(head)?.[1] : undefined;
  const name =
    keyed ??
    (array === undefined ? undefined : memberOf(text, array)) ??
    LOOP.exec(head)?.[1] ??
    DEFAULT_OR_ASSIGNED.map((one) => one.exec(head)?.[1]).find((one) => one !== undefined);
  return { start, end, name: name ?? '' };
}

const DEFAULT_OR_ASSIGNED = [ASSIGNED, DEFAULT] as const;

/** The variable of the loop that walks through a shell's array. */
function memberOf(text: string, array: string): string | undefined {
  const at = text.indexOf(`{${array}[@]}`);
  return at < 0
    ? undefined
    : /\bfor\s{1,4}(\w{1,80})\s{1,4}in\s{1,4}["']?\$$/.exec(text.slice(Math.max(0, at - 120), at))?.[1];
}

/** Where the path is that a variable is used in. */
function filledOf(text: string, { name }: Held, seen: Map<string, Filled | undefined>): Filled | undefined {
  if (name === '' || VERSION.test(name)) return undefined;
  if (seen.has(name)) return seen.get(name);
  let found: Filled | undefined;
  let others = false;
  let uses = 0;
  for (let at = text.indexOf(name); at >= 0 && uses < MAX_USES; at = text.indexOf(name, at + name.length)) {
    const span = useAt(text, at, name);
    if (!span) continue;
    uses++;
    const filled = wordAround(text, span.start, span.end);
    if (isPath(pathOf(filled, NAME), filled.line, text)) found ??= filled;
    else others = true;
  }
  const all = found && { ...found, mixed: others };
  seen.set(name, all);
  return all;
}

/** The variable whose name stands at an offset, with its signs. */
function useAt(text: string, at: number, name: string): { start: number; end: number } | undefined {
  const opened = OPENED.exec(text.slice(Math.max(0, at - 60), at))?.[1];
  if (opened === undefined) return undefined;
  const behind = text.slice(at + name.length, at + name.length + 8);
  const closing = opened.startsWith('{{')
    ? /^~{0,4}\}\}/
    : opened === '${'
      ? /^\}/
      : opened === '%'
        ? /^%/
        : /^(?!\w)/;
  const closed = closing.exec(behind)?.[0];
  return closed === undefined
    ? undefined
    : { start: at - opened.length, end: at + name.length + closed.length };
}

/** `{{base}}/api/{{version}}/current-tenant`, where the version isn't said to be another one. */
function readVersioned(text: string, from: number, model: Model): void {
  if (text[from - 1] !== '/') return;
  const before = text.slice(Math.max(0, from - FAR), from - 1);
  const hole = VERSIONED.exec(before);
  const name = hole?.[1] ?? '';
  if (!hole || !VERSION.test(name) || !/(?:^|\/)api\/$/.test(before.slice(0, hole.index).slice(-5))) return;
  const version = versionOf(text, name);
  if (version !== undefined && version !== 'v1' && version !== '1') return;
  const { before: ahead, after } = wordAround(text, from, from + NAME.length);
  const literal = text.slice(from - 1, from + NAME.length) + after;
  const path = `${ahead.replace(/\{\}\/$/, version === undefined ? '{v}/' : 'v1/')}${NAME}${after}`;
  const at = { start: from - 1, end: from - 1 + literal.length };
  model.paths.push({ path, literal, at, context: { ...NO_CONTEXT, names: ['url'], urls: [path] } });
}

/** What the same text says that a version is. */
function versionOf(text: string, name: string): string | undefined {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const behind = text.slice(at + name.length, at + name.length + 80);
    const said = /^["']?\s{0,8}(?:=|:|,\s{0,8}"value"\s{0,8}:)\s{0,8}["']?(v?\d)\b/.exec(behind)?.[1];
    if (said !== undefined) return said;
  }
  return undefined;
}
