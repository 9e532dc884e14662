// The last step of reading code: each object, list and text is told where it goes, and each path is put together.
import type { Obj, Text, Value } from '../model/facts.ts';
import { Constants } from './constants.ts';
import { Flows, LIKE_PATH } from './flows.ts';
import type { Fn, State } from './state.ts';

/** Returns the names that only another file can tell. */
export function resolve(state: State, given: ReadonlyMap<string, string>): ReadonlySet<string> {
  const constants = new Constants(state, given);
  const flows = new Flows(state, constants);
  for (const object of state.facts.objects) placeObject(state, flows, object);
  for (const list of state.facts.lists) {
    const site = state.sites.get(list);
    if (!site) continue;
    list.place.urls.push(...flows.urlsOf(site));
    list.place.near.push(...flows.near(site.fn));
  }
  wholeTexts(state, constants, flows);
  for (const bind of state.binds) {
    if (bind.fn) continue;
    const text = constants.textOf(bind.value, undefined);
    if (text !== '{}' && text.length < 200) state.facts.constants.set(bind.name, text);
    if (bind.value.kind !== 'object') continue;
    for (const key of bind.value.object.keys) {
      const member = constants.textOf(key.value, undefined);
      if (member !== '{}' && LIKE_PATH.test(member))
        state.facts.constants.set(`${bind.name}.${key.written}`, member);
    }
  }
  return constants.asked;
}

function placeObject(state: State, flows: Flows, object: Obj): void {
  const site = state.sites.get(object);
  if (!site) return;
  const { place } = object;
  const [name = ''] = place.names;
  const urls = object.kind === 'type' ? flows.urlsOfType(name) : flows.urlsOf(site);
  place.urls.push(...new Set(urls));
  place.near.push(...new Set(object.kind === 'type' ? flows.nearType(name) : flows.near(site.fn)));
  object.beside?.push(...flows.spreadNames(object));
  object.keys.forEach((key, i) => {
    if (key.name === 'documents') object.keys[i] = { ...key, value: flows.heldBy(key.value, site.fn) };
  });
}

/** Each text of a path as a whole, with what stands before and behind it. */
function wholeTexts(state: State, constants: Constants, flows: Flows): void {
  const spans = new Map<number, Text>();
  for (const text of state.facts.texts) spans.set(text.span.start, text);
  for (const text of state.facts.texts) {
    const site = state.sites.get(text);
    if (!site) continue;
    text.place.near.push(...flows.near(site.fn));
    if (!text.text.includes('/') && !text.text.includes('tenant')) continue;
    const urls = site.call ? flows.chainUrls(site.call, site.fn) : [];
    const own = urls.find((url) => url.includes(text.text.replace(/\{[^{}]*\}/g, '{}').replace(/^\//, '')));
    if (own !== undefined) text.whole = own;
  }
  for (const { value, fn } of [...state.sums, ...joined(state)]) {
    const whole = constants.textOf(value, fn);
    if (!whole.includes('tenant') && !whole.includes('/')) continue;
    for (const start of startsOf(value)) {
      const text = spans.get(start);
      if (text && !(text.whole !== undefined && text.whole.length > whole.length)) text.whole = whole;
    }
  }
}

/** Calls that join a path: their texts are parts of it. */
const joined = (state: State): { value: Value; fn: Fn | undefined }[] =>
  state.calls
    .filter(({ call }) => call.args.some((arg) => arg.kind === 'text' && arg.text.includes('tenant')))
    .map(({ call, site }) => ({ value: { kind: 'call', call }, fn: site.fn }));

function startsOf(value: Value): number[] {
  if (value.kind === 'text') return [value.span.start];
  if (value.kind === 'sum') return [value.span.start, ...value.parts.flatMap(startsOf)];
  return value.kind === 'call'
    ? value.call.args.flatMap((arg) => (arg.kind === 'text' ? [arg.span.start] : []))
    : [];
}
