// Statements: what is declared, given to a name or returned. Everything else is an expression.
import type { Mark, Span, Value } from '../model/facts.ts';
import { nameOf } from './chains.ts';
import { functionOf } from './functions.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, textOf } from './groups.ts';
import { annotationEnd, modifiersIn, statementsOf, withoutTypes } from './lines.ts';
import { type Context, firstOf, keyOf, type State, TESTS_REFUSAL } from './state.ts';
import { typeOf } from './types.ts';

const IMPORTS = /^(?:import|package|using|use|require|require_relative|include|from|alias|#include|library)$/;
const CONTROLS =
  /^(?:if|elif|elseif|elsif|else|for|foreach|while|until|unless|switch|match|when|try|catch|except|finally|do|case|guard|with|loop|rescue|ensure|begin|select|defer|synchronized|lock|cond|receive|repeat)$/;
const ASSIGNS = /^(?:=|:=|<-|\+=|\?\?=|\|\|=|<<)$/;
const STORES =
  /(?:^|\.)(?:Entity|Table|Document|Embeddable|MappedSuperclass|Schema|ObjectType|EventPattern)$/;
/** A longer statement tests more than one thing. */
const MOST_TESTED = 900;

export function block(state: State, items: readonly Item[], context: Context): void {
  for (const statement of statementsOf(items, state)) readStatement(state, statement, context);
}

export function readStatement(state: State, given: readonly Item[], around: Context): void {
  const { items: all, annotations } = withoutAnnotations(state, given, around);
  const items = withoutTypes(all);
  const first = textOf(items[0]);
  // A string alone is documentation.
  if (items.length === 0 || (items.length === 1 && isString(items[0]))) return;
  if (IMPORTS.test(first) && !isGroup(items[1], '(')) return;
  const marks = marksOf(state, given, annotations);
  const context: Context = {
    ...around,
    annotations,
    ...(marks.length > 0 && { marks: [...around.marks, ...marks] }),
  };
  state.deeper(() => readWhole(state, items, context));
}

/** A statement without the modifiers before it. */
function readWhole(state: State, items: readonly Item[], context: Context): void {
  const first = textOf(items[0]);
  if (typeOf(state, items, context) || functionOf(state, items, context)) return;
  if (first === 'return') returned(state, items.slice(1), context);
  else if (CONTROLS.test(first)) control(state, items, context);
  else if (first === 'async' && CONTROLS.test(textOf(items[1]))) control(state, items.slice(1), context);
  else plainStatement(state, items.slice(modifiersIn(items)), context);
}

/** `@Name(...)`, `#[name(...)]`, `[Name(...)]` before a declaration: calls, whose texts may be paths. */
function withoutAnnotations(
  state: State,
  items: readonly Item[],
  context: Context,
): { readonly items: readonly Item[]; readonly annotations: readonly Value[] } {
  const annotations: Value[] = [];
  let from = 0;
  for (let end = annotationEnd(items, 0, state); end > from; end = annotationEnd(items, from, state)) {
    const bracket = items.slice(from, from + 2).find((item) => isGroup(item, '['));
    const inside = isGroup(bracket) ? bracket.items : items.slice(from, end);
    annotations.push(state.walk.value(inside, context));
    from = end;
  }
  return { items: from === 0 ? items : items.slice(from), annotations };
}

function marksOf(state: State, items: readonly Item[], annotations: readonly Value[]): Mark[] {
  const marks: Mark[] = [];
  const names = annotations.map((value) =>
    value.kind === 'call' ? value.call.callee : value.kind === 'name' ? value.name : '',
  );
  if (names.some((name) => STORES.test(name))) marks.push('stored');
  const [start, end] = [items[0]?.start ?? 0, items.at(-1)?.end ?? 0];
  if (state.refuses && end - start <= MOST_TESTED && TESTS_REFUSAL.test(state.text.slice(start, end)))
    marks.push('refused');
  return marks;
}

function plainStatement(state: State, items: readonly Item[], context: Context): void {
  const at = items.findIndex((item) => item.kind === 'sign' && ASSIGNS.test(item.text));
  if (at > 0) assign(state, items.slice(0, at), items.slice(at + 1), context);
  else if (state.has('last-returned') && context.names.length === 0) returned(state, items, context);
  else state.walk.value(items, context);
}

function returned(state: State, items: readonly Item[], context: Context): void {
  const { fn, names } = context;
  const own = fn && fn.name !== '' ? [fn.name, ...names] : names;
  state.walk.value(items, { ...context, names: own, returned: true });
}

/** Conditions and blocks one after the other. */
function control(state: State, items: readonly Item[], context: Context): void {
  let from = 1;
  items.forEach((item, i) => {
    if (!isBlock(item)) return;
    condition(state, items.slice(from - 1, i), context);
    state.walk.block(item.items, context);
    from = i + 1;
  });
  condition(state, items.slice(from - 1), context);
}

const isBlock = (item: Item): item is Group => isGroup(item, '{') || isGroup(item, 'block');

/** What is between two blocks: a condition, or what `case` compares with. */
function condition(state: State, whole: readonly Item[], context: Context): void {
  const isCase = /^(?:case|when)$/.test(textOf(whole[0]));
  const items = whole.slice(1);
  const marks = isCase ? [...context.marks, 'pattern' as const] : context.marks;
  const inner: Context = { ...context, bind: undefined, returned: false, marks };
  const end = isCase ? items.findIndex((item) => /^(?::|=>|->)$/.test(textOf(item))) : -1;
  if (end > 0) {
    state.walk.value(items.slice(0, end), inner);
    readStatement(state, items.slice(end + 1), context);
    return;
  }
  const part = items.filter((item) => !isSign(item, ':') && !CONTROLS.test(textOf(item)));
  state.walk.value(part, inner);
}

function assign(state: State, left: readonly Item[], right: readonly Item[], context: Context): void {
  const target = targetOf(left, state);
  if (!target) {
    // Taken apart: `const { amount } = body`.
    state.walk.value(right, { ...context, bind: undefined });
    return;
  }
  const { path, span, type } = target;
  const name = nameOf(path);
  const names = path.map((part) => part.replace(/^[@$]+/, '')).reverse();
  const value = state.walk.value(right, {
    ...context,
    bind: firstOf(name),
    returned: false,
    parent: undefined,
    names: type === '' ? names : [...names, type],
    nameSpan: span,
  });
  state.binds.add({ name, value, fn: context.fn });
  if (path.length < 2) return;
  const isOwn = /^(?:\$?this|self)$/.test(path[0] ?? '') && path.length === 2;
  const key = keyOf(path.at(-1) ?? '', span, value, context.marks);
  state.assigned.push({ target: isOwn ? 'this' : nameOf(path.slice(0, -1)), key, context });
}

interface Target {
  readonly path: readonly string[];
  readonly span: Span;
  readonly type: string;
}

/** `const body: Body`, `body.source.amount`, `body['amount']`, `Order body`, `a, b`. */
function targetOf(items: readonly Item[], { language }: State): Target | undefined {
  if (isGroup(items[0])) return undefined;
  const colon = items.findIndex((item) => isSign(item, ':'));
  let type = '';
  let path: string[] = [];
  let span: Span | undefined;
  let isAfterDot = false;
  for (const item of colon > 0 ? items.slice(0, colon) : items) {
    const [only] = isGroup(item, '[') ? item.items : [];
    if (isName(item)) {
      if (!isAfterDot) {
        type = path.at(-1) ?? type;
        path = [];
      }
      path.push(item.text);
      const sigils = /^[$@]*/.exec(item.text)?.[0].length ?? 0;
      span = { start: item.start + sigils, end: item.end };
    } else if (isString(only)) {
      const start = only.inner ?? only.start;
      path.push(only.text);
      span = { start, end: start + only.text.length };
    }
    isAfterDot = item.kind === 'sign' && language.dots.includes(item.text);
  }
  return span && { path, span, type };
}
