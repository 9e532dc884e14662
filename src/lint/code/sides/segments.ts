// Segments that stand apart from their path: `const TENANT = 'current-tenant'` beside `${base}/api/v1/${TENANT}`, and the members
// of a list that a loop puts there. Finds where the source puts such a text, and what the whole says then.
import { oneSlash } from '../../model/words.ts';
import { joins } from '../names/path-chains.ts';
import type { Strings } from '../names/strings.ts';
import { calleeOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import { firstAbove, type Places } from '../tokens/places.ts';
import { type Scope, type Token, within } from '../tokens/token.ts';
import type { Members } from './members.ts';

const MAX_USES = 48;
/** Items beside a name in which the text that it is put into begins. */
const MAX_BESIDE = 12;
const MAX_HOPS = 2;
/** Tells the text in question from one that says the same. */
const MARK = '\u0001';
const WHOLE = new RegExp(`(?:^|[/}])api/v1/?${MARK}/?current-tenant`);
const BELOW = new RegExp(`[/}]v?\\d*/?${MARK}/?current-tenant`);

/** A text that the segment is put into. */
export interface Placed {
  readonly path: string;
  readonly group: Group;
  readonly position: number;
  /** Something else is done with the name, too. */
  readonly mixed: boolean;
}

interface Put {
  readonly text: string;
  readonly group: Group;
  readonly position: number;
}

/** What stands for the segment, and between which tokens. */
interface Name {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly scope?: Scope;
}

export interface SegmentsReader {
  readonly places: Places;
  readonly strings: Strings;
  readonly members: Members;
}

export class Segments {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #strings: Strings;
  readonly #members: Members;

  constructor(tokens: readonly Token[], { places, strings, members }: SegmentsReader) {
    this.#tokens = tokens;
    this.#places = places;
    this.#strings = strings;
    this.#members = members;
  }

  /** Of the text at a position; `undefined` where it is put into no path. */
  of(group: Group, position: number, text: string, hops = MAX_HOPS): Placed | undefined {
    const puts: Put[] = [];
    const given = givenTo(group.items, position, this.#tokens);
    const here = given ? this.#places.indexOf(given) : -1;
    let others = false;
    for (const name of this.#namesOf(group, position)) {
      for (const at of this.#usesOf(name)) {
        if (at === here) continue;
        const put = this.#put(at, name.text, MARK + text);
        if (put) puts.push(put);
        else others ||= this.#isOther(at);
      }
    }
    const found = puts.find((put) => WHOLE.test(put.text)) ?? this.#further(puts, hops);
    const best = found ?? puts.find((put) => BELOW.test(put.text));
    return (
      best && { ...best, path: pathOf(best.text), mixed: others || puts.some((put) => !BELOW.test(put.text)) }
    );
  }

  /** Something else is done with it than to hand it on to another file. */
  #isOther(at: number): boolean {
    const token = this.#tokens[at];
    return token?.passive !== true && token?.shorthand !== true;
  }

  /** `const ME = '/' + TENANT`, and what that is put into. */
  #further(puts: readonly Put[], hops: number): Put | undefined {
    if (hops === 0) return undefined;
    for (const { group, position, text } of puts.slice(0, MAX_HOPS)) {
      const placed = this.of(group, position, pathOf(text), hops - 1);
      if (placed) return { ...placed, text: placed.path };
    }
    return undefined;
  }

  /** The variable that it is given to, or those that stand for each member of its list. */
  #namesOf(group: Group, position: number): Name[] {
    const given = givenTo(group.items, position, this.#tokens);
    if (given) {
      // A variable of a function is another one in the next.
      const isOwn = given.scope.kind === 'function';
      const from = isOwn ? this.#places.indexOf(given) : -1;
      return [{ text: given.text, from, to: Infinity, ...(isOwn ? { scope: given.scope } : {}) }];
    }
    const lists = [[group.at, group.close] as const];
    const list = group.parent && givenTo(group.parent.items, group.position, this.#tokens);
    for (const use of list ? this.#places.uses(list.text).slice(0, MAX_USES) : []) lists.push([use, use]);
    return lists
      .flatMap(([from, to]) => this.#members.of(from, to)?.members ?? [])
      .map(({ name, from, to }) => ({ text: name, from, to }));
  }

  #usesOf({ text, from, to, scope }: Name): number[] {
    const plain = text.replace(/^[$@#]+/, '');
    return [this.#places.uses(plain), this.#places.usesInTexts(plain)]
      .flatMap((uses) => {
        const first = firstAbove(uses, from, (use) => use);
        return uses.slice(first, first + MAX_USES);
      })
      .filter((at) => at < to && (!scope || within(this.#tokens[at]?.scope, scope)));
  }

  /** What the text that a name is put into says where the name stands for `text`. */
  #put(at: number, name: string, text: string): Put | undefined {
    const place = this.#places.of(at);
    if (!place) return undefined;
    return this.#strings.assuming(name, text, () => {
      for (const [group, position] of this.#wholes(place.group, place.position)) {
        const whole = this.#strings.at(group.items, position);
        if (whole.includes(MARK) && whole !== text) return { text: whole, group, position };
      }
      const { group } = place;
      if (!joins(group, this.#tokens)) return undefined;
      const joined = this.#strings.joined(group, group.items.length - 1);
      return joined.includes(MARK) && joined !== text
        ? { text: joined, group, position: place.position }
        : undefined;
    });
  }

  /** Where a text may stand that has the name: there, beside it in a sum or a format, or before the brackets that fill it. */
  *#wholes(group: Group, position: number): Generator<readonly [Group, number]> {
    yield [group, position];
    const isText = (items: Group['items'], i: number): boolean =>
      tokenOf(items[i], this.#tokens)?.kind === 'string';
    for (let i = position - 1; i >= 0 && i > position - MAX_BESIDE; i--)
      if (isText(group.items, i)) yield [group, i];
    const { parent } = group;
    if (!parent) return;
    // `'%s/x' % (base, name)` and `'{}/x'.format(base, name)`.
    const behind = group.position - (calleeOf(group, this.#tokens).length > 0 ? 3 : 2);
    for (const i of [behind, group.position - 3]) if (isText(parent.items, i)) yield [parent, i];
  }
}

const pathOf = (text: string): string => oneSlash(text.replaceAll(MARK, ''));
