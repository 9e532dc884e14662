// Patterns that look like literals: what Elixir takes apart in the head of a function, before `->`, `<-` and `=`; and what
// the type of an event holds. Nothing there is sent.
import type { LanguageId } from '../../model/language.ts';
import type { Context } from '../../model/model.ts';
import { type Group, tokenOf } from './groups.ts';
import type { Token } from './token.ts';

const HEADS = /^(def|defp|defmacro|defmacrop)$/;
const BINDS = /^(->|<-|=)$/;
const EVENT = /(?:Event|Webhook|Notification|Callback)s?(?:Payload|Data|Body|Envelope|Dto|DTO)?$/;
const MAX_DEPTH = 6;

export const isEventName = (type: string): boolean => EVENT.test(type);

/** What is said of a literal; of what values are taken out of, that it is read. */
export const unlessPattern = (
  context: Context,
  group: Group,
  tokens: readonly Token[],
  language: LanguageId,
): Context => (isPattern(group, tokens, language) ? { ...context, reading: true } : context);

function isPattern(group: Group, tokens: readonly Token[], language: LanguageId): boolean {
  if (language === 'elixir') return isTakenApart(group, tokens);
  const { scope } = tokens[group.at] ?? {};
  return scope?.kind === 'type' && group.open === '{' && isEventName(scope.name);
}

function isTakenApart(start: Group, tokens: readonly Token[]): boolean {
  let group = start;
  for (let depth = 0; group.parent && depth < MAX_DEPTH; depth++) {
    const { parent, position } = group;
    if (group.open === '(' && HEADS.test(tokenOf(parent.items[position - 2], tokens)?.text ?? ''))
      return true;
    if (BINDS.test(behind(parent, position, tokens))) return true;
    group = parent;
  }
  return false;
}

/** The sign behind a group on its line; a guard may lie between. */
function behind({ items }: Group, position: number, tokens: readonly Token[]): string {
  const next = tokenOf(items[position + 1], tokens);
  if (!next || next.first) return '';
  // `<-` is two signs to the tokenizer.
  if (next.text === '<') return tokenOf(items[position + 2], tokens)?.text === '-' ? '<-' : '';
  return next.text;
}
