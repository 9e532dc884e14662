// What a group of writes has to know of the ledger, fetched in one question, under the lock: its rows, who may be sending
// them, and whatever looks like them. What the group writes is put over it, so that each write sees those before it.
import { spellings } from '../../interface/created-id.ts';
import { kindOfKey } from '../keys.ts';
import type { Intent, RowRecord } from '../records.ts';
import { asNumber, asText } from '../sqlite/chain/record.ts';
import { lookedUp } from '../sqlite/folded.ts';
import { list } from '../sqlite/likes.ts';
import { type Raw, toRow } from '../sqlite/rows.ts';
import type { RowState } from '../state.ts';
import type { Values } from './changes.ts';
import type { Session } from './connections.ts';
import { UNTIL } from './lease.ts';

const MAYBE: readonly RowState[] = ['created', 'sending', 'in_doubt'];
export const MAYBE_PAID = list(MAYBE);
/** A row that the run has said nothing of, of a table or subquery i. */
export const OPEN =
  'NOT EXISTS (SELECT 1 FROM run_rows t WHERE t.run_id = i.run_id AND t.sequence = i.sequence)';

/** Two ranges of one index, so that a file of a million equal rows doesn't walk its own. */
const alike = (run: string): string =>
  `(SELECT r.* FROM rows r WHERE r.environment = $1 AND r.fingerprint = q.f AND r.fingerprint <> '' AND r.run_id ${run} q.r
     AND r.key <> q.k AND r.intent_entry > q.s AND r.state IN (${MAYBE_PAID}) LIMIT 1)`;

/** Each thing by its own key (by-key.ts says why). */
const QUESTION = `
  SELECT 'row' AS what, row_to_json(r) AS found FROM unnest($2::text[]) AS q(k)
    CROSS JOIN LATERAL (SELECT * FROM rows r WHERE r.environment = $1 AND r.key = q.k LIMIT 1) r
  UNION ALL SELECT 'open', row_to_json(i) FROM unnest($2::text[]) AS q(k)
    CROSS JOIN LATERAL (SELECT * FROM intents i WHERE i.environment = $1 AND i.key = q.k LIMIT 1) i
  UNION ALL SELECT 'row', row_to_json(r) FROM unnest($3::text[], $15::text[]) AS q(c, k)
    CROSS JOIN LATERAL (SELECT * FROM rows r WHERE r.environment = $1 AND r.kind = q.k AND r.created_id = q.c OFFSET 0) r
  UNION ALL SELECT 'run_row', json_build_object('run_id', t.run_id, 'sequence', t.sequence, 'key', t.key, 'line', t.line)
    FROM unnest($4::text[], $5::bigint[]) AS q(r, s)
    CROSS JOIN LATERAL (SELECT * FROM run_rows t WHERE t.run_id = q.r AND t.sequence = q.s LIMIT 1) t
  UNION ALL SELECT 'row', row_to_json(a) FROM unnest($6::text[], $7::text[], $8::text[], $9::bigint[]) AS q(f, r, k, s)
    CROSS JOIN LATERAL (${alike('<')} UNION ALL ${alike('>')}) a
  UNION ALL SELECT 'row', row_to_json(a) FROM unnest($10::text[], $11::text[], $12::text[]) AS q(k, f, n)
    CROSS JOIN LATERAL (SELECT r.* FROM rows r WHERE r.environment = $1 AND r.kind = q.k AND r.folded IS NOT NULL
      AND r.folded = q.f AND r.reference <> q.n
      AND r.state IN (${MAYBE_PAID}) LIMIT 1) a
  UNION ALL SELECT 'told', json_build_object('key', q.k, 'entry', e.seq) FROM unnest($16::text[]) AS q(k)
    CROSS JOIN LATERAL (SELECT max(seq) AS seq FROM
      (SELECT seq FROM entries WHERE environment = $1 AND key = q.k AND type = 'intent' OFFSET 0) one) e
    WHERE e.seq IS NOT NULL
  UNION ALL SELECT 'worker', json_build_object('open', closed_at IS NULL, 'until', ${UNTIL}) FROM workers WHERE id = $13
  UNION ALL SELECT 'submission', json_build_object('run_id', run_id, 'stopped', coalesce(stopped, ''), 'over', ended_at IS NOT NULL)
    FROM submissions
    WHERE run_id = ANY($14)`;

/** A request that may be under way: the entry of its intent, and the host that holds it. */
export interface OpenIntent {
  readonly entry: number;
  readonly worker: string;
}

export interface Wanted {
  readonly keys: readonly string[];
  /** Of them, those that are to be sent. */
  readonly intents: readonly string[];
  readonly createdIds: readonly { readonly id: string; readonly kind: string }[];
  readonly runRows: readonly { readonly runId: string; readonly sequence: number }[];
  /** Intents that others' writes since may stand against. */
  readonly likes: readonly Intent[];
  readonly references: readonly Intent[];
  readonly worker: string;
  /** Runs that may be open to several hosts. */
  readonly runs: readonly string[];
}

export class AtHand {
  readonly #rows = new Map<string, Values>();
  readonly #open = new Map<string, OpenIntent>();
  readonly #stopped = new Map<string, string>();
  readonly #over = new Set<string>();
  /** The last intents that the entries tell of, by key. */
  readonly #told = new Map<string, number>();
  readonly #runRows = new Map<string, { readonly key: string | null; readonly line: number }>();
  /** Whether our own lease was not taken away. */
  isOurs = false;
  /** What it says; 0 where there is none. */
  until = 0;

  static async fetch(session: Session, environment: number, wanted: Wanted): Promise<AtHand> {
    const { keys, intents, createdIds, runRows, likes, references, worker, runs } = wanted;
    const ids = createdIds.flatMap(({ id, kind }) => spellings(id).map((one) => ({ id: one, kind })));
    const found = await session.prepared<{ what: string; found: Raw }>(QUESTION, [
      environment,
      keys,
      ids.map(({ id }) => id),
      runRows.map(({ runId }) => runId),
      runRows.map(({ sequence }) => sequence),
      ...[likes.map(({ fingerprint }) => fingerprint), likes.map(({ runId }) => runId)],
      ...[likes.map(({ key }) => key), likes.map(({ alikeSince }) => alikeSince ?? 0)],
      references.map(({ key }) => kindOfKey(key)),
      references.map(({ reference }) => lookedUp(reference ?? '')),
      references.map(({ reference }) => reference ?? ''),
      worker,
      runs,
      ids.map(({ kind }) => kind),
      intents,
    ]);
    const hand = new AtHand();
    for (const one of found) hand.#take(one.what, one.found);
    return hand;
  }

  #take(what: string, raw: Raw): void {
    if (what === 'row') this.#rows.set(asText(raw['key']), raw);
    else if (what === 'told') this.#told.set(asText(raw['key']), asNumber(raw['entry']));
    else if (what === 'open')
      this.#open.set(asText(raw['key']), { entry: asNumber(raw['entry']), worker: asText(raw['worker']) });
    else if (what === 'run_row')
      this.noteRunRow(
        asText(raw['run_id']),
        asNumber(raw['sequence']),
        raw['key'] ?? null,
        asNumber(raw['line']),
      );
    else if (what === 'submission') {
      const runId = asText(raw['run_id']);
      this.#stopped.set(runId, asText(raw['stopped']));
      if (isTrue(raw, 'over')) this.#over.add(runId);
    } else {
      this.isOurs = isTrue(raw, 'open');
      this.until = asNumber(raw['until']);
    }
  }

  stored(key: string): Values | undefined {
    return this.#rows.get(key);
  }

  /** Whether the entries tell of an intent that the row has never heard of: the table of rows is another one than it was. */
  isBehind(key: string): boolean {
    return asNumber(this.#rows.get(key)?.['intent_entry'] ?? 0) < (this.#told.get(key) ?? 0);
  }

  row(key: string): RowRecord | undefined {
    const values = this.#rows.get(key);
    return values && toRow(values as Raw); // texts and numbers alone
  }

  /** Whether this run has sent it, or is sending it. */
  mayBePaidBy(runId: string, key: string): boolean {
    const row = this.#rows.get(key);
    return row !== undefined && row['run_id'] === runId && isMaybePaid(row);
  }

  put(values: Values): void {
    this.#rows.set(asText(values['key']), values);
  }

  open(key: string): OpenIntent | undefined {
    return this.#open.get(key);
  }

  setOpen(key: string, intent: OpenIntent | undefined): void {
    if (intent) this.#open.set(key, intent);
    else this.#open.delete(key);
  }

  /** Why no more rows of a run are sent that is open to several hosts: empty while they are; `undefined` for any other run. */
  stopped(runId: string): string | undefined {
    return this.#stopped.get(runId);
  }

  /** Whether a run that was open to several hosts has ended. */
  isOver(runId: string): boolean {
    return this.#over.has(runId);
  }

  runRow(
    runId: string,
    sequence: number,
  ): { readonly key: string | null; readonly line: number } | undefined {
    return this.#runRows.get(`${runId}\0${sequence}`);
  }

  noteRunRow(runId: string, sequence: number, key: Raw[string] | null, line: number): void {
    this.#runRows.set(`${runId}\0${sequence}`, { key: key === null ? null : asText(key), line });
  }

  /** Another row of its kind that has this created id, in whatever case a UUID is written. */
  holderOf(createdId: string, key: string): RowRecord | undefined {
    const ids = spellings(createdId);
    return this.#find(
      (row) =>
        row['key'] !== key && row['kind'] === kindOfKey(key) && ids.includes(asText(row['created_id'])),
    );
  }

  /** A payment that another run has made or may have made since, and that looks like this one. */
  alike({ fingerprint, runId, key }: Intent, since: number): RowRecord | undefined {
    if (fingerprint === '') return undefined;
    return this.#find(
      (row) =>
        row['fingerprint'] === fingerprint &&
        row['run_id'] !== runId &&
        row['key'] !== key &&
        asNumber(row['intent_entry']) > since &&
        isMaybePaid(row),
    );
  }

  /** One under a reference that only looks another. */
  referenceLike({ key, reference }: Intent): RowRecord | undefined {
    if (reference === null) return undefined;
    const folded = lookedUp(reference);
    return this.#find((row) => {
      const other = row['reference'];
      return (
        typeof other === 'string' &&
        other !== reference &&
        row['kind'] === kindOfKey(key) &&
        lookedUp(other) === folded &&
        isMaybePaid(row)
      );
    });
  }

  #find(matches: (row: Values) => boolean): RowRecord | undefined {
    for (const row of this.#rows.values()) if (matches(row)) return toRow(row as Raw); // texts and numbers alone
    return undefined;
  }
}

const isMaybePaid = (row: Values): boolean => (MAYBE as readonly unknown[]).includes(row['state']);

/** Of an object that Postgres has put together: it has truth values, which no table of ours has. */
const isTrue = (raw: Raw, name: string): boolean => (raw as Readonly<Record<string, unknown>>)[name] === true;
