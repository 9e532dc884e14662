// Looks for possible duplicates of given rows: equal content, a reference that only looks different, or the target of
// a row that is or was in doubt. Each look-up has its index.
import type { ComparedRow, LedgerMatch } from '../records.ts';
import { type Ask, json, type Question } from './question.ts';
import { ROW } from './reads.ts';
import { foldOf, toRow } from './row.ts';
import { MAYBE_PAID, nameOf } from './tables.ts';

type By = LedgerMatch['by'];

/** In SQL, `q` is a given row as a tuple, and `r` a row of the ledger. */
interface LookUp {
  readonly by: By;
  readonly index: string;
  /** Whether a given row has what this look-up compares. */
  readonly has: (row: ComparedRow) => boolean;
  readonly tuple: (row: ComparedRow) => readonly (string | null)[];
  readonly condition: string;
}

const OTHER = `r.environment = $1 AND r.key <> (q.value ->> 0) AND r.state IN (${MAYBE_PAID})`;

const LOOK_UPS: readonly LookUp[] = [
  {
    by: 'content',
    index: 'rows_fingerprint',
    has: ({ fingerprint }) => fingerprint !== '',
    // Equal rows of one batch without references are separate payments.
    tuple: (row) => [row.key, row.fingerprint, row.reference === null ? row.batchId : null],
    condition: `${OTHER} AND r.fingerprint = (q.value ->> 1) AND r.fingerprint <> ''
      AND ((q.value ->> 2) IS NULL OR r.folded IS NOT NULL
        OR ${nameOf('batch', 'r.batch')} <> (q.value ->> 2))`,
  },
  {
    by: 'reference',
    index: 'rows_reference',
    has: ({ reference }) => reference !== null,
    tuple: ({ key, reference }) => [key, `${key.charAt(0)}:%`, foldOf(reference)],
    condition: `${OTHER} AND r.folded = (q.value ->> 2) AND r.folded IS NOT NULL AND r.key LIKE (q.value ->> 1)`,
  },
  {
    by: 'target',
    index: 'rows_target',
    has: ({ target }) => target !== '',
    tuple: (row) => [row.key, row.target],
    condition: `${OTHER} AND r.target = (q.value ->> 1) AND r.doubt_entry IS NOT NULL`,
  },
];

/** Each gives stored rows, with the key of the given row. */
export const likeAsks = (environment: number, rows: readonly ComparedRow[]): (Ask & { readonly by: By })[] =>
  LOOK_UPS.flatMap(({ by, index, has, tuple, condition }) => {
    const some = rows.filter(has);
    const sql: Ask['sql'] = (d) =>
      `SELECT q.value ->> 0 AS asked, ${ROW} FROM ${d.each(d.lists(2), 'rows', condition, index)}`;
    return some.length === 0 ? [] : [{ by, sql, values: [environment, json(some.map(tuple))] }];
  });

export function* matches(environment: number, rows: readonly ComparedRow[]): Question<LedgerMatch[]> {
  const asks = likeAsks(environment, rows);
  if (asks.length === 0) return [];
  const answers = yield asks;
  return asks.flatMap(({ by }, at) =>
    (answers[at] ?? []).map((raw) => ({ key: String(raw['asked']), by, row: toRow(raw) })),
  );
}
