// A page of rows: what the ledger knows of each, what to do with it, and whether it may be a duplicate. Every command
// plans rows here, so check, plan, question and run never differ.
import type { Profile } from '../../interface/profile.ts';
import type { Ledger, LedgerMatch, RowRecord } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { possibleOriginal, rowMessage } from '../results/messages.ts';
import { result } from '../results/result.ts';
import { decideRow, type RowDecision, type RowToDecide, sameReference } from './decide.ts';
import { comparedRowOf, type Duplicate, duplicateOf, type OwnFile, referenceLike } from './duplicates.ts';
import type { KeyedRow, RowKey } from './keys.ts';

/** A row of a file, or a single call. */
export interface PageItem {
  readonly row: RowToDecide & { readonly body: unknown };
  readonly key: RowKey;
}

export type Planned<T extends PageItem> = T & {
  readonly known: RowRecord | undefined;
  readonly planned: RowDecision;
  /** The payment that the row may repeat. It is held, except for `recent` without `recentIsHeld`. */
  readonly duplicate: Duplicate | undefined;
  /** Its content equals a recent payment under another reference, whatever is done with the row. */
  readonly repeatsRecent: boolean;
};

/** A row of a file, with the decision about it. */
export type PlannedRow = Planned<KeyedRow>;

interface Comparing {
  /** The run that plans the rows; empty for none. */
  readonly runId: string;
  /** SHA-256 of the file's bytes; `null` for a single call. */
  readonly fileHash: string | null;
  readonly alikeDays: number;
  /**
   * Whether rows that repeat recent payments are held: the file is an export made anew. `undefined` in the first
   * reading, which counts such rows.
   */
  readonly recentIsHeld: boolean | undefined;
}

export interface PageSettings {
  readonly ledger: Pick<Ledger, 'lookup' | 'matches' | 'heldByOthers' | 'batchFile' | 'runsOfFile' | 'paid'>;
  readonly profile: Pick<Profile, 'idempotency'>;
  readonly clock: { now(): number };
  /** How rows are compared with earlier payments; `undefined` with --alike-ok. */
  readonly compare?: Comparing | undefined;
  /** This run's id, if another live run may hold some of the rows. */
  readonly contestedBy?: string | undefined;
  /** Payments that only results files know. */
  readonly paidElsewhere?: { placeOf(row: PageItem['row']): string | undefined } | undefined;
}

/** Errors: LedgerError. */
export async function planPage<T extends PageItem>(
  items: readonly T[],
  settings: PageSettings,
): Promise<Planned<T>[]> {
  const { ledger, profile, clock, contestedBy } = settings;
  const keys = items.map(({ key }) => key.key);
  const found = await ledger.lookup(keys);
  const holders = contestedBy === undefined ? undefined : await ledger.heldByOthers(contestedBy, keys);
  const nowMs = clock.now();
  const idempotencyWindowMs = (profile.idempotency?.windowSeconds ?? 0) * 1000;
  const decided = items.map((item) => {
    const { key } = item.key;
    const known = found.get(key);
    const planned = decideRow(item.row, item.key, known, {
      usedBy: holders?.get(key),
      nowMs,
      idempotencyWindowMs,
    });
    return { ...item, known, planned, duplicate: undefined, repeatsRecent: false };
  });
  return withoutDuplicates(decided, settings, nowMs);
}

/** The same rows, with possible duplicates held. */
async function withoutDuplicates<T extends PageItem>(
  items: readonly Planned<T>[],
  settings: PageSettings,
  nowMs: number,
): Promise<Planned<T>[]> {
  const { compare, paidElsewhere, ledger } = settings;
  const counts = compare !== undefined && compare.recentIsHeld === undefined && compare.alikeDays > 0;
  const isCompared = ({ planned, row }: Planned<T>): boolean =>
    planned.do === 'send' || (counts && row.reference !== '');
  const candidates = items.filter(isCompared);
  if (candidates.length === 0) return [...items];
  const found = await ledger.matches(candidates.map(comparedRowOf));
  const byKey = new Map<string, LedgerMatch[]>();
  for (const match of found) byKey.set(match.key, [...(byKey.get(match.key) ?? []), match]);
  const likely = candidates.filter(({ key }) => byKey.has(key.key));
  const comparing = compare && {
    ...compare,
    paidElsewhere,
    nowMs,
    file: await ownFile(likely, compare, ledger),
  };
  return items.map((item) => {
    const { row, key } = item;
    const matches = byKey.get(key.key) ?? [];
    const duplicate = comparing && duplicateOf(item, matches, comparing.file, comparing);
    const compared = duplicate?.isRecent === true ? { ...item, repeatsRecent: true } : item;
    if (item.planned.do !== 'send') return compared;
    const like = row.reference === '' ? undefined : referenceLike(matches);
    if (like) return { ...compared, planned: { do: 'nothing', result: sameReference(row, like) } };
    return comparing ? withDuplicate(compared, duplicate, comparing) : compared;
  });
}

/** `items`: rows with matches. */
async function ownFile(
  items: readonly Pick<Planned<PageItem>, 'row' | 'key'>[],
  { runId, fileHash }: Comparing,
  ledger: Pick<Ledger, 'batchFile' | 'runsOfFile'>,
): Promise<OwnFile> {
  const kind = items[0]?.row.kind ?? 'payouts'; // a file has one kind
  const named = new Set<string>();
  for (const id of new Set(items.map(({ key }) => key.batchId)))
    if (id !== fileHash && (await ledger.batchFile(kind, id)) !== id) named.add(id);
  const hasRuns = named.size > 0 && fileHash !== null;
  return { runId, named, runs: new Set(hasRuns ? await ledger.runsOfFile(kind, fileHash) : []) };
}

interface ComparingPage extends Comparing, Pick<PageSettings, 'paidElsewhere'> {
  readonly file: OwnFile;
  readonly nowMs: number;
}

function withDuplicate<T extends PageItem>(
  item: Planned<T>,
  duplicate: Duplicate | undefined,
  { paidElsewhere, fileHash, recentIsHeld }: ComparingPage,
): Planned<T> {
  const { row } = item;
  const held = (message: Message): RowDecision => ({
    do: 'nothing',
    result: result('not_sent', { errorCode: 'alike', message }),
  });
  const place = paidElsewhere?.placeOf(row);
  if (place !== undefined)
    return { ...item, planned: held(rowMessage('possible_duplicate_elsewhere', { place })) };
  if (!duplicate) return item;
  if (duplicate.kind === 'recent' && recentIsHeld !== true) return { ...item, duplicate };
  const original = possibleOriginal(row.kind, duplicate.match);
  const message = rowMessage('possible_duplicate', {
    ...original,
    why: duplicate.kind,
    isCall: fileHash === null,
  });
  return { ...item, duplicate, planned: held(message) };
}
