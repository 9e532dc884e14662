// How it goes since an earlier report, in words: a pace is told of two days alone.
import { describe, expect, it } from 'vitest';

import { trendText } from '../../../src/audit/trend.ts';

const TREND = { since: '2026-06-01', narrowed: false, fixed: 3, added: 0, remaining: 3, byRule: [] };
const AUDIT = { trend: TREND, leftOut: [], doneBy: null, doneAfterCutoff: false, cutoff: '2026-10-30' };
const told = (asOf: string, more: object = {}): string | undefined =>
  trendText({ ...AUDIT, asOf, ...more } as unknown as Parameters<typeof trendText>[0]);

describe('the trend in words', () => {
  it('tells no pace of reports of one day, or of one that is later', () => {
    for (const asOf of ['2026-06-01', '2026-05-30'])
      expect(told(asOf)).toBe(
        'Since 2026-06-01: 3 fixed, 0 new, 3 still there. The earlier report is not from an earlier day, so no pace is shown.',
      );
  });
  it('says that it is never done where as much comes as goes', () => {
    expect(told('2026-06-02')).toContain('At this pace it is never done.');
  });
  it('says when it is done', () => {
    expect(told('2026-06-03', { doneBy: '2026-06-05' })).toContain('At this pace it is done by 2026-06-05.');
  });
});
