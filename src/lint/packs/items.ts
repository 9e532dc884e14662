// Places where a paper is named as a value: quoted, a word of a list, a cell, a member of an enumeration. A paper that is
// compared with something, or is the key of what is known of it (a title, an icon, an age), is none.
import type { Format } from '../model/format-of.ts';
import { type Bracket, type Layout, lineAt, lineOf } from './layout.ts';
import { type Certainty, papersIn } from './paper-names.ts';
import { insertAbove } from './sql.ts';

export interface Item {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  readonly certainty: Certainty;
  readonly line: number;
  /** The innermost bracket that it stands in. */
  readonly bracket: Bracket;
  /** The name before the bracket of the call that it is given to; empty without. */
  readonly callee: string;
  /** `case x = "ProofOfAddress"`: a constant or a member is given it. */
  readonly assigned: boolean;
}

/** So much is looked at on each side. */
const NEAR = 120;
/** Behind the opening quote of what is compared. Bounded: 120 characters. */
const COMPARED =
  /(?:[=!]==?|<>|\b(?:case|when|is|eq|ne|not|like|default)|~=)\s*\(?$|(?:\b(?:has\w*|indexOf|startsWith|endsWith|match\w*|test|in_array|isdisjoint|toBe|toEqual|isEqualTo|eq|assert\w*|expect|Expect|delete|remove|without|omit|get|find\w*|throw|log|info|warn|debug|print\w*|t|i18n|translate|(?:get|find|query)By\w+)|Error|Exception|[eE]quals\w*|[iI]ncludes?\??|[cC]ontains?\w*|member\?)\(\s*$/;
/** `key`, behind the closing quote. */
const KEY = /^\s{0,40}(?:=>|:(?!:)|\bto\b|->|\]\s*=(?!=))\s*/;
const ARM = /^\s{0,40}(?:->|=>|\||,\s*["'])/;
/** What a paper is taken from, or whether it is asked for: nothing that only tells of it. Bounded: 120 characters. */
const HANDED =
  /^(?:["'`][^"'`\n]{0,100}\.(?:pdf|png|jpe?g|docx?|xlsx?|tiff?|zip)\b|["'`][^"'`\n ]{0,60}\/|pdf\b|\w*[fF]iles?\b|\w*[bB]ytes\b|\w*[bB]uffer\b|(?:new\s+)?(?:File|Blob|Buffer|Path)\b|(?:[fF]ile|[pP]ath|[rR]ead|open|base64\w*|load\w*|fs\.\w+)\(|\{\s*["']?(?:file|path|required|mandatory|content)|["']?(?:required|mandatory)\b|true\b|True\b)/;

export function itemsOf(layout: Layout, { kind }: Format): Item[] {
  const { code } = layout;
  const inside = insideOf(layout);
  return papersIn(code).flatMap(({ text, at, certainty }): Item[] => {
    const end = at + text.length;
    const before = code.slice(Math.max(0, at - NEAR), at);
    const after = code.slice(end, end + NEAR);
    const role = isProse(layout, kind) ? proseRole(layout, at, after) : roleOf(before, after, kind);
    if (role === undefined) return [];
    const bracket = inside(at);
    const line = lineOf(layout, at);
    if (kind === 'sql' && insertAbove(layout, line) === undefined) return [];
    return [
      {
        ...{ text, at, end, certainty, bracket },
        line,
        callee: calleeOf(layout, bracket),
        assigned: role === 'assigned' && (kind === 'code' || kind === 'script' || kind === 'markup'),
      },
    ];
  });
}

type Role = 'value' | 'assigned' | undefined;

const isProse = (_: Layout, kind: Format['kind']): boolean => kind === 'markdown';

/** A bullet, a number or a row of a table, that names the paper in inline code or begins with it. */
function proseRole(layout: Layout, at: number, after: string): Role {
  const line = lineAt(layout, layout.code, lineOf(layout, at));
  const head = line.slice(0, at - (layout.starts[lineOf(layout, at)] ?? 0));
  if (!/^\s{0,8}(?:[-*+.|]+|\d{1,3}[.)])\s/.test(`${line} `)) return undefined;
  if (!/[`|+\s*"]$/.test(head) || !/^(?:[`|+\s*",.;:)]|$)/.test(after)) return undefined;
  return 'value';
}

function roleOf(before: string, after: string, kind: Format['kind']): Role {
  const quote = /["'`]$/.exec(before)?.[0];
  if (quote !== undefined && after.startsWith(quote))
    return quotedRole(before.slice(0, -1), after.slice(1), kind);
  if (isInWords(before, after)) return 'value';
  // `DocumentType.ProofOfAddress`. Bounded: 120 characters.
  if (/[A-Za-z_]\w*(?:\.|::)$/.test(before)) {
    if (/^\s*[.(:]/.test(after) || /^\s*(?:->|=>)/.test(after) || /\b(?:case|when)\s+[\w.:]*$/.test(before))
      return undefined;
    return COMPARED.test(before.replace(/[\w.:]+$/, '')) ? undefined : 'value';
  }
  if (kind === 'code' || kind === 'script' || kind === 'markup') return bareRole(before, after);
  return dataRole(before, after, kind);
}

function quotedRole(before: string, after: string, kind: Format['kind']): Role {
  const said = before.trimEnd();
  if (COMPARED.test(said) || /<option[^<>]{0,100}$/.test(said)) return undefined;
  if (/^\s*(?:[=!]==?|<>)/.test(after)) return undefined;
  const key = KEY.exec(after)?.[0];
  if (key !== undefined && !/\?\s*$/.test(said)) {
    if (kind === 'code' && /->\s*$/.test(key))
      return HANDED.test(after.slice(key.length)) ? 'value' : undefined;
    return HANDED.test(after.slice(key.length)) ? 'value' : undefined;
  }
  // Bounded: 120 characters.
  if (/\b(?:case|when)\b[^\n]{0,80}$/.test(said) && ARM.test(after)) return undefined;
  return /[\w\])]\s*(?::\s*[\w<>[\]., ?]{1,40})?\s*(?:=|:=)$/.test(said) ? 'assigned' : 'value';
}

/** `A,B,C` in one text, and words between blanks in what makes a list of them. Bounded: 120 characters. */
const isInWords = (before: string, after: string): boolean =>
  (/["'`=]\s?(?:[A-Z][A-Za-z]{2,60}\s?[,;| ]\s{0,3}){0,6}$/.test(before) &&
    /^(?:\s?[,;|]\s?|\s{1,3})[A-Z][A-Za-z]+/.test(after)) ||
  (/["'`=]\s?(?:[A-Z][A-Za-z]{2,60}\s?[,;| ]\s{0,3}){1,6}$/.test(before) &&
    /^\s?(?:["'`\s]|$)/.test(after)) ||
  // Bounded: 120 characters.
  (/(?:%[wWiI]|~w|qw)\s?[([{</|][^)\]}>/|]{0,120}$/.test(before) && /^[\s)\]}>/|]/.test(after));

/** `ProofOfAddress: file`, `ProofOfAddress = 'a.pdf'`, and members of an enumeration. */
function bareRole(before: string, after: string): Role {
  const key = /^\s{0,40}[:=](?![:=>])\s*/.exec(after)?.[0];
  if (key !== undefined)
    return /(?:^|[\s,{(;])$/.test(before) && HANDED.test(after.slice(key.length)) ? 'value' : undefined;
  if (/[{,\]]\s*$/.test(before) && /^\s*[,}]/.test(after)) return 'assigned';
  return undefined;
}

/** A word by itself: an item of YAML, an argument of a command, an element of XML, a value behind a sign. */
function dataRole(before: string, after: string, kind: Format['kind']): Role {
  if (kind === 'json' || kind === 'ndjson' || kind === 'sql') return undefined;
  // Bounded: 120 characters.
  const key = /^\s{0,40}[:=](?!:)\s*/.exec(after)?.[0];
  if (key !== undefined && kind !== 'xml')
    return /(?:^|\n)\s*(?:-\s+)?$/.test(before) && HANDED.test(after.slice(key.length).replace(/^\n\s*/, ''))
      ? 'value'
      : undefined;
  if (kind === 'xml') return /[>"'\s,]$/.test(before) && /^[<"'\s,]/.test(after) ? 'value' : undefined;
  return /(?:^|[\s,;|=>[(:])$/.test(before) && /^(?:$|[\s,;|<\])])/.test(after) ? 'value' : undefined;
}

/** The bracket that a place stands in; asked for places from the beginning to the end. */
function insideOf({ brackets }: Layout): (at: number) => Bracket {
  let next = 0;
  let inside = brackets[0] as Bracket; // the whole text
  return (at) => {
    for (let one = brackets[next]; one && one.at < at; one = brackets[++next]) inside = one;
    while (inside.parent && inside.end < at) inside = inside.parent;
    return inside;
  };
}

/** `flow.attach(`: the name before a call's bracket. Bounded: 80 characters. */
export function calleeOf({ code }: Layout, { open, at }: Bracket): string {
  if (open !== '(') return '';
  return (
    /([A-Za-z_][\w.]*)[!?]?\s*(?:<[\w\s,.]{0,30}>)?\s*$/.exec(code.slice(Math.max(0, at - 80), at))?.[1] ?? ''
  );
}
