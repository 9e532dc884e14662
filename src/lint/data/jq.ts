// What a jq or yq program assigns: `.amount = $v`, `.transactionBreakdown.transactionTypes |= ...`. Only the paths on the left
// of an assignment; what is read, compared or deleted is none. Knows nothing of commands.
import { camel, type Context, type Key, type Obj } from '../model/model.ts';
import { INTEREST } from '../model/words.ts';
import type { Region } from './region.ts';

/** Bounded: a path of five names of sixty letters each. */
const ASSIGNS =
  /(?:^|[\s|(,;])\.(\w{1,60}(?:\.\w{1,60}){0,4})(?:\[\])?\s{0,8}(?:\||\+|\/\/)?=(?!=)\s{0,8}(\w{0,10})/g;
const COMMAND = /(?:^|[/(`])(?:jq|yq|gojq|jaq)$/;
const NESTED = /^(transactionBreakdown|source|destination)$/;

export const isJq = (word: string): boolean => COMMAND.test(word);

/** The objects that a program assigns to: the whole, and those inside it. */
export function assignedIn({ text, at }: Region, context: Context): Obj[] {
  const objects = new Map<string, Obj>();
  for (const match of text.matchAll(ASSIGNS)) {
    const [whole, path = '', value = ''] = match;
    if (/^(null|empty)$/.test(value)) continue;
    const names = path.split('.');
    const from = match.index + whole.indexOf(`.${path}`) + 1;
    // `.compliance.kycVendor = ...` makes the object that is gone.
    const depth = NESTED.test(names[0] ?? '') && names.length > 1 ? 1 : 0;
    const written = names[depth] ?? '';
    const holder = depth === 1 ? (names[0] ?? '') : '';
    const start = from + (depth === 1 ? holder.length + 1 : 0);
    if (!INTEREST.has(camel(written))) continue;
    const span = { start: at(start), end: at(start + written.length - 1) + 1 };
    const key: Key = { name: camel(written), written, at: span, value: { kind: 'other' } };
    const known = objects.get(holder);
    if (known) known.keys.push(key);
    else {
      const names = holder === '' ? context.names : [holder, ...context.names];
      objects.set(holder, { keys: [key], at: span, context: { ...context, names }, kind: 'literal' });
    }
  }
  return [...objects.values()];
}
