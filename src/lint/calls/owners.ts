// Whose a place of a text is, by the names around it: what is called there, a name that its client was asked for by, a block of
// settings, a class, and where the file lies. The same for the ended path and for this service's others.
import { basename, extname } from 'node:path';

import type { PathUse } from '../model/model.ts';
import { isOfPayments, namesSomebody, ownerIn, somebodyIn } from './addresses.ts';
import { basesDeclared, ownBase } from './comes-from.ts';
import { argumentsAround } from './expression.ts';

/** A name, and what says it: what is called or named in the call, a setting's block, a class, a folder or a file. */
export interface Owner {
  readonly by: 'call' | 'block' | 'class' | 'place';
  readonly name: string;
}

/** A name in quotes that a client is made or asked for by, or that says to whom a request goes. Bounded: names of 60 characters. */
const MADE_BY =
  /(?:[cC]lient|[aA]pi|API|[cC]onnection|[hH]ttp|[sS]ession|[gG]ateway|[vV]endor|[pP]rovider)\w{0,20}(?:<\w{0,40}>)?(?:\.new)?\(\s{0,3}(?:["'`]([\w-]{1,60})["'`]|:([a-z]\w{0,60}))\s{0,3}[,)]/;
const SAYS_WHOSE =
  /(?<![a-z])(?:vendor|provider|partner|upstream|integration|(?:http_)?conn(?:ection)?_id|connection|product|api_?name)["']?\s{0,3}(?::|=>?)\s{0,3}(?:["'`]([\w-]{1,60})["'`]|:([a-z]\w{0,60}))/;
/** What a field is injected by, before its name. Bounded: 80 characters. */
const INJECTED =
  /@(?:Inject|Named|Qualifier|Value|ConfigProperty)\(\s{0,3}(?:name\s?=\s?)?["'`](?:[$#]\{)?([\w.-]{1,60})\}?["'`]\s{0,3}\)[^;]{0,80}$/;
/** The same by a constant: `CreateClient(ClientNames.Harbor)`; and by the first argument of a call: `request('harbor', '/api/v1/`. */
const BY_CONSTANT = /[cC]lient\(\s{0,3}(?:\w{1,40}\.)([A-Z]\w{1,40})\s{0,3}\)/;
const BY_ARGUMENT =
  /\b(?:request|call|fetch\w{0,20}|send|invoke|proxy|query|http)\(\s{0,40}["'`]([a-z][\w-]{1,40})["'`]\s{0,3},\s{0,40}["'`][^"'`\n]{0,60}\/?api\/v1\//;

/** The name that a client is made by, in what it is given or in the call itself. */
export function madeBy(text: string): string | undefined {
  const found =
    SAYS_WHOSE.exec(text) ?? MADE_BY.exec(text) ?? BY_CONSTANT.exec(text) ?? BY_ARGUMENT.exec(text);
  const name = found?.[1] ?? found?.[2];
  return name !== undefined && namesSomebody(name) ? name : undefined;
}

export function injectedBy(before: string): string | undefined {
  const [whole = '', name = ''] = INJECTED.exec(before) ?? [];
  // Of a setting's name only what isn't one's own: `app.base-url` is nobody.
  return name === '' || (/^@[VC]/.test(whole) && ownerIn(name).length === 0) ? undefined : name;
}

/** Bounded: names of 80 characters. */
const CLASS =
  /^[ \t]{0,40}(?:(?:export|default|public|private|internal|final|sealed|abstract|open|data|partial|pub|static)\s{1,4}){0,5}(?:class|interface|struct|trait|object|module|defmodule|impl)\s{1,4}([A-Z][\w.]{0,80})/gm;
/** What a class of a client ends in. */
const OF_CLIENT = /(?:Client|A[Pp][Ii]|Service|Gateway|S[Dd][Kk]|Connector|Adapter|Provider|Integration)$/;
/** More than anybody's file has. */
const MAX_CLASSES = 200;

/** Folders that hold clients of others, each by its name. */
const SHELF =
  /^(?:clients?|integrations?|vendors?|providers?|adapters?|connectors?|gateways?|sdks?|external|partners?|remotes?|upstreams?|third[-_]?part(?:y|ies))$/i;
/** Files that are a client, whose name is their folder's. */
const PLAIN =
  /^(?:client|api|http|sdk|service|gateway|connector|adapter|requests?|api[-_]?client|http[-_]?client)$/i;
/** A name of a client. Bounded by its part of a path. */
const CLIENT = /[a-z\d][-_.]?(?:api|client|sdk|gateway|connector|adapter)$|^(?:api|client|sdk)[-_.][a-z]/i;
/** Where something runs, and not what it calls. */
const RUNS =
  /^(?:backend|frontend|bff|portal|store|stores|shop|tasks|workspaces?|projects?|backoffice|users?|profiles?|media|search|chat)$/i;

/** Whose client a file is by where it lies: `integrations/NAME/client.py`, `packages/NAME-client/src`, `internal/NAME/client.go`. */
export function placeOf(path: string): string | undefined {
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  const dot = file.indexOf('.');
  const stem = dot > 0 ? file.slice(0, dot) : file;
  const all = [...parts, stem];
  for (let i = all.length - 1; i >= 0; i--) {
    const part = all[i] ?? '';
    if (ownerIn(part).length === 0 || isOfPayments(part)) continue;
    if (CLIENT.test(part) || SHELF.test(all[i - 1] ?? '')) return part;
    if (i === parts.length - 1 && PLAIN.test(stem) && !RUNS.test(part)) return part;
  }
  return undefined;
}

/** What a class is asked by itself. */
const ITSELF = /^(?:this|self|super|(?:self|this)\.(?:client|http|class))?$/;

export class Owners {
  readonly #text: string;
  readonly #path: string;
  readonly #isData: boolean;
  #classes: readonly { readonly name: string; readonly at: number }[] | undefined;
  #place: string | undefined | null = null;
  #bases: ReturnType<typeof basesDeclared> | undefined;

  constructor(text: string, path: string, isData: boolean) {
    this.#text = text;
    this.#path = path;
    this.#isData = isData;
  }

  /** Names beside a place, nearest first. `on`: what is called there, and what that was given. */
  at(at: number, on: readonly string[]): Owner[] {
    const made = this.#isData
      ? undefined
      : madeBy(`${statementAt(this.#text, at)}\n${argumentsAround(this.#text, at) ?? ''}`);
    const [asked = ''] = on;
    const base = !this.#isData && ITSELF.test(asked) ? this.#baseAt(at) : undefined;
    const names: Owner[] = [made, ...on, base]
      .filter((name) => name !== undefined)
      .filter(namesSomebody)
      .map((name) => ({ by: 'call', name }));
    if (this.#isData) for (const name of keysAbove(this.#text, at)) names.push({ by: 'block', name });
    const within = this.#isData ? undefined : this.#classAt(at);
    if (within !== undefined) names.push({ by: 'class', name: within });
    this.#place ??= placeOf(this.#path) ?? '';
    return this.#place === '' ? names : [...names, { by: 'place', name: this.#place }];
  }

  /** What its class, or its file, has for a base address, or extends. */
  #baseAt(at: number): string | undefined {
    this.#bases ??= basesDeclared(this.#text);
    return ownBase(this.#text, at, this.#allClasses().findLast((one) => one.at < at)?.at, this.#bases);
  }

  /** The last class that begins before it: of a module's name the last part that is somebody's. */
  #classAt(at: number): string | undefined {
    const name = this.#allClasses().findLast((one) => one.at < at)?.name;
    return name?.split('.').findLast((part) => ownerIn(part).length > 0) ?? name;
  }

  #allClasses(): readonly { readonly name: string; readonly at: number }[] {
    return (this.#classes ??= [...this.#text.matchAll(CLASS)]
      .slice(0, MAX_CLASSES)
      .map(({ index, 1: name = '' }) => ({ name, at: index })));
  }

  /** What says whose it is: of a class less than of what is called. */
  first(names: readonly Owner[]): Owner | undefined {
    return names.find(({ by, name }) => {
      if (by === 'call') return true;
      return ownerIn(name).length > 0 && (by !== 'class' || OF_CLIENT.test(name) || this.#isStem(name));
    });
  }

  /** A file that is called after its class, which has one word. */
  #isStem(name: string): boolean {
    const stem = basename(this.#path, extname(this.#path));
    return stem.toLowerCase() === name.toLowerCase() && ownerIn(name).length === 1 && !DOES.test(name);
  }
}

/** What does something, and is nobody. */
const DOES = /(?:[^b]or|er|ing|tion|ment)$|[a-z][A-Z]/;

/** What clients are kept in. */
const HOLDER = /^(?:(?:this|self)\.)?(?:state|deps?|app|container|registry|locals|globals?)\./;

/** Words of names that say whose something is. */
export const wordsIn = (names: readonly Owner[]): string[] =>
  names.flatMap(({ by, name }) => (by === 'call' ? somebodyIn(name.replace(HOLDER, '')) : ownerIn(name)));

/** Whether words of one are those of the other, `harborpay` and `harbor` too. */
export const areAlike = (ones: readonly string[], others: readonly string[]): boolean =>
  ones.some((one) =>
    others.some(
      (other) =>
        one === other ||
        (Math.min(one.length, other.length) > 3 && (one.startsWith(other) || other.startsWith(one))),
    ),
  );

const BEFORE = 120;
const BEHIND = 160;

/** A call's line, as far as it is near. */
function statementAt(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - BEFORE), at);
  return near.slice(near.lastIndexOf('\n') + 1) + (text.slice(at, at + BEHIND).split('\n', 1)[0] ?? '');
}

/** Bounded: a key of 60 characters. */
const KEY = /^(\s{0,60})(?:- )?["']?([A-Za-z_][\w.-]{0,60})["']?\s{0,3}(?:[:=]|=>)/;
/** As far back blocks begin. */
const BLOCK = 2_000;
const MAX_KEYS = 4;

/** The key of a line of data, and those of the blocks that it stands in, by their indents. */
function keysAbove(text: string, at: number): string[] {
  const lines = text.slice(Math.max(0, at - BLOCK), at).split('\n');
  const keys: string[] = [];
  let depth = Infinity;
  for (let i = lines.length - 1; i >= 0 && keys.length < MAX_KEYS && depth > 0; i--) {
    const found = KEY.exec(lines[i] ?? '');
    const indent = found?.[1]?.length ?? Infinity;
    if (!found || indent >= depth) continue;
    depth = indent;
    keys.push(found[2] ?? '');
  }
  return keys;
}

/** Blocks of what runs, and not of what is called. */
const WHAT_RUNS = /^(?:env(?:ironment)?|steps?|jobs?|containers?|commands?|args|scripts?|run)$/i;

/** Of settings, whose path has its address elsewhere: the blocks that it stands in. */
export function settingsAbove({ path, at }: PathUse, text: string): string[] {
  const keys = path.startsWith('/') ? keysAbove(text, at.start) : [];
  return keys.some((key) => WHAT_RUNS.test(key)) ? [] : keys;
}
