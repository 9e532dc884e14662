// What an expression is as a text: constants, sums, templates, joined addresses. An unknown part is `{}`.
import type { Call, Key, Value } from '../model/facts.ts';
import { type Bind, type Fn, lastOf, type State } from './state.ts';

const UNKNOWN = '{}';
const MAX_DEPTH = 6;
const MAX_LENGTH = 500;
const MOST_PARTS = 40;

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

  constructor(state: State) {
    this.#state = state;
  }

  textOf(value: Value, fn: Fn | undefined, depth = 0): string {
    if (depth > MAX_DEPTH) return UNKNOWN;
    switch (value.kind) {
      case 'text':
        return withHoles(value.text);
      case 'sum':
        return value.parts
          .slice(0, MOST_PARTS)
          .map((part) => this.textOf(part, fn, depth + 1))
          .join('')
          .slice(0, MAX_LENGTH);
      case 'name':
        return this.#named(value.name, fn, depth);
      case 'call':
        return this.#called(value.call, fn, depth);
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
    const known = this.#boundTo(name, fn);
    if (known) return this.textOf(known.value, known.fn, depth + 1);
    const parts = name.split('.');
    for (let i = parts.length - 1; i > 0; i--) {
      const member = this.#member(parts[i - 1] ?? '', parts.slice(i), depth);
      if (member !== undefined) return member;
    }
    const last = parts.at(-1) ?? '';
    // `Paths.TRANSFERS`: a constant of a class.
    const constant = /^[A-Z_0-9]+$/.test(last) ? this.#boundTo(last, fn) : undefined;
    return constant ? this.textOf(constant.value, constant.fn, depth + 1) : UNKNOWN;
  }

  /** The nearest that is bound to the name: here, in functions around, outside of all. */
  #boundTo(name: string, fn: Fn | undefined): Bind | undefined {
    const all = this.#state.binds
      .named(lastOf(name))
      .filter((bind) => bind.isPart !== true && (bind.name === name || name === lastOf(name)));
    for (let at = fn; at; at = at.outer) {
      const here = all.find((bind) => bind.fn === at);
      if (here) return here;
    }
    return all.find((bind) => bind.fn === undefined) ?? (all.length === 1 ? all[0] : undefined);
  }

  /** `PATHS.transfers`. */
  #member(name: string, path: readonly string[], depth: number): string | undefined {
    for (const bind of this.#state.binds.named(lastOf(name))) {
      let value: Value | undefined = bind.value;
      for (const part of path) {
        const keys: readonly Key[] = value?.kind === 'object' ? value.object.keys : [];
        value = keys.find(({ written }) => written === part)?.value;
      }
      if (value) return this.textOf(value, bind.fn, depth + 1);
    }
    return undefined;
  }

  #called(call: Call, fn: Fn | undefined, depth: number): string {
    const { callee } = call;
    const texts = call.args.map((arg) => this.textOf(arg, fn, depth + 1));
    if (FORMATS.test(callee)) return callee.endsWith('concat') ? texts.join('') : (texts[0] ?? UNKNOWN);
    if (JOINS.test(callee)) return this.#joined(call, texts, fn, depth);

    if (WRAPS.test(callee) || /^[A-Z]/.test(lastOf(callee))) {
      const first = texts.find((text) => text.includes('/'));
      if (first !== undefined) return first;
      const receiver = this.#receiver(call, fn, depth);
      if (receiver !== '') return receiver;
    }
    return UNKNOWN;
  }

  /** What a method is called on; nothing of a function, or of a class or module. */
  #receiver(call: Call, fn: Fn | undefined, depth: number): string {
    if (call.receiver) return this.#called(call.receiver, fn, depth + 1);
    const head = call.callee.split('.').slice(0, -1).join('.');
    return head === '' || /^(?:[A-Z]|(?:url|path|os|urllib|posixpath)(?:\.|$))/.test(head)
      ? ''
      : this.#named(head, fn, depth + 1);
  }

  #joined(call: Call, texts: readonly string[], fn: Fn | undefined, depth: number): string {
    return [this.#receiver(call, fn, depth), ...texts]
      .filter((text) => text !== '')
      .join('/')
      .replace(/([^:])\/{2,}/g, '$1/')
      .slice(0, MAX_LENGTH);
  }
}

/** Places that are filled in later, in all languages' spellings. */
const withHoles = (text: string): string =>
  text.replace(
    /%(?:\d\$)?[sdv@]|\{[^{}\s]{0,60}\}|\$\{[^{}]{0,60}\}|:[a-z]\w{0,40}(?=\/|$)|<[a-z_]+>/gi,
    UNKNOWN,
  );
