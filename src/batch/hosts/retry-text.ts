// A retry file made from the rows' own text, on a host without the input.
import { createHash } from 'node:crypto';

import type { AtomicFile } from '../../files/atomic-file.ts';
import type { RowIdentity } from '../input/retry-of.ts';
import type { RunShape } from './submission.ts';

export class RetryText {
  readonly #shape: Pick<RunShape, 'header' | 'footer' | 'lineEnd' | 'delimiter' | 'tied'>;
  readonly #column: string;
  readonly #cell: (row: RowIdentity) => string;

  /** `column`: what ties a row to the row that it is, where rows have no references; `cell`: of a row. */
  constructor(shape: RunShape, column: string, cell: (row: RowIdentity) => string) {
    this.#shape = shape;
    this.#column = column;
    this.#cell = cell;
  }

  /** Returns the SHA-256 (hex) of what was written. */
  async write(
    file: Pick<AtomicFile, 'write'>,
    rows: readonly (RowIdentity & { readonly raw: string })[],
  ): Promise<string> {
    const { header, footer, lineEnd, delimiter, tied } = this.#shape;
    const hash = createHash('sha256');
    const put = async (text: string, own: string | undefined): Promise<void> => {
      const line = text + (tied && own !== undefined ? delimiter + own : '') + lineEnd;
      hash.update(line);
      await file.write(line);
    };
    await put(header, this.#column);
    for (const row of rows) await put(row.raw, this.#cell(row));
    if (footer !== '') await put(footer, undefined);
    return hash.digest('hex');
  }
}
