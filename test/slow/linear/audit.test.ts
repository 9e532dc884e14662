// Everything that an audit reads, made of each construct, and each of its pages: four times the size takes at most six times
// the processor's time. How single sources are read is lint's own (test/lint/linear-everywhere).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { type Construct, CONSTRUCTS, type Frame } from './constructs.ts';
import { whatGrowsTooFast } from './growth.ts';

const SIZE = 8_192;
const SHARES = 30;
const CALL = "fetch('https://h/api/v1/current-tenant/x');\n";
const FORMATS = ['text', 'json', 'markdown', 'html'] as const;

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Looked at by an audit; each with another form of its page. */
const LOOKED_AT: readonly Frame[] = [
  { file: 'rows.csv', around: (text) => `customerId,receiverAmount,amount,documents\n${text}` },
  { file: 'cell.csv', around: (text) => `customerId,amount,documents\nc,1,${cell(text)}\n` },
  { file: 'header.csv', around: (text) => `customerId,receiverAmount,${text}\n` },
  { file: 'data.json', around: (text) => `[{"customerId":"c","receiverAmount":1,"amount":2,"a":${text}` },
  { file: 'data.ndjson', around: (text) => `{"customerId":"c","receiverAmount":1,"amount":2}\n${text}` },
  { file: '.env', around: (text) => `URL=https://h/api/v1/current-tenant/x\n${text}` },
  { file: '.gitignore', around: (text) => text },
  { file: 'CODEOWNERS', around: (text) => text },
  { file: 'CODEOWNERS', around: (text) => `* ${text}` },
  { file: 'CODEOWNERS', around: (text) => `${text} @a` },
];

const SINCE: readonly Frame[] = [
  { file: 'since.json', around: (text) => `{"asOf":"2026-05-01","findings":[${text}` },
  {
    file: 'since.json',
    around: (text) =>
      JSON.stringify({
        ...{ asOf: '2026-05-01', cutoff: '2026-10-30' },
        findings: text.split(' ').map((one) => ({ rule: 'transfer-amount', path: one, fingerprint: one })),
      }),
  },
];

/** Of what only an audit counts. */
const OWN: readonly Construct[] = [
  of('many calls', (i) => `URL_${i}=https://h/api/v1/current-tenant/a${i}\n`),
  of('many owners', (i) => `@o${i} `),
  of('many patterns', (i) => `/a${i}/*.ts @o${i}\n`),
  of('patterns of stars', (i) => `*a*b*${i} @o\n`),
  of('patterns of folders', (i) => `**/a/**/b${i}/** @o\n`),
  of('a star for each', () => '*a'),
  of('a class for each', () => '[a-b]*'),
  of('old payouts', (i) => `c${i},1,2,d\n`),
];

function of(name: string, one: (i: number) => string): Construct {
  return {
    name,
    make: (length) => {
      let text = '';
      for (let i = 0; text.length < length; i++) text += one(i);
      return text;
    },
  };
}

/** A folder with findings in several files, one of them with a name to try patterns on. */
function ground(): string {
  const at = folder({ 'work/a/b/one.ts': CALL, [`work/${'a'.repeat(200)}.ts`]: CALL });
  mkdirSync(join(at, 'work/.git'));
  return at;
}

const AUDIT = ['audit', 'work', '--as-of', '2026-06-01'];

async function lookedAt(at: string, format: string, file: string, text: string): Promise<void> {
  const path = join(at, 'work', file);
  writeFileSync(path, text);
  await program([...AUDIT, '--format', format], fakeIo(at));
  rmSync(path);
}

async function since(at: string, _: string, file: string, text: string): Promise<void> {
  writeFileSync(join(at, file), text);
  await program([...AUDIT, '--since', file], fakeIo(at));
}

describe('time grows with size', () => {
  const all = [
    ...LOOKED_AT.map((frame) => [frame.file, lookedAt, frame] as const),
    ...SINCE.map((frame) => ['--since', since, frame] as const),
  ];
  it.each(all.map((one, i) => [...one, i] as const))(
    '%s',
    { timeout: 600_000 },
    async (_, look, frame, i) => {
      const at = ground();
      const format = FORMATS[i % FORMATS.length] ?? 'text';
      const work = (file: string, text: string): Promise<void> => look(at, format, file, text);
      const share = { at: i, of: SHARES, size: SIZE };
      expect(await whatGrowsTooFast(work, frame, [...CONSTRUCTS, ...OWN], share)).toEqual([]);
    },
  );
});
