// Change logs and other records of what was: nobody has to change them, and --fix leaves them as they are.
import { describe, expect, it } from 'vitest';

import { isHistory } from '../../src/lint/judge/history.ts';
import { scanText } from '../../src/lint/scan.ts';
import { SCAN } from '../support/lint.ts';

describe('a record of what was', () => {
  it.each([
    'CHANGELOG.md',
    'docs/release-notes-2.4.md',
    'HISTORY.rst',
    'packages/api/CHANGES.md',
    'docs/adr/0014-payments.md',
    'postmortems/2025-06-01-balances.md',
    '.changeset/new-call.md',
    'ops/2025-06-01-outage.md',
  ])('%s is one', (path) => {
    expect(isHistory(path)).toBe(true);
  });

  it.each(['README.md', 'docs/api.md', 'src/history.ts', 'docs/changing-banks.md', 'changelog/parse.py'])(
    '%s is none',
    (path) => {
      expect(isHistory(path)).toBe(false);
    },
  );

  const TEXT =
    '# 2.0.0\n\n- Added: `curl -H "$AUTH" https://api.payments.example/api/v1/current-tenant/balances`\n';

  it('is told of on request, and never mended', async () => {
    const settings = { ...SCAN, minConfidence: 'low' as const };
    const { findings } = await scanText('CHANGELOG.md', TEXT, { neighbour: false }, settings);
    expect(findings.map(({ confidence, fixable, fix }) => [confidence, fixable, fix])).toEqual([
      ['low', false, undefined],
    ]);
  });

  it('is a guide under another name', async () => {
    const { findings } = await scanText('docs/calls.md', TEXT, { neighbour: false }, SCAN);
    expect(findings.map(({ confidence, fixable }) => [confidence, fixable])).toEqual([['high', true]]);
  });
});
