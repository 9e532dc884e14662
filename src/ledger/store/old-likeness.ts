// Look-alike reads that go as soon as nobody asks them any more: matches (likeness.ts) is in their place.
import type { RowRecord, RunKind } from '../records.ts';
import { BODIES_PAGE, type BodiesAsked, type ForeignRow, type RowBody, sinceMs } from '../sent.ts';
import { FREE_STATES } from '../state.ts';
import { lookedUp } from './folded.ts';
import { ask, json, type Question } from './question.ts';
import { bodyText, toRow } from './read-records.ts';
import { AMOUNT, amountText, DOUBTING, listed, MAYBE_PAID, sentBody } from './tables.ts';

const said = (fingerprints: readonly string[]): string =>
  json([...new Set(fingerprints)].filter((fingerprint) => fingerprint !== ''));
const LIKE = `r.fingerprint = q.value AND r.fingerprint <> '' AND r.state IN (${MAYBE_PAID})`;

export function* alike(environment: number, fingerprints: readonly string[]): Question<RowRecord[]> {
  const raws = yield* ask(
    (d) =>
      `SELECT r.* FROM ${d.each(d.texts(2), 'rows', `r.environment = $1 AND ${LIKE}`, 'rows_fingerprint')} ORDER BY key`,
    ...[environment, said(fingerprints)],
  );
  return raws.map(toRow);
}

export function* alikeElsewhere(
  environment: number,
  fingerprints: readonly string[],
): Question<ForeignRow[]> {
  const others = yield* ask('SELECT id, name FROM environments WHERE id <> $1', environment);
  const found: ForeignRow[] = [];
  for (const { id, name } of others)
    for (const row of yield* alike(Number(id), fingerprints))
      found.push({ ...row, environment: String(name) });
  return found;
}

export function* referencesLike(
  environment: number,
  kind: RunKind,
  references: readonly string[],
): Question<RowRecord[]> {
  const of = `r.environment = $1 AND r.kind = $3 AND r.folded = q.value AND r.folded IS NOT NULL AND r.state IN (${MAYBE_PAID})`;
  const raws = yield* ask(
    (d) => `SELECT r.* FROM ${d.each(d.texts(2), 'rows', of, 'rows_reference')}`,
    ...[environment, json([...new Set(references.map(lookedUp))]), kind],
  );
  return raws.map(toRow);
}

const STATES = {
  made: "'created'",
  free: listed(FREE_STATES),
  any: `${MAYBE_PAID}, ${listed(FREE_STATES)}`,
} as const;

export function* bodiesSince(
  environment: number,
  { kind, since, referencedSince, amounts, doubted, heardAfter }: BodiesAsked,
  after: string,
): Question<RowBody[]> {
  const states = doubted ? STATES[doubted.is] : MAYBE_PAID;
  const raws = yield* ask(
    (d) => `SELECT r.*, ${sentBody('r')} AS body FROM rows r
      WHERE r.environment = $1 AND r.kind = $2 AND r.state IN (${since === null ? "'sending', 'in_doubt'" : states})
        AND (r.state IN ('sending', 'in_doubt') OR r.updated_at >= CASE WHEN r.reference IS NULL THEN CAST($3 AS bigint) ELSE CAST($6 AS bigint) END)
        ${doubted ? `AND r.key IN (SELECT key FROM entries WHERE environment = $1 AND seq > CAST($7 AS bigint) AND ${DOUBTING})` : 'AND CAST($7 AS bigint) IS NULL'}
        ${heardAfter === undefined ? 'AND CAST($8 AS bigint) IS NULL' : 'AND EXISTS (SELECT 1 FROM entries e WHERE e.environment = $1 AND e.key = r.key AND e.seq > CAST($8 AS bigint))'}
        ${amounts === null ? 'AND CAST($4 AS text) IS NULL' : `AND ${AMOUNT} IN (SELECT q.value FROM ${d.texts(4)})`}
        AND r.key > $5 ORDER BY r.key LIMIT ${BODIES_PAGE}`,
    ...[environment, kind, sinceMs(since), amounts && json(amounts.map(amountText)), after],
    ...[sinceMs(referencedSince), doubted?.after ?? null, heardAfter ?? null],
  );
  return raws.map((raw) => ({ row: toRow(raw), body: bodyText(raw) }));
}
