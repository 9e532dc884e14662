// What a call of the path is made at, as far as its line says: the variable of its address, and the classes around it.
import type { PathUse } from '../model/model.ts';
import { namesSomebody, saysPayments, withoutAsides } from './addresses.ts';
import { namedBeside, sumBefore } from './expression.ts';

/** The variable right before the path. Bounded: a name of 60 characters. */
const HOLE =
  /(?:^\s{0,40}|\{\{|[$#]\{|\{|\$|\(|[=:,]\s{1,3}|return\s)\s{0,3}(?:_\.)?([A-Za-z_][\w.]{0,60})\s{0,3}[})]{0,2}["'`]?\s{0,3}[+.]?\s{0,3}["'`]?\/api\/v1\/$/;
/** The same by its name in the environment. Bounded likewise. */
const OF_ENVIRONMENT =
  /(?:^|[\w.]\[|\()["']([A-Za-z_]\w{1,60})["'][\])]{1,2}\s{0,3}[+.]?\s{0,3}["'`]?\/api\/v1\/$/;
/** `new URL('/path', base)`, from the text's end on, and `urljoin(base, '/path')`. Bounded likewise. */
const BASE_BEHIND = /^["'`]?\s{0,3},\s{0,40}([A-Za-z_][\w.]{0,60})\s{0,3},?\s{0,40}\)/;
const BASE_BEFORE =
  /(?:\b(?:urljoin|URI\.join|join|resolve|combine)\(|["'`](?:\{\}|%s){2}["'`]\.format\()\s{0,40}([A-Za-z_][\w.]{0,60})\s{0,3},\s{0,40}["'`]$/;
/** What a hole before the path is filled with: `Sprintf("%s/path", base)`, `format!("{}/path", base)`. Bounded likewise. */
const FORMATTED = /^(?:https?:\/\/)?(?:%[sv]|%1\$s|\{0?\})\/api\/v1\/current-tenant/;
const FILLS =
  /^["'`]?\s{0,3}(?:,\s{0,40}|\.format(?:ted)?\(\s{0,40}|%\s{0,3}\(?\s{0,40})&?([A-Za-z_][\w.]{0,60})(?:\(\))?\s{0,40}[,)\n]/;
/** As much before a literal belongs to its address. */
const NEAR = 80;

/** What stands before the path on its line, and in its literal. */
export function addressOf({ at, literal }: PathUse, text: string): string {
  const line = sumBefore(text, at.start, NEAR);
  const before = line.slice(Math.max(line.lastIndexOf(';'), line.lastIndexOf('(')) + 1);
  return `${withoutAsides(before)}${literal.slice(0, literal.indexOf('current-tenant'))}`;
}

/** What its path is joined to: `${base}/path`, `new URL(path, base)`, `urljoin(base, path)`. */
export function variableOf(use: PathUse, text: string): string | undefined {
  const address = addressOf(use, text);
  const found = HOLE.exec(address) ?? OF_ENVIRONMENT.exec(address);
  if (found) return found[1];
  const before = text.slice(Math.max(0, use.at.start - NEAR), use.at.start);
  if (/\bURL\(\s{0,40}["'`]$/.test(before))
    return BASE_BEHIND.exec(text.slice(use.at.end - 1, use.at.end + NEAR))?.[1];
  if (FORMATTED.test(use.literal)) {
    const end = use.at.start + use.literal.length;
    return FILLS.exec(text.slice(end, end + NEAR * 2))?.[1];
  }
  return BASE_BEFORE.exec(before)?.[1];
}

/** What a client is made with where it is asked: `new RestClient(url).Get("/path")`, `baseUrl(config('url'))->get('/path')`. Bounded: 240 characters. */
const MADE_WITH =
  /(?:[cC]lient|[bB]ase_?[uU]r[il]|create|Faraday\.new)\(\s{0,3}([^()\n;]{1,80}(?:\([^()\n]{0,60}\))?[^()\n;]{0,20})\)\s{0,40}(?:\.|->)\w{1,30}\((?:\)\s{0,40}(?:\.|->)\w{1,20}\()?\s{0,40}(?:new\s\w{1,30}\()?["'`]?$/;
const CHAIN = 240;

export function madeWith({ at: { start } }: PathUse, text: string): string[] {
  const [, given = ''] = MADE_WITH.exec(text.slice(Math.max(0, start - CHAIN), start)) ?? [];
  return given.match(NAMES) ?? [];
}

/** Bounded: a name of 60 characters. */
const NAMES = /[A-Za-z_][\w.]{0,60}/g;

/** Variables of its address, what it is called on, and what is named beside it as that. */
export function calledIn(use: PathUse, text: string, isData: boolean): string[] {
  const [call = ''] = use.context.names;
  const names = `${addressOf(use, text)} ${variableOf(use, text) ?? ''}`.match(NAMES) ?? [];
  return [...names, call, ...madeWith(use, text), ...namedBeside(text, use.at.start, isData)];
}

/** Of the uses that a hit stands in. */
export const mostComplete = (uses: readonly PathUse[]): PathUse | undefined =>
  uses.reduce<PathUse | undefined>(
    (best, use) => (use.path.length > (best?.path.length ?? 0) ? use : best),
    undefined,
  );

/** Classes and types around a place. */
export const classesOf = ({ context }: Pick<PathUse, 'context'>): string[] =>
  context.outer.filter((name) => /^[A-Z]/.test(name));

/** A class that is a client of somebody: `LedgerlyClient`. */
export const clientOf = (use: PathUse): string | undefined =>
  classesOf(use).find(
    (name) =>
      /(?:Client|A[Pp][Ii]|Service|Gateway|S[Dd][Kk]|Connector|Adapter)$/.test(name) && namesSomebody(name),
  );

/** A line that gives a name what is of payments. */
export const givesPayments = (line: string): boolean => /[=:]/.test(line) && saysPayments(line);
