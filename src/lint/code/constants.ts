// What an expression says as a text: constants by their names, sums, templates, joined addresses. What isn't known is `{}`.
import type { Call, Value } from '../model/facts.ts';
import type { Bind, Fn, State } from './state.ts';

const UNKNOWN = '{}';
const MAX_DEPTH = 6;
const MAX_LENGTH = 500;

/** Functions and methods that join parts of a path with slashes, and those that put texts into one. */
const JOINS =
  /(?:^|\.)(?:urljoin|url_join|join|JoinPath|joinPath|Combine|appendingPathComponent|appending|addPathSegments?|appendPath\w*|path_join|url_concat|resolve|concat_url|addEncodedPathSegments|UriComponentsBuilder|path|segments?|pathSegment)$/;
const FORMATS =
  /(?:^|\.)(?:format|formatted|sprintf|Sprintf|Format|fmt|interpolate|concat|format!|printf|String\.format)$/;
/** What a text is only wrapped in. */
const WRAPS =
  /(?:^|\.)(?:URL|Uri|URI|url|uri|parse|Parse|create|of|String|str|toString|to_string|encodeURI|trim|trimEnd|replace|strip|rstrip|replaceAll|as_str|unwrap|freeze|toURI|get_url|URL\.init|Url\.parse|from|absoluteString|lit)$/;

export class Constants {
  readonly #state: State;
  readonly #given: ReadonlyMap<string, string>;
  readonly #binds = new Map<string, Bind[]>();
  readonly #fns = new Map<string, Fn[]>();
  /** Names that were asked for and that nothing here says. */
  readonly asked = new Set<string>();

  constructor(state: State, given: ReadonlyMap<string, string>) {
    this.#state = state;
    this.#given = given;
    for (const bind of state.binds) add(this.#binds, lastOf(bind.name), bind);
    for (const fn of state.fns) if (fn.name !== '') add(this.#fns, fn.name, fn);
  }

  fnsNamed(callee: string): readonly Fn[] {
    return this.#fns.get(lastOf(callee)) ?? [];
  }

  bindsOf(name: string): readonly Bind[] {
    return this.#binds.get(lastOf(name)) ?? [];
  }

  /** `values`: what parameters are called with. */
  textOf(value: Value, fn: Fn | undefined, depth = 0, values?: ReadonlyMap<string, string>): string {
    if (depth > MAX_DEPTH) return UNKNOWN;
    switch (value.kind) {
      case 'text':
        return withHoles(value.text);
      case 'sum':
        return value.parts
          .slice(0, 40)
          .map((part) => this.textOf(part, fn, depth + 1, values))
          .join('')
          .slice(0, MAX_LENGTH);
      case 'name':
        return values?.get(value.name) ?? this.#named(value.name, fn, depth);
      case 'call':
        return this.#called(value.call, fn, depth, values);
      case 'object':
      case 'list':
      case 'other':
        return UNKNOWN;
      default:
        value satisfies never;
        return UNKNOWN;
    }
  }

  #named(name: string, fn: Fn | undefined, depth: number): string {
    const known = this.#bound(name, fn);
    if (known) return this.textOf(known.value, known.fn, depth + 1);
    const parts = name.split('.');
    for (let i = parts.length - 1; i > 0; i--) {
      const member = this.#member(parts[i - 1] ?? '', parts.slice(i), depth);
      if (member !== undefined) return member;
    }
    if (parts.length > 1) {
      const last = this.#bound(parts.at(-1) ?? '', fn);
      if (last && /^[A-Z_0-9]+$/.test(parts.at(-1) ?? '')) return this.textOf(last.value, last.fn, depth + 1);
    }
    const given =
      this.#given.get(name) ??
      this.#given.get(parts.slice(-2).join('.')) ??
      this.#given.get(parts.at(-1) ?? '');
    if (given === undefined) this.asked.add(name);
    return given ?? UNKNOWN;
  }

  /** The nearest that is bound to the name: here, in functions around, outside of all. */
  #bound(name: string, fn: Fn | undefined): Bind | undefined {
    const all = this.#binds
      .get(lastOf(name))
      ?.filter((bind) => bind.isPart !== true && (bind.name === name || lastOf(bind.name) === name));
    if (!all || all.length === 0) return undefined;
    for (let at = fn; at; at = at.outer) {
      const here = all.find((bind) => bind.fn === at);
      if (here) return here;
    }
    return all.find((bind) => bind.fn === undefined) ?? (all.length === 1 ? all[0] : undefined);
  }

  /** `PATHS.transfers`. */
  #member(name: string, path: readonly string[], depth: number): string | undefined {
    for (const bind of this.#binds.get(name) ?? []) {
      let value: Value | undefined = bind.value;
      for (const part of path) {
        value =
          value?.kind === 'object'
            ? value.object.keys.find(({ written }) => written === part)?.value
            : undefined;
      }
      if (value && value.kind !== 'other') return this.textOf(value, bind.fn, depth + 1);
    }
    return undefined;
  }

  #called(call: Call, fn: Fn | undefined, depth: number, values?: ReadonlyMap<string, string>): string {
    const { callee } = call;
    const texts = call.args.map((arg) => this.textOf(arg, fn, depth + 1, values));
    if (FORMATS.test(callee) && texts.some((text) => text.includes('/'))) {
      return /concat$/.test(callee) ? texts.join('') : (texts[0] ?? UNKNOWN);
    }
    if (/(?:^|\.)URL$/.test(callee) && texts.length > 1 && texts[0]?.startsWith('/') === true) {
      return `${originOf(texts[1] ?? '')}${texts[0]}`;
    }
    if (JOINS.test(callee)) return this.#joined(call, texts, fn, depth);
    const own = this.#returned(call, texts, depth);
    if (own !== undefined) return own;
    if (WRAPS.test(callee) || /^[A-Z]\w*$/.test(lastOf(callee))) {
      const first = texts.find((text) => text.includes('/'));
      if (first !== undefined) return first;
      if (call.receiver) return this.#called(call.receiver, fn, depth + 1, values);
      const head = callee.split('.').slice(0, -1).join('.');
      if (head !== '' && !/^[A-Z]/.test(head)) return this.#named(head, fn, depth + 1);
    }
    // `env('PAYMENTS_URL', 'https://...')`, `getenv() ?: '...'`.
    return texts.find((text) => /^https?:\/\//.test(text)) ?? UNKNOWN;
  }

  #joined(call: Call, texts: readonly string[], fn: Fn | undefined, depth: number): string {
    const parts = texts.filter((text) => text !== '' && !/^(?:get|post|put|patch|delete)$/i.test(text));
    const head = call.callee.split('.').slice(0, -1).join('.');
    const isMethod =
      head !== '' &&
      !/^(?:url|path|posix|win32|os|Path|URI|urllib|parse|path\.posix|os\.path)(?:\.|$)/.test(head);
    const base = call.receiver
      ? this.#called(call.receiver, fn, depth + 1)
      : isMethod
        ? this.#named(head, fn, depth + 1)
        : '';
    return [...(base === '' ? [] : [base]), ...parts]
      .join('/')
      .replace(/([^:])\/{2,}/g, '$1/')
      .slice(0, MAX_LENGTH);
  }

  /** A function of this file that makes a text: `url('/transfers')`. */
  #returned(call: Call, texts: readonly string[], depth: number): string | undefined {
    const [fn] = this.fnsNamed(call.callee);
    const [value] = fn?.returns ?? [];
    if (!fn || !value || fn.returns.length > 3) return undefined;
    const values = new Map(fn.params.map(({ name }, i) => [name, texts[i] ?? UNKNOWN]));
    const text = this.textOf(value, fn, depth + 1, values);
    return text === UNKNOWN ? undefined : text;
  }
}

/** Places that are filled in later, in all languages' spellings. */
const withHoles = (text: string): string =>
  text.replace(
    /%(?:\d\$)?[sdv@]|\{[^{}\s]{0,60}\}|\$\{[^{}]{0,60}\}|:[a-z]\w{0,40}(?=\/|$)|<[a-z_]+>/gi,
    (hole) => (hole.startsWith(':') && /^:\d/.test(hole) ? hole : UNKNOWN),
  );

const originOf = (url: string): string => /^[a-z]+:\/\/[^/]*/i.exec(url)?.[0] ?? UNKNOWN;
export const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replace(/^[@$]+/, '');

/** Of a name that is given more values than this, no more are looked at. */
const MOST_OF_A_NAME = 40;

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known && known.length >= MOST_OF_A_NAME) return;
  if (known) known.push(value);
  else map.set(key, [value]);
}
