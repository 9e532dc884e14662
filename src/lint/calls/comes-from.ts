// From where a name comes that nothing in its file is given to: the module that it is imported from, the type that it is declared with.
// And what a class says of itself: the base address of all that it asks for, or the client that it extends.
import { dirname, join } from 'node:path';

import { isOfPayments, ownerIn } from './addresses.ts';

/** Words of a client's type that are nobody's name. */
const ADJECTIVES =
  /^(?:ok|json|bearer|auth|authenticated|authorized|retryable|resilient|named|signed|secure|default|standard|pooled|closeable|jersey|apache|low|high|level|mock|fake|basic|custom|my|app|application|shared|instance|browser|server|remote|interface|native|lazy|scoped|json|graphql|generic|tenant|tenants)$/;

/** Words of a name that say whose a client is. */
const whoseIn = (name: string): string[] => ownerIn(name).filter((word) => !ADJECTIVES.test(word));

const says = (name: string): boolean => isOfPayments(name) || whoseIn(name).length > 0;

/** Bounded: names of 60 characters, lines of 200. */
const MODULE = /^[^\n;=()]{0,160}\bfrom\s{0,3}["']([^"'\n]{1,120})["']/;
const REQUIRED = /^[\s\w,}]{0,100}=\s{0,3}(?:await\s)?(?:require|import)\(\s{0,3}["']([^"'\n]{1,120})["']/;
const PYTHON = /(?:^|\n)[ \t]{0,20}from\s([\w.]{1,120})\simport\s[^\n]{0,120}$/;
/** Files that are a client, whose name is their folder's. */
const PLAIN =
  /^(?:client|api|https?|sdk|session|index|axios|fetcher|fetch|request|requests|api[-_]?client|http[-_]?client)$/i;

/** By what an own module is called that a name is imported from: `./clients/harbor`, `../harbor/http`, of a package's it is nobody. */
export function importedFrom(before: string, behind: string, path: string): string | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isImport =
    /^\s{0,20}import\b/.test(line) || /(?:^|\n)import\s(?:type\s)?\{[^{}]{0,160}$/.test(before);
  const found = isImport ? MODULE.exec(behind) : REQUIRED.exec(behind);
  const python = found ? undefined : PYTHON.exec(before)?.[1];
  const name = found?.[1] ?? (python === undefined ? undefined : ofPython(python));
  if (name === undefined || !/^(?:\.{1,2}\/|[@~#]\/|src\/)/.test(name)) return undefined;
  const whole = name.startsWith('.') ? join(dirname(path), name) : name;
  const parts = whole.split('/').map((part) => part.replace(/\.[cm]?[jt]sx?$/, ''));
  const last = parts.at(-1) ?? '';
  const own = PLAIN.test(last) ? (parts.at(-2) ?? '') : last;
  return /^[\w.-]{1,60}$/.test(own) && says(own) ? own : undefined;
}

/** `.clients.harbor` and `app.clients.harbor` as a path. */
function ofPython(name: string): string | undefined {
  if (!/^\.|\..*\.|(?:clients?|integrations?|vendors?|providers?|services)\./.test(name)) return undefined;
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  return `${dots > 1 ? '../'.repeat(dots - 1) : './'}${name.slice(dots).split('.').join('/')}`;
}

const OF_CLIENT =
  /(?:Client|Http|HTTP|A[Pp][Ii]|Gateway|S[Dd][Kk]|Service|Connector|Adapter|Session|Transport)$/;
/** `http: HarborHttp`, `client *harbor.Client`. Bounded: types of 60 characters. */
const TYPED =
  /^\s{0,2}[?!]?:\s{0,2}(?:[&*]|mut\s|Arc<|Optional\[|\w{1,20}\.){0,3}([A-Z]\w{1,60})|^\s{1,20}\*?(?:([a-z]\w{1,30})\.(?:Client|API|SDK|HTTPClient|Service)\b|([A-Z]\w{1,60})\b)/;
/** `HarborClient client`. */
const TYPE_BEFORE = /(?:^|[\s(,<])([A-Z]\w{1,60})(?:<[\w<>, ]{0,40}>)?\??\s(?:this\.)?$/;

/** The type that a name is declared with, where that is a client of somebody. */
export function typedAs(before: string, behind: string): string | undefined {
  const found = TYPED.exec(behind);
  const [, first = ''] = TYPE_BEFORE.exec(before.slice(-120)) ?? [];
  if (found?.[2] !== undefined) return says(found[2]) ? found[2] : undefined;
  return [found?.[1] ?? found?.[3] ?? '', first].find((type) => OF_CLIENT.test(type) && says(type));
}

/** What a class, or a file, calls all its paths at. Bounded: lines of 160 characters. */
const BASED_ON =
  /(?:\bbase_uri|\bBaseUrl,|\bbase(?:Url|URL|_url)\s?[:=]|^[ \t]{0,12}host\s?=|@(?:Client|HttpExchange|FeignClient|RegisterRestClient)\()([^\n]{1,160})/gm;
/** The name in it: of settings, of a service. */
const NAMED_IN =
  /\$\{([\w.-]{1,60})\}|(?:name|value|configKey)\s?=\s?["']([\w-]{1,60})["']|^\s?["']\/?([a-z][\w-]{1,60})["']|\b([A-Z][A-Z\d]{1,30}(?:_[A-Z\d]{1,30}){1,5})\b|:([a-z]\w{1,40}_(?:url|uri|host))\b/;
/** How far an annotation stands before its class. */
const ANNOTATED = 300;
const SUPER = /^[^\n{]{0,160}?(?:<|\bextends\b|\(|:)\s{0,3}([A-Z]\w{2,60})/;
const IS_BASE = /(?:Client|A[Pp][Ii]|Gateway|S[Dd][Kk]|Connector|Adapter|Base)$/;
const MOST = 100;

interface Declared {
  readonly at: number;
  readonly name: string;
}

/** The base addresses that a text declares, each by its name. */
export function basesDeclared(text: string): Declared[] {
  return [...text.matchAll(BASED_ON)].slice(0, MOST).flatMap(({ index, 1: value = '' }) => {
    const found = NAMED_IN.exec(value.trimStart())
      ?.slice(1)
      .find((one) => typeof one === 'string' && says(one));
    return found === undefined ? [] : [{ at: index, name: found }];
  });
}

/** Of what a class asks itself for: its base address, or the client that it extends. `start`: of its class. */
export function ownBase(
  text: string,
  at: number,
  start: number | undefined,
  bases: readonly Declared[],
): string | undefined {
  const base = bases.findLast((one) => one.at < at);
  const isAbove = base !== undefined && start !== undefined && base.at < start;
  if (base && (!isAbove || (text.charAt(base.at) === '@' && start - base.at < ANNOTATED))) return base.name;
  const [, above = ''] = start === undefined ? [] : (SUPER.exec(text.slice(start, start + 240)) ?? []);
  return IS_BASE.test(above) && says(above) ? above : undefined;
}
