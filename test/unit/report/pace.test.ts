// The pace of a run, as a report tells it.
import { describe, expect, it } from 'vitest';

import { timeline } from '../../../src/report/timeline.ts';

const beat = (second: number, rows: number) => ({
  second,
  rows,
  requests: rows,
  again: 0,
  limited: 0,
  ms: {},
});

describe('rows a second', () => {
  it('are by the time that a short run took, not by the seconds that it began', () => {
    const startedAt = new Date('2026-11-23T02:00:00.000Z');
    const finishedAt = new Date('2026-11-23T02:00:01.400Z');
    const beats = [beat(0, 30), beat(1, 10)];
    expect(timeline(beats, { startedAt, finishedAt }).rowsPerSecond).toBe(28.6);
  });

  it('are by the seconds with rows in them where a run went on for longer', () => {
    const startedAt = new Date('2026-11-23T02:00:00.000Z');
    const finishedAt = new Date('2026-11-23T02:05:00.000Z');
    const beats = [beat(0, 30), beat(1, 10)];
    expect(timeline(beats, { startedAt, finishedAt }).rowsPerSecond).toBe(20);
  });
});
