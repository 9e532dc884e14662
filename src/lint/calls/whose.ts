// Whose the address of a call is, by the names that it has been given: `SHIFTS_URL`, or a client that was made with it. And on whom the
// other paths of this service are called in the file: what is called on somebody else isn't this service's.
import type { Owned } from '../model/finding.ts';
import type { PathUse, Span } from '../model/model.ts';
import { isOfPayments, namesSomebody } from './addresses.ts';
import { givesPayments, madeWith, variableOf } from './called-at.ts';
import { importedFrom, typedAs } from './comes-from.ts';
import { namesAddress } from './own-words.ts';
import { areAlike, injectedBy, madeBy, type Owner, Owners, wordsIn } from './owners.ts';
import { Siblings } from './siblings.ts';

/** A name of the environment, or of settings. Bounded: words of 30 letters. */
const OF_SETTINGS =
  /\b(?:[A-Z][A-Z\d]{1,30}(?:_[A-Z\d]{1,30}){1,5}|[a-zA-Z][a-z][a-zA-Z\d]{1,30}(?:Ur[il]|UR[IL]|Host|Endpoint)|[a-z][a-z\d]{1,30}(?:_[a-z\d]{1,30}){0,3}_(?:ur[il]|host|endpoint))\b/g;
/** Where a program runs: no address. */
const WHERE = /_(?:ENV|ENVIRONMENT|STAGE|MODE|REGION)$/;
/** Of Airflow's hooks, by the name of their connection. Bounded: names of 60 characters. */
const CONNECTION = /(?<![a-z])(?:http_)?conn_id\s?=\s?["']([\w-]{1,60})["']/;
/** `const { CRM_URL: root } = process.env`. Bounded likewise. */
const RENAMED = /[{,]\s{0,20}([A-Z][A-Z\d_]{1,60}):\s{0,3}$/;
/** Places that are looked at. */
const MAX_PLACES = 40;
const MAX_LINES = 200;
/** Of what a name is given: a line, and those that it goes on in. */
const FAR = 160;
const LINES = 4;
const GOES_ON = /[({[,]\s{0,3}$/;

interface Valued {
  readonly injected?: string;
  readonly value?: string;
  /** The module that it is imported from, or its type. */
  readonly from?: string;
}

/** What a name is given, and what it is injected by. */
function* valuesOf(variable: string, text: string, path = ''): Generator<Valued> {
  const name = variable.split('.').at(-1) ?? variable;
  let at = name === '' ? -1 : text.indexOf(name);
  for (let place = 0; at >= 0 && place < MAX_PLACES; place++, at = text.indexOf(name, at + name.length)) {
    if (/[\w-]/.test(text.charAt(at - 1))) continue;
    const before = text.slice(Math.max(0, at - FAR), at);
    const injected = injectedBy(before) ?? RENAMED.exec(before)?.[1];
    if (injected !== undefined) yield { injected };
    const line = lineFrom(text, at + name.length);
    const value = GIVEN.exec(line)?.[1];
    if (value !== undefined) yield { value };
    const behind = text.slice(at + name.length, at + name.length + FAR);
    const from = importedFrom(before, behind, path) ?? typedAs(before, behind);
    if (from !== undefined) yield { from };
  }
}

/** The variable of the environment that a name is given where it is first given something: `const BASE = process.env.MARLIN_URL`. */
function givenTo(variable: string, text: string, path: string, depth = 0): string | undefined {
  let first: string | undefined;
  for (const { injected, value = '', from } of valuesOf(variable, text, path)) {
    const connection = injected ?? CONNECTION.exec(value)?.[1];
    if (connection !== undefined) return connection;
    const names = value.match(OF_SETTINGS)?.filter((one) => !WHERE.test(one));
    const found =
      names?.find((one) => namesSomebody(one) || isOfPayments(one)) ?? names?.[0] ?? madeBy(value);
    if (found !== undefined) return found;
    first ??= from;
    const [, next, other] = HANDED.exec(value) ?? [];
    const name = next ?? other;
    if (name !== undefined && name !== variable && depth === 0)
      first ??= givenTo(name, text, path, depth + 1);
  }
  return first;
}

/** A name that is given another: `self._client = client`, `client = builder.baseUrl(url).build()`. Bounded: names of 40 characters. */
const HANDED =
  /^\s{0,3}&?([a-z_]\w{0,40})\s{0,3}(?:[;,)}\n]|$)|^[^\n;]{0,80}\bbase_?[uU]r[il]\(\s{0,3}([a-z_]\w{0,40})\s{0,3}\)/;

/** Bounded: a type of 30 letters. */
const GIVEN =
  /^["')\]]{0,3}\s{0,3}(?::\s{0,3}[\w<>]{1,30}\s{0,3})?(?::=|=(?![=>])|:|,\s{0,3}(?=["']https?:))([\s\S]{1,400})/;

function lineFrom(text: string, at: number): string {
  const [first = '', ...more] = text.slice(at, at + FAR * 2).split('\n', LINES);
  let line = first;
  for (const next of more) {
    if (!GOES_ON.test(line)) break;
    line += `\n${next}`;
  }
  return line;
}

interface WhoseIn {
  readonly text: string;
  readonly path: string;
  readonly isData: boolean;
  readonly comments: readonly Span[];
}

/** Of one text: each name is looked for once. */
export class Whose {
  readonly #text: string;
  readonly #path: string;
  readonly #isData: boolean;
  readonly #comments: readonly Span[];
  #siblings: Siblings | undefined;
  readonly #on = new Map<PathUse, string>();
  readonly #given = new Map<string, string | undefined>();
  readonly #owners: Owners;
  #others: readonly (readonly Owner[])[] | undefined;
  /** Lines that give a name what is of payments, and which names they do. */
  #ofPayments: readonly string[] | undefined;
  readonly #ours = new Map<string, boolean>();

  constructor({ text, path, isData, comments }: WhoseIn) {
    this.#text = text;
    this.#path = path;
    this.#isData = isData;
    this.#owners = new Owners(text, path, isData);
    this.#comments = comments;
  }

  /** This service's paths in the text, and others beside them. */
  siblings(): Siblings {
    return (this.#siblings ??= new Siblings(this.#text, this.#comments));
  }

  /** What a call is made at or on: the variable of its address, else the object that is asked. In data nothing is asked. */
  calledOn(use: PathUse): string {
    let on = this.#on.get(use);
    if (on === undefined) {
      const [call = ''] = use.context.names;
      on = variableOf(use, this.#text) ?? (this.#isData ? '' : askedIn(call));
      this.#on.set(use, on);
    }
    return on;
  }

  /** The variable of the environment that a name was given. */
  givenTo(name: string): string | undefined {
    if (!this.#given.has(name)) this.#given.set(name, givenTo(name, this.#text, this.#path));
    return this.#given.get(name);
  }

  /** The name that says whose it is: its own, or that of what it was made with. */
  is(name: string): string | undefined {
    if (name === '') return undefined;
    if (namesSomebody(name)) return name;
    const given = this.givenTo(name);
    return given !== undefined && (namesSomebody(given) || isOfPayments(given)) ? given : undefined;
  }

  /** It is called on somebody, and this service's other paths are surely called on somebody else. */
  elsewhere(use: PathUse): string | undefined {
    const names = this.#namesOf(use);
    const own = this.#owners.first(names);
    if (own === undefined || own.by === 'place') return undefined;
    this.#others ??= this.siblings()
      .ours()
      .filter(({ isCall, on }) => isCall || on !== '' || this.#isData)
      .map(({ at, on }) => this.#owners.at(at, this.#chain(on)));
    const alike = (all: readonly Owner[]): Owner[] => all.filter(({ by }) => by === own.by);
    const words = wordsIn(alike(names));
    const others = this.#others.map(alike);
    const other = others.map((all) => this.#owners.first(all)).find((one) => one !== undefined);
    return other === undefined || others.some((all) => areAlike(words, wordsIn(all)))
      ? undefined
      : `${told(own)}, and this service's other paths ${other.by === 'call' ? 'on' : 'in'} ${other.name}`;
  }

  /** Whose the call is, by the name that says most of it. */
  ownerOf(use: PathUse): Owned | undefined {
    const names = this.#namesOf(use);
    const own = this.#owners.first(names);
    if (own === undefined || own.by === 'block') return undefined;
    return { name: own.name, words: wordsIn(names.filter(({ by }) => by !== 'place' || own.by === 'place')) };
  }

  /** On whom this service's other paths are surely called. */
  ours(): Owned[] {
    const found = new Map<string, Owned>();
    for (const { at, on, isCall, isSure } of this.siblings().ours()) {
      const names = this.#owners.at(at, this.#chain(on));
      const own = this.#isData || !isCall ? undefined : this.#owners.first(names);
      if (own && (isSure || isOfPayments(own.name)) && !found.has(own.name))
        found.set(own.name, { name: own.name, words: wordsIn(names) });
    }
    return [...found.values()];
  }

  #namesOf(use: PathUse): Owner[] {
    const made = madeWith(use, this.#text);
    return this.#owners.at(use.at.start, [...this.#chain(this.calledOn(use)), ...made]);
  }

  /** A name, and what it was given. */
  #chain(on: string): string[] {
    const given = on === '' ? undefined : this.givenTo(on);
    return given === undefined ? [on] : [on, given];
  }

  /** The variable of its address, or what it is called on, or made with, where that names somebody else than payments. */
  somebody(use: PathUse): string | undefined {
    const on = this.calledOn(use);
    const name = this.is(on);
    return name !== undefined && namesSomebody(name) && !this.#isOurs(name) && !this.#isOurs(on)
      ? name
      : undefined;
  }

  /** What a call is made at or on is given an address of payments. */
  isGivenAddress(use: PathUse, hosts: readonly string[]): boolean {
    return this.#chain(this.calledOn(use)).some((name) =>
      [...valuesOf(name, this.#text)].some(({ value = '' }) => namesAddress(value, hosts)),
    );
  }

  /** It is called on somebody, by its own name or by what it was given. */
  isNamed(use: PathUse): boolean {
    return this.#chain(this.calledOn(use)).some(namesSomebody);
  }

  /** A name that a line of payments gives something to. */
  #isOurs(name: string): boolean {
    const last = name.split('.').at(-1) ?? name;
    this.#ofPayments ??= this.#text.split('\n').filter(givesPayments).slice(0, MAX_LINES);
    let isOurs = this.#ours.get(last);
    if (isOurs === undefined) {
      isOurs = this.#ofPayments.some((line) => line.includes(last));
      this.#ours.set(last, isOurs);
    }
    return isOurs;
  }
}

/** What is asked: of `client.get.uri` the client. */
function askedIn(call: string): string {
  const parts = call.split('.').slice(0, -1);
  while (parts.length > 1 && /^(?:get|post|put|patch|delete|head|method)$/i.test(parts.at(-1) ?? ''))
    parts.pop();
  return parts.join('.');
}

const told = ({ by, name }: Owner): string => `is called ${by === 'call' ? 'on' : 'in'} ${name}`;
