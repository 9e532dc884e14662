// Other paths below /api/v1 that a file names with the same address before them: a client of this service calls this service's, and
// one of another product calls that product's.
import { ENDPOINT_PATHS } from '../../interface/endpoint-paths.ts';
import type { PathUse, Span } from '../model/model.ts';
import { isComment } from './addresses.ts';
import { along } from './along.ts';

/** Bounded: names of 40 characters. */
const PATHS = /(?:\/|(?<![\w/-]))api\/v1\/([a-z][\w-]{1,40})(?:\/([a-z][\w-]{1,40}))?(?![\w-])/gi;
/** What stands before a path, in its literal or joined to it. Bounded: 40 characters. */
const ADDRESS = /([A-Za-z_][\w.]{0,40})\s{0,2}[)}\]"'`]{0,3}\s{0,2}[+.]?\s{0,2}["'`]?$/;
const NEAR = 120;
/** As much of a literal. */
const FAR = 200;
const PATH_PARTS = Object.values(ENDPOINT_PATHS).map((path) => path.split('/').slice(3));
const OWN = new Set(PATH_PARTS.map(([resource = '']) => resource));
const TAILS = new Set(
  PATH_PARTS.flatMap(([resource, tail]) => (resource === 'developer' ? [tail ?? ''] : [])),
);
const OWN_TAILS = new Set(['webhook-config', 'crypto-instruction']);
/** More than anybody's file names. */
const MAX_PATHS = 200;

/** What is asked for a path: `this.harbor.post('/api/v1/transfers'`. Bounded: names of 60 characters. */
const ASKED =
  /([A-Za-z_$][\w$.]{0,60}?)(?:\.(?:get|post|put|patch|delete)\(\))?\.\w{1,20}(?:<[^<>()\n]{0,40}>)?\(\s{0,8}(?:(?:c?tx|context\.\w{1,12}\(\)),\s{0,4})?(?:["'`][A-Z]{3,7}["'`],\s{0,4})?[rbf]?["'`]$/;
/** Paths that nobody else has. */
const STRONG = /^(?:quote|documents)$/;
const SURE = /^(?:transfers|developer|current-tenant\/(?:webhook-config|crypto-instruction))$/;
/** What calls, in the line before a path; and what serves, fakes or lists. Bounded: names of 40 characters. */
const CALLS =
  /(?:get|post|put|patch|delete|request|fetch|send|call|exchange|execute|curl|http|url|uri|base|host|endpoint)\w{0,40}(?:<[^<>()\n]{0,40}>)?\s{0,2}[("'`+${}.)]/i;
const SERVES =
  /@\w{1,20}\(|\b(?:router?s?|app|server|fastify|express|mux|nock|msw|mock\w{0,20}|stub\w{0,20}|wiremock|page|cy|expect|assert\w{0,20}|responses|respx|webmock)\b(?!\/)/i;

interface Sibling {
  readonly address: string;
  /** Or what is asked for it. */
  readonly on: string;
  readonly isStrong: boolean;
  /** `resource` or `current-tenant/tail`. */
  readonly name: string;
  readonly isOurs: boolean;
  /** It is called, as far as its line says, and no router's. */
  readonly isCall: boolean;
  readonly at: number;
}

/** Where a path of this service stands, and what it is called on. `isSure`: hardly anybody else has it. */
export type Ours = Pick<Sibling, 'on' | 'at' | 'isCall'> & { readonly isSure: boolean };

export class Siblings {
  readonly #all: readonly Sibling[];
  readonly #blocks = new Map<Sibling, number>();

  constructor(text: string, comments: readonly Span[]) {
    const commentAt = along(comments);
    const all: Sibling[] = [];
    for (const { 0: found, 1: resource = '', 2: tail = '', index } of text.matchAll(PATHS)) {
      if (all.length === MAX_PATHS) break;
      const before = lineBefore(text, index);
      if (commentAt({ start: index, end: index }).length > 0 || isComment(before)) continue;
      const isTenant = resource === 'current-tenant';
      if (isTenant && (tail === '' || /^[{:$%]/.test(text.slice(index + found.length + 1)))) continue;
      all.push({
        address: addressIn(before),
        on: ADDRESS.exec(before)?.[1] ?? ASKED.exec(before)?.[1] ?? '',
        isStrong: isTenant ? OWN_TAILS.has(tail) : resource === 'transfers' && STRONG.test(tail),
        name: isTenant ? `${resource}/${tail}` : resource,
        isOurs: isTenant ? TAILS.has(tail) : OWN.has(resource),
        isCall: CALLS.test(before) && !SERVES.test(before),
        at: index,
      });
    }
    this.#all = all;
  }

  /** A path of the same address that this service hasn't, where none of the others is this service's. */
  foreign(use: PathUse, text: string): string | undefined {
    const own = this.#beside(use, text);
    if (own.some(({ isOurs, name }) => isOurs && !name.startsWith('current-tenant/'))) return undefined;
    return own.find(({ isOurs }) => !isOurs)?.name;
  }

  /** A path of the same variable or host that this service hasn't, where none of the others is surely this service's. */
  foreignAt(use: PathUse, text: string): string | undefined {
    if (this.#addressOf(use, text) === '') return undefined;
    const own = this.#beside(use, text);
    return own.some(({ isStrong }) => isStrong) ? undefined : own.find(({ isOurs }) => !isOurs)?.name;
  }

  /** This service's other paths. */
  ours(): Ours[] {
    return this.#all
      .filter(({ isOurs }) => isOurs)
      .map(({ on, at, isCall, name }) => ({ on, at, isCall, isSure: SURE.test(name) }));
  }

  /** Whether a path that nobody else has is called on the same. */
  isStrongOn(on: string): boolean {
    return on !== '' && this.#all.some((one) => one.isStrong && one.on === on);
  }

  /** The resources of this service that are called, and what is only this service's below the ended path. */
  resources(): string[] {
    const named = this.#all.filter(({ isOurs, name }) => isOurs && !/\/(?:balances)?$/.test(name));
    return [...new Set(named.map(({ name }) => name.split('/').at(-1) ?? name))];
  }

  /** A path that this service hasn't, among those that stand in one block with this one and are all somebody else's. */
  apart(use: PathUse, text: string): string | undefined {
    if (this.#all.length < 2) return undefined;
    const block = blockAt(text, use.at.start);
    if (block < 0) return undefined;
    const own = this.#beside(use, text).filter((one) => this.#blockOf(one, text) === block);
    return own.some(({ isOurs }) => isOurs) ? undefined : own.find(({ isOurs }) => !isOurs)?.name;
  }

  /** Whether the same address has another path of this service. */
  hasOurs(use: PathUse, text: string): boolean {
    return this.#beside(use, text).some(({ isOurs }) => isOurs);
  }

  /** Whether the same address has transfers. */
  hasTransfers(use: PathUse, text: string): boolean {
    return this.#beside(use, text).some(({ name }) => name === 'transfers');
  }

  /** Whether paths of this service are called at other addresses alone. */
  areElsewhere(use: PathUse, text: string): boolean {
    return !this.hasOurs(use, text) && this.#all.some(({ isOurs, address }) => isOurs && address !== '');
  }

  /** Looked for once, however many uses ask. */
  #blockOf(one: Sibling, text: string): number {
    const block = this.#blocks.get(one) ?? blockAt(text, one.at);
    this.#blocks.set(one, block);
    return block;
  }

  #addressOf({ at: { start } }: PathUse, text: string): string {
    const ahead = text.slice(start, start + FAR).search(/\/?api\/v1\/current-tenant/i);
    return addressIn(lineBefore(text, start + Math.max(0, ahead)));
  }

  #beside(use: PathUse, text: string): Sibling[] {
    const address = this.#addressOf(use, text);
    return this.#all.filter((one) => one.address === address);
  }
}

/** As far back a block's beginning is looked for. */
const BLOCK = 3_000;

/** Where the innermost brackets around a place open, of a class, an object or a list; below 0 where none is near. */
function blockAt(text: string, at: number): number {
  let open = 0;
  for (let i = at - 1; i >= Math.max(0, at - BLOCK); i--) {
    const char = text.charCodeAt(i);
    if (char === 0x7d || char === 0x5d) open++;
    else if ((char === 0x7b || char === 0x5b) && open-- === 0) return i;
  }
  return -1;
}

const addressIn = (before: string): string => (ADDRESS.exec(before)?.[1] ?? '').toLowerCase();

function lineBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - NEAR), at);
  return near.slice(near.lastIndexOf('\n') + 1);
}

/** Of paths that nobody else has, one that is listed near. */
const OURS =
  /\/api\/v1\/(?:transfers\/(?:quote|documents)|current-tenant\/(?:webhook-config|crypto-instruction))(?![\w-])/;
const AMONG = 400;

/** Among paths of this service, in a list of them. */
export function isAmongOurs(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - AMONG), at);
  const behind = text.slice(at, at + AMONG);
  return OURS.test(before.slice(before.lastIndexOf('\n\n') + 1) + behind.split('\n\n', 1).join(''));
}
