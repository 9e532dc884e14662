// What is read from a ledger on Postgres, of one environment. Nothing here writes.
import { type PaidRecord, paidRecord } from '../paid.ts';
import type { BatchRecord, Doubt, LedgerEntry, RowRecord, RunKind } from '../records.ts';
import type { RunPart } from '../run-part.ts';
import type { Contradiction } from '../said.ts';
import type { BodiesAsked, ForeignRow, RowBody, SentRow } from '../sent.ts';
import { doubtOf, inOrder } from '../sqlite/doubts.ts';
import { lookedUp } from '../sqlite/folded.ts';
import { LATEST } from '../sqlite/reads.ts';
import { type Raw, toBatch, toRow, toSent } from '../sqlite/rows.ts';
import { AMOUNT, amountText, sentBody } from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import { MAYBE_PAID } from './at-hand.ts';
import { bodiesSince } from './bodies.ts';
import { entriesByKey, rowsByKey } from './by-key.ts';
import type { Connections, Session } from './connections.ts';
import { contradictionsOf, withContradictions } from './contradictions.ts';

const said = (fingerprints: readonly string[]): string[] =>
  [...new Set(fingerprints)].filter((fingerprint) => fingerprint !== '');

export class Reads {
  readonly #db: Connections;
  readonly #query: Session['query'];
  readonly #environment: number;
  readonly #genesis: string;

  constructor(db: Connections, environment: number, genesis: string) {
    this.#db = db;
    this.#query = db.query.bind(db);
    this.#genesis = genesis;
    this.#environment = environment;
  }

  async lookup(keys: readonly string[]): Promise<Map<string, RowRecord>> {
    const found = (await rowsByKey(this.#query, this.#environment, keys)).map(toRow);
    const told = await withContradictions(this.#query, this.#environment, found);
    return new Map(told.map((row) => [row.key, row]));
  }

  alike(fingerprints: readonly string[]): Promise<RowRecord[]> {
    return this.#rows(
      `fingerprint = ANY($2) AND fingerprint <> '' AND state IN (${MAYBE_PAID}) ORDER BY key COLLATE "C"`,
      said(fingerprints),
    );
  }

  async alikeElsewhere(fingerprints: readonly string[]): Promise<ForeignRow[]> {
    const found = await this.#db.query<Raw>(
      `SELECT rows.*, environments.name AS environment_name FROM rows JOIN environments ON environments.id = environment
       WHERE environment <> $1 AND fingerprint = ANY($2) AND fingerprint <> '' AND state IN (${MAYBE_PAID})`,
      [this.#environment, said(fingerprints)],
    );
    return found.map((raw) => ({ ...toRow(raw), environment: String(raw['environment_name']) }));
  }

  referencesLike(kind: RunKind, references: readonly string[]): Promise<RowRecord[]> {
    return this.#rows(
      `folded IS NOT NULL AND kind = $3 AND folded = ANY($2) AND state IN (${MAYBE_PAID})`,
      [...new Set(references.map(lookedUp))],
      kind,
    );
  }

  async knows(createdIds: readonly string[]): Promise<Set<string>> {
    const found = await this.#db.query<{ created_id: string }>(
      `SELECT DISTINCT created_id FROM rows WHERE environment = $1 AND kind IN ('payouts', 'customers', 'trades')
         AND created_id = ANY($2)`,
      [this.#environment, createdIds],
    );
    return new Set(found.map((row) => row.created_id));
  }

  async named(createdIds: readonly string[]): Promise<Set<string>> {
    const found = await this.#db.query<{ id: string }>(
      `SELECT DISTINCT id FROM (SELECT data::json->>'createdId' AS id FROM entries
         WHERE environment = $1 AND type IN ('resolved_created', 'corrected_created')) AS words WHERE id = ANY($2)`,
      [this.#environment, createdIds],
    );
    return new Set(found.map(({ id }) => id));
  }

  async wasAccepted(text: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM acceptances WHERE strpos(reason, $1) > 0 LIMIT 1';
    return (await this.#db.query(sql, [text])).length > 0;
  }

  async hadTip({ sequence, head }: Pick<Tip, 'sequence' | 'head'>): Promise<boolean> {
    if (sequence === 0 && head === this.#genesis) return true; // no link says so
    const sql = 'SELECT 1 FROM links WHERE sequence = $1 AND head = $2 LIMIT 1';
    return (await this.#db.query(sql, [sequence, head])).length > 0;
  }

  async heldByOthers(
    runId: string,
    keys: readonly { key: string; hash: bigint }[],
  ): Promise<Map<string, string>> {
    const found = await this.#db.query<{ hash: string; run_id: string }>(
      'SELECT hash::text AS hash, run_id FROM claims WHERE environment = $1 AND run_id <> $2 AND hash = ANY($3::bigint[])',
      [this.#environment, runId, keys.map(({ hash }) => String(hash))],
    );
    const holders = new Map(found.map(({ hash, run_id: holder }) => [hash, holder]));
    return new Map(
      keys.flatMap(({ key, hash }) => {
        const holder = holders.get(String(hash));
        return holder === undefined ? [] : [[key, holder] as const];
      }),
    );
  }

  async paid(keys: readonly string[]): Promise<Map<string, PaidRecord>> {
    const created = [...(await this.lookup(keys)).values()].filter(({ state }) => state === 'created');
    const paid = new Map<string, PaidRecord>();
    for (const [key, entries] of await this.entriesOf(created.map((row) => row.key))) {
      const record = paidRecord(key, entries);
      if (record) paid.set(key, record);
    }
    return paid;
  }

  entriesOf(keys: readonly string[]): Promise<Map<string, LedgerEntry[]>> {
    return entriesByKey(this.#query, this.#environment, keys);
  }

  async lastEntryAt(): Promise<Date | null> {
    const [last] = await this.#db.query<{ at: number | null }>(LATEST);
    return typeof last?.at === 'number' ? new Date(last.at) : null;
  }

  async upload(sha256: string): Promise<string | undefined> {
    const [found] = await this.#db.query<{ document_id: string }>(
      'SELECT document_id FROM uploads WHERE environment = $1 AND sha256 = $2',
      [this.#environment, sha256],
    );
    return found?.document_id;
  }

  async runsOfFile(kind: RunKind, fileHash: string): Promise<string[]> {
    const found = await this.#db.query<{ id: string }>(
      'SELECT id FROM runs WHERE environment = $1 AND kind = $2 AND file_hash = $3 ORDER BY begun DESC',
      [this.#environment, kind, fileHash],
    );
    return found.map(({ id }) => id);
  }

  async batch(kind: RunKind, id: string): Promise<BatchRecord | undefined> {
    const [raw] = await this.#db.query<Raw>(
      'SELECT * FROM batches WHERE environment = $1 AND kind = $2 AND id = $3',
      [this.#environment, kind, id],
    );
    return raw && toBatch(raw);
  }

  /** Rows of a run whose request has no outcome yet: never many. */
  underWay(runId: string): Promise<RowRecord[]> {
    return this.#rows(`state = 'sending' AND run_id = $2`, runId);
  }

  async *parts(runId: string, kind: RunPart['kind']): AsyncGenerator<RunPart> {
    for (let last = -1; ;) {
      const [page] = await this.#db.query<{ part: number; data: string }>(
        'SELECT part, data FROM run_parts WHERE run_id = $1 AND kind = $2 AND part > $3 ORDER BY part LIMIT 1',
        [runId, kind, last],
      );
      if (!page) return;
      yield { runId, kind, ...page };
      last = page.part;
    }
  }

  async doubts(): Promise<Doubt[]> {
    const rows = await this.#rows(`state = 'in_doubt'`);
    const entries = await this.entriesOf(rows.map(({ key }) => key));
    const files = await this.#db.query<{ id: string; file: string }>(
      'SELECT id, file FROM runs WHERE id = ANY($1)',
      [[...new Set(rows.map(({ runId }) => runId))]],
    );
    const names = new Map(files.map(({ id, file }) => [id, file]));
    const answered = await this.#answeredIds(rows);
    return inOrder(
      rows.map((row) =>
        doubtOf(row, entries.get(row.key) ?? [], names.get(row.runId) ?? '', answered.get(row.key) ?? ''),
      ),
    );
  }

  /** What a run of the same batch noted of a row in doubt: an id that could not be recorded when it came. */
  async #answeredIds(rows: readonly RowRecord[]): Promise<Map<string, string>> {
    const found = await this.#db.query<{ key: string; created_id: string }>(
      `SELECT t.key, t.created_id FROM unnest($2::text[], $3::text[], $4::bigint[]) AS q(k, b, s)
         JOIN runs ON runs.environment = $1 AND runs.batch_id = q.b
         JOIN run_rows t ON t.run_id = runs.id AND t.sequence = q.s AND t.key = q.k
       WHERE t.status = 'in_doubt' AND t.created_id <> ''`,
      [
        this.#environment,
        rows.map(({ key }) => key),
        rows.map(({ batchId }) => batchId),
        rows.map(({ sequence }) => sequence),
      ],
    );
    return new Map(found.map(({ key, created_id: id }) => [key, id]));
  }

  contradictions(): Promise<Contradiction[]> {
    return contradictionsOf(this.#query, this.#environment);
  }

  /** Walks the rows: once for a statement, not in a run. */
  async sentSince(since: Date, amounts: readonly string[]): Promise<SentRow[]> {
    const raws = await this.#db.query<Raw>(
      `SELECT r.environment, r.key, r.reference, r.run_id, r.line, r.amount, r.currency, r.created_id, r.updated_at,
         (SELECT min(at) FROM entries WHERE environment = r.environment AND key = r.key AND type = 'intent') AS first_at,
         ${sentBody('r')} AS body
       FROM rows r WHERE r.updated_at >= $1 AND r.kind = 'payouts' AND (r.state IN (${MAYBE_PAID}) OR r.by_person = 1)
         AND r.intent_entry > 0
         AND ${AMOUNT} = ANY($2)`,
      [since.getTime(), amounts.map(amountText)],
    );
    return raws.map((raw) => toSent(raw, this.#environment));
  }

  bodiesSince(asked: BodiesAsked, after: string): Promise<RowBody[]> {
    return bodiesSince(this.#db, this.#environment, asked, after);
  }

  /** Of this environment ($1), by a condition on further values. */
  async #rows(condition: string, ...values: readonly unknown[]): Promise<RowRecord[]> {
    const found = await this.#db.query<Raw>(`SELECT * FROM rows WHERE environment = $1 AND ${condition}`, [
      this.#environment,
      ...values,
    ]);
    return found.map(toRow);
  }
}
