// The rows that a person means, as the ledger knows them.
import type { Doubt, Ledger, RowRecord, RunRecord } from '../../../ledger/ledger.ts';
import { earliestNotCreated, lastAttemptAt } from '../../../ledger/resolution.ts';
import { lastEntryOf, sendingsIn } from '../../../ledger/sendings.ts';
import { differsIn } from '../../doubts-sheet.ts';
import { UsageError } from '../../io.ts';
import { findRun } from '../../ledger-access.ts';
import type { Wanted, Word } from './wanted.ts';

/** What is known of a row and its last attempt. */
interface RowNow {
  readonly row: RowRecord;
  /** Undefined for a row that is not in doubt. */
  readonly doubt: Doubt | undefined;
  /** The last bytes that were sent for it. */
  readonly body: string | null;
  /** Who is paid, as the file says it; empty where it doesn't. */
  readonly payee: string;
  readonly earliestNotCreated: Date | null;
  /** The number of its last entry: what is shown is the row as it was then. */
  readonly lastEntry: number;
  /** When the payment was last tried. */
  readonly triedAt: Date;
}

export interface FoundRow extends RowNow {
  readonly word: Word;
  /** The run and line by which the person knows it. */
  readonly runId: string;
  readonly line: number;
}

export const placeOf = ({ line, runId }: Pick<FoundRow, 'line' | 'runId'>): string =>
  `line ${line} of run ${runId}`;

type Doubts = ReadonlyMap<string, Doubt>;

/** Errors: {@link UsageError} where a row is not there, or named twice. */
export async function findRows(ledger: Ledger, wanted: Wanted): Promise<FoundRow[]> {
  const doubts = new Map((await ledger.doubts()).map((doubt) => [doubt.key, doubt]));
  const found =
    wanted.by === 'flags' ? await byFlags(ledger, wanted, doubts) : await bySheet(ledger, wanted, doubts);
  const seen = new Map<string, FoundRow>();
  for (const one of found) {
    const twice = seen.get(one.row.key);
    if (twice) throw new UsageError(`${placeOf(one)} is named twice (also as ${placeOf(twice)})`, 'row');
    seen.set(one.row.key, one);
  }
  return found;
}

/** A row that a run knows of, in whatever run it was sent. */
interface RunRow {
  readonly key: string;
  readonly line: number;
  readonly reference: string;
  /** Why this run did not send it; empty where it did. */
  readonly unsent: string;
}

async function rowsOf(ledger: Ledger, run: RunRecord): Promise<RunRow[]> {
  const rows = await ledger.runRows(run.id);
  return rows.flatMap(({ key, line, reference, status, message }) =>
    key === null ? [] : [{ key, line, reference, unsent: status === 'not_sent' ? message : '' }],
  );
}

async function byFlags(
  ledger: Ledger,
  { run: name, word, all, reference, lines }: Extract<Wanted, { by: 'flags' }>,
  doubts: Doubts,
): Promise<FoundRow[]> {
  const run = await findRun(ledger, name);
  const known = await rowsOf(ledger, run);
  const make = async (row: RunRow): Promise<FoundRow> => {
    const place = { runId: run.id, line: row.line };
    return { word, ...place, ...(await rowNow(ledger, row, placeOf(place), doubts)) };
  };
  const open = known.filter(({ key }) => doubts.has(key));
  if (all && open.length === 0)
    throw new UsageError(`no row of run ${run.id} is in doubt. See paybatch doubts`, 'not_in_doubt');
  if (all) return Promise.all(open.map(make));
  if (reference !== undefined) {
    const own = known.filter((row) => row.reference === reference);
    const others = runsWith(doubts, (one) => one.reference === reference);
    if (own.length === 0) throw unknownRow(run.id, `reference ${reference}`, others);
    return Promise.all(own.map(make));
  }
  const out: FoundRow[] = [];
  for (const { from, to } of lines) {
    // Of a range, rows that are resolved are passed over; a line that is named alone must be in doubt.
    const isRange = from !== to;
    const meant = (isRange ? open : known).filter(({ line }) => line >= from && line <= to);
    if (meant.length === 0 && isRange)
      throw new UsageError(`no row on the lines ${from}-${to} of run ${run.id} is in doubt`, 'not_in_doubt');
    const others = runsWith(doubts, ({ line }) => line === from);
    if (meant.length === 0) throw unknownRow(run.id, `line ${from}`, others);
    if (!isRange && meant.length > 1)
      throw new UsageError(
        `${meant.length} rows are on line ${from} of run ${run.id}: name the one by --reference`,
        'row',
      );
    out.push(...(await Promise.all(meant.map(make))));
  }
  return out;
}

async function bySheet(
  ledger: Ledger,
  { rows }: Extract<Wanted, { by: 'sheet' }>,
  doubts: Doubts,
): Promise<FoundRow[]> {
  const runs = new Map<string, { readonly run: RunRecord; readonly known: readonly RunRow[] }>();
  const out: FoundRow[] = [];
  for (const filled of rows) {
    let entry = runs.get(filled.run);
    if (!entry) {
      const run = await findRun(ledger, filled.run);
      runs.set(filled.run, (entry = { run, known: await rowsOf(ledger, run) }));
    }
    const place = { runId: entry.run.id, line: filled.line };
    const own = entry.known.filter(({ line }) => line === filled.line);
    if (own.length === 0) throw unknownRow(place.runId, `line ${filled.line}`, []);
    const meant = own.length === 1 ? own : own.filter(({ reference }) => reference === filled.reference);
    const [only] = meant;
    if (!only || meant.length > 1)
      throw new UsageError(`${own.length} rows are on ${placeOf(place)}: resolve them by --reference`, 'row');
    const now = await rowNow(ledger, only, placeOf(place), doubts);
    const other = differsIn(filled, { ...now.doubt, ...now.row, body: now.body });
    if (other !== undefined)
      throw new UsageError(
        `the sheet's line ${filled.at} names ${placeOf(place)}, but ${other}: was the sheet sorted by some columns only? Nothing was changed`,
        'sheet',
      );
    out.push({ word: filled.word, ...place, ...now });
  }
  return out;
}

async function rowNow(
  ledger: Ledger,
  { key, unsent }: RunRow,
  place: string,
  doubts: Doubts,
): Promise<RowNow> {
  const doubt = doubts.get(key);
  if (doubt) {
    const { body, payee, earliestNotCreated: earliest, lastAttemptAt: triedAt, lastEntry } = doubt;
    return { row: doubt, doubt, body, payee, earliestNotCreated: earliest, lastEntry, triedAt };
  }
  // Before the row: what is written between the two makes it look older than it is, which refuses the word.
  const entries = await ledger.entries(key);
  const row = await ledger.row(key);
  if (!row) {
    const why = unsent === '' ? '' : `. Why: ${unsent}`;
    throw new UsageError(`${place} was never sent: there is nothing to resolve${why}`, 'not_in_doubt');
  }
  const intent = sendingsIn(entries).current?.intent;
  const last = lastAttemptAt(entries);
  return {
    row,
    doubt: undefined,
    body: intent?.body ?? null,
    payee: intent?.data.payee ?? '',
    earliestNotCreated: last && earliestNotCreated(last),
    lastEntry: lastEntryOf(entries),
    triedAt: last ?? row.updatedAt,
  };
}

/** Runs in which such a row is in doubt. */
const runsWith = (doubts: Doubts, isMeant: (doubt: Doubt) => boolean): string[] => [
  ...new Set([...doubts.values()].filter(isMeant).map(({ runId }) => runId)),
];

/** `others`: runs in which it is in doubt: `last` was the one before, perhaps. */
function unknownRow(runId: string, which: string, others: readonly string[]): UsageError {
  const next =
    others.length === 0
      ? `See paybatch status ${runId}`
      : `One is in doubt in run ${others.join(', and one in run ')}: name that run. See paybatch doubts`;
  return new UsageError(`run ${runId} sent no row with ${which}. ${next}`, 'row');
}
