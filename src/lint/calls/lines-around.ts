// What stands around a call: its host, its line, and whether a line names a base address.
import { hostOf } from '../model/hosts.ts';
import type { PathUse } from '../model/model.ts';
import { type Base, isComment } from './addresses.ts';
import { isOrigin } from './at-home.ts';

/** A host of which the first part isn't written out. Bounded: 253 characters. */
const PARTLY = /^[a-z]+:\/\/\{\}\.([\w-]{1,63}(?:\.[\w-]{1,63}){1,4})(?::\d{1,5})?(?:\/|$)/i;
/** A name of a base address, in a line of it. */
const BASED =
  /https?:\/\/[\w{$.-]|\b(?:base|prefix)_?(?:url|uri|path|address)\b|\b(?:api|service|settle|server)_?(?:url|uri|host|base)\b|[_a-z](?:BaseUrl|BaseURL|BaseAddress|ApiUrl|BASE_URL|API_URL|_URL|_HOST)\b/i;
/** As much of its statement. */
export const STATEMENT = 300;

/** Whether an address is given to a variable, which may be a member: `options.base`. */
export const isGivenTo = ({ name }: Base, variable: string | undefined): boolean =>
  variable !== undefined && name.split('.').at(-1) === variable.split('.').at(-1);

/** The host that a call names, or that its client has; its end, where no more is written out. */
export const hostIn = ({ path, base }: PathUse): string | undefined =>
  hostOf(path) ?? PARTLY.exec(path)?.[1]?.toLowerCase() ?? hostOf(base?.url ?? '');

/** Documentation, by its host or by the folder that it has the path in. Bounded: 253 characters. */
const PAGE =
  /^[a-z]+:\/\/(?:(?:docs?|developers?|reference|help|support|learn|wiki|blog|status)\.|[^/\s]{1,253}\/(?:[\w-]{1,40}\/){0,4}(?:docs?|reference|guides?|wiki|help|manual)\/)/i;

export const isPage = ({ path }: PathUse): boolean => PAGE.test(path);

export const isBased = (line: string): boolean => BASED.test(line) && !isOrigin(line) && !isComment(line);

/** The line of a place; of one as long as a file, what stands near. */
export function lineAt(text: string, at: number): string {
  const from = Math.max(0, at - STATEMENT);
  const near = text.slice(from, at + STATEMENT);
  const end = near.indexOf('\n', at - from);
  return near.slice(near.lastIndexOf('\n', at - from - 1) + 1, end < 0 ? undefined : end);
}

/** In data: whether an address is one of the same object. */
export function standsBeside({ at }: Base, use: PathUse, text: string): boolean {
  if (!use.path.startsWith('/')) return false;
  const [from, to] = at < use.at.start ? [at, use.at.start] : [use.at.start, at];
  const between = text.slice(from, to);
  if (between.length > STATEMENT || /[{}[\]]/.test(between)) return false;
  const indent = (place: number): number => /\S/.exec(lineAt(text, place))?.index ?? 0;
  return indent(at) === indent(use.at.start) && indent(at) > 0;
}
