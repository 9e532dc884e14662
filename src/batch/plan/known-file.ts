// What the ledger knows of the rows of a file, gathered during the first reading.
import type { FileHandle } from 'node:fs/promises';

import { inputChanged } from '../../files/input-error.ts';
import type { Ledger, RowRecord } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import type { AtEnd } from '../input/control.ts';
import { FileFacts, newPreview, type PreviewedAs } from '../input/facts.ts';
import type { Pass } from '../input/input-file.ts';
import type { BatchRow } from '../input/row.ts';
import { SeenKeys } from '../input/seen-keys.ts';
import type { FileSettings } from '../input/settings.ts';
import type { Checked, Surveyed } from '../input/survey.ts';
import type { Warnings } from '../input/warnings.ts';
import { possibleOriginal, rowMessage } from '../results/messages.ts';
import { isExportAnew } from './duplicates.ts';
import { type Batches, batchesOf, RowKeys } from './keys.ts';
import { type PageSettings, type PlannedRow, planPage } from './page.ts';
import { HistoryChecks } from './payment-history.ts';
import type { UnknownPaid } from './results-evidence.ts';
import { FileReading } from './same-file.ts';

/** How the rows of a file are compared with the ledger. */
export interface Comparison {
  readonly ledger: Ledger;
  readonly batches: Batches;
  /** The run that plans the rows; empty for none. */
  readonly runId: string;
  /** `undefined`: possible duplicates are sent (--alike-ok). */
  readonly alikeDays: number | undefined;
  readonly historyChecks: HistoryChecks | undefined;
  readonly paidElsewhere?: UnknownPaid;
}

type KnownFileSettings = FileSettings & { readonly clock: { now(): number } };

/** Rows that repeat recent payments are kept up to this number, for warnings. */
const RECENT_KEPT = 10_000;

export interface SurveyedFile extends Surveyed {
  readonly knownFile: KnownFile;
}

export class KnownFile {
  readonly batches: Batches;
  readonly historyChecks: HistoryChecks | undefined;
  /** Keys of the valid rows, until they are claimed. */
  keys = new SeenKeys();
  readonly reading: FileReading;
  /** What a run would do with the valid rows. */
  preview = newPreview('payouts');
  /** The batch that this one retries, if it is known. */
  parent: string | null = null;
  /** How every reading plans the rows. */
  pageSettings: PageSettings;
  readonly #settings: KnownFileSettings;
  readonly #comparison: Comparison;
  readonly #rowKeys: RowKeys;
  /** Rows that repeat recent payments under other references. They are held or sent at the end of the file. */
  readonly #recent: { readonly row: BatchRow; readonly match: RowRecord }[] = [];
  /** All such rows, whatever is done with them: also those that were paid or are held. */
  #recentRows = 0;

  private constructor(settings: KnownFileSettings, comparison: Comparison, wasRun: boolean) {
    const { ledger, batches, runId, alikeDays, historyChecks, paidElsewhere } = comparison;
    const { profile, clock } = settings;
    const { fileHash } = batches;
    const comparing = { runId, fileHash, recentIsHeld: undefined };
    const compare = alikeDays === undefined ? undefined : { ...comparing, alikeDays };
    this.pageSettings = { ledger, profile, clock, compare, paidElsewhere };
    this.batches = batches;
    this.historyChecks = historyChecks;
    this.reading = new FileReading(wasRun);
    this.#settings = settings;
    this.#comparison = comparison;
    this.#rowKeys = new RowKeys(batches);
  }

  static async of(settings: KnownFileSettings, comparison: Comparison): Promise<KnownFile> {
    const { batches, ledger } = comparison;
    const kinds = ['payouts', 'customers'] as const;
    const runs = await Promise.all(kinds.map((kind) => ledger.runsOfFile(kind, batches.fileHash)));
    return new KnownFile(settings, comparison, runs.flat().length > 0);
  }

  begin(pass: Pass, warnings: Warnings): void {
    this.preview = newPreview(pass.kind);
    this.reading.begin({ imports: this.#settings.imports, delimiter: pass.header.delimiter });
    this.historyChecks?.begin(this.#settings.file, pass, warnings);
  }

  /** Plans one page. A row whose reference was used for another payment becomes invalid. */
  async planRows(rows: readonly BatchRow[], warnings: Warnings): Promise<void> {
    const keyed = rows.map((row) => ({ row, key: this.#rowKeys.keyOf(row) }));
    for (const one of keyed) this.reading.add(one);
    const good = keyed.filter(({ row }) => row.issues.length === 0);
    for (const { row, key } of good) this.keys.remember(key.key, row.line);
    const all = await planPage(good, this.pageSettings);
    const open: BatchRow[] = [];
    for (const { row, planned, repeatsRecent } of all) {
      if (repeatsRecent) this.#recentRows++;
      if (planned.do === 'send' || planned.do === 'resend') open.push(row);
      else if (planned.do === 'nothing' && planned.result.status === 'invalid') {
        const { message } = planned.result;
        if (message) row.issues.push({ column: 0, field: 'reference', message });
      }
    }
    await this.historyChecks?.check(open, warnings);
    this.#count(all.filter(({ row }) => row.issues.length === 0));
  }

  /** The keys are claimed: those of a large file take megabytes. `isContested`: another live run holds some. */
  claimed(isContested: boolean): void {
    this.keys = new SeenKeys();
    if (isContested) this.pageSettings = { ...this.pageSettings, contestedBy: this.#comparison.runId };
  }

  #count(valid: readonly PlannedRow[]): void {
    for (const item of valid) {
      const { row, duplicate } = item;
      if (duplicate?.kind === 'recent' && this.#recent.length < RECENT_KEPT)
        this.#recent.push({ row, match: duplicate.match });
      this.preview[previewedAs(item)].add(row);
    }
  }

  /** At the file's end. Errors: {@link inputChanged}, Refusal. */
  async end(checked: Checked): Promise<void> {
    const { file } = this.#settings;
    const { facts, hash, warnings } = checked;
    if (hash !== this.batches.fileHash) throw inputChanged(file);
    this.reading.end();
    await this.refuseOtherReading(checked);
    const { compare } = this.pageSettings;
    const recentIsHeld = compare !== undefined && isExportAnew(this.#recentRows, facts.rows);
    if (compare && !recentIsHeld) this.#warnOfRecent(warnings);
    const { send, held, recent } = this.preview;
    (recentIsHeld ? held : send).addValid(recent);
    if (recentIsHeld) this.preview.recent = new FileFacts(facts.kind);
    this.pageSettings = { ...this.pageSettings, compare: compare && { ...compare, recentIsHeld } };
    this.parent = facts.parent ?? this.batches.parent ?? null;
    const batches = this.parent === null ? [this.batches.batchId] : [this.batches.batchId, this.parent];
    await this.historyChecks?.checkTotals(file, checked, batches);
  }

  #warnOfRecent(warnings: Warnings): void {
    for (const { row, match } of this.#recent) {
      const { line, reference, kind } = row;
      const message = (): Message => rowMessage('same_as_recent', possibleOriginal(kind, match));
      const likeAt = match.updatedAt.getTime();
      warnings.add(line, 'reference', reference, message, { weight: 'trouble', entry: null, likeAt });
    }
  }

  /** Asked again after the claim. Errors: Refusal for bytes that were run with other parse settings. */
  async refuseOtherReading(checked: Checked): Promise<void> {
    if (!this.pageSettings.compare) return;
    await this.reading.refuseOther(this.#settings.file, checked, this.#comparison.ledger);
  }
}

/** For a command that only reads the ledger (check --history, quote); `undefined` without one. Errors: LedgerError. */
export async function openKnownFile(
  handle: FileHandle,
  settings: KnownFileSettings,
  atEnd: AtEnd,
): Promise<KnownFile | undefined> {
  const { history } = settings;
  const ledger = await history?.look?.();
  if (!ledger) return undefined;
  atEnd(() => ledger.close());
  return KnownFile.of(settings, {
    batches: await batchesOf(settings, handle, ledger),
    ...{ ledger, runId: '', alikeDays: history?.alikeDays },
    historyChecks: HistoryChecks.of(ledger, history),
  });
}

function previewedAs({ planned, duplicate }: PlannedRow): PreviewedAs {
  if (duplicate?.kind === 'recent') return 'recent';
  if (planned.do === 'send' || planned.do === 'resend') return 'send';
  if (planned.do === 'continue') return 'done';
  const { status, errorCode } = planned.result;
  if (errorCode === 'alike') return 'held';
  if (status === 'in_doubt') return 'inDoubt';
  return status === 'created' || status === 'duplicate' ? 'done' : 'other';
}
