// What a plan would pay, what a quote and funds say, and what the run then does are one figure, whatever is meant, holds one another
// or is refused.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { inDoubt, type Place, place, RUN } from '../../kit/in-doubt.ts';
import { COLUMNS, GOOD, numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
const BARE = COLUMNS.filter((name) => name !== 'reference');
const like = (memo: string) => ({ ...GOOD, reference: memo, memo });
const OTHER = { ...GOOD, reference: 'N-1', memo: 'Tools', receiverAmount: '777.00' };

function written({ at }: Pick<Place, 'at'>, rows: Parameters<typeof payouts>[0], columns = COLUMNS): string {
  const file = join(at, 'next.csv');
  writeFileSync(file, payouts(rows, columns));
  return file;
}

/** Makes a plan of the file and runs it. Returns how many were sent. */
async function planned({ at, say, service }: Place, file: string, ...flags: string[]) {
  const plan = join(at, 'p.plan');
  const made = await say(['plan', file, '--out', plan, ...flags]);
  expect(made, made.err).toMatchObject({ code: 0 });
  const before = service.store.transfers.length;
  const ran = await say(['run', '--plan', plan, '--yes']);
  return { made, ran, sent: service.store.transfers.length - before };
}

describe('a reference that differs from a paid one by its case alone, in a row that is the same otherwise', () => {
  const rows = [{ ...numbered(1)[0], reference: 'r-1' }, OTHER];
  const paid = async (): Promise<Place> => {
    const one = await place(await sandbox());
    await one.say(RUN(one.at), {});
    return one;
  };

  it('is invalid, and keeps no other row from being sent', async () => {
    const one = await paid();
    const file = written(one, rows);
    const ran = await one.say(['run', file, '--yes']);
    expect(ran, ran.err).toMatchObject({ code: 1 });
    expect(words(ran.out)).toContain('created 1 777.00');
    expect(ran.err).toMatch(/next.csv:2: invalid: the reference differs from "R-1"/);
  });

  it('is in no figure of funds and quotes, counts for --max-invalid, and a plan that has it can be run', async () => {
    const one = await paid();
    const file = written(one, rows);
    expect(words((await one.say(['funds', file])).out)).toContain('2 rows, 1 to be sent');
    const quote = await one.say(['quote', file]);
    expect(words(quote.out)).toMatch(
      /By the ledger, 1 row can't be sent under its reference \(paybatch check .*--history says why\): a run would send 1 row\./,
    );
    expect(await one.say(['quote', file, '--max-invalid', '0'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/1 of 2 rows is invalid|1 of 2 rows are invalid/) as string,
    });
    const { ran, sent } = await planned(one, file, '--max-invalid', '1');
    expect([ran.code, sent], ran.err).toEqual([1, 1]);
  });
});

it('rows that hold one another are held by a plan, which then pays what it says', async () => {
  const one = await place(
    await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] }),
  );
  writeFileSync(join(one.at, 'in.csv'), payouts(numbered(1)));
  await one.say(RUN(one.at), {});
  await one.say(['resolve', 'last', '--line', '2', '--as', 'not-created', '--reason', 'none', '--sure']);
  const own = { 'destination.externalAccountId': '16fd2706-8baf-433b-82eb-8c7fada847da' };
  const file = written(one, [like('H-1'), like('H-2'), { ...OTHER, ...own }]);
  const asked: string[] = [];
  const ask = (text: string): Promise<string> => {
    asked.push(text);
    return Promise.resolve('no');
  };
  await one.say(['run', file], { interactive: true, ask });
  const [, rows = '', total = ''] =
    /To be paid now: (\d+) rows? of 3[\s\S]*?GBP +([\d.,]+)/.exec(asked[0] ?? '') ?? [];
  const { made, sent } = await planned(one, file);
  expect(words(made.out)).toContain(`GBP ${total}`);
  expect(sent).toBe(Number(rows));
});

describe('--alike-ok', () => {
  it.each([
    ['references', COLUMNS],
    ['no references', BARE],
  ])('sends each row of a plan that has %s, beside a doubt and one another', async (_, columns) => {
    const one = await inDoubt();
    const file = written(one, [like('a'), like('b'), like('c'), OTHER], columns);
    const { ran, sent } = await planned(one, file, '--alike-ok');
    expect([ran.code, sent], ran.err).toEqual([0, 4]);
  });

  it('is what a quote counts by, too', async () => {
    const one = await inDoubt();
    const file = written(one, [like('a'), OTHER]);
    expect(words((await one.say(['quote', file])).out)).toContain('a run would send 1 row.');
    expect(words((await one.say(['quote', file, '--alike-ok'])).out)).not.toContain('held');
  });
});

it('a quote and funds give no figure of a file that every run refuses', async () => {
  const one = await place(await sandbox());
  await one.say(RUN(one.at), {});
  // The same payments under other references: exported once more.
  const file = written(
    one,
    numbered(6).map((row, at) => ({ ...row, reference: `again-${at}` })),
  );
  expect(await one.say(['run', file, '--yes'])).toMatchObject({ code: 2 });
  expect(words((await one.say(['quote', file])).out)).toMatch(
    /By the ledger, a run would refuse the file for what it looks like \(paybatch check .*--history says what\)\./,
  );
  const funds = words((await one.say(['funds', file])).out);
  expect(funds).toContain('6 rows, 6 that could be sent');
  expect(funds).toContain('A run would refuse the file for what it looks like');
});
