// What a row says, from its own cells alone: no setting, default, flag, reference, file name, encoding or spelling changes it.
import {
  customerContent,
  customerFingerprint,
  payoutFingerprint,
  payoutTarget,
} from '../../interface/fingerprint.ts';
import type { BatchRow } from '../input/row.ts';

export interface Said {
  /** A hash of the row's content. */
  readonly content: string;
  /** What a possible duplicate is found by (CONTRACT, rule 2). */
  readonly fingerprint: string;
  /** Who gets how much; empty for what pays nobody. */
  readonly target: string;
}

export function saidBy(row: BatchRow): Said {
  if (row.kind === 'customers')
    return { content: customerContent(row.body), fingerprint: customerFingerprint(row.body), target: '' };
  const content = payoutFingerprint(row.body);
  return { content, fingerprint: content, target: payoutTarget(row.body) };
}
