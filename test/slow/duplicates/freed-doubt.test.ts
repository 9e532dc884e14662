// A payment in doubt that a person said was not made is paid once more by whichever comes first: its own row, the same row in a file
// that was saved again, or one that was held beside it. The second of them is held, whatever it is called by then.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FreedDoubts } from '../../../src/batch/plan/alike/freed.ts';
import { columnsOf, held, LIKE, ONE, type Row } from './held.ts';
import { place } from '../../kit/in-doubt.ts';
import { after, intent, openedLedger, outcome, resolution, runRow, sent } from '../../kit/ledger.ts';
import { COLUMNS, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const HELD = { code: 4, rows: ['not_sent'] };
const BARE = { ...ONE, reference: '' };

async function freed(one: Row = ONE, like: Row = LIKE) {
  const here = await held('500-before', one, like);
  const write = (name: string, rows: readonly Row[], columns = columnsOf(rows[0] ?? ONE)) => {
    writeFileSync(join(here.at, `${name}.csv`), payouts(rows, columns));
  };
  return { ...here, write };
}

describe('of a doubt that was not created, after what was held beside it was paid', () => {
  it.each<[string, Row, Row, string[]]>([
    ['without a reference, with a word more in its memo', BARE, { ...BARE, memo: 'Invoice 1, May' }, []],
    ['without a reference, in a file saved again without a column', BARE, BARE, []],
    ['without a reference, under another batch', BARE, BARE, ['--batch-id', 'again']],
    ['whose reference lost its sign', ONE, { ...ONE, reference: 'INV1' }, []],
    ['whose reference has a letter more', ONE, { ...ONE, reference: 'INV-1-B' }, []],
  ])('the row %s is held', async (_, one, again, more) => {
    const { run, settle, times, write } = await freed(one);
    await settle('not-created');
    expect(await run('next', '--quiet')).toMatchObject({ code: 0 });
    write('again', [again], columnsOf(again).slice(0, -1));
    const then = await run('again', '--quiet', ...more);
    expect(then).toMatchObject(HELD);
    expect(then.why).toMatch(/may be the same payment as .* which was paid/);
    expect(times()).toBe(1);
    expect((await run('again', '--alike-ok', ...more)).rows).toEqual(['created']);
    expect(times()).toBe(2);
  });

  it('the row of a third file that was held beside it, too, is held', async () => {
    const { run, settle, times, write } = await freed();
    write('third', [{ ...LIKE, reference: 'Q-4', memo: 'As agreed' }]);
    expect(await run('third')).toMatchObject(HELD);
    await settle('not-created');
    expect(await run('next', '--quiet')).toMatchObject({ code: 0 });
    expect(await run('third', '--quiet')).toMatchObject(HELD);
    expect(times()).toBe(1);
  });

  it.each([
    ['first', [ONE, LIKE]],
    ['last', [LIKE, ONE]],
  ])('and both were put into one new file, it %s, the second of them is held', async (_, rows) => {
    const { run, settle, times, write } = await freed();
    await settle('not-created');
    write('all', rows);
    const then = await run('all', '--quiet', '--concurrency', '1');
    expect(then).toMatchObject({ code: 4, rows: ['created', 'not_sent'] });
    expect(times()).toBe(1);
    expect(await run('all', '--quiet')).toMatchObject({ code: 4 });
    expect(times()).toBe(1);
    expect((await run('all', '--alike-ok')).rows).not.toContain('not_sent');
    expect(times()).toBe(2);
  });

  it.each([
    [
      'other references',
      [
        { ...ONE, reference: 'ZZ-3' },
        { ...LIKE, reference: 'QQ-5' },
      ],
      COLUMNS,
    ],
    ['no references', [ONE, LIKE], COLUMNS.filter((name) => name !== 'reference')],
  ])('and both were put into one new file under %s, the second of them is held', async (_, rows, columns) => {
    const { run, settle, times, write } = await freed();
    await settle('not-created');
    write('all', rows, columns);
    const then = await run('all', '--quiet', '--concurrency', '1');
    expect(then).toMatchObject({ code: 4, rows: ['created', 'not_sent'] });
    expect(await run('all', '--quiet')).toMatchObject({ code: 4 });
    expect(times()).toBe(1);
  });

  it('two that were in doubt in one file are two there, and in its retry', async () => {
    const faults = [{ kind: '500-before' as const, operation: 'createTransfer' as const, first: 2 }];
    const { at, service, say } = await place(await sandbox({ faults }));
    writeFileSync(join(at, 'all.csv'), payouts([ONE, LIKE], columnsOf(ONE)));
    const run = () => say(['run', join(at, 'all.csv'), '--yes']);
    expect((await run()).code).toBe(3);
    const word = ['resolve', 'last', '--all', '--as', 'not-created', '--reason', 'asked', '--sure', '--yes'];
    expect((await say(word)).code).toBe(0);
    expect((await run()).code).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
  });

  it('its own row is held after the word was corrected, and corrected back', async () => {
    const { run, settle, times } = await freed();
    await settle('not-created');
    expect(await run('next', '--quiet')).toMatchObject({ code: 0 });
    await settle('created', '--transfer-id', randomUUID(), '--correct');
    await settle('not-created', '--correct');
    expect(await run('one', '--quiet')).toMatchObject(HELD);
    expect(times()).toBe(1);
  });

  it.each<[string, object]>([
    ['amount', { receiverAmount: '1000.00' }],
    ['account', { 'destination.externalAccountId': '0a0b0c0d-1111-4222-8333-444455556666' }],
  ])('its own row is held after it was refused with a slip in its %s, under any name', async (_, slip) => {
    const { run, settle, times, write, service } = await freed();
    await settle('not-created');
    write('one', [{ ...ONE, ...slip }]);
    service.faults.add({ kind: '401', operation: 'createTransfer' });
    expect((await run('one')).rows).toEqual(['failed']);
    service.faults.clear();
    expect(await run('next', '--quiet')).toMatchObject({ code: 0 });
    write('again', [{ ...ONE, reference: 'INV1' }]);
    expect(await run('again', '--quiet')).toMatchObject(HELD);
    write('one', [ONE]);
    expect(await run('one', '--quiet')).toMatchObject(HELD);
    expect(times()).toBe(1);
  });

  it('its own row is held beside what was paid while its request was under way', async () => {
    const ledger = openedLedger();
    const body = JSON.stringify({
      destination: { externalAccountId: 'a', currency: 'GBP' },
      receiverAmount: 1,
    });
    const [doubt, paid] = [{ key: 'payouts:r:d' }, { key: 'payouts:r:n', body }];
    await ledger.intend(intent('a', { ...doubt, body }));
    await sent(ledger, 'b', 'created', paid);
    await ledger.record(outcome('a', 'in_doubt', doubt), runRow(doubt));
    const word = { key: doubt.key, at: after(60), sure: true };
    expect(await ledger.resolve(resolution('not-created', word))).toMatchObject({ ok: true });
    const known = await ledger.row(doubt.key);
    const row = { body: JSON.parse(body) as unknown, amount: '1', currency: 'GBP', reference: 'd' };
    const freed = await FreedDoubts.read(ledger, after(61).getTime());
    const own = { row, key: doubt.key, known };
    const like = await freed.like([own, { row, key: 'payouts:r:x', known: undefined }]);
    expect([...like.values()].map((all) => all.map(({ other }) => other.key))).toEqual([
      [paid.key],
      [paid.key],
    ]);
  });

  it.each([
    ['one', 'next'],
    ['next', 'third'],
  ])('of %s and %s, run at once, the second is held', async (...files) => {
    const { run, settle, write, times, service } = await freed();
    write('third', [{ ...LIKE, reference: 'Q-4', memo: 'As agreed' }]);
    await settle('not-created');
    service.faults.add({ kind: 'slow', operation: 'createTransfer', ms: 300 });
    const ends = await Promise.all(files.map((file) => run(file, '--quiet')));
    expect(ends.map(({ rows }) => rows[0]).sort()).toEqual(['created', 'not_sent']);
    expect(ends.find(({ rows }) => rows[0] === 'not_sent')?.why).toMatch(/begun before it|which was paid/);
    expect(times()).toBe(1);
  });

  it('the next number is another payment, and so is another amount', async () => {
    const { run, settle, times, write } = await freed();
    await settle('not-created');
    expect(await run('next', '--quiet')).toMatchObject({ code: 0 });
    write('other', [
      { ...ONE, reference: 'INV-2', memo: 'Invoice 2' },
      { ...ONE, reference: 'INV-3', memo: 'Invoice 3', receiverAmount: '1.25' },
    ]);
    expect((await run('other', '--quiet')).rows).toEqual(['created', 'created']);
    expect(times()).toBe(3);
  });
});
