// The first creation goes alone, and lets all others go when it was answered.
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { FirstTransferGate } from '../../../src/batch/send/transfer-gate.ts';

/** `count` rows that ask for their turn at once; `over` of each as soon as it has one. */
async function asked(count: number) {
  const gate = new FirstTransferGate();
  const begun: ((answered: boolean) => void)[] = [];
  const ask = (): void => {
    void gate.enter().then((over) => begun.push(over));
  };
  for (let at = 0; at < count; at++) ask();
  await setImmediate();
  const end = async (at: number, answered: boolean): Promise<void> => {
    begun[at]?.(answered);
    await setImmediate();
  };
  return { begun, end, ask };
}

describe('the first creation of a run', () => {
  it('goes alone', async () => {
    expect((await asked(400)).begun.length).toBe(1);
  });
  it('lets all that wait go at once when it was answered, and whoever comes later', async () => {
    const { begun, end, ask } = await asked(400);
    await end(0, true);
    expect(begun.length).toBe(400);
    ask();
    await setImmediate();
    expect(begun.length).toBe(401);
  });
  it('lets the next one go alone when it was not', async () => {
    const { begun, end, ask } = await asked(3);
    await end(0, false);
    expect(begun.length).toBe(2);
    ask();
    await end(1, false);
    expect(begun.length).toBe(3);
    await end(2, true);
    expect(begun.length).toBe(4);
  });
  it('is whoever comes next, where nobody waits', async () => {
    const { begun, end, ask } = await asked(1);
    await end(0, false);
    ask();
    ask();
    await setImmediate();
    expect(begun.length).toBe(2);
  });
});
