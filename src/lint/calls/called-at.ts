// What a call of the path is made at, as far as its line says: the variable of its address, and the classes around it.
import type { PathUse } from '../model/model.ts';
import { isOfPayments, namesSomebody, withoutAsides } from './addresses.ts';

/** The variable right before the path. Bounded: a name of 60 characters. */
const HOLE =
  /(?:^\s{0,40}|\{\{|[$#]\{|\{|\$|\(|[=:,]\s{1,3}|return\s)\s{0,3}(?:_\.)?([A-Za-z_][\w.]{0,60})\s{0,3}[})]{0,2}["'`]?\s{0,3}[+.]?\s{0,3}["'`]?\/api\/v1\/$/;
/** The same by its name in the environment. Bounded likewise. */
const OF_ENVIRONMENT =
  /(?:^|[\w.]\[|\()["']([A-Za-z_]\w{1,60})["'][\])]{1,2}\s{0,3}[+.]?\s{0,3}["'`]?\/api\/v1\/$/;
/** `new URL('/path', base)`, from the text's end on, and `urljoin(base, '/path')`. Bounded likewise. */
const BASE_BEHIND = /^["'`]?\s{0,3},\s{0,3}([A-Za-z_][\w.]{0,60})\s{0,3}\)/;
const BASE_BEFORE =
  /\b(?:urljoin|URI\.join|join|resolve|combine)\(\s{0,3}([A-Za-z_][\w.]{0,60})\s{0,3},\s{0,3}["'`]$/;
/** As much before a literal belongs to its address. */
const NEAR = 80;

/** What stands before the path on its line, and in its literal. */
export function addressOf({ at, literal }: PathUse, text: string): string {
  const near = text.slice(Math.max(0, at.start - NEAR), at.start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  const before = line.slice(Math.max(line.lastIndexOf(';'), line.lastIndexOf('(')) + 1);
  return `${withoutAsides(before)}${literal.slice(0, literal.indexOf('current-tenant'))}`;
}

/** What its path is joined to: `${base}/path`, `new URL(path, base)`, `urljoin(base, path)`. */
export function variableOf(use: PathUse, text: string): string | undefined {
  const address = addressOf(use, text);
  const found = HOLE.exec(address) ?? OF_ENVIRONMENT.exec(address);
  if (found) return found[1];
  const before = text.slice(Math.max(0, use.at.start - NEAR), use.at.start);
  if (/\bURL\(\s{0,3}["'`]$/.test(before))
    return BASE_BEHIND.exec(text.slice(use.at.end - 1, use.at.end + NEAR))?.[1];
  return BASE_BEFORE.exec(before)?.[1];
}

/** Variables of its address, and what it is called on. */
export function calledIn(use: PathUse, text: string): string[] {
  const [call = ''] = use.context.names;
  return [...(addressOf(use, text).match(/[A-Za-z_][\w.]{0,60}/g) ?? []), call];
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
export const givesPayments = (line: string): boolean =>
  /[=:]/.test(line) && isOfPayments(line.replace(/\/api\/v1\/\S{1,200}/g, ''));
