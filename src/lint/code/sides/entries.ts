// Entries of a map whose keys are paths: a table of routes, whose values handle requests, and a table of answers, whose values
// are what a fake gives back. Neither is a call. Told by what stands behind the key.
import { isAnswer as isRecord } from '../../data/answered.ts';
import { camel, type Context } from '../../model/model.ts';
import { givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import { HANDLER } from './side-words.ts';

export type Entry = 'route' | 'answer' | undefined;

const HANDLES =
  /^handle|handler$|handlers$|controller$|_?views?$|resolver$|router?$|middleware$|servlet$|action$/i;
/** Names of one entry's value: `handlers.tenant.show`, `TenantView.as_view()`. */
const MAX_VALUE = 8;

/** What the value of an entry makes of its key; undefined where the text is no key of such a map. */
export function entryAt(group: Group, position: number, tokens: readonly Token[]): Entry {
  if (group.open !== '{' && group.open !== '[') return undefined;
  const text = (i: number): string => tokenOf(group.items[i], tokens)?.text ?? '';
  // PHP's and Ruby's arrow is JavaScript's, too.
  if (!/^(:|=>|->|to)$/.test(text(position + 1))) return undefined;
  const value = group.items[position + 2];
  if (typeof value === 'object') {
    if (value.open === '(') return takesRequest(value, tokens) ? 'route' : undefined;
    return isProxied(value, tokens) ? 'route' : 'answer';
  }
  const first = tokenOf(value, tokens);
  if (first?.kind === 'string') return /^\s*[[{]/.test(first.text) ? 'answer' : undefined;
  if (first === undefined || first.kind !== 'name') return undefined;
  if (/^(async|function|func|fn|lambda)$/.test(first.text)) {
    const args = group.items.slice(position + 3, position + 6).find((item) => typeof item === 'object');
    return args && takesRequest(args, tokens) ? 'route' : undefined;
  }
  for (let i = position + 2; i < position + 2 + MAX_VALUE; i++) {
    const one = tokenOf(group.items[i], tokens);
    if (!one || one.text === ',') break;
    if (one.kind === 'name' && HANDLES.test(one.text)) return 'route';
  }
  return undefined;
}

/** `(req, res) =>`: a parameter named for a request. */
function takesRequest({ items }: Group, tokens: readonly Token[]): boolean {
  return HANDLER.test(tokenOf(items[0], tokens)?.text ?? '');
}

/** `{ target: 'http://localhost:8080' }`: a development server hands it on. */
const isProxied = ({ items }: Group, tokens: readonly Token[]): boolean =>
  items.some(
    (item, i) => tokenOf(item, tokens)?.text === 'target' && tokenOf(items[i + 1], tokens)?.text === ':',
  );

/** `/api/v1/transfers`, `POST /api/v1/transfers`. */
const PATH = /^(?:[A-Z]{3,7} )?(?:\{\})?\/[\w/{}:.$-]*$/;
/** What only a record of the service has; no request names its own id. */
const OF_RECORD = /^(id|createdAt|created_at)$/;
const RECORD_TEXT = /"(?:id|createdAt)"\s{0,4}:/;
const MAX_TEXT = 400;

/** Whether what is given to a path is an answer: it has an id of its own. */
export function isAnswer(group: Group, position: number, tokens: readonly Token[]): boolean {
  const key = givenTo(group.items, position, tokens);
  return key?.kind === 'string' && PATH.test(key.text) && hasId(group.items[position], tokens);
}

function hasId(value: number | Group | undefined, tokens: readonly Token[]): boolean {
  if (typeof value !== 'object') {
    const text = tokenOf(value, tokens);
    return text?.kind === 'string' && RECORD_TEXT.test(text.text.slice(0, MAX_TEXT));
  }
  const [first] = value.items;
  if (typeof first === 'object' && value.open === '[') return hasId(first, tokens);
  return value.items.some(
    (item, i) =>
      OF_RECORD.test(tokenOf(item, tokens)?.text ?? '') &&
      /^(:|=>|=)$/.test(tokenOf(value.items[i + 1], tokens)?.text ?? ''),
  );
}

/** Of a literal with an id and a state of its own: a record of the service, as a story or a fixture has it, unless it is sent. */
export function kept(context: Context, { items }: Group, tokens: readonly Token[]): Context {
  if (context.urls.length > 0) return context;
  if (hasRules(items, tokens)) return { ...context, reading: true };
  const names = items.flatMap((item, i) => {
    const sign = tokenOf(items[i + 1], tokens)?.text ?? '';
    return /^(:|=>|=)$/.test(sign) ? [camel(tokenOf(item, tokens)?.text ?? '')] : [];
  });
  return isRecord(names) || items.some((_, i) => isMadeUpId(items, i, tokens))
    ? { ...context, reading: true }
    : context;
}

/** An id as a fixture has it, written out: `id: 'po_81'`, or counted up behind the prefix that a service gives it. */
const MADE_UP = /^(?:tr|tf|txn?|po|pay|payout|transfer)[_-]/;

function isMadeUpId(items: Group['items'], i: number, tokens: readonly Token[]): boolean {
  const value = tokenOf(items[i + 2], tokens);
  return (
    tokenOf(items[i], tokens)?.text === 'id' &&
    /^(:|=>|=)$/.test(tokenOf(items[i + 1], tokens)?.text ?? '') &&
    value?.kind === 'string' &&
    MADE_UP.test(value.text)
  );
}

/** `'sourceOfFunds' => 'nullable|string'`: what may be handed in. Where that goes is said where all of it is taken. */
const RULES = /^(?:required|nullable|sometimes|present)\|[a-z]/;
const MAX_RULES = 12;

const hasRules = (items: Group['items'], tokens: readonly Token[]): boolean =>
  items.slice(0, MAX_RULES).some((item, i) => {
    const token = tokenOf(item, tokens);
    return token?.kind === 'string' && RULES.test(token.text) && tokenOf(items[i - 1], tokens)?.text === '=>';
  });
