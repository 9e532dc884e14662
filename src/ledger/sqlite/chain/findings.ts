// Findings as they are gathered: the first hundred are kept, all are counted.
import type { Finding } from '../../finding.ts';

export const KEPT = 100;

export type Found = Pick<Finding, 'kind' | 'where'> & Partial<Finding>;

export class Findings {
  readonly list: Finding[] = [];
  count = 0;

  add(found: Found): void {
    this.count++;
    if (this.list.length >= KEPT) return;
    this.list.push({ key: '', entry: null, link: null, at: null, detail: '', ...found });
  }
}
