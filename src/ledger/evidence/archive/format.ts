// The members of the archive of an export.
//
// The manifest has the SHA-256 of every member except itself and the seal. The seal is the link that the export added
// to the ledger's chain: it has the digest of the manifest, and follows the last link in `chain.ndjson`. So a manifest
// that was changed along with a member no longer fits the seal, and entries and rows have to fit the links.
import { createHash } from 'node:crypto';

import { asText } from '../../store/question.ts';
import type { CoveredTable } from '../../store/tables.ts';
import type { LinkRow, StoredRow } from '../links.ts';

export const FORMAT = 'paybatch-export/1';

export const MANIFEST = 'manifest.json';
export const SEAL = 'seal.json';
export const CHAIN = 'chain.ndjson';
export const ENTRIES = 'entries.ndjson';
export const RECORDS = 'records.ndjson';
export const RESULTS = 'results.csv';
export const VERSIONS = 'versions.json';
export const INPUT = 'input/';
/** The plan of the run with its signatures, as it was when the run began. */
export const PLAN = 'plan.json';

export type Members = ReadonlyMap<string, Uint8Array>;

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly runId: string;
  readonly ledgerId: string;
  /** The end of the chain before the export was recorded. */
  readonly ledgerSequence: number;
  readonly ledgerHead: string;
  readonly exportedAt: string;
  readonly environment: string;
  /** Of the input's bytes; `null` for a single call. */
  readonly inputSha256: string | null;
  readonly members: Readonly<Record<string, string>>;
}

/** The record of the export in the ledger, and the link with that record. */
export interface Seal {
  readonly link: LinkRow;
  readonly record: {
    readonly id: number;
    readonly at: number;
    readonly run_id: string;
    readonly manifest: string;
  };
}

/** A link in an export. Its lines are left out if none of them is about the run. */
export interface ExportedLink extends Omit<LinkRow, 'records'> {
  /** For the first link: the head before it. */
  readonly before?: string;
  /** The lines of all its entries. */
  readonly lines?: readonly string[];
  readonly records?: string;
  /** SHA-256 of its records. */
  readonly digest: string;
}

/** A row of a table that the chain covers. */
export interface ExportedRecord {
  readonly table: CoveredTable;
  readonly row: StoredRow;
}

export const rowsOf = (records: readonly ExportedRecord[], table: CoveredTable): StoredRow[] =>
  records.flatMap((one) => (one.table === table ? [one.row] : []));

/** The plan of the run, as text. */
export function planOf(records: readonly ExportedRecord[]): string | undefined {
  const plan = rowsOf(records, 'run_parts').find(({ kind }) => kind === 'plan');
  return plan && asText(plan['data']);
}

export const sealText = (seal: Seal): string => `${JSON.stringify(seal, null, 2)}\n`;

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const ndjson = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
