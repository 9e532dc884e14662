// Rows of the ledger that rows of a file are compared with: what a store finds, and whether an intent is held by it. Pure.
import type { Intent, RowIdentity, RowRecord, RunKind } from './records.ts';

/** What a row is looked for by. */
export interface Likeness extends Pick<RowIdentity, 'key' | 'reference' | 'fingerprint' | 'batchId'> {
  readonly kind: RunKind;
  /** Who gets how much, as a hash; empty for nothing. */
  readonly target: string;
}

/**
 * A row of this environment, under another key, that was or may have been paid. `content`: it has the same fingerprint;
 * `reference`: a reference of its kind that only looks another; `target`: the same target, and it is or was in doubt. Rows
 * without a reference, of the same batch as the asked one without a reference, are left out: a batch counts its equal rows.
 */
export interface LedgerMatch {
  readonly key: string;
  readonly by: 'content' | 'reference' | 'target';
  readonly row: RowRecord;
}

/** Whether an intent is held by what another run has sent since its own run looked (CONTRACT, Identity and duplicates, rule 2). */
export function isHeldBy(
  { reference, alikeReferenced }: Pick<Intent, 'reference' | 'alikeReferenced'>,
  { by, row }: Pick<LedgerMatch, 'by' | 'row'>,
): boolean {
  if (by !== 'content') return by === 'target';
  return alikeReferenced || reference === null || row.reference === null || row.state === 'in_doubt';
}
