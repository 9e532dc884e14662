// The rows that a person means, as the ledger knows them; refused where one is not in doubt.
import type { Doubt, Ledger, RowRecord, RunRecord } from '../../../ledger/ledger.ts';
import { earliestNotCreated, lastAttemptAt } from '../../../ledger/resolution.ts';
import { besides, lastEntryOf, type Sending, sendingsIn, takenBack } from '../../../ledger/sendings.ts';
import { standingAgain } from '../../../ledger/standing-again.ts';
import { differsIn } from '../../doubts-sheet.ts';
import { UsageError } from '../../io.ts';
import { findRun } from '../../ledger-access.ts';
import { ownSending } from './own-sending.ts';
import type { Wanted, Word } from './wanted.ts';

export interface Found {
  readonly word: Word;
  /** The run and line by which the person knows it. */
  readonly runId: string;
  readonly line: number;
  readonly row: RowRecord;
  /** What is known of the attempt; undefined for a row that a person settled before. */
  readonly doubt: Doubt | undefined;
  /** The last bytes that were sent for it. */
  readonly body: string | null;
  /** Who is paid, as the file says it; empty where it doesn't. */
  readonly payee: string;
  readonly earliestNotCreated: Date | null;
  /** The number of its last entry: what is shown is the row as it was then. */
  readonly lastEntry: number;
  /** Sent again since a sending was called not created, and refused: it may still be said that that one was paid. */
  readonly calledBefore: boolean;
  /** Other sendings of it that may have been executed, for all that the service has said. */
  readonly besides: readonly Sending[];
  /** When the payment was last tried. */
  readonly triedAt: Date;
  /** The intent's number of the sending that is meant, where the row stands for another one. */
  readonly sending?: number;
}

/** It was sent again since the word that a host has contradicted: that is looked into, and the row stays as the service said. */
export const isLookedInto = ({ doubt, row }: Pick<Found, 'doubt' | 'row'>): boolean =>
  !doubt && row.state === 'created' && !row.byPerson;

/** How a sending ends that certainly did not pay. */
const UNPAID: readonly RowRecord['state'][] = ['rejected', 'failed'];

type Flagged = Extract<Wanted, { by: 'flags' }>;
type Sheet = Extract<Wanted, { by: 'sheet' }>;

export async function findRows(ledger: Ledger, wanted: Wanted): Promise<Found[]> {
  const doubts = new Map((await ledger.doubts()).map((doubt) => [doubt.key, doubt]));
  const found =
    wanted.by === 'flags' ? await flagged(ledger, wanted, doubts) : await sheet(ledger, wanted, doubts);
  const seen = new Map<string, Found>();
  for (const one of found) {
    const twice = seen.get(one.row.key);
    if (twice)
      throw new UsageError(
        `line ${one.line} of run ${one.runId} is named twice (also as line ${twice.line} of run ${twice.runId})`,
        'row',
      );
    seen.set(one.row.key, one);
  }
  return found;
}

interface Known {
  readonly line: number;
  readonly key: string;
  readonly reference: string;
  /** Why this run did not send it, where it didn't. */
  readonly unsent?: string;
}

/** The rows that a run knows of, in whatever run they were sent. */
async function rowsOf(ledger: Ledger, run: RunRecord): Promise<Known[]> {
  const rows = await ledger.runRows(run.id);
  return rows.flatMap(({ key, line, reference, status, message }) => {
    if (key === null) return [];
    return [{ key, line, reference, ...(status === 'not_sent' ? { unsent: message } : {}) }];
  });
}

async function flagged(
  ledger: Ledger,
  wanted: Flagged,
  doubts: ReadonlyMap<string, Doubt>,
): Promise<Found[]> {
  const run = await findRun(ledger, wanted.run);
  const known = await rowsOf(ledger, run);
  const make = async ({ key, line, unsent }: Known): Promise<Found> => ({
    word: wanted.word,
    runId: run.id,
    line,
    ...(await current(ledger, key, doubts, {
      ...{ runId: run.id, place: `line ${line} of run ${run.id}`, unsent, word: wanted.word },
    })),
  });
  if (wanted.all) {
    const open = known.filter(({ key }) => doubts.has(key));
    if (open.length === 0)
      throw new UsageError(`no row of run ${run.id} is in doubt. See paybatch doubts`, 'not_in_doubt');
    return Promise.all(open.map(make));
  }
  if (wanted.reference !== undefined) {
    const own = known.filter(({ reference }) => reference === wanted.reference);
    if (own.length === 0) {
      const { reference } = wanted;
      throw unknownRow(
        run.id,
        `reference ${reference}`,
        inDoubt(doubts, (one) => one.reference === reference),
      );
    }
    return Promise.all(own.map(make));
  }
  const out: Found[] = [];
  for (const { from, to } of wanted.lines) {
    const own = known.filter(({ line }) => line >= from && line <= to);
    // Of a range, rows that are settled are passed over; a line that is named alone must be in doubt.
    const meant = from === to ? own : own.filter(({ key }) => doubts.has(key));
    if (meant.length === 0)
      throw from === to
        ? unknownRow(
            run.id,
            `line ${from}`,
            inDoubt(doubts, ({ line }) => line === from),
          )
        : new UsageError(`no row on the lines ${from}-${to} of run ${run.id} is in doubt`, 'not_in_doubt');
    if (from === to && meant.length > 1)
      throw new UsageError(
        `${meant.length} rows are on line ${from} of run ${run.id}: name the one by --reference`,
        'row',
      );
    out.push(...(await Promise.all(meant.map(make))));
  }
  return out;
}

async function sheet(ledger: Ledger, wanted: Sheet, doubts: ReadonlyMap<string, Doubt>): Promise<Found[]> {
  const runs = new Map<string, { run: RunRecord; known: Known[] }>();
  const out: Found[] = [];
  for (const filled of wanted.rows) {
    let entry = runs.get(filled.run);
    if (!entry) {
      const run = await findRun(ledger, filled.run);
      runs.set(filled.run, (entry = { run, known: await rowsOf(ledger, run) }));
    }
    const { run, known } = entry;
    const place = `line ${filled.line} of run ${run.id}`;
    const own = known.filter(({ line }) => line === filled.line);
    if (own.length === 0) throw unknownRow(run.id, `line ${filled.line}`);
    const meant = own.length === 1 ? own : own.filter(({ reference }) => reference === filled.reference);
    const [only] = meant;
    if (!only || meant.length > 1)
      throw new UsageError(`${own.length} rows are on ${place}: settle them by --reference`, 'row');
    const { unsent } = only;
    const now = await current(ledger, only.key, doubts, { runId: run.id, place, unsent, word: filled.word });
    const other = differsIn(filled, { ...now.doubt, ...now.row, body: now.body });
    if (other !== undefined)
      throw new UsageError(
        `the sheet's line ${filled.at} names ${place}, but ${other}: was the sheet sorted by some columns only? Nothing was changed`,
        'sheet',
      );
    out.push({ word: filled.word, runId: run.id, line: filled.line, ...now });
  }
  return out;
}

async function current(
  ledger: Ledger,
  key: string,
  doubts: ReadonlyMap<string, Doubt>,
  asked: Pick<Found, 'runId' | 'word'> & { readonly place: string; readonly unsent: string | undefined },
): Promise<Omit<Found, 'word' | 'runId' | 'line'>> {
  const { place, unsent, runId } = asked;
  const doubt = doubts.get(key);
  // Before the row: what is written between the two makes it look older than it is, which refuses the word.
  const entries = await ledger.entries(key);
  const sendings = sendingsIn(entries);
  if (doubt) {
    const { body, payee, earliestNotCreated: earliest, lastAttemptAt: triedAt, lastEntry } = doubt;
    if (doubt.runId !== runId) ownSending(entries, { ...asked, row: doubt });
    const told = { row: doubt, doubt, body, payee, earliestNotCreated: earliest, lastEntry, triedAt };
    return { ...told, calledBefore: false, besides: besides(sendings) };
  }
  const row = await ledger.row(key);
  if (!row) {
    const why = unsent === undefined ? '' : `. Why: ${unsent}`;
    throw new UsageError(`${place} was never sent: there is nothing to settle${why}`, 'not_in_doubt');
  }
  const last = lastAttemptAt(entries);
  const { all, current } = sendings;
  const own = ownSending(entries, { ...asked, row });
  const before = !row.byPerson && UNPAID.includes(row.state) ? takenBack(all, own?.sending) : undefined;
  const sent = before && standingAgain(row, before, current).takes?.identity;
  return {
    row: { ...row, ...sent },
    doubt: undefined,
    body: (before ?? current)?.intent.body ?? null,
    payee: (before ?? current)?.intent.data.payee ?? '',
    earliestNotCreated: last && earliestNotCreated(last),
    lastEntry: lastEntryOf(entries),
    calledBefore: before !== undefined,
    besides: besides(sendings),
    triedAt: before?.intent.at ?? last ?? row.updatedAt,
    ...own,
  };
}

/** Runs in which such a row is in doubt. */
const inDoubt = (doubts: ReadonlyMap<string, Doubt>, isMeant: (doubt: Doubt) => boolean): string[] => [
  ...new Set([...doubts.values()].filter(isMeant).map(({ runId }) => runId)),
];

/** `others`: runs in which it is in doubt: `last` was the one before, perhaps. */
function unknownRow(runId: string, which: string, others: readonly string[] = []): UsageError {
  const [other] = others;
  const next =
    other === undefined
      ? `See paybatch status ${runId}`
      : `One is in doubt in run ${others.join(', and one in run ')}: name that run. See paybatch doubts`;
  return new UsageError(`run ${runId} sent no row with ${which}. ${next}`, 'row');
}
