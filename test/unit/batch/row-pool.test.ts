// The row pool: how many rows call the service, how many have an intent, and which row gets a free slot.
import { expect, it } from 'vitest';

import type { Slot } from '../../../src/batch/send/row-pool.ts';
import { RowPool } from '../../../src/batch/send/row-pool.ts';

const behind = (): number => 0;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Rows that wait until the test lets them continue. */
function rows() {
  const at = new Map<string, { slot: Slot; go: () => void }>();
  const begun: string[] = [];
  const row = (name: string) => (slot: Slot) => {
    begun.push(name);
    return new Promise<void>((go) => at.set(name, { slot, go }));
  };
  const of = (name: string) => at.get(name) ?? expect.fail(`${name} has not begun`);
  return { begun, row, of };
}

/** Adds rows one after the other, as a reader does. */
async function addAll(pool: RowPool, row: ReturnType<typeof rows>['row'], names: readonly string[]) {
  for (const name of names) await pool.add(row(name), behind);
}

it('the pool starts a row for each free or parked slot, up to three times the concurrency', async () => {
  const { begun, row, of } = rows();
  const pool = new RowPool(2);
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const added = addAll(pool, row, names);
  await settled();
  expect(begun).toEqual(['a', 'b']);
  of('a').slot.park();
  of('a').slot.park();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['b', 'c', 'd', 'e', 'f']) {
    of(name).slot.park();
    await settled();
  }
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  for (const name of [...begun]) of(name).go();
  await settled();
  expect(begun).toEqual(names);
  of('g').go();
  await added;
  await pool.drain();
});

it('the pool grants as many intents as slots; a row keeps its intent until it releases it or ends', async () => {
  const { row, of } = rows();
  const pool = new RowPool(2);
  void addAll(pool, row, ['a', 'b', 'c', 'd']);
  for (const name of ['a', 'b', 'c', 'd']) {
    await settled();
    of(name).slot.park();
  }
  const intending: string[] = [];
  for (const name of ['a', 'b', 'b', 'c', 'd'])
    void Promise.resolve(of(name).slot.acquireIntent()).then(() => intending.push(name));
  await settled();
  expect(intending.sort()).toEqual(['a', 'b', 'b']);
  of('b').go();
  await settled();
  expect(intending.sort()).toEqual(['a', 'b', 'b', 'c']);
  of('a').slot.releaseIntent();
  of('a').slot.releaseIntent();
  await settled();
  expect(intending.at(-1)).toBe('d');
  for (const name of ['a', 'c', 'd']) of(name).go();
  await pool.drain();
});

it('at no moment do more rows than the concurrency have an intent without an outcome', async () => {
  const AT_MOST = 5;
  const pool = new RowPool(AT_MOST);
  // In the order of the requests to the ledger. What is committed is always the beginning of this list.
  const asked: ('intent' | 'outcome')[] = [];
  let commit: (() => void)[] = [];
  const ask = (what: 'intent' | 'outcome'): Promise<void> => {
    asked.push(what);
    return new Promise((done) => commit.push(done));
  };
  const row = async (slot: Slot): Promise<void> => {
    slot.park();
    await slot.acquireIntent();
    await ask('intent');
    await slot.unpark();
    slot.park();
    const written = ask('outcome');
    slot.releaseIntent();
    await written;
  };
  let over = false;
  const all = (async () => {
    for (let i = 0; i < 60; i++) await pool.add(row, behind);
    await pool.drain();
    over = true;
  })();
  for (let turn = 0; !over; turn++) {
    await settled();
    const [group, rest] = turn % 3 === 0 ? [commit.slice(0, 2), commit.slice(2)] : [commit, []];
    commit = rest;
    for (const done of group) done();
  }
  await all;
  let open = 0;
  let most = 0;
  for (const what of asked) most = Math.max(most, (open += what === 'intent' ? 1 : -1));
  expect(asked).toHaveLength(120);
  expect(most).toBe(AT_MOST);
});

it('a free slot goes to a parked row that wants it back, and then to a new row', async () => {
  const { begun, row, of } = rows();
  const pool = new RowPool(2);
  const added = addAll(pool, row, ['a', 'b', 'c', 'd']);
  await settled();
  of('a').slot.park();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  let resumed = false;
  const resuming = Promise.resolve(of('a').slot.unpark()).then(() => (resumed = true));
  await settled();
  expect(resumed).toBe(false);
  of('b').go();
  await resuming;
  expect(begun).toEqual(['a', 'b', 'c']);
  of('c').slot.park();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await of('a').slot.unpark(); // it has a slot already
  for (const name of ['a', 'c', 'd']) of(name).go();
  await added;
  await pool.drain();
});

it('with concurrency 1, no second row starts while the first one waits', async () => {
  const { begun, row, of } = rows();
  const pool = new RowPool(1);
  void addAll(pool, row, ['a', 'b']);
  await settled();
  of('a').slot.park();
  await settled();
  expect(begun).toEqual(['a']);
  of('a').go();
  await settled();
  expect(begun).toEqual(['a', 'b']);
  of('b').go();
  await pool.drain();
});

it('drain throws an exception that a row has thrown', async () => {
  const { row, of } = rows();
  const pool = new RowPool(2);
  await pool.add(row('a'), behind);
  await pool.add(() => Promise.reject(new Error('a defect')), behind).catch(() => undefined);
  of('a').go();
  await expect(pool.drain()).rejects.toThrow('a defect');
});
