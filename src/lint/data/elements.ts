// Document types in XML: what elements say in their text or in an attribute, `<value>AmlPolicy</value>` and `<document
// type="AmlPolicy"/>`. The children of one element are one list. One walk over the tags; texts with words for people are captions.
import { type Context, type List, type Model, NO_CONTEXT } from '../model/model.ts';
import { isCustomer, isPaper, REMOVED_TYPES } from '../model/words.ts';

type Item = List['items'][number];

interface Open {
  readonly tag: string;
  /** What it is called: what `name` or `id` say, or its tag. */
  readonly names: readonly string[];
  readonly start: number;
  /** Names of its attributes and children. */
  readonly fields: string[];
  readonly items: Item[];
}

/** Bounded: a name of 80 characters, attributes of 600, a text of 120. */
const TAG =
  /<(\/?)([A-Za-z][\w:.-]{0,80})([^<>]{0,600})>(?:\s{0,80}([A-Z][A-Za-z\d]{2,60})\s{0,80}(?=<\/))?/g;
/** Bounded: a name of 60 characters, a value of 120. */
const ATTRIBUTE = /([\w:.-]{1,60})\s?=\s?["']([^"'<>]{0,120})["']/g;
const TYPE = /^[A-Z][A-Za-z\d]{2,60}$/;
const TYPE_NAME = /^(?:(?:doc(?:ument)?[_-]?)?(?:type|kind|code)|value|doc(?:ument)?)$/i;
/** Members of a schema are nobody's documents; what comes back is looked at. */
const READ = /enumeration|respon[sc]e|result|answer|reply|event|testcase|testsuite/i;
const MAX_DEPTH = 200;
/** As many as a customer has. */
const MAX_FIELDS = 60;
const MAX_OUTER = 8;

export function readElements(text: string, model: Model): void {
  if (!/[a-z][A-Z]/.test(text)) return;
  const stack: Open[] = [];
  for (const found of text.matchAll(TAG)) {
    const [whole, slash = '', tag = '', said = '', value] = found;
    if (slash !== '') {
      const at = stack.findLastIndex((open) => open.tag === tag);
      if (at >= 0) for (const open of stack.splice(at).reverse()) close(open, stack, model);
      continue;
    }
    const parent = stack.at(-1);
    if (parent && parent.fields.length < MAX_FIELDS) parent.fields.push(tag);
    const attributes = [...said.matchAll(ATTRIBUTE)].map(({ 1: name = '', 2: held = '', index, 0: all }) => ({
      name,
      held,
      start: found.index + 1 + tag.length + index + all.length - 1 - held.length,
    }));
    const own = attributes.find(({ name, held }) => TYPE_NAME.test(name) && TYPE.test(held));
    if (parent && !stack.some((open) => READ.test(open.tag)) && !READ.test(tag)) {
      const from = found.index + whole.trimEnd().length;
      if (value !== undefined) parent.items.push(itemAt(value, from - value.length));
      else if (own) parent.items.push(itemAt(own.held, own.start));
    }
    if (said.endsWith('/') || stack.length >= MAX_DEPTH || /^[?!]/.test(tag)) continue;
    const named = attributes.flatMap(({ name, held }) => (/^(name|id|key)$/.test(name) ? [held] : []));
    const fields = attributes.map(({ name }) => name);
    stack.push({ tag, names: named.length > 0 ? named : [tag], start: found.index + 1, fields, items: [] });
  }
}

const itemAt = (text: string, start: number): Item => ({ text, at: { start, end: start + text.length } });

/** The list that an element's children are, at the element itself. */
function close({ tag, names, start, items }: Open, around: readonly Open[], model: Model): void {
  if (!items.some(({ text }) => isPaper(text))) return;
  const outer = around.slice(-MAX_OUTER).reverse();
  const context: Context = { ...NO_CONTEXT, names: [...names, ...outer.flatMap((open) => open.names)] };
  for (const { text, at } of items)
    if (isPaper(text)) model.texts.push({ text, at, key: 'type', context, compared: false });
  const ended = items.some(({ text }) => REMOVED_TYPES.has(text));
  const ofCustomer =
    !ended && /^documents$/i.test(tag) && outer.slice(0, 2).some(({ fields }) => isCustomer(fields));
  model.lists.push({ items, at: { start, end: start + tag.length }, context, ofCustomer });
}
