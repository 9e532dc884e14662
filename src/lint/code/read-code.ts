// Source code of any language into facts: characters to tokens (`tokenize`), tokens to a tree (`groups`), the tree
// statement by statement into a `State` (`statements`, `values`, ...), and then where everything goes (`resolve`).
import { newFacts, type Obj, type Reader, type Text, type Value } from '../model/facts.ts';
import { Constants } from './constants.ts';
import { Flows } from './flows.ts';
import { groupsOf } from './groups.ts';
import { languageOf } from './languages.ts';
import { statementsOf } from './lines.ts';
import { bracketValue } from './objects.ts';
import { markRefused } from './refused.ts';
import { assemble } from './setters.ts';
import { OUTERMOST, type Site, State, type Walker } from './state.ts';
import { block, readStatement } from './statements.ts';
import { tiedStatements } from './tied-statements.ts';
import { tokenize } from './tokenize.ts';
import { valueOf } from './values.ts';

export const readCode: Reader = ({ text, extension }) => {
  const language = languageOf(extension);
  if (!language) return newFacts();
  const { tokens, comments } = tokenize(text, language);
  const state = new State(text, language, walkerOf);
  for (const comment of comments) state.facts.comments.push(comment);
  for (const statement of tiedStatements(statementsOf(groupsOf(tokens, language), state)))
    readStatement(state, statement, OUTERMOST);
  assemble(state);
  markRefused(state);
  resolve(state);
  return state.facts;
};

const walkerOf = (state: State): Walker => ({
  value: (items, context) => valueOf(state, items, context),
  block: (items, context) => block(state, items, context),
  statement: (items, context) => readStatement(state, items, context),
  object: (group, context) => bracketValue(state, group, context),
});

/** Each object, list and text gets its destination, and each path is put together. */
function resolve(state: State): void {
  const { facts, sites } = state;
  const constants = new Constants(state);
  const flows = new Flows(state, constants);
  for (const object of facts.objects) placeObject(flows, object, sites.get(object));
  for (const text of facts.texts)
    if (text.text.includes('tenant')) text.place.urls.push(...flows.clientUrls(sites.get(text)));
  completePaths(state, constants);
  nameCallers(state, constants);
}

function placeObject(flows: Flows, object: Obj, site: Site | undefined): void {
  if (!site) return;
  const { place, kind, keys } = object;
  const [name = ''] = place.names;
  const isType = kind === 'type';
  place.urls.push(...new Set(isType ? flows.urlsOfType(name) : flows.urlsOf(site)));
  place.near.push(...new Set(isType ? flows.nearType(name) : flows.near(site.fn)));

  keys.forEach((key, i) => {
    if (key.name === 'documents') keys[i] = { ...key, value: flows.heldBy(key.value, site.fn) };
  });
}

/** Sums and calls that join a path: their texts are parts of it. */
function completePaths({ facts, sums, calls }: State, constants: Constants): void {
  const texts = new Map<number, Text>();
  for (const text of facts.texts) texts.set(text.span.start, text);
  const joined = calls.all
    .filter(({ call }) => call.args.some((arg) => arg.kind === 'text' && arg.text.includes('tenant')))
    .map(({ call, site }) => ({ value: { kind: 'call', call } as const, fn: site.fn }));
  for (const { value, fn } of [...sums, ...joined]) {
    const starts = startsOf(value).filter((start) => texts.has(start));
    if (starts.length === 0) continue;
    const whole = constants.textOf(value, fn);
    if (!/\/|tenant/.test(whole)) continue;
    for (const start of starts) {
      const text = texts.get(start);
      if (text && (text.whole?.length ?? 0) <= whole.length) text.whole = whole;
    }
  }
}

/** A whole path that is given a name is called by the calls that take that name. */
function nameCallers({ facts, uses }: State, constants: Constants): void {
  const paths = facts.texts.filter(({ text }) => text.includes('/v1/current-tenant'));
  if (paths.length === 0) return;
  for (const { name, site } of uses.all) {
    const whole = site.call && constants.textOf({ kind: 'name', name, span: NOWHERE }, site.fn);
    for (const { text, place } of paths)
      if (whole?.endsWith(text) === true)
        for (let call = site.call; call; call = call.parent) place.names.push(call.callee);
  }
}
const NOWHERE = { start: 0, end: 0 };

function startsOf(value: Value): number[] {
  if (value.kind === 'text') return [value.span.start];
  if (value.kind === 'sum') return [value.span.start, ...value.parts.flatMap(startsOf)];
  return value.kind === 'call'
    ? value.call.args.flatMap((arg) => (arg.kind === 'text' ? [arg.span.start] : []))
    : [];
}
