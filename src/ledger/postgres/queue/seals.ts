// Whether queued rows and submissions are as they were submitted. They are in the hash chain, and are compared with
// their links. A difference shows that somebody changed, added or replaced them in the database. It is only reported
// here.
import { sha256 } from '../../keys.ts';
import type { KeptItem, QueueItem } from '../../queue.ts';
import { type ChainLink, headOf, lineOf as lineInLink } from '../../store/digest.ts';
import type { RawRow } from '../../store/question.ts';
import { COVERED } from '../../store/tables.ts';
import type { ServerRow, ServerSession } from '../connections.ts';

/** A row of the table, with its link and its line in the file. */
export type ItemRow = QueueItem & { readonly line: number | null; readonly link: number | null } & ServerRow;

/** Those of these rows that agree with their links. */
export async function chainedRows<R extends ServerRow>(
  query: ServerSession['query'],
  table: 'items' | 'submissions',
  rows: readonly R[],
): Promise<ReadonlySet<R>> {
  const links = await query<ChainLink & { head: string; before: string | null } & ServerRow>(
    `SELECT l.number, l.at, l.sequence, l.entries, l.records, l.head, b.head AS before
     FROM links l LEFT JOIN links b ON b.number = l.number - 1 WHERE l.number = ANY($1::bigint[])`,
    [[...new Set(rows.map(({ link }) => link))]],
  );
  const lines = new Map<unknown, ReadonlySet<string>>();
  for (const { before, head, ...link } of links) {
    const isWhole = before === null || headOf(before, { ...link, records: sha256(link.records) }) === head;
    if (isWhole) lines.set(link.number, new Set(link.records.split('\n')));
  }
  const { columns } = COVERED[table];
  const lineOf = (row: R): string => {
    const values = columns.map((column) => (row as unknown as RawRow)[column]); // the table's columns
    return lineInLink(table, values);
  };
  return new Set(rows.filter((row) => lines.get(row['link'])?.has(lineOf(row)) === true));
}

/** Of an altered row only the line is known. */
export async function keptItems(
  query: ServerSession['query'],
  rows: readonly ItemRow[],
): Promise<KeptItem[]> {
  const chained = await chainedRows(query, 'items', rows);
  return rows.map((row) => {
    const { sequence, chunk, key, data, line } = row;
    if (chained.has(row)) return { sequence, chunk, key, data, isAltered: false };
    const nothing = JSON.stringify({ ...NOTHING, line: line ?? 0 });
    return { sequence, chunk, key: null, data: nothing, isAltered: true };
  });
}

/** An item's data, without values. */
const NOTHING = {
  ...{ line: 0, reference: '', currency: '', amount: '', body: {}, documents: [] },
  ...{ content: '', fingerprint: '' },
};
