// Names that say: this is a list of what is refused. They speak for lists, and for objects that hold nothing but names; what
// stands in a call or is given to one is judged, whatever its function, class, variable or key is called.
import type { Context, Obj, Value } from '../model/model.ts';
import { wordsOf } from '../model/name-words.ts';
import { REMOVED_BREAKDOWN, REMOVED_FIELDS, REMOVED_TYPES } from '../model/words.ts';

/** Whole words: `stripe` strips nothing. */
const REFUSED: ReadonlySet<string> = new Set(
  `removed forbid forbidden disallow disallowed banned blocked denied deny denylist reject rejects rejected refuse refuses
  refused strip stripped omit omitted exclude excluded ignore ignored unwanted unsupported blacklist blacklisted blocklist
  dropped discard discarded prohibit prohibited retired discontinued withdrawn gone sunset`.split(/\s+/),
);
const PHRASES = /\b(?:no longer|not accepted|not allowed|any ?more)\b/;
/** What is so called may still be in use; a list of such names is not. */
const AGED = /^(?:legacy|deprecated|deprecations?|obsolete|outdated|superseded)$/;
/** Who is named so sends something, and what is named so is sent. */
const SENDS = /^(?:pay|send|get|fetch|post|patch|put|create|upload|submit|call|request|retry|load|run|make)$/;
const SENT =
  /^(?:api|client|http|service|gateway|adapter|connector|request|call|retry|pay|payment|transfer|payout|body|payload|upload|fallback)$/;
/** Methods that put a value into what they are called on. */
const FILLS =
  /^(?:push|add|append|set|put|insert|concat|unshift|addAll|extend|update|<<|has|includes|contains|of)$/;
/** Keys of a schema or a query. */
const AGAINST = /^(?:not|nin|\$nin|not_in|notIn)$/;

/** By what the source does with it; where that isn't to be seen, by a name that it is given as a list. */
export function isRefusing({ fate, names }: Context): boolean {
  if (fate === 'refused' || fate === 'accepted') return fate === 'refused';
  return names.some((name) => AGAINST.test(name) || isNamedRefused(name));
}

/** An object: `sent` is judged, unless nothing but flags stands in it; so is what has more in it than names that ended. */
export function isRefusedObject({ context, keys, kind }: Obj, sent: boolean): boolean {
  const { fate, names, denied } = context;
  if (fate === 'refused' || fate === 'accepted') return fate === 'refused';
  if (names.some((name) => AGAINST.test(name))) return true;
  if (denied === true && names.some(saysRefused)) return true;
  if (!names.some(isNamedRefused)) return false;
  if (keys.every(({ value }) => isFlag(value))) return true;
  const says = kind === 'type' || keys.every(({ value }) => value.kind === 'text' || isFlag(value));
  return !sent && says && keys.every(({ name, written }) => isEnded(name) || REMOVED_TYPES.has(written));
}

/** In a test of a refusal, any word of it will do. */
const saysRefused = (name: string): boolean =>
  wordsIn(name).some((word) => REFUSED.has(word) || AGED.test(word));

const isEnded = (name: string): boolean =>
  name === 'amount' || REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name);

const isFlag = (value: Value): boolean =>
  value.kind === 'name' && /^(?:true|false|null|nil|none|undefined|never)$/i.test(value.name);

function isNamedRefused(name: string): boolean {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return isListName(name);
  // A call: what it puts something into, or what it does itself.
  const method = name.slice(dot + 1);
  if (FILLS.test(method)) return isListName(name.slice(0, dot));
  return REFUSED.has(wordsIn(method)[0] ?? '');
}

function isListName(name: string): boolean {
  const words = wordsIn(name);
  const last = words.at(-1) ?? '';
  if (SENDS.test(words[0] ?? '') || SENT.test(last)) return false;
  if (words.some((word) => REFUSED.has(word)) || PHRASES.test(words.join(' '))) return true;
  if (!words.some((word) => AGED.test(word))) return false;
  return words.length === 1 ? last !== 'legacy' : /[^s]s$/.test(last);
}

/** `HTTPRefused` is http and refused. */
const wordsIn = (name: string): string[] => wordsOf(name.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2'));
