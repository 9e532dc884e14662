// What an export of a run is: the members of its archive, and what binds them.
//
// The manifest has the SHA-256 of every member but itself and the seal. The seal is the link that the ledger's chain
// got when the export was made: it tells of the manifest's own digest, and follows the last link in `chain.ndjson`.
// So a manifest that was changed with a member no longer fits the seal, and entries and rows have to fit the links.
import { createHash } from 'node:crypto';

import { asText } from '../../store/question.ts';
import type { CoveredTable } from '../../store/tables.ts';
import type { LinkRow, Stored } from '../links.ts';

export const FORMAT = 'paybatch-export/1';

export const MANIFEST = 'manifest.json';
export const SEAL = 'seal.json';
export const CHAIN = 'chain.ndjson';
export const ENTRIES = 'entries.ndjson';
export const RECORDS = 'records.ndjson';
export const RESULTS = 'results.csv';
export const VERSIONS = 'versions.json';
export const INPUT = 'input/';
/** Of a run that was held to one: the plan with its signatures, as it was when the run began. */
export const PLAN = 'plan.json';

export type Members = ReadonlyMap<string, Uint8Array>;

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly runId: string;
  readonly ledgerId: string;
  /** Where the chain stood before the export itself was recorded. */
  readonly ledgerSequence: number;
  readonly ledgerHead: string;
  readonly exportedAt: string;
  readonly environment: string;
  /** Of the input's bytes; `null` for a single call. */
  readonly inputSha256: string | null;
  readonly members: Readonly<Record<string, string>>;
}

/** The link that tells of the export, and the record that it tells of. */
export interface Seal {
  readonly link: LinkRow;
  readonly record: {
    readonly id: number;
    readonly at: number;
    readonly run_id: string;
    readonly manifest: string;
  };
}

/** A link in an export: its lines are left out where none of them is about the run. */
export interface ExportedLink extends Omit<LinkRow, 'records'> {
  /** Its head before, of the first one. */
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
  readonly row: Stored;
}

export const rowsOf = (records: readonly ExportedRecord[], table: CoveredTable): Stored[] =>
  records.flatMap((one) => (one.table === table ? [one.row] : []));

/** The plan that the run was held to, as text. */
export function planOf(records: readonly ExportedRecord[]): string | undefined {
  const plan = rowsOf(records, 'run_parts').find(({ kind }) => kind === 'plan');
  return plan && asText(plan['data']);
}

export const sealText = (seal: Seal): string => `${JSON.stringify(seal, null, 2)}\n`;

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const ndjson = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
