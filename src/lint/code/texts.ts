// Texts that stand for themselves: document types, paths, JSON inside strings, and the lists that texts are in.
import { readJson } from '../data/json.ts';
import { decoded } from '../data/region.ts';
import { type Context, type Fate, isKept, type Model } from '../model/model.ts';
import {
  ANY_PAPER,
  DOCUMENT_TYPES,
  isPaper,
  REMOVED_TYPES,
  STRONG_WORDS,
  typeNamed,
  UPLOAD_PATH,
  WEAK_WORDS,
} from '../model/words.ts';
import type { Contexts } from './bodies/contexts.ts';
import { isCompared, isComparing, isComparison } from './lists/compared.ts';
import type { Denials } from './lists/denials.ts';
import type { Fates } from './lists/fates.ts';
import { listsIn, wordsIn } from './lists/lists.ts';
import { hasItself } from './lists/own-values.ts';
import type { Uses } from './lists/uses.ts';
import type { Strings } from './names/strings.ts';
import { PathUses } from './path-uses.ts';
import type { Sides } from './sides/sides.ts';
import { isArm } from './tokens/arms.ts';
import { calleeOf, firstOf, givenTo, type Group, tokenOf } from './tokens/groups.ts';
import type { Places } from './tokens/places.ts';
import { isStatement, type Part, type Token } from './tokens/token.ts';

const FORM =
  /^(write_?field|append|add|add_?(form_?)?(data_?)?(part|field)|add_?text_?body|field|part|(form|multi)_?(param|part|field))$/i;
export interface TextReader {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly strings: Strings;
  readonly contexts: Contexts;
  readonly contextOf: (group: Group) => Context;
  readonly places: Places;
  readonly sides: Sides;
  readonly fates: Fates;
  readonly denials: Denials;
  readonly uses: Uses;
}

export class Texts {
  readonly #model: Model;
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #strings: Strings;
  readonly #contexts: Contexts;
  readonly #contextOf: (group: Group) => Context;
  readonly #paths: PathUses;
  readonly #fates: Fates;
  readonly #denials: Denials;
  readonly #uses: Uses;
  readonly #uploads: boolean;

  constructor(model: Model, reader: TextReader) {
    this.#model = model;
    this.#source = reader.source;
    this.#tokens = reader.tokens;
    this.#strings = reader.strings;
    this.#contexts = reader.contexts;
    this.#contextOf = reader.contextOf;
    const contextAt = (group: Group, i: number, token: Token): Context => this.#contextAt(group, i, token);
    this.#paths = new PathUses(model, { ...reader, contextAt });
    this.#fates = reader.fates;
    this.#denials = reader.denials;
    this.#uses = reader.uses;
    this.#uploads = UPLOAD_PATH.test(reader.source);
  }

  read(group: Group): void {
    group.items.forEach((item, i) => {
      const token = typeof item === 'number' ? this.#tokens[item] : undefined;
      if (!token || token.passive) return;
      if (token.kind === 'name') {
        const type = typeNamed(token.text);
        const isTold = type === token.text ? REMOVED_TYPES.has(type) : this.#isInCapitals(type);
        if (isTold && this.#isMember(group, i, token) && !hasItself(group, i, this.#tokens))
          this.#text(group, i, token, token.start);
        return;
      }
      this.#paths.readPattern(group, i, token);
      if (token.kind !== 'string' || isStatement(token)) return;
      const start = token.body ?? token.start;
      if (isPaper(token.text) && (this.#uploads || REMOVED_TYPES.has(token.text)))
        this.#text(group, i, token, start);
      else if (DOCUMENT_TYPES.test(token.text) || (this.#uploads && ANY_PAPER.test(token.text)))
        this.#words(group, i, token);
      if (token.text.includes('current-tenant')) this.#paths.read(group, i, token, start);
      this.#paths.readServed(group, i, token);
      if (/^\s*[[{]/.test(token.text)) {
        const value = decoded(this.#pieces(group, i));
        if (STRONG_WORDS.test(value.text) || WEAK_WORDS.test(value.text)) {
          readJson(value, this.#model, { context: this.#contextAt(group, i, token) });
        }
      }
    });
    for (const { items, at, enumerates, labelled, ofCustomer, type } of listsIn(
      group,
      this.#tokens,
      this.#named,
    )) {
      const fate = this.#fate(group, 0);
      if (!isKept(fate) && isCompared(group, this.#tokens)) continue;
      const { names: uses, completed, loops: own } = this.#uses.of(group);
      const loops = type === undefined ? own : this.#uses.loopsOver(type);
      const found = this.#contextOf(group);
      const sent = found.urls.length > 0 ? [] : this.#contexts.ofLoops(loops);
      const walked = this.#contexts.callsOut(loops);
      const context = { ...found, urls: [...found.urls, ...sent], fate, uses };
      // An enumeration is a list where all of it is sent, and so are labels.
      const whole =
        (labelled === true && sent.length > 0) ||
        (type !== undefined && (sent.length > 0 || (walked && this.#uploads)));
      this.#model.lists.push({
        ...{ items, at, context, walked },
        enumerates: (enumerates && !whole) || completed,
        ofCustomer: ofCustomer && !enumerates && !completed,
      });
    }
  }

  /** A string's parts, and those of the strings and expressions that are added to it. */
  #pieces(group: Group, position: number): Part[] {
    const pieces: Part[] = [];
    for (let i = position; i < group.items.length; i++) {
      const item = group.items[i];
      const token = tokenOf(item, this.#tokens);
      if (token?.kind === 'string') {
        for (const part of token.parts ?? []) pieces.push(part);
      } else {
        pieces.push({ code: token?.text ?? '', at: this.#tokens[firstOf(item ?? 0)]?.start ?? 0 });
        i = this.#strings.chainTo(group.items, i);
      }
      if (!this.#strings.isPlus(tokenOf(group.items[++i], this.#tokens)?.text ?? '')) break;
    }
    return pieces;
  }

  /** A text of several document types: a list, and each of those that ended by itself. */
  #words(group: Group, i: number, token: Token): void {
    const items = wordsIn(token);
    const removed = items.filter(({ text }) => REMOVED_TYPES.has(text));
    const [first] = removed.length > 0 || this.#uploads ? items : [];
    if (!first) return;
    const key = givenTo(group.items, i, this.#tokens);
    const { names: uses, completed, loops } = this.#uses.of(group);
    const found = this.#contextAt(group, i, token);
    const sent = found.urls.length > 0 ? [] : this.#contexts.ofLoops(loops);
    const context = { ...found, urls: [...found.urls, ...sent], fate: this.#fate(group, i), uses };
    for (const { text, at } of removed)
      this.#model.texts.push({ text, at, key: key?.text ?? '', context, compared: false });
    const at = key ? { start: key.start, end: key.end } : (removed[0] ?? first).at;
    this.#model.lists.push({ items, at, enumerates: completed, context });
  }

  /** `DocumentType.OwnershipChart`, and the members of an enumeration of documents. */
  #isMember(group: Group, i: number, token: Token): boolean {
    const before = tokenOf(group.items[i - 1], this.#tokens)?.text;
    const owner = tokenOf(group.items[i - 2], this.#tokens)?.text ?? '';
    if (before === '.' || before === '::' || before === '->') return /doc/i.test(owner);
    if (token.scope.kind !== 'type' || before === 'class') return false;
    return /doc/i.test(token.scope.name) || (this.#isEnumerated(group, i) && this.#uploads);
  }

  /** `DocumentType.OWNERSHIP_CHART`, where no value of the file says it: members are called so elsewhere, too. */
  #isInCapitals(type: string): boolean {
    return this.#uploads && isPaper(type) && !this.#source.includes(type);
  }

  /** `OwnershipChart,` between others of its kind. */
  #isEnumerated(group: Group, i: number): boolean {
    const text = (at: number): string =>
      typeof group.items[at] === 'object' ? ',' : (tokenOf(group.items[at], this.#tokens)?.text ?? ',');
    return (i === 0 || text(i - 1) === ',') && (i + 1 >= group.items.length || /^[,;]$/.test(text(i + 1)));
  }

  readonly #named = (name: string): string | undefined => this.#strings.constant(name);

  #contextAt(group: Group, i: number, token: Token): Context {
    const at = firstOf(group.items[i] ?? 0);
    return this.#contexts.of(group, i, token.statement, token.scope, [at, at]);
  }

  #text(group: Group, i: number, token: Token, start: number): void {
    const isAsserted = this.#tokens[token.statement.first]?.text === 'assert';
    const around = [group.items[i - 1], group.items[i + 1]].map((item, side) => {
      const next = typeof item === 'number' ? this.#tokens[item] : undefined;
      // What begins the next line is another statement: Swift's `case chart = "OwnershipChart"`.
      if (side === 1 && next?.first === true) return '';
      // `assert "AmlPolicy" not in types`.
      const isAbsent = side === 1 && next?.text === 'not' && isAsserted;
      return isAbsent ? 'in' : (next?.text ?? '');
    });
    const callee = group.open === '(' ? (calleeOf(group, this.#tokens).at(-1) ?? '') : '';
    const compared =
      isArm(group, i, this.#tokens) ||
      around.some(isComparison) ||
      isComparing(callee) ||
      isCompared(group, this.#tokens);
    const key = givenTo(group.items, i, this.#tokens)?.text ?? this.#fieldBefore(group, i, callee);
    const at = { start, end: start + token.text.length };
    const fate = this.#fate(group, i);
    this.#model.texts.push({
      text: typeNamed(token.text),
      at,
      key,
      context: { ...this.#contextAt(group, i, token), fate, uses: this.#uses.of(group).names },
      compared: compared && !isKept(fate),
      member: token.scope.kind === 'type' && this.#makesMember(group),
    });
  }

  /** `OrgChart("OrganizationChart", R.string.chart),`: no `new` and no name that it is given to stands before it. */
  #makesMember({ open, at }: Group): boolean {
    const [before, name] = [this.#tokens[at - 2], this.#tokens[at - 1]];
    return (
      open === '(' && name?.kind === 'name' && /^[A-Z]/.test(name.text) && /^[,{;]$/.test(before?.text ?? '')
    );
  }

  /** `form.append("type", "AmlPolicy")`: the field of a form that is given a text. */
  #fieldBefore({ items }: Group, i: number, callee: string): string {
    const first = items[0];
    const token = typeof first === 'number' ? this.#tokens[first] : undefined;
    return i === 2 && token?.kind === 'string' && FORM.test(callee) ? token.text : '';
  }

  #fate(group: Group, i: number): Fate {
    return this.#denials.has(group, i) || this.#uses.of(group).removed ? 'refused' : this.#fates.of(group, i);
  }
}
