// Source code of languages without a grammar here (Kotlin, Swift, Elixir, Scala, Dart) into tokens: a scanner that knows
// their strings, comments and brackets, and nothing more.
import type { LanguageId } from './language.ts';
import type { Comment, Lexed, Part, Scope, Statement, Token } from './token.ts';

const NAME = /[\p{L}_$][\p{L}\p{N}_]*/uy;
const NUMBER = /\d[\w.]*/y;
const SYMBOL = /->|=>|::|\?\.|\?:|:=|==|!=|<>|\|>|&&|\|\||[^\s]/y;
const TYPE_WORDS =
  /^(class|struct|interface|enum|object|protocol|extension|defmodule|defstruct|record|trait)$/;
const FUNCTION_WORDS = /^(fun|func|def|defp|init)$/;

interface Frame {
  readonly close: string;
  readonly scope: Scope;
  readonly statement: Statement;
}

export function tokenize(text: string, language: LanguageId): Lexed {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  const elixir = language === 'elixir';
  const file: Scope = { name: '', kind: 'file', parent: undefined };
  const whole: Statement = { parent: undefined, first: 0, last: 0 };
  const frames: Frame[] = [];
  let scope = file;
  let block = whole;
  let statement: Statement = { parent: whole, first: 0, last: 0 };
  let pending: Scope | undefined;
  let first = true;
  let at = 0;

  const open = (close: string): void => {
    frames.push({ close, scope, statement });
    const takes = close === '}' || close === 'end' || (close === ')' && pending?.kind === 'type');
    if (pending && takes) {
      scope = pending;
      if (close !== ')') pending = undefined;
    }
    if (close === '}' || close === 'end') {
      block = statement;
      statement = { parent: block, first: tokens.length, last: tokens.length };
    }
  };
  const shut = (close: string): void => {
    const found = frames.findLastIndex((frame) => frame.close === close);
    if (found === -1) return;
    const shutting = frames.splice(found);
    for (const one of shutting) one.statement.last = tokens.length;
    const [frame] = shutting;
    if (!frame) return;
    scope = frame.scope;
    statement = frame.statement;
    block = statement.parent ?? whole;
  };
  const push = (
    kind: Token['kind'],
    value: string,
    start: number,
    end: number,
    more: Partial<Token> = {},
  ): void => {
    const previous = tokens.at(-1)?.text ?? '';
    if (kind === 'name' && /^\w+$/.test(value)) {
      const words = TYPE_WORDS.test(previous)
        ? 'type'
        : FUNCTION_WORDS.test(previous)
          ? 'function'
          : undefined;
      if (words) pending = { name: value, kind: words, parent: scope };
    }
    tokens.push({
      kind,
      text: value,
      start,
      end,
      first,
      scope,
      statement,
      passive: previous === 'import',
      parameter: false,
      shorthand: false,
      ...more,
    });
    statement.last = tokens.length;
    first = false;
  };

  while (at < text.length) {
    const char = text[at] ?? '';
    if (/\s/.test(char)) {
      if (char === '\n') {
        first = true;
        // A line that ends inside round or square brackets goes on; so does one that begins with a dot or an operator.
        const depth = frames.at(-1)?.close;
        const goesOn =
          depth === ')' ||
          depth === ']' ||
          /^\s*(\.|\?\.|\|>|->|&&|\|\||[+*/])/.test(text.slice(at, at + 60));
        if (!goesOn) statement = { parent: block, first: tokens.length, last: tokens.length };
      }
      at++;
      continue;
    }
    const comment = commentAt(text, at, elixir);
    if (comment > at) {
      comments.push({ text: text.slice(at, comment), start: at, end: comment });
      at = comment;
      continue;
    }
    const words = elixir ? wordListAt(text, at) : undefined;
    if (words) {
      push('symbol', '[', at, words.body);
      open(']');
      for (const { word, start } of words.words) {
        push('string', word, start, start + word.length, { body: start, parts: [{ text: word, at: start }] });
      }
      shut(']');
      push('symbol', ']', words.end - 1, words.end);
      at = words.end;
      continue;
    }
    const string = stringAt(text, at);
    if (string) {
      push('string', string.text, at, string.end, { body: string.body, parts: string.parts });
      at = string.end;
      continue;
    }
    const [kind, value] = wordAt(text, at);
    const end = at + value.length;
    if (
      value === ':' &&
      /^:[a-z_]\w*/.test(text.slice(at, at + 80)) &&
      elixir &&
      !/\w/.test(text[at - 1] ?? '')
    ) {
      const symbol = /^:(\w+)/.exec(text.slice(at, at + 80))?.[1] ?? '';
      push('string', symbol, at + 1, at + 1 + symbol.length, {
        body: at + 1,
        parts: [{ text: symbol, at: at + 1 }],
      });
      at += 1 + symbol.length;
      continue;
    }
    if (kind === 'symbol' && (value === '}' || value === ')' || value === ']')) shut(value);
    if (elixir && value === 'end') shut('end');
    push(kind, value, at, end);
    if (value === '(' || value === '[' || value === '{')
      open(value === '(' ? ')' : value === '[' ? ']' : '}');
    if (elixir && value === 'do' && text[end] !== ':') open('end');
    if (value === ';') statement = { parent: block, first: tokens.length, last: tokens.length };
    at = end;
  }
  for (const frame of frames) frame.statement.last = tokens.length;
  whole.last = tokens.length;
  return { tokens, comments };
}

function wordAt(text: string, at: number): [Token['kind'], string] {
  for (const [kind, pattern] of [
    ['name', NAME],
    ['number', NUMBER],
    ['symbol', SYMBOL],
  ] as const) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return [kind, found];
  }
  return ['symbol', text[at] ?? ' '];
}

/** End of the comment that begins here, or `at`. */
function commentAt(text: string, at: number, elixir: boolean): number {
  const lineEnd = (): number => {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  };
  if (elixir) {
    if (text[at] === '#') return lineEnd();
    if (!/^@(module|type)?doc\s+"""/.test(text.slice(at, at + 20))) return at;
    const opened = text.indexOf('"""', at);
    const closed = text.indexOf('"""', opened + 3);
    return closed === -1 ? text.length : closed + 3;
  }
  if (text.startsWith('//', at)) return lineEnd();
  if (!text.startsWith('/*', at)) return at;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
}

/** Elixir's `~w(a b c)`. */
function wordListAt(text: string, at: number) {
  const opened = /^~[wW]([([{|/])/.exec(text.slice(at, at + 3))?.[1];
  if (opened === undefined) return undefined;
  const body = at + 3;
  const close = text.indexOf({ '(': ')', '[': ']', '{': '}' }[opened] ?? opened, body);
  if (close === -1) return undefined;
  const found = text.slice(body, close).matchAll(/[^\s]+/g);
  const words = [...found].map(({ 0: word, index }) => ({ word, start: body + index }));
  return { words, body, end: close + 1 };
}

interface Scanned {
  readonly text: string;
  readonly body: number;
  readonly end: number;
  readonly parts: readonly Part[];
}

function stringAt(text: string, at: number): Scanned | undefined {
  const opened = /^(?:~[sSwW])?(#*)("""|"|')/.exec(text.slice(at, at + 12));
  if (!opened) return undefined;
  const [whole = '', hashes = '', quote = ''] = opened;
  // An apostrophe that doesn't close soon is none of a string's.
  if (quote === "'" && !/^'(?:\\.|[^'\n]){0,200}'/.test(text.slice(at, at + 210))) return undefined;
  const close = quote + hashes;
  const body = at + whole.length;
  const parts: Part[] = [];
  let from = body;
  let here = body;
  while (here < text.length && !text.startsWith(close, here)) {
    if (quote !== '"""' && text[here] === '\n') break;
    const code = /^(?:\$\{|#\{|\\\()/.exec(text.slice(here, here + 2))?.[0];
    if (code !== undefined) {
      const end = matching(text, here + code.length, code === '\\(' ? ')' : '}');
      if (here > from) parts.push({ text: text.slice(from, here), at: from });
      parts.push({ code: text.slice(here + code.length, end).trim(), at: here });
      here = end + 1;
      from = here;
      continue;
    }
    const simple = /^\$[A-Za-z_]\w*/.exec(text.slice(here, here + 80))?.[0];
    if (simple !== undefined) {
      if (here > from) parts.push({ text: text.slice(from, here), at: from });
      parts.push({ code: simple.slice(1), at: here });
      here += simple.length;
      from = here;
      continue;
    }
    here += text[here] === '\\' ? 2 : 1;
  }
  if (here > from) parts.push({ text: text.slice(from, here), at: from });
  const end = Math.min(text.length, here + close.length);
  return { text: parts.map((part) => ('text' in part ? part.text : '{}')).join(''), body, end, parts };
}

function matching(text: string, from: number, close: string): number {
  const open = close === ')' ? '(' : '{';
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return text.length;
}
