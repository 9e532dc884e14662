// Whose the address of a call is, by the names that it has been given: `SHIFTS_URL`, or a client that was made with it. And on whom the
// other paths of this service are called in the file: what is called on somebody else isn't this service's.
import type { PathUse } from '../model/model.ts';
import { isOfPayments, namesSomebody, somebodyIn } from './addresses.ts';
import { givesPayments, variableOf } from './called-at.ts';
import type { Siblings } from './siblings.ts';

/** A name of the environment, or of settings. Bounded: words of 30 letters. */
const OF_SETTINGS =
  /\b(?:[A-Z][A-Z\d]{1,30}(?:_[A-Z\d]{1,30}){1,5}|[a-z][a-zA-Z\d]{1,30}(?:Ur[il]|UR[IL]|Host|Endpoint)|[a-z][a-z\d]{1,30}(?:_[a-z\d]{1,30}){0,3}_(?:ur[il]|host|endpoint))\b/g;
/** Of Airflow's hooks, by the name of their connection. Bounded: names of 60 characters. */
const CONNECTION = /(?<![a-z])(?:http_)?conn_id\s?=\s?["']([\w-]{1,60})["']/;
/** Places that are looked at. */
const MAX_PLACES = 40;
const MAX_LINES = 200;
/** Of what a name is given: a line, and those that it goes on in. */
const FAR = 160;
const LINES = 4;
const GOES_ON = /[({[,]\s{0,3}$/;

/** The variable of the environment that a name is given where it is first given something: `const BASE = process.env.MARLIN_URL`. */
function givenTo(variable: string, text: string): string | undefined {
  const name = variable.split('.').at(-1) ?? variable;
  let at = name === '' ? -1 : text.indexOf(name);
  for (let place = 0; at >= 0 && place < MAX_PLACES; place++, at = text.indexOf(name, at + name.length)) {
    if (/[\w-]/.test(text.charAt(at - 1))) continue;
    const line = lineFrom(text, at + name.length);
    const value = /^\s{0,3}(?::\s{0,3}[\w<>]{1,30}\s{0,3})?(?::=|=(?![=>])|:)([\s\S]{1,400})/.exec(line)?.[1];
    const connection = CONNECTION.exec(value ?? '')?.[1];
    if (connection !== undefined) return connection;
    const names = value === undefined ? undefined : value.match(OF_SETTINGS);
    const found = names?.find((one) => namesSomebody(one) || isOfPayments(one)) ?? names?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

function lineFrom(text: string, at: number): string {
  const [first = '', ...more] = text.slice(at, at + FAR * 2).split('\n', LINES);
  let line = first;
  for (const next of more) {
    if (!GOES_ON.test(line)) break;
    line += `\n${next}`;
  }
  return line;
}

/** Of one text: each name is looked for once. */
export class Whose {
  readonly #text: string;
  readonly #isData: boolean;
  readonly #siblings: () => Siblings;
  readonly #on = new Map<PathUse, string>();
  readonly #given = new Map<string, string | undefined>();
  #others: readonly string[] | undefined;
  /** Lines that give a name what is of payments, and which names they do. */
  #ofPayments: readonly string[] | undefined;
  readonly #ours = new Map<string, boolean>();

  constructor(text: string, isData: boolean, siblings: () => Siblings) {
    this.#text = text;
    this.#isData = isData;
    this.#siblings = siblings;
  }

  /** What a call is made at or on: the variable of its address, else the object that is asked. In data nothing is asked. */
  calledOn(use: PathUse): string {
    let on = this.#on.get(use);
    if (on === undefined) {
      const [call = ''] = use.context.names;
      on = variableOf(use, this.#text) ?? (this.#isData ? '' : call.split('.').slice(0, -1).join('.'));
      this.#on.set(use, on);
    }
    return on;
  }

  /** The variable of the environment that a name was given. */
  givenTo(name: string): string | undefined {
    if (!this.#given.has(name)) this.#given.set(name, givenTo(name, this.#text));
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
    const own = this.is(this.calledOn(use));
    const words = new Set(own === undefined ? [] : somebodyIn(own));
    if (own === undefined || words.size === 0) return undefined;
    this.#others ??= this.#siblings()
      .ours()
      .map((name) => this.is(name) ?? '')
      .filter(namesSomebody);
    const [other] = this.#others;
    const isAlike = this.#others.some((name) => somebodyIn(name).some((word) => words.has(word)));
    return other === undefined || isAlike
      ? undefined
      : `is called on ${own}, and this service's other paths on ${other}`;
  }

  /** The variable of its address, or what it is called on, or made with, where that names somebody else than payments. */
  somebody(use: PathUse): string | undefined {
    const on = this.calledOn(use);
    const name = this.is(on);
    return name !== undefined && namesSomebody(name) && !this.#isOurs(name) && !this.#isOurs(on)
      ? name
      : undefined;
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
