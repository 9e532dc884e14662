// The columns of a table as the keys of an object. A header in people's words ("Purpose of payment") names the field of that
// name; a header with dots (`source.walletId`) names its last part.
import { documentTypeOf } from '../../interface/customer-columns.ts';
import { camel, type Key, type Span } from '../model/facts.ts';
import { INTEREST } from '../model/vocabulary.ts';

export interface HeaderCell {
  readonly text: string;
  /** Offset of the text in the source. */
  readonly start: number;
}

export interface Column {
  readonly index: number;
  readonly written: string;
  readonly span: Span;
  /** Parts of its dotted path, in camel case. */
  readonly path: readonly string[];
  /** The document type that it holds files of. */
  readonly type: string | undefined;
}

/** `headers`: what `--map` calls them. */
export function columnsOf(header: readonly HeaderCell[], headers?: ReadonlyMap<string, string>): Column[] {
  return header.map(({ text, start: from }, index) => {
    const written = text.trim();
    const start = from + (text.length - text.trimStart().length);
    const field = headers?.get(written) ?? fieldNamed(written);
    const span = { start, end: start + written.length };
    return { index, written, span, path: field.split(/[./]/).map(camel), type: documentTypeOf(field) };
  });
}

/** `Purpose of payment`, `Amount (GBP)`. */
function fieldNamed(written: string): string {
  if (!/\s/.test(written)) return written;
  const words = written.replace(/\([^()]{0,40}\)/g, ' ').match(/[A-Za-z0-9]+/g) ?? [];
  return camel(words.map((word) => word.toLowerCase()).join('_'));
}

/** The key of a column; `undefined` if no rule knows it. */
export function keyOf({ path, written, span }: Column): Key | undefined {
  const [top = ''] = path;
  const name = path.at(-1) ?? '';
  if (path.length === 1)
    return INTEREST.has(name) ? { name, written, span, value: { kind: 'other' } } : undefined;
  if (top === 'compliance') return { name: top, written, span, value: { kind: 'other' } };
  // `source.currency` says that there is a source, and nothing about a currency of the row.
  if (top === 'transactionBreakdown') return undefined;
  return INTEREST.has(top) ? { name: top, written, span, value: { kind: 'other' } } : undefined;
}

/** Columns inside `transactionBreakdown`. */
export const breakdownKeys = (columns: readonly Column[]): Key[] =>
  columns
    .filter(({ path }) => path.length > 1 && path[0] === 'transactionBreakdown')
    .map(({ path, written, span }) => ({ name: path.at(-1) ?? '', written, span, value: { kind: 'other' } }));

const OWN_ID = /^(?:id|(?:transfer|payout|payment)Id)$/;
const BECAME = /^(?:status|state|created|completed|\w+At)$/;

/** Columns that only a table of finished transfers has. */
export const isExport = (columns: readonly Column[]): boolean =>
  columns.some(({ path }) => OWN_ID.test(path[0] ?? '')) &&
  columns.some(({ path }) => BECAME.test(path[0] ?? ''));
