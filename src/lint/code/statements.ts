// Statements: what is declared, given to a name, returned or deleted. Everything else is an expression.
import type { Mark, Span, Value } from '../model/facts.ts';
import { nameOf } from './chains.ts';
import { functionOf } from './functions.ts';
import { isGroup, isName, isSign, isString, type Item, textOf } from './groups.ts';
import { statementsOf, withoutTypes } from './lines.ts';
import { annotationEnd, modifiersIn } from './modifiers.ts';
import { type Context, keyOf, type State, TESTS_REFUSAL } from './state.ts';
import { typeOf } from './types.ts';

export function block(state: State, items: readonly Item[], context: Context): void {
  for (const statement of statementsOf(items, state.language)) readStatement(state, statement, context);
}

const IMPORTS = /^(?:import|package|using|use|require|require_relative|include|from|alias|#include|library)$/;
const CONTROLS =
  /^(?:if|elif|elseif|elsif|else|for|foreach|while|until|unless|switch|match|when|try|catch|except|finally|do|case|guard|with|loop|rescue|ensure|begin|select|defer|synchronized|lock|cond|receive|repeat)$/;
const ASYNC = /^(?:async|await)$/;
const DELETES = /^(?:delete|del|unset)$/;
const ASSIGNS: ReadonlySet<string> = new Set(['=', ':=', '<-', '+=', '??=', '||=', '<<']);

const MOST_TESTED = 900;
const STORES =
  /(?:^|\.)(?:Entity|Table|Document|Embeddable|MappedSuperclass|Schema|ObjectType|EventPattern)$/;

function marksOf(state: State, items: readonly Item[], annotations: readonly Value[]): Mark[] {
  const marks: Mark[] = [];
  const names = annotations.map((value) =>
    value.kind === 'call' ? value.call.callee : value.kind === 'name' ? value.name : '',
  );
  if (names.some((name) => STORES.test(name))) marks.push('stored');
  const first = items[0];
  const last = items.at(-1);
  if (!state.refuses || !first || !last || last.end - first.start > MOST_TESTED) return marks;
  if (TESTS_REFUSAL.test(state.text.slice(first.start, last.end))) marks.push('refused');
  return marks;
}

export function readStatement(state: State, given: readonly Item[], around: Context): void {
  const annotated = withoutAnnotations(state, given, around);
  const items = withoutTypes(annotated.items);
  const marks = [...around.marks, ...marksOf(state, given, annotated.values)];
  const context: Context = { ...around, marks, annotations: annotated.values };
  const first = textOf(items[0]);
  // A string alone is documentation.
  if (items.length === 0 || (items.length === 1 && isString(items[0]))) return;
  if (IMPORTS.test(first) && isImport(items)) return;
  if (typeOf(state, items, context) || functionOf(state, items, context)) return;
  if (DELETES.test(first)) {
    marked(state, items.slice(1), context, 'deleted');
    return;
  }
  if (first === 'return') {
    returned(state, items.slice(1), context);
    return;
  }
  if (CONTROLS.test(first) || (ASYNC.test(first) && CONTROLS.test(textOf(items[1])))) {
    control(state, ASYNC.test(first) ? items.slice(1) : items, context);
    return;
  }
  const plain = items.slice(modifiersIn(items));
  const at = plain.findIndex((item) => item.kind === 'sign' && ASSIGNS.has(item.text));
  if (at > 0) {
    assign(state, plain.slice(0, at), plain.slice(at + 1), context);
  } else if (isBody(plain, state)) state.walk.block((plain.at(-1) as { items: Item[] }).items, context);
  else {
    const value = state.walk.value(plain, lastOf(state, context));
    if (state.has('last-returned')) context.fn?.returns.push(value);
  }
}

const lastOf = (state: State, context: Context): Context =>
  state.has('last-returned') && context.fn && context.names.length === 0
    ? { ...context, returned: true, names: context.fn.name === '' ? [] : [context.fn.name] }
    : context;

/** `namespace X { ... }`, `impl X for Y { ... }`, `extension X { ... }`, `static { ... }`. */
const isBody = (items: readonly Item[], { language }: State): boolean =>
  isGroup(items.at(-1), '{') &&
  /^(?:namespace|impl|extension|mod|static|unsafe|companion|init|get|set|module)$/.test(textOf(items[0])) &&
  language.name !== 'ruby';

const isImport = (items: readonly Item[]): boolean =>
  !isGroup(items[1], '(') || /^require/.test(textOf(items[0])) || /^(?:import|from)$/.test(textOf(items[0]));

/** `@Name(...)`, `#[name(...)]`, `[Name(...)]` before a declaration: calls, whose texts may be paths. */
export function withoutAnnotations(
  state: State,
  items: readonly Item[],
  context: Context,
): { readonly items: readonly Item[]; readonly values: readonly Value[] } {
  const values: Value[] = [];
  let from = 0;
  while (from < items.length) {
    const end = annotationEnd(items, from, state);
    if (end === from) break;
    const inner = items[from];
    const isBracket = isGroup(inner, '[') || isSign(inner, '#');
    const group = isGroup(inner, '[') ? inner : items[from + 1];
    const inside = isBracket && isGroup(group) ? group.items : items.slice(from, end);
    values.push(state.walk.value(inside, context));
    from = end;
  }
  return { items: from === 0 ? items : items.slice(from), values };
}

function marked(state: State, items: readonly Item[], context: Context, mark: Mark): void {
  state.walk.value(items, { ...context, marks: [...context.marks, mark] });
}

function returned(state: State, items: readonly Item[], context: Context): void {
  const { fn } = context;
  const names = fn && fn.name !== '' ? [fn.name] : [];
  const value = state.walk.value(items, { ...context, names: [...names, ...context.names], returned: true });
  fn?.returns.push(value);
}

/** Conditions and blocks one after the other. */
function control(state: State, items: readonly Item[], context: Context): void {
  const inner: Context = { ...context, bind: undefined, returned: false };
  let from = 1;
  const flush = (to: number): void => {
    if (to <= from) return;
    const part = items.slice(from, to).filter((item) => !isSign(item, ':') && !CONTROLS.test(textOf(item)));
    const isCase = /^(?:case|when)$/.test(textOf(items[from - 1]));
    const colon = isCase
      ? items.findIndex((item, i) => i >= from && i < to && /^(?::|=>|->)$/.test(textOf(item)))
      : -1;
    if (colon > 0) {
      state.walk.value(items.slice(from, colon), { ...inner, marks: [...inner.marks, 'pattern'] });
      readStatement(state, items.slice(colon + 1, to), context);
      return;
    }
    const value: Context = isCase ? { ...inner, marks: [...inner.marks, 'pattern'] } : inner;
    if (part.some((item) => item.kind === 'sign' && ASSIGNS.has(item.text)))
      readStatement(state, part, value);
    else if (part.length > 0) state.walk.value(part, value);
  };
  items.forEach((item, i) => {
    if (!isGroup(item, '{') && !isGroup(item, 'block')) return;
    flush(i);
    state.walk.block(item.items, context);
    from = i + 1;
  });
  flush(items.length);
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
  const root = name.split('.')[0] ?? name;
  const names = [...path].reverse().map((part) => part.replace(/^[@$]+/, ''));
  const value = state.walk.value(right, {
    ...context,
    bind: root,
    returned: false,
    parent: undefined,
    names: [...names, ...(type === '' ? [] : [type])],
    nameSpan: span,
  });
  state.binds.add({ name, value, fn: context.fn });
  const [last = ''] = path.slice(-1);
  if (path.length < 2) return;
  const of = nameOf(path.slice(0, -1));
  const isOwn = /^(?:\$?this|self)$/.test(path[0] ?? '') && path.length === 2;
  state.assigned.push({ target: isOwn ? 'this' : of, key: keyOf(last, span, value, context.marks), context });
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
  const left =
    colon > 0 && language.name !== 'ruby' && language.name !== 'lua' ? items.slice(0, colon) : items;
  const typed = colon > 0 ? items.slice(colon + 1) : [];
  let path: string[] = [];
  let span: Span | undefined;
  let type =
    typed
      .filter(isName)
      .map(textOf)
      .find((word) => /^[A-Z]/.test(word)) ?? '';
  let isAfterDot = false;
  for (const item of left) {
    if (isName(item) || (isString(item) && item.bare === true)) {
      if (!isAfterDot) {
        if (path.length > 0) type = path.at(-1) ?? '';
        path = [];
      }
      path.push(item.text);
      const sigil = /^[$@]*/.exec(item.text)?.[0].length ?? 0;
      span = { start: item.inner ?? item.start + sigil, end: item.end };
    } else if (isGroup(item, '[')) {
      const [only] = item.items;
      if (item.items.length === 1 && isString(only)) {
        const start = only.inner ?? only.start;
        path.push(only.text);
        span = { start, end: start + only.text.length };
      } else if (path.length > 0 && item.items.length > 0) path.push('[]');
    } else if (isGroup(item, '(') && path.length > 0) path.push('()');
    isAfterDot = item.kind === 'sign' && language.dots.includes(item.text);
  }
  return span && path.length > 0 ? { path, span, type } : undefined;
}
