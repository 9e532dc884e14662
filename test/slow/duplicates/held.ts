// A row in doubt, and one of another file that was held beside it; and what a person then says and runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { results } from '../../kit/cli.ts';
import { place } from '../../kit/in-doubt.ts';
import { COLUMNS, GOOD, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

export const TOOLS = { ...GOOD, reference: 'T-1', receiverAmount: '777.00', memo: 'Tools' };
export type Row = Readonly<Record<string, string>>;

export const ONE = { ...GOOD, reference: 'INV-1', memo: 'Invoice 1' };
export const LIKE = { ...GOOD, reference: 'RX-9', memo: 'Goods delivered in May' };

/** Without a reference, there is no column for it. */
export const columnsOf = (one: Row): string[] =>
  COLUMNS.filter((name) => name !== 'reference' || one['reference'] !== '');

/** `one` is in doubt, so `like` was held, with which another row stands in its file. */
export async function held(kind: '500-after' | '500-before', one: Row = ONE, like: Row = LIKE) {
  const service = await sandbox({ faults: [{ kind, operation: 'createTransfer', first: 1 }] });
  const here = await place(service);
  writeFileSync(join(here.at, 'one.csv'), payouts([one], columnsOf(one)));
  writeFileSync(join(here.at, 'next.csv'), payouts([like, TOOLS], COLUMNS));
  const run = async (file: string, ...more: string[]) => {
    const { code, err } = await here.say(['run', join(here.at, `${file}.csv`), '--yes', ...more]);
    const rows = results(join(here.at, `${file}.results.csv`));
    return { code, err, rows: rows.map(({ status }) => status), why: rows[0]?.['errorMessage'] ?? '' };
  };
  expect((await run('one')).rows).toEqual(['in_doubt']);
  const first = await run('next');
  expect(first).toMatchObject({ code: 4, rows: ['not_sent', 'created'] });
  const { out } = await here.say(['doubts', '--json']);
  const { doubts } = JSON.parse(out) as { doubts: [{ run: string }] };
  /** What a person says of the doubt. */
  const settle = async (...as: string[]) => {
    const word = [
      'resolve',
      doubts[0].run,
      '--line',
      '2',
      '--as',
      ...as,
      '--reason',
      'asked',
      '--sure',
      '--yes',
    ];
    const said = await here.say(word);
    expect(said.code, said.err).toBe(0);
  };
  return { ...here, run, settle, why: first.why, times: () => service.store.transfers.length - 1 };
}
