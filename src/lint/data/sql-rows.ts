// Rows that SQL puts into a table of document types: `INSERT INTO onboarding_documents (document_type) VALUES (...)`. All rows
// of one table are one list. Rows that say when something was stored are kept records, and no list of what is asked for.
import { type Context, type List, type Model, NO_CONTEXT } from '../model/model.ts';
import { isPaper, REMOVED_TYPES } from '../model/words.ts';

type Item = List['items'][number];

/** Bounded: names of 120 letters, columns of 600. */
const INSERT =
  /\binsert\s{1,9}(?:or\s{1,4}\w{1,20}\s{1,4}|ignore\s{1,4})?into\s{1,9}([\w."`[\]]{1,120})\s{0,40}\(([^()]{1,600})\)\s{0,40}values\b/gi;
const TYPE_COLUMN = /^(?:document|doc)_?(?:type|kind|code|name)?$/i;
const KIND_COLUMN = /^(?:type|kind|code|name)$/i;
/** What only a record of something that came has. */
const KEPT = /_(?:at|on)$|^(?:status|state|url|path|hash|sha256|size)$/i;
const MAX_ROWS = 500;

export function readRows(text: string, model: Model): void {
  const tables = new Map<string, { readonly items: Item[]; readonly list: List }>();
  for (const found of text.matchAll(INSERT)) {
    const [whole, table = '', names = ''] = found;
    const columns = names.split(',').map((name) => name.trim().replace(/^["'`[]|["'`\]]$/g, ''));
    const index = typeColumn(columns, table);
    if (index < 0 || (columns.some((name) => KEPT.test(name)) && columns.some((name) => /_id$/i.test(name))))
      continue;
    const own = [...cellsAt(text, found.index + whole.length, index)].filter(({ text }) =>
      /^[A-Z]/.test(text),
    );
    const start = found.index + whole.indexOf(table);
    const context: Context = { ...NO_CONTEXT, names: [table, columns[index] ?? ''] };
    for (const { text, at } of own)
      if (isPaper(text)) model.texts.push({ text, at, key: columns[index] ?? '', context, compared: false });
    const known = tables.get(table.toLowerCase());
    if (known) known.items.push(...own);
    else {
      const list: List = { items: own, at: { start, end: start + table.length }, context };
      tables.set(table.toLowerCase(), { items: own, list });
    }
  }
  for (const { items, list } of tables.values())
    if (items.some(({ text }) => isPaper(text) || REMOVED_TYPES.has(text))) model.lists.push(list);
}

function typeColumn(columns: readonly string[], table: string): number {
  const own = columns.findIndex((name) => TYPE_COLUMN.test(name));
  return own >= 0 || !/doc|kyb|onboard|paper/i.test(table)
    ? own
    : columns.findIndex((name) => KIND_COLUMN.test(name));
}

/** The texts of one column, from behind `values` to the statement's end. */
function* cellsAt(text: string, from: number, column: number): Generator<Item, undefined> {
  let depth = 0;
  let index = 0;
  let rows = 0;
  for (let at = from; at < text.length && rows < MAX_ROWS; at++) {
    const char = text[at];
    if (char === "'") {
      const end = endOfText(text, at + 1);
      const item = { text: text.slice(at + 1, end), at: { start: at + 1, end } };
      if (depth === 1 && index === column) yield item;
      at = end;
    } else if (char === '(') {
      if (depth === 0) index = 0;
      depth++;
    } else if (char === ')') {
      depth--;
      if (depth === 0) rows++;
    } else if (char === ',' && depth === 1) index++;
    else if (char === ';' || depth < 0) return undefined;
  }
  return undefined;
}

/** Offset of the quote that ends a text; a doubled one doesn't. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf("'", from); at >= 0; at = text.indexOf("'", at + 2))
    if (text[at + 1] !== "'") return at;
  return text.length;
}
