// Rows that may be the same payment as others, by an index each: equal in content, with a reference that only looks another, or
// of the same target as one that is or was in doubt. What follows from it is decided by whoever asks (../matches.ts).
import type { LedgerMatch, Likeness } from '../matches.ts';
import { lookedUp } from './folded.ts';
import { type Ask, type Dialect, json, type Question } from './question.ts';
import { toMatched } from './read-records.ts';
import { MAYBE_PAID } from './tables.ts';

type By = LedgerMatch['by'];

/** A look-up of some rows: q has the row's own key and what it is looked for by, r is a row that was found. */
interface LookUp {
  readonly by: By;
  readonly rows: readonly Likeness[];
  readonly tuple: (row: Likeness) => readonly (string | null)[];
  readonly from: (dialect: Dialect) => string;
}

const OTHER = `r.environment = $1 AND r.key <> (q.value ->> 0) AND r.state IN (${MAYBE_PAID})`;
const CONTENT = `${OTHER} AND r.fingerprint = (q.value ->> 1) AND r.fingerprint <> ''`;

const each = (condition: string, index: string) => (d: Dialect) =>
  d.each(d.lists(2), 'rows', condition, index);

function lookUps(rows: readonly Likeness[]): LookUp[] {
  const content = rows.filter(({ fingerprint }) => fingerprint !== '');
  const [named, unnamed] = [true, false].map((has) =>
    content.filter((row) => (row.reference !== null) === has),
  );
  const byContent = {
    by: 'content',
    tuple: (row) => [row.key, row.fingerprint, row.batchId],
  } as const satisfies Partial<LookUp>;
  return [
    { ...byContent, rows: named ?? [], from: each(CONTENT, 'rows_fingerprint') },
    // A batch counts its equal rows without references.
    {
      ...{ ...byContent, rows: unnamed ?? [] },
      from: each(
        `${CONTENT} AND (r.reference IS NOT NULL OR r.batch_id <> (q.value ->> 2))`,
        'rows_fingerprint',
      ),
    },
    {
      by: 'reference',
      rows: rows.filter(({ reference }) => reference !== null),
      tuple: ({ key, kind, reference }) => [key, kind, lookedUp(reference ?? ''), reference],
      from: each(
        `r.environment = $1 AND r.kind = (q.value ->> 1) AND r.folded = (q.value ->> 2) AND r.folded IS NOT NULL
           AND r.reference <> (q.value ->> 3) AND r.state IN (${MAYBE_PAID})`,
        'rows_reference',
      ),
    },
    {
      by: 'target',
      rows: rows.filter(({ target }) => target !== ''),
      tuple: (row) => [row.key, row.target],
      from: each(`${OTHER} AND r.target = (q.value ->> 1) AND r.doubt_entry IS NOT NULL`, 'rows_target'),
    },
  ];
}

/** Each gives rows as they are stored, with the key of the one that they are like. */
export const likeAsks = (environment: number, rows: readonly Likeness[]): (Ask & { readonly by: By })[] =>
  lookUps(rows).flatMap(({ by, from, tuple, rows: some }) =>
    some.length === 0
      ? []
      : [
          {
            by,
            sql: (d) => `SELECT q.value ->> 0 AS asked, r.* FROM ${from(d)}`,
            values: [environment, json(some.map(tuple))],
          },
        ],
  );

export function* matches(environment: number, rows: readonly Likeness[]): Question<LedgerMatch[]> {
  const asks = likeAsks(environment, rows);
  if (asks.length === 0) return [];
  const answers = yield asks;
  return asks.flatMap(({ by }, at) =>
    (answers[at] ?? []).map((raw) => ({ key: String(raw['asked']), by, row: toMatched(raw) })),
  );
}
