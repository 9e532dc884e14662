// The names around a place in the source, nearest first: the variable or key that a thing is given to, the calls that it
// is an argument of, its type; and what those calls do with it.
import { calleeOf, givenTo, type Group, isBlock, tokenOf } from '../tokens/groups.ts';
import type { Place } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { hasEventBeside, hasStatusBeside, isAnswered, isAsked, isTriple } from './answers.ts';
import { isMade, isReader, onlyAsks, roleOf, takesAnswer } from './calls.ts';
import { isAnswer } from './entries.ts';
import type { Urls } from './urls.ts';

export interface Around {
  readonly names: readonly string[];
  /** Variables that hold it. */
  readonly owners: readonly string[];
  /** Functions of this file that it is handed to, as their calls' arguments. */
  readonly handedTo: readonly Place[];
  /** Looked at, made up as an answer, or kept: not sent. */
  readonly reading: boolean;
  /** Read, if names are right that say what it is made of: `rows.map(...)`. */
  readonly guessed: boolean;
  /** It is what a function gives back. */
  readonly returned: boolean;
}

/** Calls that put an object into another: `payload.update({...})`, `Object.assign(payload, {...})`. */
const MERGES = /^(update|merge|assign|extend|putAll|insert|add|push|append|deep_merge|merge!)$/;
const MAX_DEPTH = 6;
/** `</Form.Item>` */
const MAX_END = 6;
/** Tokens of one side of a comparison. */
const MAX_SIDE = 30;
const SENT = /request|sent|posted|call_args|recorded|^calls?$/i;
const ANSWERED = /respon[sc]e|answer|reply|result|^res$/i;

interface Walk {
  names: string[];
  owners: string[];
  handedTo: Place[];
  reading: boolean;
  guessed: boolean;
  returned: boolean;
  calls: number;
  /** A call with a URL of its own, or one that tells of a request, lies between: what is further out isn't its answer. */
  asked: boolean;
}

export function around(start: Group, position: number, tokens: readonly Token[], urls: Urls): Around {
  const walk: Walk = {
    names: [],
    owners: [],
    handedTo: [],
    reading: isCompared(start, position, tokens),
    guessed: false,
    returned: false,
    calls: 0,
    asked: false,
  };
  let group: Group | undefined = start;
  let marked = false;
  for (let at = position, depth = 0; group && depth < MAX_DEPTH; depth++) {
    given(walk, group, at, tokens);
    if (walk.calls === 0 && !marked && isReturned(group, at, tokens)) walk.returned = true;
    marked ||= isMarkup(group, tokens);
    if (isTriple(group, at, tokens)) walk.reading = true;
    if (group.open === '(') call(walk, group, at, tokens, urls);
    if (depth === 0) {
      const type = typeBefore(group, tokens);
      if (type !== undefined) walk.names.push(type);
    }
    if (group.open === '{' && isBlock(group, tokens)) break;
    at = group.position;
    group = group.parent;
  }
  return walk;
}

/** `answer == {`; what a request had is compared with what was to be sent. */
function isCompared(group: Group, position: number, tokens: readonly Token[]): boolean {
  const sign = group.items[position - 1];
  if (typeof sign !== 'number' || !/^[!=]==?$/.test(tokens[sign]?.text ?? '')) return false;
  const first = Math.max(tokens[sign]?.statement.first ?? 0, sign - MAX_SIDE);
  const names = tokens.slice(first, sign).flatMap(({ kind, text }) => (kind === 'name' ? [text] : []));
  return !names.some((name) => SENT.test(name)) || names.some((name) => ANSWERED.test(name));
}

function given(walk: Walk, group: Group, at: number, tokens: readonly Token[]): void {
  const name = givenTo(group.items, at, tokens);
  if (!name) return;
  if (isAnswer(group, at, tokens)) walk.reading = true;
  walk.names.push(name.text);
  if (name.parameter && group.open === '(') walk.owners.push(name.text);
  if (isAsked(name.text)) walk.asked = true;
  // Guzzle's `RequestOptions::JSON => [...]` is a request's.
  // What a call gives back has such a name, and not what it is given: `reply = client.pay({...})`.
  const isGivenBack = walk.handedTo.length > 0 && isVariable(group, at, tokens);
  if ((isMade(name.text) && !/^json$/i.test(name.text) && !isGivenBack) || name.text === 'responses')
    walk.reading = true;
  if (hasStatusBeside(group, at, name.text, tokens)) walk.reading = true;
  if (hasEventBeside(group, name.text, tokens)) walk.reading = true;
  if (walk.owners.length === 0 && isVariable(group, at, tokens))
    walk.owners.push(name.text.replace(/^[$@#]+/, ''));
}

/** Given by `=` or `:=`, and not as a named argument. */
function isVariable(group: Group, at: number, tokens: readonly Token[]): boolean {
  if (group.open === '(') return false;
  for (let i = at - 1; i >= 0 && i > at - 12; i--) {
    const text = tokenOf(group.items[i], tokens)?.text;
    if (text === '=' || text === ':=' || (text === '@' && i >= at - 3)) return true;
    if (text === ':' || text === '=>' || text === ',' || text === ';') return false;
  }
  return false;
}

function call(walk: Walk, group: Group, at: number, tokens: readonly Token[], urls: Urls): void {
  const chain = calleeOf(group, tokens);
  const last = chain.at(-1);
  if (last === undefined || isResult(chain, group, tokens)) return;
  const receiver = (): boolean => urls.between(tokens[group.at]?.statement.first ?? 0, group.at).length > 0;
  const { asked } = walk;
  if (!asked && isAnswered(chain)) walk.reading = true;
  if (walk.calls > 0) {
    if (!walk.reading && walk.calls < 3 && roleOf(chain, false, []) === 'keeps') walk.reading = true;
    return;
  }
  walk.names.push(chain.join('.'));
  // A matcher says what the call around it does: `toHaveBeenCalledWith(url, expect.objectContaining({...}))`.
  if (last === 'objectContaining') return;
  if (MERGES.test(last) && chain.length === 2 && chain[0] && !isReader(chain[0])) {
    const first = tokenOf(group.items[0], tokens);
    // `Object.assign(body, {...})` and `Map.merge(body, %{...})` name what they put into first.
    const isType = /^[A-Z]/.test(chain[0]);
    if (!isType) walk.owners.push(chain[0]);
    else if (first?.kind === 'name') walk.owners.push(first.text);
    if (!isType) walk.calls++;
    return;
  }
  const addressed = urls.between(group.at, group.close).length > 0;
  const told = roleOf(chain, addressed, expectedNames(group, tokens));
  // `dispatch(fetcher, 'createTransfer', {...})`: an event has no client before its name.
  const role = last === 'dispatch' && chain.length === 1 && at >= 4 ? undefined : told;
  if (role === 'sends' || addressed) walk.asked = true;
  if (isMaker(chain) && role === undefined) {
    // C# names its functions like types.
    if (/^[A-Z]/.test(last)) walk.handedTo.push({ group, position: at });
    return;
  }
  walk.calls++;
  walk.handedTo.push({ group, position: at });
  if (onlyAsks(chain) && addressed) walk.reading = true;
  if (role === 'keeps' || takesAnswer(chain, receiver())) {
    // Only a name says that rows are an answer's.
    if (role === 'keeps' || !takesAnswer(chain, false) || receiver()) walk.reading = true;
    else walk.guessed = true;
  }
  if (role === 'reads' && !asked) walk.reading = true;
}

/** Rust's `Ok(json!({...}))` and `Ok(Body { ... })`: what a function gives back, and no answer of a server. */
function isResult([only, ...more]: readonly string[], { items }: Group, tokens: readonly Token[]): boolean {
  if (only !== 'Ok' || more.length > 0) return false;
  const [, next] = items;
  return (
    tokenOf(items[0], tokens)?.kind === 'name' &&
    (tokenOf(next, tokens)?.text === '!' || (typeof next === 'object' && next.open === '{'))
  );
}

/** Calls that only make or change the thing itself. */
function isMaker(chain: readonly string[]): boolean {
  const last = chain.at(-1) ?? '';
  return (
    /^(mapOf|mutableMapOf|hashMapOf|linkedMapOf|dict|of|ofEntries|json|hash|Map|HashMap|stringify|dumps|encode|to_json|freeze|Some|Box|gin|H|listOf|asList|object|strictObject|String|JSON|HttpEntity|StringContent|fromEntries|entry)$/.test(
      last,
    ) ||
    (/^[A-Z]/.test(last) && chain.length === 1)
  );
}

/** Names inside `expect(...)` before `.toEqual(...)`. */
function expectedNames(group: Group, tokens: readonly Token[]): string[] {
  const siblings = group.parent?.items ?? [];
  for (let i = group.position - 2; i >= 0 && i > group.position - 8; i--) {
    const item = siblings[i];
    if (typeof item !== 'object' || item.open !== '(') continue;
    return item.items.flatMap((one) => tokenOf(one, tokens)?.text ?? []);
  }
  return [];
}

/** `return {`, `return new X {`, `return &X{`, `=> ({`: between the word and the thing stand only names and signs. */
function isReturned(group: Group, at: number, tokens: readonly Token[]): boolean {
  for (let i = at - 1; i >= 0 && i > at - 8; i--) {
    const item = group.items[i];
    const token = tokenOf(item, tokens);
    if (!token) {
      if (typeof item === 'object' && item.open === '[') continue;
      return false;
    }
    if (token.text === 'return') return true;
    if (token.kind !== 'name' && !/^(&|::|\.|<|>|\[|\])$/.test(token.text)) return false;
  }
  return false;
}

/** `(<form>...</form>)`: what is given back is the markup, not what stands in it. */
function isMarkup({ open, items }: Group, tokens: readonly Token[]): boolean {
  if (open !== '(' || tokenOf(items[0], tokens)?.text !== '<') return false;
  return items.slice(-MAX_END).some((item) => /^(?:<\/|\/>)$/.test(tokenOf(item, tokens)?.text ?? ''));
}

/** `TransferRequest` in `new TransferRequest {` and `TransferRequest{`. */
function typeBefore(group: Group, tokens: readonly Token[]): string | undefined {
  const token = tokenOf(group.parent?.items[group.position - 1], tokens);
  return token?.kind === 'name' && /^[A-Z]/.test(token.text) ? token.text : undefined;
}
