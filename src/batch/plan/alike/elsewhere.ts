// Payments that another environment of the same ledger has made: a file that was tried against a sandbox, or that belongs to
// another client. Never a refusal, for they are other money; a warning, for the wrong environment looks the same.
import type { ForeignRow, RunKind } from '../../../ledger/ledger.ts';
import { KINDS } from '../../input/kinds.ts';
import type { Warnings } from '../../input/warnings.ts';
import { type Candidate, likeness } from './alike.ts';

/** Runs that are named each by itself. */
const RUNS_NAMED = 20;

interface Seen {
  readonly first: Candidate;
  readonly other: ForeignRow;
  rows: number;
}

/** Gathered over a file's first pass: one warning for each run elsewhere, and one more for what it left in doubt. */
export class Elsewhere {
  readonly #nowMs: number;
  readonly #runs = new Map<string, Seen>();

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add(rows: readonly Candidate[], found: readonly ForeignRow[]): void {
    if (found.length === 0) return;
    // One of those that look alike is enough.
    const late = found.filter((other) => this.#isLate(other));
    const like = new Map(late.map((other) => [other.fingerprint, other]));
    for (const row of rows) {
      const other = like.get(row.fingerprint);
      if (!other) continue;
      const run = `${other.environment}\0${other.runId}\0${other.state === 'created' ? '' : 'in doubt'}`;
      const seen = this.#runs.get(run);
      if (seen) seen.rows++;
      else if (this.#runs.size < RUNS_NAMED) this.#runs.set(run, { first: row, other, rows: 1 });
    }
  }

  /** As a row without a reference is compared: other environments have other references. */
  #isLate(other: ForeignRow): boolean {
    return likeness('', other, { nowMs: this.#nowMs, alikeDays: 0 }) === 'repeats';
  }

  warn(kind: RunKind, warnings: Warnings): void {
    for (const { first, other, rows } of this.#runs.values()) {
      const field = first.reference === '' ? 'the row' : 'reference';
      warnings.trouble(first.line, field, first.reference, () => elsewhereText(other, kind), other, rows);
    }
  }
}

/** For a sentence that begins with the row, or the call. */
export function elsewhereText(
  { environment, state, updatedAt, line, runId }: ForeignRow,
  kind: RunKind,
): string {
  const { noun, done } = KINDS[kind];
  const how = state === 'created' ? `was ${done}` : `may have been ${done} (in doubt)`;
  const day = updatedAt.toISOString().slice(0, 10);
  return `looks like a ${noun} of another environment, ${environment}: line ${line} of run ${runId} ${how} there on ${day}`;
}
