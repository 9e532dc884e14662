// Each form of input that a migration reads, made of each construct: four times the size takes at most six times the
// processor's time, what it writes and says included.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { type Construct, CONSTRUCTS, type Frame } from './constructs.ts';
import { whatGrowsTooFast } from './growth.ts';

const SIZE = 16_384;
const SHARES = 30;

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const string = (text: string): string => JSON.stringify(text);

const PAYOUT = { customerId: 'c', receiverAmount: '1', amount: '2', documents: 'd', memo: 'm' };
const CUSTOMER = {
  businessLegalName: 'n',
  sourceOfFunds: 's',
  'transactionBreakdown.incomingAchTxCountMonthly': '1',
  'documents.OwnershipChart': 'd',
};
/** A file of one row, its construct in one of the cells. */
const cellsOf = (row: Readonly<Record<string, string>>): Frame[] =>
  Object.keys(row).map((own) => ({
    file: `${own}.csv`,
    around: (text) =>
      `${Object.keys(row).join(',')}\n${Object.entries(row)
        .map(([name, value]) => (name === own ? cell(text) : value))
        .join(',')}\n`,
  }));
const valuesOf = (row: Readonly<Record<string, string>>): Frame[] =>
  Object.keys(row).map((own) => ({
    file: `${own}.json`,
    around: (text) => JSON.stringify([{ ...row, [own]: text }]),
  }));

const INPUTS: readonly Frame[] = [
  ...[PAYOUT, CUSTOMER].flatMap((row) => [...cellsOf(row), ...valuesOf(row)]),
  { file: 'rows.csv', around: (text) => `customerId,amount,documents\n${text}` },
  { file: 'semicolons.csv', around: (text) => `customerId;amount;documents\n${text}` },
  { file: 'header.csv', around: (text) => `customerId,amount,${text}\n1,2,3\n` },
  { file: 'name.csv', around: (text) => `customerId,amount,${cell(text)}\n1,2,3\n` },
  { file: 'all.csv', around: (text) => text },
  { file: 'broken.json', around: (text) => `[{"customerId":"c","amount":1,"a":${text}` },
  { file: 'all.json', around: (text) => text },
  { file: 'key.json', around: (text) => `[{"customerId":"c","amount":1,${string(text)}:1}]` },
  { file: 'below.json', around: (text) => `[{"customerId":"c","transactionBreakdown":{${string(text)}:1}}]` },
  { file: 'list.json', around: (text) => JSON.stringify([{ customerId: 'c', documents: text.split(' ') }]) },
  {
    file: 'types.json',
    around: (text) =>
      JSON.stringify([
        { businessLegalName: 'n', documents: text.split(' ').map(() => ({ type: 'OwnershipChart' })) },
      ]),
  },
  { file: 'rows.ndjson', around: (text) => `{"customerId":"c","amount":1}\n${text}` },
  { file: 'values.ndjson', around: (text) => `{"customerId":"c","amount":1,"memo":${string(text)}}\n` },
];

/** Beside a plain input: files that a flag names. */
const BESIDE: readonly (readonly [flag: string, Frame])[] = [
  ['todo', { file: 'raw.csv', around: (text) => `line,field,answer\n${text}` }],
  ['todo', { file: 'answer.csv', around: (text) => `line,field,answer\n2,receiverAmount,${cell(text)}\n` }],
  ['todo', { file: 'documents.csv', around: (text) => `line,field,answer\n2,documents,${cell(text)}\n` }],
  ['todo', { file: 'field.csv', around: (text) => `line,field,answer\n2,${cell(text)},5\n` }],
  ['map', { file: 'from.json', around: (text) => `{${string(text)}:"memo"}` }],
  ['map', { file: 'to.json', around: (text) => `{"Memo":${string(text)}}` }],
  ['map', { file: 'raw.json', around: (text) => `{"Memo":${text}` }],
];

/** Of what only a migration meets. */
const OWN: readonly Construct[] = [
  ['many data URLs', (i: number) => `data:text/plain;base64,${Buffer.from(String(i)).toString('base64')};`],
  ['many answers', (i: number) => `${i},receiverAmount,${i}\n`],
  ['many columns', (i: number) => `c${i},`],
  ['many records', (i: number) => `{"customerId":"c${i}","amount":${i}}\n`],
  ['many elements', (i: number) => `{"customerId":"c${i}","amount":${i}},`],
  ['many rows', (i: number) => `c${i},${i},d\n`],
].map(([name, make]) => ({
  name: name as string, // as above
  make: (length) => {
    let text = '';
    for (let i = 0; text.length < length; i++) text += (make as (i: number) => string)(i);
    return text;
  },
}));

const PLAIN = { 'in.csv': 'customerId,amount,documents,Memo\nc,1,d,m\n' };

async function migrate(at: string, file: string, text: string, args: readonly string[]): Promise<void> {
  writeFileSync(join(at, file), text);
  await program(['migrate', ...args, '--out', 'out'], fakeIo(at));
}

describe('time grows with size', () => {
  const all = [
    ...INPUTS.map((frame) => [frame.file, [frame.file], frame] as const),
    ...BESIDE.map(
      ([flag, frame]) => [`--${flag} ${frame.file}`, ['in.csv', `--${flag}`, frame.file], frame] as const,
    ),
  ];
  it.each(all.map((one, i) => [...one, i] as const))(
    '%s',
    { retry: 2, timeout: 600_000 },
    async (_, args, frame, i) => {
      const at = folder(PLAIN);
      const work = (file: string, text: string): Promise<void> => migrate(at, file, text, args);
      const share = { at: i, of: SHARES, size: SIZE };
      expect(await whatGrowsTooFast(work, frame, [...CONSTRUCTS, ...OWN], share)).toEqual([]);
    },
  );
});
