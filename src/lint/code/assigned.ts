// Keys that are given to something one at a time: `x.amount = v`, `x["amount"] = v`, `x.put("amount", v)`,
// `x.setAmount(v)`, `.amount(v)` of a builder. They are gathered by what they are given to.
import { calleeOf, type Group, tokenOf } from './groups.ts';
import { type FoundKey, isInteresting } from './keys.ts';
import type { Scope, Token } from './token.ts';

export interface AssignedKey {
  readonly key: FoundKey;
  /** Name of the variable, or what a chain begins with. */
  readonly owner: string;
  readonly scope: Scope;
  /** Of a builder: only other keys of the same chain tell what is built. */
  readonly chained: boolean;
}

const OWN = /^(this|self|@|Self|\$this)$/;
const PUTS =
  /^(put|set|add|addProperty|append|insert|field|putIfAbsent|put_new|Set|Add|SetString|emplace|property)$/;
const SETTER = /^(?:set|with|Set|With|set_|with_|add)(?=[A-Z_])_?/;

export function assignedKeys(group: Group, tokens: readonly Token[]): AssignedKey[] {
  const found: AssignedKey[] = [];
  const { items } = group;
  const at = (i: number): Token | undefined => tokenOf(items[i], tokens);
  const push = (
    token: Token,
    written: string,
    start: number,
    value: number,
    owner: string,
    from: Group,
    chained: boolean,
  ): void => {
    const key = { written, start, end: start + written.length, value, group: from, token, declared: false };
    found.push({ key, owner, scope: token.scope, chained });
  };
  items.forEach((item, i) => {
    const token = at(i);
    if (token?.kind === 'name' && !token.passive && isInteresting(token.text)) {
      const dot = at(i - 1)?.text;
      const equals = at(i + 1)?.text === '=' && at(i + 2)?.text !== '=';
      if (equals && (dot === '.' || dot === '->' || dot === '?.')) {
        const owner = ownerAt(i - 2);
        if (owner !== undefined && !OWN.test(owner))
          push(token, token.text, token.start, i + 2, owner, group, false);
      }
      return;
    }
    if (typeof item !== 'object') return;
    if (item.open === '[' && item.items.length === 1) {
      const inner = item.items[0];
      const key = tokenOf(inner, tokens);
      const equals = at(i + 1)?.text === '=' && at(i + 2)?.text !== '=';
      const owner = ownerAt(i - 1);
      if (
        key?.kind === 'string' &&
        !key.passive &&
        equals &&
        owner !== undefined &&
        isInteresting(key.text)
      ) {
        push(key, key.text, key.body ?? key.start, i + 2, owner, group, false);
      }
      return;
    }
    if (item.open === '(' && item.items.length > 0) call(item);
  });
  return found;

  /** The last name before an item: `order.transfer` gives `transfer`. */
  function ownerAt(i: number): string | undefined {
    const token = at(i);
    if (token?.kind === 'name') return token.text.replace(/^[$@]+/, '');
    const item = items[i];
    if (typeof item === 'object') return ownerAt(i - 1);
    return undefined;
  }

  function call(args: Group): void {
    const callee = calleeOf(args, tokens);
    const last = callee.at(-1);
    if (last === undefined || callee.length < 2) return;
    const argument = (i: number): Token | undefined => tokenOf(args.items[i], tokens);
    const before = args.items.length > 0 ? group.items[args.position - 1] : undefined;
    const name = tokenOf(before, tokens);
    if (!name || name.passive) return;
    if (PUTS.test(last)) {
      const first = argument(0);
      // `Map.put(body, "amount", v)` names what it is given to first.
      const second = first?.kind === 'name' ? argument(2) : undefined;
      const key = first?.kind === 'string' ? first : second?.kind === 'string' ? second : undefined;
      if (!key || !isInteresting(key.text) || args.items.length < 3) return;
      const owner =
        key === second ? (first?.text ?? '') : (callee.findLast((part) => !PUTS.test(part)) ?? '');
      push(key, key.text, key.body ?? key.start, key === second ? 4 : 2, owner, args, false);
      return;
    }
    const setter = SETTER.test(last) ? last.replace(SETTER, '') : last;
    if (!isInteresting(setter) || setter === '') return;
    const start = name.end - setter.length;
    const owner = callee[0] ?? '';
    push(name, setter, start, 0, SETTER.test(last) ? owner : `${owner} builder`, args, !SETTER.test(last));
  }
}
