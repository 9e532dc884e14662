// What comes to be in doubt between the submission of a run and the turn of its rows: a queued row that may be that payment is
// held by itself, as it would have been had the doubt been there when the file was read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../support/cli.ts';
import { Place } from '../support/hosts.ts';
import { COLUMNS, GOOD, payouts } from '../support/payouts.ts';
import { HAS_POSTGRES, postgres, WHY_SKIPPED } from '../support/postgres.ts';

const server = postgres();
const ONE = { ...GOOD, reference: 'INV-1', memo: 'Invoice 1' };
const LIKE = { ...GOOD, reference: 'RX-9', memo: 'Goods delivered in May' };
const OTHER = { ...GOOD, reference: 'RX-10', receiverAmount: '777.00', memo: 'Tools' };

/** A run of LIKE and OTHER is queued; then ONE falls in doubt in a run of its own. */
async function queued(more: readonly string[] = []) {
  const faults = [{ kind: '500-after', operation: 'createTransfer', first: 1 } as const];
  const own = await Place.make(server, { service: { faults } });
  writeFileSync(join(own.at, 'next.csv'), payouts([LIKE, OTHER], COLUMNS));
  writeFileSync(join(own.at, 'one.csv'), payouts([ONE], COLUMNS));
  const id = await own.detach('next.csv', more);
  const one = await own.run(['run', 'one.csv', '--yes']);
  expect(one.code, one.stderr).toBe(3);
  expect(own.paid).toBe(1);
  const work = async () => {
    const end = await own.run(['work', '--until-empty']);
    const told = await own.run(['results', id, '--out', 'next.results.csv']);
    const rows = results(join(own.at, 'next.results.csv'));
    return { end, told, rows, statuses: rows.map(({ status }) => status) };
  };
  return { own, work };
}

describe.runIf(HAS_POSTGRES)(`a doubt that arises while rows are queued${WHY_SKIPPED}`, () => {
  it('holds the row that may be the same payment, and no other', async () => {
    const { own, work } = await queued();
    const { rows, statuses, told } = await work();
    expect(statuses).toEqual(['not_sent', 'created']);
    expect(rows[0]).toMatchObject({ errorCode: 'alike' });
    expect(rows[0]?.['errorMessage']).toMatch(/may be the same payment as .*settle it/s);
    expect(told.code).toBe(4);
    expect(own.paid).toBe(2);
    await own.whole();
  });

  it('holds it also where a person has settled the doubt as created by then', async () => {
    const { own, work } = await queued();
    const [{ id = '' } = {}] = own.service.store.transfers as { id?: string }[];
    const word = ['resolve', 'last', '--line', '2', '--as', 'created', '--transfer-id', id];
    const said = await own.run([...word, '--reason', 'seen there', '--yes']);
    expect(said.code, said.stderr).toBe(0);
    expect((await work()).statuses).toEqual(['not_sent', 'created']);
    expect(own.paid).toBe(2);
  });

  it('holds nothing that was said to be meant', async () => {
    const { own, work } = await queued(['--alike-ok']);
    expect((await work()).statuses).toEqual(['created', 'created']);
    expect(own.paid).toBe(3);
  });
});
