// What a group of writes has to know: its rows, their entries, and possible duplicates. It is asked under the ledger's
// lock. Each write of the group sees the changes of the writes before it.
import { spellings } from '../../interface/created-id.ts';
import { hashNumber, kindOfKey } from '../keys.ts';
import { type Intent, isHeldBy, type RowRecord } from '../records.ts';
import { isContradicted } from '../resolution.ts';
import { type EntryType, fold, type FoldEntry, UNKNOWN_ROW } from '../state.ts';
import { likeAsks } from './likeness.ts';
import { type Ask, asNumber, asText, json, type Question, type RawRow, textOrNull } from './question.ts';
import { CREATED, ROWS } from './reads.ts';
import { foldOf, type KeptRow, rowLost, toRow } from './row.ts';
import { othersWrote, type RowWrite, type Writer } from './row-write.ts';
import { MAYBE_PAID_STATES, type Named, numberOf } from './tables.ts';

interface HeldIntent {
  readonly ok: false;
  readonly why: 'alike' | 'reference_like';
  readonly current: RowRecord;
}

export interface WantedRows {
  /** Rows that need not be asked for. */
  readonly known?: readonly KeptRow[];
  readonly keys?: readonly string[];
  /** The keys of rows that are to be sent. */
  readonly intents?: readonly string[];
  /** In any spelling. */
  readonly createdIds?: readonly string[];
  /** Runs and batches of what will be written, unless a row here has them. */
  readonly names?: readonly string[];
  readonly runRows?: readonly { readonly runId: string; readonly sequence: number }[];
  /** Intents for which possible duplicates are looked for. */
  readonly likely?: readonly Intent[];
}

const ENTRIES: Ask['sql'] = (d) =>
  `SELECT r.key, r.type, r.resend, r.created_id FROM ${d.each(d.texts(2), 'entries', 'r.environment = $1 AND r.key = q.value', 'entries_key')} ORDER BY r.seq`;
const NAMES: Ask['sql'] = (d) =>
  `SELECT r.* FROM ${d.each(d.texts(1), 'names', 'r.name = q.value', 'names_name')}`;
const ORDINAL = 'r.sequence = CAST(q.value ->> 1 AS bigint)';
const OF_RUN = `r.run = ${numberOf('run', '(q.value ->> 0)')} AND ${ORDINAL} AND r.sequence IS NOT NULL`;
const REPORTS: Ask['sql'] = (d) =>
  `SELECT q.value ->> 0 AS run_id, r.sequence, r.key, r.line, 1 AS by_entry FROM ${d.each(d.lists(1), 'entries', OF_RUN, 'entries_reported')}`;
const RUN_ROWS: Ask['sql'] = (d) =>
  `SELECT r.run_id, r.sequence, r.key, r.line, 0 AS by_entry FROM ${d.each(d.lists(1), 'run_rows', `r.run_id = (q.value ->> 0) AND ${ORDINAL}`)}`;

/** A row as its run has reported it. `byEntry`: an entry has a report of it, perhaps an earlier one. */
interface RunReport {
  readonly key: string | null;
  readonly line: number;
  readonly byEntry: boolean;
}

export class WorkingSet {
  readonly #rows = new Map<string, KeptRow>();
  /** The entries of rows that are to be sent, oldest first. */
  readonly #entries = new Map<string, KeptEntry[]>();
  readonly #runRows = new Map<string, RunReport>();
  /** The numbers of runs and batches; `undefined` for a new one. */
  readonly #numbers = {
    run: new Map<string, number | undefined>(),
    batch: new Map<string, number | undefined>(),
  };

  static *fetch(environment: number, wanted: WantedRows): Question<WorkingSet> {
    const { keys = [], intents = [], createdIds = [] } = wanted;
    const { names = [], runRows = [], likely = [], known = [] } = wanted;
    const set = new WorkingSet();
    for (const numbers of Object.values(set.#numbers)) for (const name of names) numbers.set(name, undefined);
    for (const row of known) set.put(row);
    const ids = createdIds.flatMap(spellings).map(hashNumber);
    const places = json(runRows.map(({ runId, sequence }) => [runId, sequence]));
    const takeRow = (raw: RawRow): void => set.put(toRow(raw));
    const takeReport = (raw: RawRow): void => set.#takeReport(raw);
    const all: readonly (readonly [readonly unknown[], Ask, (raw: RawRow) => void])[] = [
      [keys, { sql: ROWS, values: [environment, json(keys)] }, takeRow],
      [ids, { sql: CREATED, values: [environment, json(ids)] }, takeRow],
      [names, { sql: NAMES, values: [json(names)] }, (raw) => set.#takeName(raw)],
      [intents, { sql: ENTRIES, values: [environment, json(intents)] }, (raw) => set.#takeEntry(raw)],
      [runRows, { sql: REPORTS, values: [places] }, takeReport],
      [runRows, { sql: RUN_ROWS, values: [places] }, takeReport],
      ...likeAsks(environment, likely).map((ask) => [likely, ask, takeRow] as const),
    ];
    const asks = all.filter(([list]) => list.length > 0);
    const answers = asks.length === 0 ? [] : yield asks.map(([, ask]) => ask);
    for (const [at, [, , take]] of asks.entries()) answers[at]?.forEach(take);
    for (const key of intents) set.#refuseLost(key);
    return set;
  }

  #takeName(raw: RawRow): void {
    this.putNumber(asText(raw['kind']) as Named, asText(raw['name']), asNumber(raw['id'])); // as it was written
  }

  #takeEntry(raw: RawRow): void {
    const key = asText(raw['key']);
    this.#entries.set(key, [...(this.#entries.get(key) ?? []), toEntry(raw)]);
  }

  #takeReport(raw: RawRow): void {
    const [runId, sequence] = [asText(raw['run_id']), asNumber(raw['sequence'])];
    const byEntry = raw['by_entry'] === 1 || this.runRow(runId, sequence)?.byEntry === true;
    this.noteRunRow(runId, sequence, { key: textOrNull(raw['key']), line: asNumber(raw['line']), byEntry });
  }

  stored(key: string): KeptRow | undefined {
    return this.#rows.get(key);
  }

  /** Errors: LedgerError for a row that differs from its entries. It would be paid again. */
  #refuseLost(key: string): void {
    const { state } = this.#rows.get(key) ?? UNKNOWN_ROW;
    try {
      if (fold(this.#entries.get(key) ?? []).state === state) return;
    } catch {
      // Entries that can't follow one another.
    }
    throw rowLost(key);
  }

  mayBePaidBy(runId: string, key: string): boolean {
    const row = this.#rows.get(key);
    return row !== undefined && row.runId === runId && isMaybePaid(row);
  }

  put(row: KeptRow): void {
    this.#rows.set(row.key, row);
    this.putNumber('run', row.runId, row.run);
    this.putNumber('batch', row.batchId, row.batch);
  }

  /** `undefined` for a run or batch without a number. Errors: for one that was not asked for: it may have a number. */
  numberOf(kind: Named, name: string): number | undefined {
    if (!this.#numbers[kind].has(name)) throw new Error(`the number of ${kind} ${name} was not asked for`);
    return this.#numbers[kind].get(name);
  }

  putNumber(kind: Named, name: string, number: number): void {
    this.#numbers[kind].set(name, number);
  }

  runRow(runId: string, sequence: number): RunReport | undefined {
    return this.#runRows.get(`${runId}\0${sequence}`);
  }

  noteRunRow(runId: string, sequence: number, report: RunReport): void {
    this.#runRows.set(`${runId}\0${sequence}`, report);
  }

  /** The id that a host reported after a person resolved the row as not created, if no person has answered since. */
  contradictedBy(key: string): string | undefined {
    const entries = this.#entries.get(key) ?? [];
    if (!isContradicted(entries)) return undefined;
    return entries.findLast(({ type }) => type === 'contradicted')?.createdId;
  }

  /** Another row of the same kind with this created id. The case of a UUID does not matter. */
  holderOf(createdId: string, key: string): RowRecord | undefined {
    const ids = spellings(createdId);
    for (const row of this.#rows.values()) {
      if (row.createdId === null || row.key === key) continue;
      if (kindOfKey(row.key) === kindOfKey(key) && ids.includes(row.createdId)) return row;
    }
    return undefined;
  }

  /**
   * A possible duplicate that another run has sent since, or a row of any age whose reference only looks different.
   */
  holds(intent: Intent, since: number | null): HeldIntent | undefined {
    const folded = intent.resend ? null : foldOf(intent.reference);
    for (const row of this.#rows.values()) {
      if (row.key === intent.key || !isMaybePaid(row)) continue;
      if (isAlike(intent, row, since)) return { ok: false, why: 'alike', current: row };
      if (folded !== null && isReferenceLike(intent, row, folded))
        return { ok: false, why: 'reference_like', current: row };
    }
    return undefined;
  }
}

type KeptEntry = FoldEntry & { readonly createdId: string };

// fold refuses others
const toEntry = (raw: RawRow): KeptEntry => ({
  type: raw['type'] as EntryType,
  resend: raw['resend'] === 1,
  createdId: asText(raw['created_id']),
});

const isMaybePaid = (row: KeptRow): boolean => MAYBE_PAID_STATES.includes(row.state);

function isAlike(intent: Intent, row: KeptRow, since: number | null): boolean {
  const { fingerprint, target, runId, reference, batchId } = intent;
  const changed = Math.max(row.intentEntry, row.doubtEntry ?? 0);
  // Rows of one batch are separate payments.
  const isSameBatch = row.batchId === batchId && (row.reference === null) === (reference === null);
  if (since === null || row.runId === runId || isSameBatch || changed <= since) return false;
  const isContent = fingerprint !== '' && row.fingerprint === fingerprint;
  const isTarget = target !== '' && row.target === target && row.doubtEntry !== null;
  return (
    (isContent && isHeldBy(intent, { by: 'content', row })) ||
    (isTarget && isHeldBy(intent, { by: 'target', row }))
  );
}

const isReferenceLike = ({ key, reference }: Intent, row: KeptRow, folded: string): boolean =>
  row.reference !== reference && row.folded === folded && kindOfKey(row.key) === kindOfKey(key);

/** With possible duplicates, unless it is certain that only this process has written since they were looked for. */
export const workingSet = (writes: readonly RowWrite[], writer: Writer): Question<WorkingSet> =>
  WorkingSet.fetch(writer.environment, wantedBy(writes, writer));

function wantedBy(writes: readonly RowWrite[], writer: Writer): WantedRows {
  const [intents, likely]: [string[], Intent[]] = [[], []];
  const keys = new Set<string>();
  const known: KeptRow[] = [];
  const createdIds: string[] = [];
  const names = new Set<string>();
  const runRows: { runId: string; sequence: number }[] = [];
  for (const write of writes) {
    if (write.do === 'intend') {
      const { intent } = write;
      intents.push(intent.key);
      names.add(intent.runId).add(intent.batchId);
      keys.add(intent.key);
      if (intent.alikeSince === null || othersWrote(intent, writer)) likely.push(intent);
    } else if (write.do === 'record') {
      const { type, createdId, key, runId, batchId } = write.outcome;
      const row = writer.rows.get(key);
      if (row) known.push(row);
      else keys.add(key);
      if (row?.runId !== runId || row.batchId !== batchId) names.add(runId).add(batchId);
      if (type === 'created' && createdId !== null) createdIds.push(createdId);
      runRows.push({ runId, sequence: write.outcome.sequence });
    } else if (write.do === 'note') {
      for (const { sequence, status, key } of write.rows) {
        if (status === 'not_sent' && key !== null) keys.add(key);
        runRows.push({ runId: write.runId, sequence });
      }
    }
  }
  return { known, intents, keys: [...keys], names: [...names], createdIds, runRows, likely };
}
