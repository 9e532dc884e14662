// What the ledger knows of the rows of a file that nobody sends now (check --history, quote, funds): which of them a run would
// leave as they are, hold, or refuse. Reads, and decides nothing: the page does.
import type { FileHandle } from 'node:fs/promises';

import { hashFile } from '../../files/bytes.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import type { Invalid } from '../input/guards.ts';
import type { BatchRow } from '../input/row.ts';
import type { FileSettings } from '../input/settings.ts';
import type { KnownCounts } from '../results/run-end.ts';
import { RowsDigest } from './approved/rows-digest.ts';
import { batchOf } from './batch-of.ts';
import { type RowKey, RowKeys } from './keys.ts';
import { isHeld, type PageSettings, type Planned, planPage } from './page.ts';
import { RecentRows } from './recent-rows.ts';
import { refuseOtherReading } from './same-file.ts';

interface Looking extends Pick<FileSettings, 'file' | 'batchId' | 'imports' | 'history'> {
  readonly profile: Pick<Profile, 'idempotency'>;
  readonly clock: { now(): number };
}

/** `handle`: of the file, which is read for its hash. */
export async function knownRows(ledger: Ledger, handle: FileHandle, settings: Looking): Promise<KnownRows> {
  const fileHash = await hashFile(handle);
  const batchId = await batchOf(settings, { handle, hash: fileHash, ledger });
  return new KnownRows(ledger, settings, { batchId, fileHash });
}

type KnownRow = Planned<{ readonly row: BatchRow; readonly key: RowKey }>;

const LINES = 5;

export class KnownRows {
  readonly batchId: string;
  readonly #ledger: Ledger;
  readonly #file: string;
  readonly #keys: RowKeys;
  readonly #digest = new RowsDigest();
  readonly #recent = new RecentRows();
  #page: PageSettings;
  #planned: readonly KnownRow[] = [];
  /** Lines of the first few rows that are paid, and in doubt. */
  readonly lines = { done: [] as number[], inDoubt: [] as number[] };
  readonly #counts = { done: 0, inDoubt: 0, held: 0, unsendable: 0, toSend: 0 };
  #firstInvalid: Invalid['firstInvalid'];

  constructor(
    ledger: Ledger,
    { file, profile, clock, history }: Looking,
    { batchId, fileHash }: { readonly batchId: string; readonly fileHash: string },
  ) {
    this.batchId = batchId;
    this.#ledger = ledger;
    this.#file = file;
    this.#keys = new RowKeys(batchId);
    const alikeDays = history?.alikeDays;
    const compare =
      alikeDays === undefined ? undefined : { runId: '', fileHash, alikeDays, recentIsHeld: false };
    this.#page = { ledger, profile, clock, compare };
  }

  /** How a further pass over the same rows plans them. */
  get page(): PageSettings {
    return this.#page;
  }

  /** Each row of the file, in order. Returns those that a run would send. */
  async look(rows: readonly BatchRow[]): Promise<BatchRow[]> {
    const keyed = rows.map((row) => ({ row, key: this.#keys.keyOf(row) }));
    for (const { row, key } of keyed) this.#digest.add(row, key);
    const good = keyed.filter(({ row }) => row.issues.length === 0);
    this.#planned = await planPage(good, this.#page);
    for (const { row, planned } of this.#planned) {
      if (planned.do !== 'nothing' || planned.result.status !== 'invalid') continue;
      const issue = { column: 0, field: 'reference', message: planned.result.errorMessage };
      row.issues.push(issue);
      this.#counts.unsendable++;
      this.#firstInvalid ??= { line: row.line, issue };
    }
    return this.#planned.flatMap(({ row, planned }) => (isToSend(planned.do) ? [row] : []));
  }

  /** Counts the rows of the last look, once all is known of them. */
  count(): void {
    for (const item of this.#planned) {
      const { row, planned, duplicate } = item;
      if (row.issues.length > 0) continue;
      if (duplicate?.kind === 'recent') this.#recent.add(item);
      else if (isToSend(planned.do)) this.#counts.toSend++;
      else if (isHeld(item)) this.#counts.held++;
      else this.#countKnown(row.line, isOpen(item) ? 'inDoubt' : 'done');
    }
  }

  #countKnown(line: number, as: 'done' | 'inDoubt'): void {
    this.#counts[as]++;
    if (this.lines[as].length < LINES) this.lines[as].push(line);
  }

  /** Errors: Refusal for bytes that were run before, read otherwise: a run would refuse them. */
  async judgeReading({ facts, hash, sheet }: Checked): Promise<void> {
    if (!this.#page.compare) return;
    const read = { file: this.#file, kind: facts.kind, hash, sheet, rowsDigest: this.#digest.end() };
    await refuseOtherReading(read, this.#ledger);
  }

  /** At the file's end. */
  end({ facts, warnings }: Pick<Checked, 'facts' | 'warnings'>): void {
    const isAnew = this.#recent.isExportAnew(facts.rows);
    if (isAnew) this.#counts.held += this.#recent.rows;
    else this.#counts.toSend += this.#recent.rows;
    if (!isAnew) this.#recent.warn(warnings);
    const { compare } = this.#page;
    this.#page = { ...this.#page, compare: compare && { ...compare, recentIsHeld: isAnew } };
  }

  /** Rows with nothing wrong by themselves that the ledger makes invalid. */
  get invalid(): Invalid {
    return { invalid: this.#counts.unsendable, firstInvalid: this.#firstInvalid };
  }

  get counts(): KnownCounts {
    return this.#counts;
  }
}

const isToSend = (what: string): boolean => what === 'send' || what === 'resend';

const isOpen = ({ planned }: Pick<KnownRow, 'planned'>): boolean =>
  planned.do === 'nothing' && ['in_doubt', 'not_sent'].includes(planned.result.status);
