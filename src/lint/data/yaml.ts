// YAML into the model, by the yaml library's own ranges. Slow, and so only behind the prefilter.
import { isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments } from 'yaml';

import { camel, type Key, type Model, type Value } from '../model.ts';
import { INTEREST, REMOVED_TYPES } from '../words.ts';
import { contextAt, type JsonOptions, readJson } from './json.ts';
import { wholeRegion } from './region.ts';

/** Whether it could be read. */
export function readYaml(text: string, model: Model, options: JsonOptions): boolean {
  const documents = parseAllDocuments(text, { strict: false, uniqueKeys: false });
  if (!Array.isArray(documents)) return false;
  for (const document of documents) {
    if (document.errors.length > 0) return false;
    if (document.contents) visit(document.contents, [], text, model, options);
  }
  return true;
}

function visit(
  node: Node,
  path: readonly string[],
  text: string,
  model: Model,
  options: JsonOptions,
  keyAt?: { start: number; end: number },
): Value {
  const [start = 0, end = start] = node.range ?? [];
  const at = { start, end };
  const context = contextAt(path, options.context);
  if (isMap(node)) {
    const keys: Key[] = [];
    const url: unknown = node.has('method') || node.has('body') ? node.get('url') : undefined;
    const urls = typeof url === 'string' ? [url.replace(/\{\{[^}]*\}\}|\{%[^%]*%\}/g, '{}')] : undefined;
    const within = urls === undefined ? options : { ...options, context: { ...options.context, urls } };
    for (const { key, value } of node.items) {
      const written = isScalar(key) ? String(key.value) : '';
      const inside = [...path, written];
      if (options.skip?.(inside) === true) continue;
      const keyFrom = offsetIn(text, (isScalar(key) ? key.range?.[0] : undefined) ?? start);
      const span = { start: keyFrom, end: keyFrom + written.length };
      const result: Value = value
        ? visit(value as Node, inside, text, model, within, span) // a parsed map's values are nodes
        : { kind: 'other' };
      if (written.includes('current-tenant') && isScalar(key)) {
        model.paths.push({ path: written, literal: written, at: span, context });
      }
      if (!INTEREST.has(camel(written)) && !INTEREST.has(written)) continue;
      keys.push({ name: camel(written), written, at: span, value: result });
    }
    const object = { keys, at, context, kind: 'literal' as const };
    if (keys.length > 0) model.objects.push(object);
    return { kind: 'object', object };
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => visit(item as Node, [...path, '[]'], text, model, options)); // as above
    const texts = node.items
      .flatMap((item) => (isMap(item) ? item.items.map(({ value }) => value) : [item]))
      .flatMap((item) => {
        if (!isScalar(item) || typeof item.value !== 'string') return [];
        const from = offsetIn(text, item.range?.[0] ?? start);
        return [{ text: item.value, at: { start: from, end: from + item.value.length } }];
      });
    if (texts.some((one) => REMOVED_TYPES.has(one.text)))
      model.lists.push({ items: texts, at: keyAt ?? at, context });
    return { kind: 'list', items, at };
  }
  if (isScalar(node) && typeof node.value === 'string') {
    const from = offsetIn(text, start);
    const span = { start: from, end: from + node.value.length };
    const key = path.findLast((part) => part !== '[]') ?? '';
    if (REMOVED_TYPES.has(node.value))
      model.texts.push({ text: node.value, at: span, key, context, compared: false });
    if (node.value.includes('current-tenant')) {
      for (const line of text.slice(start, end).matchAll(/[^\s"']*current-tenant[^\s"']*/g)) {
        const where = start + line.index;
        model.paths.push({
          path: line[0],
          literal: line[0],
          at: { start: where, end: where + line[0].length },
          context,
        });
      }
    }
    if (/^\s*[[{]/.test(node.value)) {
      const inside = text.indexOf(node.value.trim().slice(0, 1), start);
      readJson(wholeRegion(text.slice(inside, end), inside), model, { ...options, context });
    }
    return { kind: 'text', text: node.value, at: span };
  }
  return isAlias(node) ? { kind: 'name', name: node.source } : { kind: 'other' };
}

/** Behind an opening quote. */
const offsetIn = (text: string, start: number): number => start + (/["']/.test(text[start] ?? '') ? 1 : 0);
