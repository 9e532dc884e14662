// One pass over a payout file: header, rows, and what only shows across rows (references used twice, files that
// aren't there). Both passes of a run go through here, so they can't come to different views.
import type { FileHandle } from 'node:fs/promises';
import { InputError } from '../csv/errors.ts';
import { printable, readHeader, type Header } from '../csv/header.ts';
import { readRecords } from '../csv/input.ts';
import { CUSTOMER_MARKS, OPERATOR_COLUMN_PREFIX, PAYOUT_FIELDS, type PayoutField } from '../spec/columns.ts';
import { DEPRECATIONS } from '../spec/deprecations.ts';
import { canonicalDecimal } from '../spec/decimal.ts';
import type { Profile } from '../spec/profile.ts';
import { contentKey, referenceKey, sha256 } from '../ledger/keys.ts';
import type { RunKind } from '../ledger/ledger.ts';
import type { DocumentFolder } from './documents.ts';
import { rowReader } from './read-row.ts';
import { contentText, type PayoutRow } from './row.ts';
import { SeenKeys } from './seen.ts';
import type { Warnings } from './warnings.ts';

export interface FileOptions {
  /** As the user named it: messages use it. */
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly map?: ReadonlyMap<string, string> | undefined;
  readonly kind?: RunKind | undefined;
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
  readonly documents: DocumentFolder;
  readonly warnings: Warnings;
}

export interface Pass {
  readonly header: Header<PayoutField>;
  /** Byte range of the header, for the retry file. */
  readonly headerRange: { readonly start: number; readonly end: number };
  readonly hasReferences: boolean;
  /** Rows in file order, with everything that is wrong with each. */
  rows(): AsyncGenerator<PayoutRow[]>;
}

const REMOVED = new Map(
  DEPRECATIONS.filter((entry) => entry.where === 'transfer').map((entry) => [
    entry.what,
    `column "${entry.what}" was removed by release ${entry.since}: use ${entry.replacement ?? 'nothing'}, the amount in the destination currency (paybatch migrate helps)`,
  ]),
);

/** Starts a pass: reads the header. Errors: {@link InputError}. */
export async function startPass(
  handle: FileHandle,
  options: FileOptions,
  onPrefix?: (digest: string, index: number) => void,
): Promise<Pass> {
  const { file } = options;
  const batches = readRecords(handle, {
    file,
    delimiter: options.delimiter,
    ...(onPrefix === undefined ? {} : { onPrefix }),
  });
  const first = await batches.next();
  const record = first.done === true ? undefined : first.value[0];
  if (!record) throw new InputError('empty', { file }, 'the file has no header line; nothing was sent');
  refuseCustomers(record.cells, record.line, options);
  const header = readHeader(record.cells, record.line, {
    file,
    fields: PAYOUT_FIELDS,
    ignorePrefix: OPERATOR_COLUMN_PREFIX,
    removed: REMOVED,
    ...(options.map === undefined ? {} : { map: options.map }),
  });
  const hasReferences = header.index.has('reference');
  const read = rowReader({
    header,
    profile: options.profile,
    useDeveloperFunds: options.useDeveloperFunds,
    warnings: options.warnings,
  });
  const referenceColumn = header.index.get('reference') ?? -1;
  const documentColumn = header.index.get('documents') ?? -1;
  const seen = new SeenKeys();

  async function* rows(): AsyncGenerator<PayoutRow[]> {
    for (let records = first.value?.slice(1) ?? []; ;) {
      const out: PayoutRow[] = [];
      for (const item of records) {
        const row = read(item);
        if (row.reference !== '') {
          const before = seen.remember(row.reference, row.line);
          if (before !== 0) {
            row.issues.push({
              column: referenceColumn + 1,
              field: 'reference',
              message: `the same reference stands in line ${before}: each payout needs its own`,
            });
          }
        }
        if (row.documents.length > 0) await checkDocuments(row, documentColumn, options.documents);
        out.push(row);
      }
      if (out.length > 0) yield out;
      const next = await batches.next();
      if (next.done === true) return;
      records = next.value;
    }
  }
  return { header, headerRange: { start: record.start, end: record.end }, hasReferences, rows };
}

function refuseCustomers(cells: readonly string[], line: number, options: FileOptions): void {
  const names = cells.map((cell) => cell.trim());
  const marked = names.some((name) =>
    CUSTOMER_MARKS.some((mark) => name === mark || name.startsWith(`${mark}.`)),
  );
  if (options.kind === 'customers' || (options.kind === undefined && marked)) {
    throw new InputError(
      'kind',
      { file: options.file, line },
      'this is a customer file; this version runs payouts only (--kind payouts if that is what it is). Nothing was sent',
    );
  }
}

async function checkDocuments(row: PayoutRow, column: number, folder: DocumentFolder): Promise<void> {
  for (const item of row.documents) {
    if (item.kind === 'id') continue;
    const wrong = item.kind === 'file' ? await folder.check(item.path) : folder.checkDataUrl(item.url);
    if (wrong === undefined) continue;
    const name = item.kind === 'file' ? `"${printable(item.path, 80)}" ` : 'the data URL ';
    row.issues.push({ column: column + 1, field: 'documents', message: name + wrong });
  }
}

export interface RowKey {
  readonly key: string;
  readonly content: string;
}

/** Gives rows their keys in file order: by reference, or by batch, content and ordinal among equals. */
export class RowKeys {
  readonly #kind: RunKind;
  readonly #batchId: string;
  readonly #seen = new SeenKeys();

  constructor(kind: RunKind, batchId: string) {
    this.#kind = kind;
    this.#batchId = batchId;
  }

  keyOf(row: PayoutRow): RowKey {
    const content = this.content(row);
    if (row.reference !== '') return { key: this.ofReference(row.reference), content };
    return { key: contentKey(this.#kind, this.#batchId, content, this.#seen.ordinal(content)), content };
  }

  ofReference(reference: string): string {
    return referenceKey(this.#kind, reference);
  }

  /** Hash of what the row says; the same for `12.5` and `12.50`. */
  content(row: PayoutRow): string {
    return sha256(
      contentText(row, row.amount === '' ? row.body.receiverAmount : canonicalDecimal(row.amount)),
    );
  }
}
