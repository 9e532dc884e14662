// A payment in doubt that a person said was not made is paid once more by whichever comes first: its own row, the same row in a file
// that was saved again, or one that was held beside it. The second of them is held, whatever it is called by then.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { columnsOf, held, LIKE, ONE, type Row } from '../support/held.ts';
import { payouts } from '../support/payouts.ts';

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

  it('its own row is held after the word was corrected, and corrected back', async () => {
    const { run, settle, times } = await freed();
    await settle('not-created');
    expect(await run('next', '--quiet')).toMatchObject({ code: 0 });
    await settle('created', '--transfer-id', randomUUID(), '--correct');
    await settle('not-created', '--correct');
    expect(await run('one', '--quiet')).toMatchObject(HELD);
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
