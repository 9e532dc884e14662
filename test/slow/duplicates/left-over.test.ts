// What a refusal of a file that was read otherwise says of the rest of it: whoever does as it says comes to an end.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import { folder } from '../../kit/folder.ts';
import { CONSTANTS, type ProfileText, runImport } from '../../unit/batch/imports/imports.ts';
import { sandbox } from '../../kit/sandbox.ts';

const HEAD = 'No;Text;Sum;Other\n';
const EXPORT = `${HEAD}A-1;one;12.50;B-1\nA-2;two;15.00;B-2\nA-3;three;16.00;B-3\n`;
const COLUMNS = { No: null, Text: 'memo', Sum: 'receiverAmount', Other: null };
const NO = { columns: { ...COLUMNS, No: 'reference' }, constants: CONSTANTS };
const BARE = { columns: { ...COLUMNS, Other: 'reference', Text: null }, constants: CONSTANTS };

const refusing = (first: number): FaultSpec => ({
  kind: 'status-before',
  status: 422,
  operation: 'createTransfer',
  first,
});

async function morning() {
  const at = folder({ 'in.csv': EXPORT });
  const service = await sandbox({ faults: [refusing(2)] });
  const go = (file: string, profile: ProfileText) =>
    runImport(at, service.url, file, profile, { concurrency: 1 });
  const refuses = async (file: string, profile: ProfileText, remedy: string, text: string): Promise<void> => {
    const message = expect.stringContaining(text) as string;
    await expect(go(file, profile)).rejects.toMatchObject({ code: 'alike', remedy, message });
  };
  await go('in.csv', NO);
  return { at, go, refuses, service, paid: () => service.store.transfers.length };
}

describe('a file that was read otherwise, in part', () => {
  it('has nothing left where the retry file paid the rest, in whichever reading it is run', async () => {
    const { go, refuses, paid } = await morning();
    expect(await go('in.csv.retry.csv', BARE)).toMatchObject({ exitCode: 0 });
    const nothing = '\nNothing of it is left: each payout that would be sent is paid already';
    await refuses('in.csv', NO, 'alike_all', nothing);
    await refuses('in.csv', BARE, 'alike_all', nothing);
    expect(paid()).toBe(3);
  });

  it('names the line that was paid in neither, and that line is paid from a file of its own', async () => {
    const { at, go, refuses, service, paid } = await morning();
    service.faults.add(refusing(1));
    expect(await go('in.csv.retry.csv', BARE)).toMatchObject({ exitCode: 1 });
    await refuses('in.csv', NO, 'alike_left', '\nNot paid yet in any reading of it: line 2');
    await refuses('in.csv', BARE, 'alike_left', '\nNot paid yet in any reading of it: line 2');
    writeFileSync(join(at, 'own.csv'), `${HEAD}A-1;one;12.50;B-1\n`);
    expect(await go('own.csv', NO)).toMatchObject({ exitCode: 0 });
    await refuses('in.csv', BARE, 'alike_all', '\nNothing of it is left');
    expect(paid()).toBe(3);
  });

  it('is to be read as then where that pays just the rest', async () => {
    const { go, refuses, paid } = await morning();
    await refuses('in.csv', BARE, 'alike_reading', '\nNot paid yet in any reading of it: lines 2, 3');
    expect(await go('in.csv', NO)).toMatchObject({ exitCode: 0 });
    expect(paid()).toBe(3);
  });
});
