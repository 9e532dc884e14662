// SHA-256 of what the rows of a file say, in their order: a file that was saved anew has another digest of its bytes, and the
// same of its rows.
import { createHash } from 'node:crypto';

import type { BatchRow } from '../../input/row.ts';
import type { RowKey } from '../keys.ts';

export class RowsDigest {
  readonly #hash = createHash('sha256');

  add({ reference }: BatchRow, { content }: Pick<RowKey, 'content'>): void {
    this.#hash.update(`${JSON.stringify([reference, content])}\n`);
  }

  end(): string {
    return this.#hash.digest('hex');
  }
}
