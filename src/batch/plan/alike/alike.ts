// Rows that look like a payment already made: the same file saved again, exported anew, with or without references, or a
// payment that recurs. Pure; the ledger finds the candidates by their fingerprint.
import { isSameText } from '../../../interface/same-text.ts';
import type { RowRecord, RunKind } from '../../../ledger/ledger.ts';
import { KINDS } from '../../input/kinds.ts';
import { SeenKeys } from '../../input/seen.ts';
import type { OwnRows } from './own-rows.ts';
import type { LeftOver } from './paid-lines.ts';

export const DAY_MS = 86_400_000;
/** For so long a row without a reference, or one like it, is taken for the same payment. */
const REPEAT_DAYS = 30;
/** Since when what was paid is of any matter to a row. */
export const repeatsSince = (nowMs: number): Date => new Date(nowMs - REPEAT_DAYS * DAY_MS);
/** For so long rows whose references differ are looked at, unless a setting says otherwise. */
export const ALIKE_DAYS = 3;
/** Of pairs beyond that only hashes stay in memory: a million rows of a file saved again need no more. */
const KEPT = 10_000;
/** So many payments of a file that stand there twice, under two references, are two exports in one. */
const DOUBLED = 3;
/** So many are named in a refusal. */
const EXAMPLES = 3;

/** `repeats`: taken for the same payment. `recurs`: both have references, and they differ. */
export type Likeness = 'repeats' | 'recurs' | 'none';

export interface AlikeRules {
  readonly nowMs: number;
  /** Rows whose references differ are looked at for so long; 0: never. */
  readonly alikeDays: number;
}

/** What a row says that may have been paid under another key, to one that looks like it. */
export function likeness(reference: string, other: RowRecord, { nowMs, alikeDays }: AlikeRules): Likeness {
  // A doubt does not grow old.
  if (other.state !== 'created') return 'repeats';
  // Nobody becomes a customer twice.
  if (other.key.startsWith('customers:')) return 'repeats';
  const days = (nowMs - other.updatedAt.getTime()) / DAY_MS;
  if (reference === '' || other.reference === null) return days <= REPEAT_DAYS ? 'repeats' : 'none';
  if (alikeDays === 0 || days > alikeDays) return 'none';
  // What a spreadsheet or another hand makes of a reference is no other payment's.
  return isSameText(reference, other.reference) ? 'repeats' : 'recurs';
}

/** Since when payments are compared that no fingerprint finds. */
export function nearSince({ nowMs, alikeDays }: AlikeRules): { since: Date; referencedSince: Date | null } {
  return {
    since: repeatsSince(nowMs),
    referencedSince: alikeDays === 0 ? null : new Date(nowMs - alikeDays * DAY_MS),
  };
}

/** A row that is to be sent. */
export interface Candidate {
  readonly line: number;
  /** Which record of the file it is. */
  readonly sequence: number;
  readonly reference: string;
  readonly fingerprint: string;
  /** Its batch, or the one that it is a retry of. */
  readonly batchId: string;
  readonly key: string;
  /** What the ledger knows of it: it was tried, and not paid. */
  readonly before?: RowRecord | undefined;
  /** Hashes of what it says, by whatever release. */
  readonly contents: () => readonly string[];
}

export type IsOwn = (row: Candidate, other: RowRecord) => boolean;

export interface Pair {
  readonly row: Candidate;
  readonly other: RowRecord;
  readonly likeness: Exclude<Likeness, 'none'>;
  /** The row itself: the same bytes were read otherwise. */
  readonly isItself?: true;
}

export type Meant = (row: Candidate, other: RowRecord) => Promise<boolean>;

/** Gathered over a file's first pass, judged at its end: only then is it known how many there are. */
export class LookAlikes {
  readonly #rules: AlikeRules;
  readonly #kept: number;
  #pairs: Pair[] = [];
  /** Rows beyond those that are kept: the line of each by the key of what it looks like. */
  readonly #beyond = { repeats: new SeenKeys(), recurs: new SeenKeys() };

  constructor(rules: AlikeRules, kept = KEPT) {
    this.#rules = rules;
    this.#kept = kept;
  }

  /** `isOwn`: two of one file are two. */
  add(rows: readonly Candidate[], found: readonly RowRecord[], isOwn: IsOwn): void {
    if (found.length === 0) return;
    const byFingerprint = new Map<string, RowRecord[]>();
    for (const record of found) {
      byFingerprint.set(record.fingerprint, [...(byFingerprint.get(record.fingerprint) ?? []), record]);
    }
    for (const row of rows) {
      for (const other of byFingerprint.get(row.fingerprint) ?? [])
        if (!isOwn(row, other)) this.pair(row, other);
    }
  }

  /** Two that look alike, by whatever. */
  pair(row: Candidate, other: RowRecord): void {
    const found = likeness(row.reference, other, this.#rules);
    if (found === 'none') return;
    if (this.#pairs.length < this.#kept) this.#pairs.push({ row, other, likeness: found });
    else this.#beyond[found].remember(other.key, row.line);
  }

  /** The very payment, however long ago it was: only the file's reading has changed. */
  readOnce(row: Candidate, other: RowRecord): void {
    if (this.#pairs.length < this.#kept)
      this.#pairs.push({ row, other, likeness: 'repeats', isItself: true });
    else this.#beyond.repeats.remember(other.key, row.line);
  }

  /** Takes out what the row's own family has paid: equal rows of a file and its retry files are meant. */
  async leaveFamilies(meant: Meant): Promise<void> {
    const strangers: Pair[] = [];
    for (const pair of this.#pairs) {
      if (pair.isItself || !(await meant(pair.row, pair.other))) strangers.push(pair);
    }
    this.#pairs = strangers;
  }

  /**
   * A payment that recurs is a warning, unless so many do that the file looks like an export made anew. One that stands in the
   * file itself, under a reference of its own, is no sign of that, unless several different ones do.
   */
  judge(
    rows: number,
    own?: Pick<OwnRows, 'has' | 'hasHash'>,
  ): { refused: Found | undefined; recurring: Pair[] } {
    const pairs = this.#pairs;
    const beside = pairs.filter(({ other }) => own?.has(other.key) === true);
    const isDoubled = new Set(beside.map(({ row }) => row.fingerprint)).size >= DOUBLED;
    const isStranger = ({ other, likeness }: Pair): boolean =>
      isDoubled || likeness === 'repeats' || own?.has(other.key) !== true;
    const repeats = found(
      pairs.filter((pair) => pair.likeness === 'repeats'),
      this.#beyond.repeats,
    );
    const recurs = found(
      pairs.filter((pair) => isStranger(pair)),
      this.#beyond.recurs,
      (high, low) => isDoubled || own?.hasHash(high, low) !== true,
    );
    // All that --alike-ok would let pass is named, the worse first.
    if (repeats) return { refused: joined(repeats, recurs), recurring: [] };
    return recurs !== undefined && recurs.rows * 2 >= rows
      ? { refused: recurs, recurring: [] }
      : { refused: undefined, recurring: pairs };
  }
}

/** A row that looks like several earlier payments is told once, with the first of them. */
export const firstOfEach = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.toReversed().map((pair) => [pair.row.line, pair])).values(),
];

function joined(repeats: Found, recurs: Found | undefined): Found {
  const named = new Set(repeats.examples.map(([line]) => line));
  const more = (recurs?.examples ?? []).filter(([line]) => !named.has(line));
  return {
    line: repeats.line,
    rows: Math.max(repeats.rows, recurs?.rows ?? 0),
    examples: [...repeats.examples, ...more].slice(0, EXAMPLES),
    isReadOtherwise: repeats.isReadOtherwise,
  };
}

/** The first of them, and how many rows there are with those of which no more is known than where they stand. */
export function found(
  pairs: readonly Pair[],
  beyond?: SeenKeys,
  counts: (high: number, low: number) => boolean = () => true,
): Found | undefined {
  const lines = new Set([...pairs.map(({ row }) => row.line), ...(beyond?.valuesWhere(counts) ?? [])]);
  if (lines.size === 0) return undefined;
  // Not in file order: of what looks alike by its fingerprint more is known, and earlier.
  let line = Infinity;
  for (const one of lines) line = Math.min(line, one);
  const first = new Map(pairs.toReversed().map(({ row, other }) => [row.line, other]));
  const isReadOtherwise = pairs.some(({ isItself }) => isItself);
  const examples = [...first].toSorted(([a], [b]) => a - b).slice(0, EXAMPLES);
  return { line, rows: lines.size, examples, isReadOtherwise };
}

export interface Found {
  readonly line: number;
  /** How many rows of the file look like one that was paid. */
  readonly rows: number;
  /** The first lines, and what each looks like; of rows beyond those that are kept it isn't known. */
  readonly examples: readonly (readonly [line: number, other: RowRecord])[];
  /** The same bytes were sent before, and are read otherwise now. */
  readonly isReadOtherwise: boolean;
  /** Then: what of the file is left to be paid, where nothing of it is in doubt. */
  readonly left?: LeftOver | undefined;
}

/** The other payment, for a sentence about this one. */
export function otherText(
  { line, runId, state, updatedAt, amount, currency }: RowRecord,
  kind: RunKind,
): string {
  const { done } = KINDS[kind];
  // Only of a run that is alive, or that has it queued: a dead one's rows are in doubt by now.
  if (state === 'sending') return `line ${line} of run ${runId}, which is still sending its rows`;
  const how = state === 'created' ? `was ${done}` : `may have been ${done} (in doubt)`;
  const sum = amount === '' ? '' : `, ${amount} ${currency}`;
  return `line ${line} of run ${runId}, which ${how} on ${updatedAt.toISOString().slice(0, 10)}${sum}`;
}
