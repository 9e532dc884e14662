import { expect, it } from 'vitest';

import { packPart, unpackPart } from '../../../src/ledger/store/run-rows.ts';

it('pages come back as they were, and a changed one points to ledger verify', () => {
  const page = { runId: 'r1', part: 0, data: '[["a","b"]]' };
  for (const kind of ['cells', 'facts'] as const)
    expect(unpackPart('r1', kind, packPart({ ...page, kind }))).toBe(page.data);
  expect(() => unpackPart('r1', 'cells', 'AAAA')).toThrow(/run r1 was changed.*paybatch ledger verify/);
});
