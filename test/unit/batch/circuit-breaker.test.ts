// When a run stops starting rows: by failures in a row, and by their share.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CircuitBreaker } from '../../../src/batch/send/circuit-breaker.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';

/** Observes until it halts; the number of calls that took, or null. */
function haltsAfter(after: number, failures: readonly boolean[]): number | null {
  const breaker = new CircuitBreaker(after);
  for (const [i, failed] of failures.entries()) {
    breaker.observe(failed, 'it broke');
    if (breaker.isTripped) return i + 1;
  }
  return null;
}

const pattern = (unit: string, times: number): boolean[] =>
  Array.from(unit.repeat(times), (mark) => mark === 'x');

describe('a halt', () => {
  it('comes with as many failures in a row as asked for', () => {
    expect(haltsAfter(5, pattern('x', 9))).toBe(5);
    expect(haltsAfter(1, pattern('.x', 9))).toBe(2);
  });
  it('comes when every other call fails', () => {
    expect(haltsAfter(5, pattern('x.', 100))).toBe(19);
    expect(haltsAfter(5, pattern('xxxx....', 100))).toBe(18);
    expect(haltsAfter(5, pattern('xx.', 100))).toBe(14);
  });
  it('does not come for less than half', () => {
    expect(haltsAfter(5, pattern('x..', 300))).toBeNull();
    expect(haltsAfter(5, pattern('xxxx......', 300))).toBeNull();
  });
  it('grows with what was asked for', () => {
    expect(haltsAfter(100, pattern('x.', 199))).toBeNull();
    expect(haltsAfter(100, pattern('x.', 200))).toBe(399);
    expect(haltsAfter(Infinity, pattern('x', 1000))).toBeNull();
  });
  it('says which rule it was, the flag, and the last failure', () => {
    const breaker = new CircuitBreaker(5);
    for (const failed of pattern('x.', 10)) breaker.observe(failed, 'the service responded with 500');
    expect(breaker.reason).toBe(
      '10 systemic failures among the last 19 calls (--halt-after 5); the last: the service responded with 500',
    );
  });
  it('comes exactly when one of the two counts is reached', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.boolean(), { maxLength: 200 }),
        (after, calls) => {
          const expected = calls.findIndex((failed, i) => {
            const inRow = calls.slice(Math.max(0, i + 1 - after), i + 1);
            const recent = calls.slice(Math.max(0, i + 1 - after * 4), i + 1).filter(Boolean).length;
            return failed && ((inRow.length === after && inRow.every(Boolean)) || recent >= after * 2);
          });
          expect(haltsAfter(after, calls)).toBe(expected === -1 ? null : expected + 1);
        },
      ),
    );
  });
});

describe('a service that can not be reached', () => {
  const few = () => folder({ 'in.csv': payouts(numbered(2)) });
  it('halts a file of fewer rows than failures in a row would', async () => {
    const service = await sandbox();
    await service.stop();
    const end = await runIn(few(), service.url);
    expect(end).toMatchObject({
      exitCode: 4,
      stopped: expect.stringMatching(/^no call reached the service; the last: token: /) as string,
    });
    expect(end.tally.count('failed')).toBe(2);
  });
  it('is not one that has answered once', async () => {
    const service = await sandbox({ faults: [{ kind: '500-before', operation: 'quoteTransfer' }] });
    const end = await runIn(few(), service.url);
    expect(end).toMatchObject({ exitCode: 1, stopped: '' });
  });
});
