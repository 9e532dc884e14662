// The new path beside an ended one: both would then be the same. What another host has is no pair.
import type { Format } from '../model/format-of.ts';
import type { PathUse, Span } from '../model/model.ts';

const NEW = /(?:v1\\?\/|\}\\?\/|["'`]\\?\/)developer(?![\w-])((?:\\?\/[\w-]{1,40}){0,3})/g;
/** Beside the old one, a segment by itself is enough; a client's object of that name is none: `developer.retrieve()`. */
const NEW_SEGMENT = /[/'"`#|,]developer(?![\w-]|\.\w{1,60}\()((?:\\?\/[\w-]{1,40}){0,3})/g;
/** A key of that name says what its value is for. Bounded: spaces. */
const KEY = /([{,[(]\s{0,40})["'`]?developer["'`]?\s{0,3}(?::|=>)/g;
/** What stands before a path where its host is written out. Bounded: a host of 120 characters. */
const HOST = /:\/\/([^/\s"'`{}$<>]{1,120})\/api\/v1\/?$/i;
const NEAR = 160;
/** Before a segment, what another route has: `'/own/developer'` beside a whole path is no pair of it. Bounded: parts of 40 characters. */
const OWN_ROUTE = /["'`](?:\/(?!api\b|v\d)[a-z][\w-]{0,40}){1,4}$/i;

const plain = (tail: string): string => tail.replaceAll('\\', '');
/** The end of a path as far as it is written out. */
const targetOf = (path: string): string => /current-tenant((?:\/[\w-]{1,40}){0,3})/.exec(path)?.[1] ?? '';
const hostBefore = (text: string, at: number): string =>
  (HOST.exec(text.slice(Math.max(0, at - NEAR), at))?.[1] ?? '').toLowerCase();

/** Whether the two may be one: by their hosts, or in settings by whether they have one. */
function isPair({ literal }: PathUse, hosts: ReadonlySet<string>, { kind }: Format): boolean {
  const own = hostBefore(literal, literal.indexOf('current-tenant'));
  if (hosts.has(own)) return true;
  const isAny = kind !== 'pairs' || !literal.startsWith('/');
  return isAny && (own === '' ? hosts.size > 0 : hosts.has(''));
}

/** What a file already has below the new name, outside of comments. */
export class NewPaths {
  /** By what follows the name: the hosts that it stands at, or none. */
  readonly #hosts = new Map<string, Set<string>>();

  constructor(text: string, comments: readonly Span[]) {
    let next = 0;
    for (const { index, 0: found, 1: tail = '' } of text.matchAll(NEW)) {
      while ((comments[next]?.end ?? Infinity) <= index) next++;
      if ((comments[next]?.start ?? Infinity) <= index) continue;
      const hosts = this.#hosts.get(plain(tail)) ?? new Set();
      this.#hosts.set(plain(tail), hosts.add(hostBefore(text, index + found.indexOf('developer'))));
    }
  }

  have(field: string, use: PathUse, format: Format): boolean {
    const hosts = this.#hosts.get(targetOf(field));
    return hosts !== undefined && isPair(use, hosts, format);
  }
}

/** `around`: what stands near the old path. */
export function isBesideNew(around: string, field: string, use: PathUse, format: Format): boolean {
  const target = targetOf(field);
  const text = around.replace(KEY, '$1');
  const isWhole = use.path.includes('api/v1/');
  const isOther = (at: number): boolean => isWhole && OWN_ROUTE.test(text.slice(Math.max(0, at - NEAR), at));
  const found = [...text.matchAll(NEW_SEGMENT)].filter(
    ({ 1: tail = '', index }) => plain(tail) === target && !isOther(index),
  );
  return isPair(use, new Set(found.map(({ index }) => hostBefore(text, index + 1))), format);
}
