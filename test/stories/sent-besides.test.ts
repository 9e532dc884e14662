// Rows that were sent more than once: whichever of the sendings was paid, the row was, and no word about one frees it unnamed.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { HOUR_MS, sentAgain } from './sent-again.ts';

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');
const NOT = ['--as', 'not-created', '--reason', 'not paid', '--by', 'ann', '--yes'];
const SURE = ['resolve', 'last', '--line', '2', ...NOT, '--sure'];

describe('the payment of a sending that was called not created, while a later one is in doubt', () => {
  const nights = [{ fail: 1 }, { fail: 1, executed: false, isCalled: false }];
  it('proves that the row was paid', async () => {
    const { line, read, say, folder, service } = await sentAgain(['rent'], nights);
    const { code, out } = await read([line(0)], '--yes');
    expect([code, bare(out)]).toEqual([0, expect.stringContaining('1 row resolved as created.')]);
    expect((await say(['run', join(folder, 'r.csv')])).code).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
  });
  it('is named where the later one is called not created, too', async () => {
    const { say, runs } = await sentAgain(['rent'], nights);
    const { out, err } = await say(SURE);
    for (const text of [out, err]) {
      expect(bare(text)).toContain('was sent another time as well: 2026-11-24 02:00:00 UTC, by run');
      expect(bare(text)).toContain(`by run ${runs[0] ?? ''}. If any of these was paid`);
    }
  });
  it('is named in JSON as well', async () => {
    const { say, runs } = await sentAgain(['rent'], nights);
    const { out } = await say([...SURE, '--json']);
    expect(JSON.parse(out)).toMatchObject({ resolved: [{ alsoSent: [{ run: runs[0] }] }] });
  });
});

it('of two sendings that were resolved as not created, either proves the row', async () => {
  const nights = [{ fail: 1 }, { fail: 1, executed: false }];
  const { line, read, say, runs } = await sentAgain(['rent'], nights, 2 * HOUR_MS);
  const first = await read([line(0)], '--yes');
  expect([first.code, bare(first.out)]).toEqual([
    3,
    expect.stringContaining('1 row resolved as not created earlier: in doubt again'),
  ]);
  expect((await say(['doubts'])).out).toContain(runs[1]);
  const settled = await read([line(0)], '--yes');
  expect([settled.code, bare(settled.out)]).toEqual([
    0,
    expect.stringContaining('1 row resolved as created'),
  ]);
});

describe('a row that was sent again under its idempotency key', () => {
  const nights = [
    { fail: 30, isCalled: false },
    { fail: 30, executed: false },
  ];
  it('and called not created is one sending, which a payment of the first request speaks against', async () => {
    const { line, read, say, sent, runs } = await sentAgain(['rent'], nights, 2 * HOUR_MS, true);
    expect(sent).toBe(1);
    for (const run of runs) {
      const { out } = await say(['status', run]);
      expect(bare(out)).toContain('not-created');
    }
    const { code, out } = await read([line(0)], '--yes');
    expect([code, bare(out)]).toEqual([
      3,
      expect.stringContaining('1 row resolved as not created earlier: in doubt again'),
    ]);
    const settled = await read([line(0)], '--yes');
    expect([settled.code, bare(settled.out)]).toEqual([0, expect.stringContaining('resolved as created')]);
  });
});
