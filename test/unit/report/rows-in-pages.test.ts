// The rows of a run are shown as they are read: its first rows are there before the last have been looked at.
import { expect, it } from 'vitest';

import type { Ledger, RunRowRecord } from '../../../src/ledger/ledger.ts';
import { standings } from '../../../src/report/standing.ts';
import { runRow } from '../../kit/ledger.ts';

const ROWS = 80_000;

it('the first rows are handed on when a page has been read', async () => {
  let read = 0;
  const rows = async function* (): AsyncGenerator<RunRowRecord> {
    for (; read < ROWS; read++) yield { ...runRow({ sequence: read, line: read + 2 }), resolved: null };
  };
  const none = async function* (): AsyncGenerator<never> {};
  const ledger = { eachRunRow: rows, eachPart: none, lookup: () => new Map() } as unknown as Ledger; // all that is asked for
  for await (const { line } of standings(ledger, { id: 'many' } as never)) {
    if (line < 2_000) continue;
    break;
  }
  expect(read).toBeLessThan(4_000);
});
