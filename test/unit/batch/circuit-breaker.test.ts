// When a run stops starting rows.
import { describe, expect, it } from 'vitest';

import { CircuitBreaker } from '../../../src/batch/send/circuit-breaker.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';
import { saying, sayOf, verbatim } from '../../kit/words.ts';

/** Observes until it halts; the number of calls that took, or null. */
function haltsAfter(after: number, failures: readonly boolean[]): number | null {
  const breaker = new CircuitBreaker(after);
  for (const [i, failed] of failures.entries()) {
    breaker.observe(failed ? verbatim('it broke') : undefined);
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
  it('does not come when others succeed in between', () => {
    expect(haltsAfter(5, pattern('xxxx.', 100))).toBeNull();
    expect(haltsAfter(Infinity, pattern('x', 1000))).toBeNull();
  });
  it('says the flag, and the last failure', () => {
    const breaker = new CircuitBreaker(2);
    for (const failed of pattern('x', 2))
      breaker.observe(failed ? verbatim('the service responded with 500') : undefined);
    expect(sayOf(breaker.reason)).toBe(
      '2 consecutive systemic failures (--halt-after 2); the last: the service responded with 500',
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
      stopped: saying(/^no call reached the service; the last: token: /),
    });
    expect(end.tally.count('failed')).toBe(2);
  });
  it('is not one that has answered once', async () => {
    const service = await sandbox({ faults: [{ kind: '500-before', operation: 'quoteTransfer' }] });
    const end = await runIn(few(), service.url);
    expect(end).toMatchObject({ exitCode: 1, stopped: undefined });
  });
});
