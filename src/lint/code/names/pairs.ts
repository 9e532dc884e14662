// Keys that stand in pairs: `Map.entry("amount", v)`, and lists of pairs that become an object: `dict([("amount", v)])`, `Object.fromEntries([['amount', v]])`, `[[:amount,
// v]].to_h`, also through a variable. A list of pairs that stays one is a table of something else.
import type { LanguageId } from '../../model/language.ts';
import { calleeOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

const CONVERTS =
  /^(dict|fromEntries|Map|OrderedDict|to_h|to_hash|HashMap|URLSearchParams|MultiDict|collect|from)$/;
const METHODS = /^(to_h|to_hash|toMap|collect|to_map|associate)$/;

export class Pairs {
  readonly #tokens: readonly Token[];
  readonly #groups: readonly Group[];
  /** Names that are handed to what makes an object of them; made when first asked for. */
  #converted: ReadonlySet<string> | undefined;
  readonly #language: LanguageId;

  constructor(tokens: readonly Token[], groups: readonly Group[], language: LanguageId) {
    this.#tokens = tokens;
    this.#groups = groups;
    this.#language = language;
  }

  #at(group: Group, i: number): Token | undefined {
    return tokenOf(group.items[i], this.#tokens);
  }

  /** `{"amount", v}` inside a list of such, and `Map.entry("amount", v)`. */
  isKey(group: Group, i: number, token: Token): boolean {
    if (token.kind !== 'string' || this.#at(group, i + 1)?.text !== ',') return false;
    const { open, parent } = group;
    if (open === '{') {
      return (
        i === 0 &&
        group.items.length >= 3 &&
        parent?.open === '{' &&
        parent.items.every((item) => typeof item === 'object' || tokenOf(item, this.#tokens)?.text === ',') &&
        /^(cpp|csharp)$/.test(this.#language)
      );
    }
    if (i === 0 && this.#isOne(group)) return true;
    if (open !== '(') return false;
    const callee = calleeOf(group, this.#tokens);
    const last = callee.at(-1) ?? '';
    if (/^(entry|Pair|pair|make_pair|KeyValuePair|Entry)$/.test(last)) return i === 0;
    const ofMap = i < 400 && /^(of|ofEntries)$/.test(last) && (callee.at(-2) ?? '').endsWith('Map');
    return ofMap && this.#argumentNumber(group, i) % 2 === 0;
  }

  /** How many commas stand before an item. */
  #argumentNumber(group: Group, i: number): number {
    return group.items.slice(0, i).filter((_, j) => this.#at(group, j)?.text === ',').length;
  }

  /** Whether a group is one pair of such a list: a text, a comma, a value. */
  #isOne(group: Group): boolean {
    const list = group.parent;
    if (!list || (group.open !== '(' && group.open !== '[') || (list.open !== '[' && list.open !== '('))
      return false;
    if (group.items.length < 3 || tokenOf(group.items[1], this.#tokens)?.text !== ',') return false;
    const [first] = list.items;
    return typeof first === 'object' && first.open === group.open && this.#isObject(list);
  }

  #isObject(list: Group): boolean {
    const outer = list.parent;
    if (!outer) return false;
    if (outer.open === '(' && CONVERTS.test(calleeOf(outer, this.#tokens).at(-1) ?? '')) return true;
    const sign = tokenOf(outer.items[list.position + 1], this.#tokens)?.text;
    const method = tokenOf(outer.items[list.position + 2], this.#tokens)?.text ?? '';
    if (sign === '.' && METHODS.test(method)) return true;
    const owner = givenTo(outer.items, list.position, this.#tokens);
    return owner !== undefined && this.#names().has(owner.text);
  }

  #names(): ReadonlySet<string> {
    return (this.#converted ??= new Set(
      this.#groups.flatMap((group) => {
        if (group.open !== '(' || !CONVERTS.test(calleeOf(group, this.#tokens).at(-1) ?? '')) return [];
        const first = tokenOf(group.items[0], this.#tokens);
        return first?.kind === 'name' ? [first.text] : [];
      }),
    ));
  }
}
