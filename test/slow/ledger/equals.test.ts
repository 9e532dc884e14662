// Many payments that look alike, in one run: it doesn't walk its own equals.
import { expect, it } from 'vitest';

import { intent, openedLedger } from '../../kit/ledger.ts';

// Whatever else runs on the machine only ever adds to the time: one good look of three is proof.
it('takes about as long as payments that differ', { retry: 2 }, async () => {
  const one = openedLedger();
  const many = 3_000;
  const elapsed = async (from: number, prints: (i: number) => string): Promise<number> => {
    const started = performance.now();
    const all = Array.from({ length: many }, (_, i) =>
      one.intend(intent('a', { key: `payouts:r:${from + i}`, fingerprint: prints(i), alikeSince: 0 })),
    );
    await Promise.all(all);
    return performance.now() - started;
  };
  const apart = await elapsed(0, (i) => `f1:${String(i).padStart(64, '0')}`);
  const alike = await elapsed(many, () => `f1:${'e'.repeat(64)}`);
  expect(alike).toBeLessThan(apart * 10 + 200);
});
