// The columns of a table as the keys of an object: a header row, or the targets of a header's mapping. Headers in people's
// words ("Purpose of payment") mean the field of that name.
import { PAYOUT_FIELDS } from '../../interface/columns.ts';
import { CUSTOMER_FIELDS, documentTypeOf } from '../../interface/customer-columns.ts';
import {
  camel,
  type Context,
  type Key,
  type Model,
  NO_CONTEXT,
  type Span,
  type Value,
} from '../model/model.ts';
import {
  COMPLIANCE_PARTS,
  INTEREST,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
  REMOVED_TYPES,
} from '../model/words.ts';

export interface HeaderCell {
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
}

export interface Column {
  readonly index: number;
  readonly cell: HeaderCell;
  readonly at: Span;
  /** The field that it holds, as a dotted path. */
  readonly path: string;
  /** Its field at the top, in camel case. */
  readonly top: string;
  readonly type: string | undefined;
}

/** `Purpose of payment` and `Amount (GBP)`: the words of a header as one name. */
export function nameOf(header: string): string {
  const plain = header.trim();
  if (!/\s/.test(plain)) return plain;
  const words = plain.replace(/\([^()]{0,40}\)/g, ' ').match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map((word, i) => {
      const lower = word.toLowerCase();
      return i === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
    })
    .join('');
}

/** `map`: their header -> our field. */
export function columnsOf(
  header: readonly HeaderCell[],
  map: ReadonlyMap<string, string> | undefined,
): Column[] {
  return header.map((cell, index) => {
    const written = cell.text.trim();
    const path = map?.get(written) ?? nameOf(written);
    const lead = cell.text.length - cell.text.trimStart().length;
    const start = cell.start + lead;
    const [first = ''] = path.split(/[./]/);
    return {
      index,
      cell,
      path,
      at: { start, end: start + written.length },
      top: camel(first),
      type: documentTypeOf(path),
    };
  });
}

/** A column's key: of `source.walletId` the leaf, of `compliance.x` once the whole. `undefined` where no rule cares. */
function keyOf({ path, top, at }: Column, value: Value): Key | undefined {
  const parts = path.split(/[./]/);
  const name = camel(parts.at(-1) ?? '');
  if (parts.length > 1 && top !== 'compliance') {
    // `source.currency` is not a currency of the row itself.
    const own = /^(source|destination)$/.test(top) && /^(walletId|externalAccountId)$/.test(name);
    if (!own && !INTEREST.has(top)) return undefined;
    return { name: own ? name : top, written: path, at, value };
  }
  const flat = /^(source)?(walletId)$/i.test(top) ? 'walletId' : top;
  if (!INTEREST.has(flat)) return undefined;
  return { name: flat, written: path, at, value: parts.length > 1 ? PARTS : value };
}

/** Of `compliance.isKYCPerformed`: that it has parts. */
const [somePart = ''] = COMPLIANCE_PARTS;
const NOWHERE: Span = { start: 0, end: 0 };
const PARTS: Value = {
  kind: 'object',
  object: {
    keys: [{ name: somePart, written: '', at: NOWHERE, value: { kind: 'other' } }],
    at: NOWHERE,
    context: NO_CONTEXT,
    kind: 'literal',
  },
};

/** The columns as objects; `valueOf` tells what stands in a column. */
export function pushColumns(
  columns: readonly Column[],
  model: Model,
  context: Context,
  valueOf: (column: Column) => Value,
): void {
  const keys: Key[] = [];
  const breakdown: Key[] = [];
  for (const column of columns) {
    const parts = column.path.split(/[./]/);
    if (column.type !== undefined) continue;
    if (parts.length > 1 && column.top === 'transactionBreakdown') {
      const name = camel(parts.at(-1) ?? '');
      breakdown.push({ name, written: column.path, at: column.at, value: { kind: 'other' } });
      continue;
    }
    const key = keyOf(column, valueOf(column));
    if (key && !(key.name === 'compliance' && keys.some(({ name }) => name === 'compliance'))) keys.push(key);
  }
  push(model, keys, context, columns.length - keys.length);
  push(model, breakdown, { ...context, names: ['transactionBreakdown', ...context.names] });
}

/** `strangers`: of a customer's columns, how many have other names. */
function push(model: Model, keys: Key[], context: Context, strangers = 0): void {
  const [first] = keys;
  const counted = keys.some(({ name }) => name === 'amount') ? 0 : strangers;
  if (first) model.objects.push({ keys, at: first.at, context, kind: 'literal', strangers: counted });
}

const FIELDS: ReadonlySet<string> = new Set([...PAYOUT_FIELDS, ...CUSTOMER_FIELDS]);
const isField = (text: string): boolean =>
  FIELDS.has(text) ||
  REMOVED_FIELDS.has(text.split('.')[0] ?? '') ||
  isRemovedLeaf(text) ||
  documentTypeOf(text) !== undefined ||
  text.startsWith('transactionBreakdown.');
const isRemovedLeaf = (text: string): boolean =>
  REMOVED_BREAKDOWN.has(text.replace(/^transactionBreakdown\./, ''));

/** The values of an object as a header, where most of them are names of fields: a mapping file. */
export function pushHeaderMap(values: readonly HeaderCell[], model: Model, context: Context): void {
  const fields = values.filter(({ text }) => isField(text) || text === 'amount');
  const dotted = fields.some(({ text }) => text.includes('.') || /^[a-z]+[A-Z]/.test(text));
  if (!dotted || fields.length < 3 || fields.length < values.length * 0.6) return;
  const columns = columnsOf(fields, undefined);
  // Whose columns they are, a file of such a map is named for: `crm.map.json`.
  const own = { ...context, names: ['fields'] };
  pushColumns(columns, model, own, () => ({ kind: 'other' }));
  const types = columns.filter(({ type }) => type !== undefined && REMOVED_TYPES.has(type));
  for (const { type = '', at } of types)
    model.texts.push({ text: type, at, key: 'documents', context: own, compared: false });
}
