// Findings as they are gathered: the first hundred are kept, all are counted.
import type { Finding } from '../finding.ts';

export const KEPT = 100;

export type Found = Pick<Finding, 'kind' | 'where'> & Partial<Finding>;

export class Findings {
  readonly list: Finding[] = [];
  count = 0;
  readonly #told = new Set<string>();

  /** The same of the same place counts once: a member may be found out by its digest and by what it says. */
  add(found: Found): void {
    const one: Finding = { key: '', entry: null, link: null, at: null, detail: '', ...found };
    const name = JSON.stringify(one);
    if (this.#told.has(name)) return;
    this.count++;
    if (this.list.length >= KEPT) return;
    this.#told.add(name);
    this.list.push(one);
  }
}
