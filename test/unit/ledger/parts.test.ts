// Pages of what reports tell of a run: kept as they are, in order, and never replaced.
import { describe, expect, it } from 'vitest';

import type { RunPart } from '../../../src/ledger/ledger.ts';
import { claims, newRun, openedLedger } from '../../kit/ledger.ts';

const part = (at: number, data: string, more: Partial<RunPart> = {}): RunPart => ({
  runId: 'a',
  kind: 'cells',
  part: at,
  data,
  ...more,
});

describe('the pages of a run', () => {
  it('come back by their kind, in the order of their parts, however they were written', async () => {
    const ledger = openedLedger();
    await ledger.begin(newRun('a'), claims());
    await Promise.all([ledger.keep(part(300, '["c"]')), ledger.keep(part(0, '["a"]'))]);
    await ledger.keep(part(0, '{}', { kind: 'facts' }));
    await ledger.keep(part(0, '["of another run"]', { runId: 'b' }));
    const pages: RunPart[] = [];
    for await (const page of ledger.eachPart('a', 'cells')) pages.push(page);
    expect(pages).toEqual([part(0, '["a"]'), part(300, '["c"]')]);
  });
  it('are never replaced', async () => {
    const ledger = openedLedger();
    await ledger.keep(part(0, 'first'));
    await expect(ledger.keep(part(0, 'second'))).rejects.toThrow('could not be written');
  });
});
