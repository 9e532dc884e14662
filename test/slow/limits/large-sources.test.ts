// A source that is too large to be read whole never passes as clean. lint reports that it was cut, and the findings in
// the part that was read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { lint } from '../../../src/lint/lint.ts';
import { folder } from '../../kit/folder.ts';
import { LINT } from '../../kit/lint.ts';

const OLD = 'amount,customerId,source.currency,destination.currency,purposeOfPayment\n1,a,USDC,EUR,Other\n';

describe('a source of more than 64 MiB', { timeout: 60_000 }, () => {
  it('is listed as unreadable, with the findings before the cut', async () => {
    const cwd = folder({ 'a.csv': OLD, 'b.ts': OLD, 'c.log': 'nothing\n', 'small.csv': OLD });
    for (const name of ['a.csv', 'b.ts', 'c.log']) {
      const path = join(cwd, name);
      writeFileSync(path, Buffer.alloc(65 * 1024 * 1024, '1,a,USDC,EUR,Other\n'), { flag: 'a' });
    }
    const { findings, unreadable } = await lint({ ...LINT, cwd });
    expect(unreadable.map(({ path }) => path)).toEqual(['a.csv', 'b.ts', 'c.log']);
    expect(new Set(findings.map(({ path }) => path))).toEqual(new Set(['a.csv', 'small.csv']));
  });
});
