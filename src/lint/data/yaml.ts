// YAML into the model, by the yaml library's own ranges. Slow, and so only behind the prefilter.
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, type Node } from 'yaml';
import { camel, type Context, type Key, type Model, type Value } from '../model.ts';
import { INTEREST, REMOVED_TYPES } from '../words.ts';
import { readJson, type JsonOptions } from './json.ts';
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

function visit(node: Node, path: readonly string[], text: string, model: Model, options: JsonOptions): Value {
  const [start = 0, end = start] = node.range ?? [];
  const at = { start, end };
  const names = path.filter((part) => part !== '[]').reverse();
  const context: Context = {
    ...options.context,
    names: [...names, ...options.context.names],
    reading: options.context.reading || names.some((name) => /^(responses?|events?|webhooks?)$/i.test(name)),
  };
  if (isMap(node)) {
    const keys: Key[] = [];
    for (const { key, value } of node.items) {
      const written = isScalar(key) ? String(key.value) : '';
      const inside = [...path, written];
      if (options.skip?.(inside) === true) continue;
      const result: Value = value ? visit(value as Node, inside, text, model, options) : { kind: 'other' }; // a parsed map's values are nodes
      if (written.includes('current-tenant') && isScalar(key)) {
        const from = offsetIn(text, key.range?.[0] ?? 0);
        model.paths.push({
          path: written,
          literal: written,
          at: { start: from, end: from + written.length },
          context,
        });
      }
      if (!INTEREST.has(camel(written)) && !INTEREST.has(written)) continue;
      const from = offsetIn(text, (isScalar(key) ? key.range?.[0] : undefined) ?? start);
      keys.push({
        name: camel(written),
        written,
        at: { start: from, end: from + written.length },
        value: result,
      });
    }
    const object = { keys, at, context, kind: 'literal' as const };
    if (keys.length > 0) model.objects.push(object);
    return { kind: 'object', object };
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => visit(item as Node, [...path, '[]'], text, model, options)); // as above
    const texts = items.flatMap((item) => {
      if (item.kind === 'text') return [{ text: item.text, at: item.at }];
      if (item.kind !== 'object') return [];
      return item.object.keys.flatMap(({ value }) =>
        value.kind === 'text' ? [{ text: value.text, at: value.at }] : [],
      );
    });
    if (texts.some((one) => REMOVED_TYPES.has(one.text))) model.lists.push({ items: texts, at, context });
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
