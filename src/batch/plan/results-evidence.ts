// The results files of an input, and those in its folders, as evidence: what they say was paid, this ledger must know. One that
// doesn't is new, older or another one, and would pay again. Three checks:
// - the last ledger stamp of each file is on this ledger's chain;
// - transfer ids that the input's own results call created are known;
// - the input's own results can be read to their end.
// Whoever accepts the ledger all the same has it recorded; rows that such files call paid or in doubt are then held.
import { constants, copyFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

import { BY_PROFILE } from '../../files/checked-text.ts';
import { InputError } from '../../files/input-error.ts';
import { spellings } from '../../interface/created-id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Refusal } from '../input/refusal.ts';
import { AnsweredIds } from '../results/answered-ids.ts';
import { resultsName } from '../results/names.ts';
import { type LedgerStampCells, type ResultsRow, resultsRows } from '../results/results-rows.ts';
import { stampedFiles } from '../results/stamped-files.ts';
import { UnknownPaid } from '../results/unknown-paid.ts';

/** A person's word to go on in spite of what speaks against the ledger. `told`: hears each objection. */
export interface Acceptance {
  readonly at: Date;
  readonly told: (objection: string) => void;
}

export interface Evidence {
  readonly answered: AnsweredIds;
  /** Payments that the ledger doesn't know. */
  readonly paidElsewhere: UnknownPaid;
  /** Whether the own results are evidence against the ledger, and are about to be written anew. */
  readonly isAtRisk: boolean;
}

interface Asked {
  readonly file: string;
  readonly results: string;
  readonly environment: string;
  readonly ledger: Ledger;
  readonly acceptance: Acceptance | null;
}

/** Errors: {@link Refusal} (`ledger_witness`, `results_cut`) unless it is accepted. */
export async function readEvidence(asked: Asked): Promise<Evidence> {
  const reading = new EvidenceReading(asked);
  const { file, results } = asked;
  const beside = resultsName(file, 'results');
  const own = [...new Set([results, beside].map((path) => resolve(path)))];
  // The ledger of a sandbox is new each time, and pays nobody.
  const trial = resolve(resultsName(file, 'sandbox'));
  for (const path of own) if (path !== trial) await reading.readOwn(path);
  const isAtRisk = reading.isAgainst(resolve(results));
  const folders = new Set([results, file].map((path) => resolve(dirname(path))));
  for (const { file: other, stamp } of await stampedFiles(folders, asked.environment))
    if (!own.includes(resolve(other))) await reading.readOther(other, stamp);
  await reading.settle();
  return { answered: reading.answered, paidElsewhere: reading.paidElsewhere, isAtRisk };
}

class EvidenceReading {
  readonly answered = new AnsweredIds();
  readonly paidElsewhere = new UnknownPaid();
  readonly #asked: Asked;
  readonly #objections: Refusal[] = [];
  /** What names the other ledger in an acceptance, for the runs to come. */
  readonly #marks = new Set<string>();
  readonly #against = new Set<string>();

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  isAgainst(file: string): boolean {
    return this.#against.has(file);
  }

  /** Every row is read. */
  async readOwn(file: string): Promise<void> {
    const { ledger, environment } = this.#asked;
    const unidentified: ResultsRow[] = [];
    let stamp: LedgerStampCells | undefined;
    try {
      for await (const rows of resultsRows(file, environment)) {
        for (const row of rows) if (row.stamp.ledgerId === ledger.id) this.answered.add(row);
        stamp = rows.at(-1)?.stamp ?? stamp;
        const unknown = await this.#unknown(rows);
        for (const row of unknown) this.paidElsewhere.add(row, `${file}:${row.place}`);
        const [first] = unknown;
        if (first)
          this.#object(
            file,
            `${file}:${first.place} says that ${first.createdId} was created, and this ledger doesn't know it: it is a new, an older or another one`,
          );
        unidentified.push(...rows.filter(isUnidentified));
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#against.add(file);
      this.#raise(
        new Refusal(
          'results_cut',
          `${error.message.replace(BY_PROFILE, '')}. What these results say was paid can't be read, and this ledger may not know it (${ledger.path})`,
        ),
      );
    }
    if (stamp) await this.#judgeStamp(file, stamp);
    if (!this.isAgainst(file)) return;
    for (const row of unidentified) this.paidElsewhere.add(row, `${file}:${row.place}`);
  }

  /** Only a file that speaks against the ledger is read. */
  async readOther(file: string, stamp: LedgerStampCells): Promise<void> {
    await this.#judgeStamp(file, stamp);
    const isAgainst = this.isAgainst(file);
    if (!isAgainst && !KEPT.test(basename(file))) return;
    try {
      for await (const rows of resultsRows(file, this.#asked.environment)) {
        const unidentified = isAgainst ? rows.filter(isUnidentified) : [];
        for (const row of [...(await this.#unknown(rows)), ...unidentified])
          this.paidElsewhere.add(row, `${file}:${row.place}`);
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }

  /** Rows that were created, as the results say, and that the ledger doesn't know. */
  async #unknown(rows: readonly ResultsRow[]): Promise<ResultsRow[]> {
    const { ledger } = this.#asked;
    const created = rows.filter((row) => isPaid(row) && row.createdId !== '');
    const ids = created.flatMap(({ createdId }) => spellings(createdId));
    if (ids.length === 0) return [];
    const known = await ledger.knows(ids);
    const others = ids.filter((id) => !known.has(id));
    // An id that a person gave to a row and took back since.
    const named = others.length === 0 ? new Set<string>() : await ledger.named(others);
    return created.filter(
      ({ createdId }) => !spellings(createdId).some((id) => known.has(id) || named.has(id)),
    );
  }

  async #judgeStamp(file: string, { ledgerId, sequence, head }: LedgerStampCells): Promise<void> {
    const { ledger } = this.#asked;
    // A ledger without entries has paid nothing.
    if (ledgerId === '' || sequence === 0) return;
    const height = await ledger.sequence();
    const isHere = ledgerId === ledger.id && sequence <= height;
    if (isHere && (head === '' || (await ledger.hadTip({ sequence, head })))) return;
    this.#against.add(file);
    const mark = head === '' ? ledgerId : head;
    if (await ledger.wasAccepted(mark)) return;
    this.#marks.add(mark);
    const why =
      ledgerId !== ledger.id
        ? `was written with another ledger (${ledgerId})`
        : sequence > height
          ? `was written when this ledger had ${sequence} entries; now it has ${height}, so it is an older copy`
          : 'was written with another copy of this ledger: a backup was restored and used since';
    this.#object(file, `${file} ${why}`);
  }

  #object(file: string, why: string): void {
    this.#against.add(file);
    this.#raise(
      new Refusal('ledger_witness', `${why} (${this.#asked.ledger.path}). Rows could be sent twice`),
    );
  }

  #raise(objection: Refusal): void {
    if (!this.#asked.acceptance) throw objection;
    this.#objections.push(objection);
  }

  /** Records and prints what was accepted. The marks are found again by the runs to come. */
  async settle(): Promise<void> {
    const { ledger, acceptance } = this.#asked;
    const [first] = this.#objections;
    if (!acceptance || !first) return;
    const reasons = this.#objections.slice(0, MOST_REASONS).map(({ code, message }) => `${code}: ${message}`);
    await ledger.accept([reasons.join('; '), ...this.#marks].join(' '), acceptance.at);
    for (const { message } of this.#objections.slice(0, MOST_REASONS)) acceptance.told(message);
  }
}

const isPaid = ({ status }: ResultsRow): boolean => status === 'created' || status === 'duplicate';

/** Rows that were or may have been paid, and that no id looks up in a ledger. */
const isUnidentified = (row: ResultsRow): boolean =>
  row.status === 'in_doubt' || row.status === 'pending' || (isPaid(row) && row.createdId === '');

const MOST_REASONS = 10;
const KEPT = /\.kept-[\w-]+\.csv$/;

/** Keeps results under another name, where later runs read them. Empty where there are none. */
export async function keepResults(results: string, runId: string): Promise<string> {
  for (let n = 1; ; n++) {
    const kept = `${results.replace(/\.csv$/i, '')}.kept-${runId}${n === 1 ? '' : `-${n}`}.csv`;
    try {
      await copyFile(results, kept, constants.COPYFILE_EXCL);
      return kept;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // copyFile's own
      if (code === 'ENOENT') return '';
      if (code !== 'EEXIST') throw error;
    }
  }
}
