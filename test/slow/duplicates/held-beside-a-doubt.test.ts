// Rows that were held, since they may be the same payment as one in doubt: they are no less so once a person has said that it was
// created. They are sent when that person takes them for further payments, and never by running the same command again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { results } from '../../kit/cli.ts';
import { CREATED, ids, LATER_MS, place, RUN } from '../../kit/in-doubt.ts';
import { COLUMNS, GOOD, numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const DAY_MS = 86_400_000;

/** Six payouts of 10.00, of which the first (R-1, "row 1") was in doubt and is settled; and a file with one of 10.00 in other words. */
async function settled(columns: readonly string[] = COLUMNS) {
  const one = await place(
    await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] }),
  );
  const ran = await one.say([...RUN(one.at), '--json'], {});
  const { runId } = JSON.parse(ran.out) as { runId: string };
  const like = { ...GOOD, reference: 'RX-9', memo: 'Goods delivered in May' };
  const another = { ...GOOD, reference: 'RX-10', receiverAmount: '777.00', memo: 'Tools' };
  writeFileSync(join(one.at, 'next.csv'), payouts([like, another], columns));
  const next = async (days: number, ...more: string[]) => {
    const now = () => Date.now() + LATER_MS + days * DAY_MS;
    const { err, code } = await one.say(['run', join(one.at, 'next.csv'), '--yes', ...more], { now });
    return { code, err, rows: results(join(one.at, 'next.results.csv')).map(({ status }) => status) };
  };
  expect(await next(0)).toMatchObject({ code: 4, rows: ['not_sent', 'created'] });
  const word = CREATED(ids(one)[0] ?? '', 'seen there').map((arg) => (arg === 'last' ? runId : arg));
  const said = await one.say(word);
  expect(said.code, said.err).toBe(0);
  return { ...one, next };
}

it.each([
  ['with references', COLUMNS],
  ['without references', COLUMNS.slice(1)],
])('stay held when the doubt was settled as created, %s', async (_, columns) => {
  const { next, at, service } = await settled(columns);
  const before = service.store.transfers.length;
  for (const days of [0, 29]) {
    const again = await next(days, '--quiet');
    expect(again).toMatchObject({ code: 4, rows: ['not_sent', 'created'] });
    expect(readFileSync(join(at, 'next.retry.txt'), 'utf8')).toMatch(/which was paid on .*take this row out/);
  }
  expect(service.store.transfers).toHaveLength(before);
});

it('are what the summary speaks of: running again alone changes nothing', async () => {
  const { at, say } = await settled();
  const { out } = await say(['run', join(at, 'next.csv'), '--yes']);
  const text = out.replaceAll(/\s+/g, ' ');
  expect(text).toContain('1 row is held: it may be the same payment as another');
  expect(text).not.toMatch(/needs correcting|continues where this run stopped/);
  const report = await say(['report', 'last', '--format', 'md']);
  expect(report.out).toContain('1 row is held');
  expect(report.out).not.toContain('nothing needs correcting');
});

it('are sent when they are said to be further payments', async () => {
  const { next, service } = await settled();
  const before = service.store.transfers.length;
  expect(await next(0, '--alike-ok')).toMatchObject({ code: 0, rows: ['created', 'created'] });
  expect(service.store.transfers).toHaveLength(before + 1);
});

it('are none of a file that bears the next numbers, and nothing is said of it', async () => {
  const { at, say } = await settled();
  const [row = {}] = numbered(1);
  writeFileSync(join(at, 'seventh.csv'), payouts([{ ...row, reference: 'R-7', memo: 'row 7' }]));
  const { code, err } = await say(['run', join(at, 'seventh.csv'), '--yes', '--quiet']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

it('are told by check in a sentence of the row, not of a cell', async () => {
  const { at, say } = await settled();
  const { err } = await say(['check', join(at, 'next.csv'), '--history']);
  expect(err).toMatch(/next\.csv:2: warning: the row may be the same payment as line 2 of run /);
});
