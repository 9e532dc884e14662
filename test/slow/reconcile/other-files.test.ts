// Two files, or two sheets, under one --batch-id share a row that has no reference: it is one row, paid once. Whichever of an
// original and its retry file has paid it, the other file's row is told. At the service's own count.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import type { LiveSettings } from '../../../src/batch/send/settings.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { CONSTANTS, runImport } from '../../unit/batch/imports/imports.ts';
import { ACCOUNT, COLUMNS, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { workbook } from '../../unit/batch/imports/workbook.ts';

const BARE = COLUMNS.filter((name) => name !== 'reference');
const RENT = { memo: 'Rent', receiverAmount: '1000' };
const DAY_MS = 86_400_000;
const file = (...memos: readonly string[]): string =>
  payouts([RENT, ...memos.map((memo, at) => ({ memo, receiverAmount: `${at + 5}` }))], BARE);

async function place() {
  const at = folder({ 'acme.csv': file('a'), 'bolt.csv': file('b') });
  const service = await sandbox();
  const clock = new JumpingClock();
  const warned: Warning[] = [];
  const named = (name: string): Partial<LiveSettings> => ({
    file: join(at, `${name}.csv`),
    results: join(at, `${name}.results.csv`),
    retry: join(at, `${name}.retry.csv`),
  });
  const common = {
    clock,
    hooks: { checked: (_: unknown, found: readonly Warning[]) => warned.push(...found) },
  };
  const go = (name: string, more: Partial<LiveSettings> = {}): ReturnType<typeof runIn> =>
    runIn(at, service.url, { ...named(name), ...common, ...more });
  const original = (name: string) => go(name, { batchId: 'rents' });
  const refused = async (work: () => Promise<unknown>): Promise<void> => {
    service.faults.add({ kind: 'status-before', operation: 'createTransfer', status: 422 });
    await work();
    service.faults.clear();
  };
  const said = (): string => warned.map(({ message }) => message).join('\n');
  const rents = (): number => service.store.transfers.filter(({ body }) => body.includes('Rent')).length;
  return { at, service, clock, warned, common, go, original, refused, said, rents };
}

const TOLD =
  /^1 row was paid on \S+ by run \S+ from (\S+), for another file of the same batch, and it is not sent again for this one \(the first: line 2, as line 2 of run \S+\)/;

describe('a row of two files under one --batch-id', () => {
  it('is told where both are paid from their retry files', async () => {
    const { go, original, refused, said, rents } = await place();
    for (const name of ['acme', 'bolt']) await refused(() => original(name));
    await go('acme.retry');
    expect(said()).toBe('');
    expect(await go('bolt.retry')).toMatchObject({ exitCode: 0 });
    expect(rents()).toBe(1);
    expect(TOLD.exec(said())?.[1]).toBe('acme.retry.csv');
  });

  it('is told where a retry file has paid it, and the other original comes later', async () => {
    const { go, original, refused, said, rents } = await place();
    await refused(() => original('acme'));
    await go('acme.retry');
    expect(await original('bolt')).toMatchObject({ exitCode: 0 });
    expect(rents()).toBe(1);
    expect(TOLD.exec(said())?.[1]).toBe('acme.retry.csv');
  });

  it('is told where an original has paid it, and a retry file of the other comes, edited, moved and retried again', async () => {
    const { at, go, original, refused, said, rents } = await place();
    await refused(() => original('bolt'));
    await original('acme');
    const text = readFileSync(join(at, 'bolt.retry.csv'), 'utf8').replace(',b,', ',b corrected,');
    writeFileSync(join(at, 'tonight.csv'), text);
    await refused(() => go('tonight'));
    expect(TOLD.exec(said())?.[1]).toBe('acme.csv');
    await go('tonight.retry');
    expect(rents()).toBe(1);
  });

  it('is paid twice where both are meant, as the warning says', async () => {
    const { at, go, original, refused, said, rents } = await place();
    for (const name of ['acme', 'bolt']) await refused(() => original(name));
    for (const name of ['acme.retry', 'bolt.retry']) await go(name);
    expect(said()).toMatch(
      /put it into a file, without the column x-retry-of, and run that with --alike-ok$/,
    );
    writeFileSync(join(at, 'rent.csv'), file());
    expect(await go('rent', { alikeOk: true })).toMatchObject({ exitCode: 0 });
    expect(rents()).toBe(2);
  });

  it('is told a month later, when the file of that name is another', async () => {
    const { at, clock, go, original, refused, said } = await place();
    await refused(() => original('acme'));
    await go('acme.retry');
    await clock.sleep(30 * DAY_MS);
    writeFileSync(join(at, 'acme.csv'), file('June'));
    await original('acme');
    expect(said()).toMatch(TOLD);
  });
});

describe('nobody is told of', () => {
  it('an original and its retry file on the morning after, corrected or not, in whatever order', async () => {
    const { at, service, go, original, refused, said } = await place();
    await refused(() => original('acme'));
    const retry = readFileSync(join(at, 'acme.retry.csv'), 'utf8');
    await refused(() => go('acme.retry'));
    writeFileSync(join(at, 'acme.csv'), file('a', 'more'));
    await original('acme');
    writeFileSync(join(at, 'old.csv'), retry);
    await go('old');
    writeFileSync(join(at, 'acme.csv'), file('a', 'more', 'and more'));
    writeFileSync(join(at, 'again.csv'), retry.replace(',a,', ',a corrected,'));
    await original('acme');
    await go('again');
    await original('acme');
    expect(said()).not.toContain('another file');
    expect(service.store.transfers).toHaveLength(4);
  });

  it('rows of two files whose retry files were put together', async () => {
    const { at, service, go, original, refused, said } = await place();
    writeFileSync(join(at, 'bolt.csv'), payouts([{ memo: 'b', receiverAmount: '7' }], BARE));
    for (const name of ['acme', 'bolt']) await refused(() => original(name));
    const [acme = '', bolt = ''] = ['acme', 'bolt'].map((name) =>
      readFileSync(join(at, `${name}.retry.csv`), 'utf8'),
    );
    writeFileSync(join(at, 'all.csv'), acme + bolt.slice(bolt.indexOf('\n') + 1));
    await go('all');
    for (const [name, text] of Object.entries({ 'acme.old': acme, 'bolt.old': bolt }))
      writeFileSync(join(at, `${name}.csv`), text);
    for (const name of ['acme', 'bolt', 'acme.old', 'bolt.old']) {
      expect(await go(name, name.includes('.') ? {} : { batchId: 'rents' })).toMatchObject({ exitCode: 0 });
    }
    expect(said()).not.toContain('another file');
    expect(service.store.transfers).toHaveLength(3);
  });

  it('a file without a --batch-id, whose retry file is as it always was', async () => {
    const { at, go, refused, said } = await place();
    await refused(() => go('acme'));
    expect(readFileSync(join(at, 'acme.retry.csv'), 'utf8')).toMatch(/,k1~[0-9a-f]{64}~[0-9a-f]{64}\n/);
    await go('acme.retry');
    await go('acme');
    expect(said()).toBe('');
  });
});

describe('two sheets under one --batch-id', () => {
  it('are told of the row that both have, when their retry files are run', async () => {
    const { at, service, common, refused, said } = await place();
    const head = ['Text', 'Sum', 'To'];
    const sheet = (name: string) => ({
      name,
      rows: [head, ['Rent', '1000', ACCOUNT], [name, '10', ACCOUNT]],
    });
    writeFileSync(join(at, 'in.xlsx'), workbook(sheet('May'), sheet('June')));
    const columns = { Text: 'memo', Sum: 'receiverAmount', To: null };
    const constants = CONSTANTS;
    const go = (name: string, more: Record<string, unknown> = {}, settings: Partial<LiveSettings> = {}) =>
      runImport(at, service.url, name, { columns, constants, ...more }, { ...common, ...settings });
    for (const name of ['May', 'June']) {
      await refused(() => go('in.xlsx', { sheet: name }, { batchId: 'rents' }));
      writeFileSync(
        join(at, `${name}.csv`),
        readFileSync(join(at, name === 'May' ? 'in.xlsx.retry.csv' : 'in.xlsx.retry-2.csv')),
      );
    }
    await go('May.csv');
    await go('May.csv');
    expect(said()).toBe('');
    await go('June.csv');
    expect(said()).toMatch(TOLD);
    expect(service.store.transfers).toHaveLength(3);
  });
});
