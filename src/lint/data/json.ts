// JSON (also with comments and trailing commas) into the model: every object with its keys, where it stands, and the
// names of what is around it.
import { type Node, type ParseError, parseTree } from 'jsonc-parser';

import { camel, type Context, type Key, type Model, type Obj, type Value } from '../model.ts';
import { INTEREST, REMOVED_TYPES } from '../words.ts';
import { decoded, inner, type Region, wholeRegion } from './region.ts';

export interface JsonOptions {
  readonly context: Context;
  /** Keys whose content is not looked at: answers, for instance. */
  readonly skip?: (path: readonly string[]) => boolean;
}

/** Whether the text could be read as a JSON object or list. */
export function readJson(region: Region, model: Model, options: JsonOptions): boolean {
  const errors: ParseError[] = [];
  const root = parseTree(region.text, errors, { allowTrailingComma: true });
  if (!root || (root.type !== 'object' && root.type !== 'array')) return false;
  if (errors.length > 3) return false;
  visit(root, [], region, model, options);
  return true;
}

/** Names that say nothing of what stands under them. */
const NOISE =
  /^(\[\]|properties|schema|items|content|application\/json|requestBody|allOf|oneOf|anyOf|value|raw|text|body|data|json|payload)$/;
const READ_NAMES = /^(response|responses|reply|answer|example_response|expectedResponse|event|webhook)s?$/i;

/** What the keys above say of what stands under them. */
export function contextAt(path: readonly string[], outer: Context): Context {
  const names = path.filter((part) => !NOISE.test(part)).reverse();
  return {
    ...outer,
    // An OpenAPI path is what the objects under it are sent to.
    urls: [...path.filter((part) => part.startsWith('/')), ...outer.urls],
    names: [...names, ...outer.names],
    reading: outer.reading || names.some((name) => READ_NAMES.test(name)),
  };
}

function visit(
  node: Node,
  path: readonly string[],
  region: Region,
  model: Model,
  options: JsonOptions,
): Value {
  const span = { start: region.at(node.offset), end: region.at(node.offset + node.length) };
  const context = contextAt(path, options.context);
  switch (node.type) {
    case 'object': {
      const keys: Key[] = [];
      const url = urlOf(node);
      const within =
        url === undefined ? options : { ...options, context: { ...options.context, urls: [url] } };
      for (const property of node.children ?? []) {
        const [name, value] = property.children ?? [];
        if (!name) continue;
        const written = String(name.value);
        const inside = [...path, written];
        if (options.skip?.(inside) === true) continue;
        const result: Value = value ? visit(value, inside, region, model, within) : { kind: 'other' };
        if (written.includes('current-tenant')) {
          const from = region.at(name.offset + 1);
          const where = { start: from, end: from + written.length };
          model.paths.push({ path: written, literal: written, at: where, context });
        }
        if (value && isDeprecated(value)) continue;
        if (!INTEREST.has(camel(written)) && !INTEREST.has(written)) continue;
        const start = region.at(name.offset + 1);
        keys.push({
          name: camel(written),
          written,
          at: { start, end: start + written.length },
          value: result,
        });
      }
      const object: Obj = { keys, at: span, context, kind: 'literal' };
      if (keys.length > 0) model.objects.push(object);
      return { kind: 'object', object };
    }
    case 'array': {
      const items = (node.children ?? []).map((item) => visit(item, [...path, '[]'], region, model, options));
      const texts = textsIn(node, region);
      if (texts.some(({ text }) => REMOVED_TYPES.has(text))) {
        const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
        const from = key ? region.at(key.offset + 1) : span.start;
        model.lists.push({
          items: texts,
          at: { start: from, end: from + (key ? key.length - 2 : 1) },
          context,
        });
      }
      return { kind: 'list', items, at: span };
    }
    case 'string': {
      const text = String(node.value);
      const at = { start: region.at(node.offset + 1), end: region.at(node.offset + node.length - 1) };
      const key = path.findLast((part) => part !== '[]') ?? '';
      if (REMOVED_TYPES.has(text)) model.texts.push({ text, at, key, context, compared: false });
      if (text.includes('current-tenant')) {
        model.paths.push({
          path: text.replace(/\{\{[^}]*\}\}|\$\{[^}]*\}/g, '{}'),
          literal: region.text.slice(node.offset + 1, node.offset + node.length - 1),
          at,
          context,
        });
      }
      if (/^\s*[[{]/.test(text) && text.length > 8) {
        const raw = region.text.slice(node.offset + 1, node.offset + node.length - 1);
        const value = inner(region, decoded([{ text: raw, at: node.offset + 1 }]));
        readJson(value, model, { ...options, context });
      }
      return { kind: 'text', text, at };
    }
    default:
      return { kind: 'other' };
  }
}

/** Where a request of a collection or recording goes: `url`, or `url.raw`, beside a method or a body. */
function urlOf(node: Node): string | undefined {
  const child = (parent: Node, name: string): Node | undefined =>
    parent.children?.find((property) => property.children?.[0]?.value === name)?.children?.[1];
  if (!['method', 'body', 'postData', 'data'].some((name) => child(node, name))) return undefined;
  const url = child(node, 'url') ?? child(node, 'uri') ?? child(node, 'path');
  const raw = url?.type === 'object' ? child(url, 'raw') : url;
  return raw?.type === 'string' ? String(raw.value).replace(/\{\{[^}]*\}\}|\{%[^%]*%\}/g, '{}') : undefined;
}

/** A schema that says itself that the field ends. */
function isDeprecated(node: Node): boolean {
  return (
    node.children?.some(
      ({ children }) => children?.[0]?.value === 'deprecated' && children[1]?.value === true,
    ) === true
  );
}

/** Texts of a list: its own, and those of the objects in it, `{"type": "OwnershipChart"}`. */
function textsIn(list: Node, region: Region): { text: string; at: { start: number; end: number } }[] {
  const strings = (list.children ?? []).flatMap((item) =>
    item.type === 'object' ? (item.children ?? []).flatMap(({ children }) => children?.[1] ?? []) : [item],
  );
  return strings
    .filter(({ type }) => type === 'string')
    .map((node) => ({
      text: String(node.value),
      at: { start: region.at(node.offset + 1), end: region.at(node.offset + node.length - 1) },
    }));
}

/** One JSON value in each line. */
export function readNdjson(text: string, model: Model, context: Context): void {
  let at = 0;
  for (const line of text.split('\n')) {
    if (/^\s*[[{]/.test(line)) readJson(wholeRegion(line, at), model, { context });
    at += line.length + 1;
  }
}
