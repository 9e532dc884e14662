// Input files made by an attacker. Their keys are data, migrate reads and writes nothing outside the named folders,
// and a spreadsheet runs nothing from its output.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { flatten, unflatten } from '../../../src/migrate/paths.ts';
import { folder } from '../../kit/folder.ts';
import { migrate, rowsOf } from '../../kit/migrate.ts';
import { SEED, trials } from '../../kit/seed.ts';

const tree = (at: string): string[] => readdirSync(at, { recursive: true, encoding: 'utf8' }).sort();
const hostileKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__proto__.files',
    '__proto__.dropped',
    'constructor.prototype.files',
    'source',
    'destination',
    'source.',
    'source.__proto__',
    'documents',
    'documents.__proto__',
    'a.b.c',
    '.',
    '..',
    '',
  ),
  fc.string({ maxLength: 6 }),
);
const value: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.string({ maxLength: 4 }),
    fc.constant(null),
    fc.array(tie('node'), { maxLength: 2 }),
    fc.array(fc.tuple(hostileKey, tie('node')), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).node;
const record = fc
  .array(fc.tuple(hostileKey, value), { maxLength: 6 })
  .map((pairs): object => Object.fromEntries(pairs));

/** One form for comparing: `{"source.x": 1}` is the same as `{"source": {"x": 1}}`, which the migration writes. */
const leaves = (one: object): Record<string, unknown> => Object.fromEntries(flatten(one).fields);

describe(`hostile keys (seed ${SEED}; PAYBATCH_SEED repeats it)`, () => {
  it('are unchanged after flatten and unflatten', () => {
    fc.assert(
      fc.property(record, (one) => {
        const { fields, twice } = flatten(one);
        if (twice !== undefined) return;
        expect(leaves(unflatten(fields))).toEqual(leaves(one));
        expect(({} as Record<string, unknown>)['files']).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { seed: SEED, numRuns: trials(300) },
    );
  });
  it('cause no other file and no forged line', async () => {
    const evil = {
      customerId: 'c',
      receiverAmount: 1,
      '__proto__.files': [{ path: '../../evil.json', bytes: 'x' }],
      '__proto__.dropped': [{ field: 'forged', value: 'forged' }],
      '__proto__.todo': [{ field: 'forged', why: '', value: '', from: '', suggestion: '' }],
      'constructor.prototype.files': [{ path: 'evil2.json', bytes: 'x' }],
    };
    const at = folder({
      'data/in.json': `[${JSON.stringify(evil).replace('{', '{"__proto__":{"files":[{"path":"evil3","bytes":"x"}]},')}]`,
    });
    await migrate(at, 'data/in.json', '--out', 'out');
    expect(tree(at)).toEqual([
      'data',
      'data/in.json',
      'out',
      'out/in.dropped.csv',
      'out/in.json',
      'out/in.todo.csv',
    ]);
    expect(rowsOf(join(at, 'out/in.dropped.csv'))).toEqual([]);
    const written = readFileSync(join(at, 'out/in.json'), 'utf8');
    for (const key of [...Object.keys(evil), '__proto__']) expect(written).toContain(JSON.stringify(key));
  });
  it('may be very long; a record that is nested too deeply goes to the todo file', async () => {
    const dots = `a${'.b'.repeat(60_000)}`;
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    const at = folder({
      'in.ndjson': `{"${dots}":1,"receiverAmount":1,"customerId":"c"}\n${deep}\n{"customerId":"d"}\n`,
    });
    const { code, err } = await migrate(at, 'in.ndjson', '--kind', 'payouts', '--out', 'out');
    expect([code, err]).toEqual([1, 'in.ndjson:2: is nested too deeply\n']);
    const [first = '', second = ''] = readFileSync(join(at, 'out/in.ndjson'), 'utf8').split('\n');
    expect(first).toContain(dots);
    expect(JSON.parse(second)).toEqual({ customerId: 'd' });
    const [todo] = rowsOf(join(at, 'out/in.todo.csv'));
    expect(todo).toMatchObject({ line: '2', why: expect.stringMatching(/nested too deeply/) });
    expect(todo?.['value']).toBe(deep);
  });
  it('that set a field twice put the record into the todo file', async () => {
    const at = folder({
      'in.ndjson': '{"source":{"currency":"USDC"},"source.currency":"USDCT","receiverAmount":1}\n',
    });
    expect((await migrate(at, 'in.ndjson', '--out', 'out')).code).toBe(1);
    expect(rowsOf(join(at, 'out/in.todo.csv'))).toMatchObject([
      { line: '1', why: expect.stringMatching(/source\.currency/), value: expect.stringMatching(/USDCT/) },
    ]);
  });
});

describe('migrate, limited to its folders', () => {
  const CSV = 'customerId,receiverAmount,documents\nc,1,doc.pdf\n';
  it('copies no document from outside the input folder', async () => {
    const at = folder({ 'secret.txt': 'secret', 'in/in.csv': CSV, 'in/sub/x.pdf': 'x' });
    symlinkSync(join(at, 'secret.txt'), join(at, 'in/doc.pdf'));
    symlinkSync(at, join(at, 'in/up'));
    writeFileSync(
      join(at, 'in/in.csv'),
      `${CSV}c,1,up/secret.txt\nc,1,../secret.txt\nc,1,${join(at, 'secret.txt')}\nc,1,sub/x.pdf\n`,
    );
    await migrate(at, 'in/in.csv', '--out', 'out');
    expect(tree(join(at, 'out'))).toEqual(['in.csv', 'in.dropped.csv', 'in.todo.csv', 'sub', 'sub/x.pdf']);
  });
  it.each<[string, (at: string) => void, RegExp]>([
    [
      'a documents folder that is a link',
      (at) => symlinkSync(join(at, 'away'), join(at, 'out/documents')),
      /out\/documents: this is a link/,
    ],
    [
      'an output that is a link',
      (at) => symlinkSync(join(at, 'away/file'), join(at, 'out/in.csv')),
      /in\.csv: this is a link/,
    ],
    [
      'a todo file that is a link',
      (at) => symlinkSync(join(at, 'away/file'), join(at, 'out/in.todo.csv')),
      /in\.todo\.csv: this is a link/,
    ],
    [
      'an output that is a dangling link',
      (at) => symlinkSync(join(at, 'away/none'), join(at, 'out/in.csv')),
      /in\.csv: this is a link/,
    ],
    ['a file where a folder has to be', (at) => writeFileSync(join(at, 'out/documents'), 'x'), /ENOTDIR/],
    [
      'a copied document that is a link',
      (at) => symlinkSync(join(at, 'away/file'), join(at, 'out/doc.pdf')),
      /doc\.pdf: this is a link/,
    ],
  ])('writes nothing outside the output folder: %s', async (_, prepare, message) => {
    const at = folder({
      'in/in.csv': 'customerId,receiverAmount,documents\nc,1,"doc.pdf;data:text/plain;base64,aGk="\n',
      'in/doc.pdf': 'doc',
      'away/file': 'untouched',
    });
    mkdirSync(join(at, 'out'));
    prepare(at);
    const { code, err } = await migrate(at, 'in/in.csv', '--out', 'out');
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
    expect(readFileSync(join(at, 'away/file'), 'utf8')).toBe('untouched');
    expect(tree(join(at, 'away'))).toEqual(['file']);
    expect(tree(at).filter((name) => name.endsWith('.tmp') || name.endsWith('.part'))).toEqual([]);
  });
  it('does not copy a folder in place of a document', async () => {
    const at = folder({ 'in/in.csv': CSV });
    mkdirSync(join(at, 'in/doc.pdf'));
    expect((await migrate(at, 'in/in.csv', '--out', 'out')).code).toBe(0);
    expect(existsSync(join(at, 'out/doc.pdf'))).toBe(false);
  });
  it('writes files and folders that only their owner can access', async () => {
    const at = folder({
      'in/in.csv': 'customerId,receiverAmount,documents\nc,1,"a/b/doc.pdf;data:text/plain;base64,aGk="\n',
      'in/a/b/doc.pdf': 'doc',
    });
    chmodSync(join(at, 'in/a/b/doc.pdf'), 0o644);
    await migrate(at, 'in/in.csv', '--out', 'new/out');
    for (const name of tree(join(at, 'new'))) {
      const { mode } = lstatSync(join(at, 'new', name));
      expect([name, (mode & 0o777).toString(8)]).toEqual([
        name,
        statSync(join(at, 'new', name)).isDirectory() ? '700' : '600',
      ]);
    }
    expect((statSync(join(at, 'new')).mode & 0o777).toString(8)).toBe('700');
  });
});

describe('a spreadsheet formula in a value', () => {
  it('is escaped in the dropped and todo files, and restored when the todo file is read', async () => {
    const formula = '=HYPERLINK("http://x","y")';
    const at = folder({
      'in.csv': `businessLegalName,sourceOfFunds,compliance.kycVendor\nX,"${formula.replaceAll('"', '""')}",+1\n`,
    });
    await migrate(at, 'in.csv', '--kind', 'customers', '--out', 'out');
    const todo = rowsOf(join(at, 'out/in.todo.csv'));
    const asked = todo.find(({ field }) => field === 'accountFundingSourceOther');
    expect(asked).toMatchObject({ value: `'${formula}`, suggestion: `'${formula}` });
    expect(rowsOf(join(at, 'out/in.dropped.csv'))).toMatchObject([{ value: "'+1" }]);
    const header = 'line,field,answer\n';
    const cell = `"'${formula.replaceAll('"', '""')}"`;
    writeFileSync(
      join(at, 'a.csv'),
      `${header}2,accountFundingSource,OperatingIncome\n2,accountFundingSourceOther,${cell}\n`,
    );
    await migrate(at, 'in.csv', '--kind', 'customers', '--out', 'out', '--todo', 'a.csv');
    expect(rowsOf(join(at, 'out/in.csv'))).toMatchObject([{ accountFundingSourceOther: formula }]);
  });
});

describe('a JSON file', () => {
  it('is refused if a byte is not UTF-8, with the line of that byte', async () => {
    const at = folder({ 'in.json': Buffer.from('[\n{"customerId":"c","memo":"caf\xe9"}]', 'latin1') });
    const { code, err } = await migrate(at, 'in.json', '--out', 'out');
    expect([code, err]).toEqual([2, expect.stringMatching(/in\.json:2: .*not UTF-8/)]);
  });
  it('is read if it is in UTF-16', async () => {
    const at = folder({
      'in.json': Buffer.from('\ufeff[{"customerId":"c","receiverAmount":1,"memo":"é"}]', 'utf16le'),
    });
    expect((await migrate(at, 'in.json', '--out', 'out')).code).toBe(0);
    expect(readFileSync(join(at, 'out/in.json'), 'utf8')).toContain('é');
  });
});

describe('migrate of a large file', () => {
  const cpu = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  /** The lower of two measurements: other work of the process can only add time. */
  const least = async (took: (n: number) => Promise<number>, n: number): Promise<number> =>
    Math.min(await took(n), await took(n));
  it.each<[string, string, (n: number) => string]>([
    ['many columns', 'in.csv', (n) => `${Array.from({ length: n }, (_, i) => `c${i}`).join(',')}\n`],
    ['many records', 'in.ndjson', (n) => '{"amount":1,"customerId":"c"}\n'.repeat(n)],
    ['a long cell', 'in.csv', (n) => `customerId,receiverAmount,documents\nc,1,"${'data:;'.repeat(n)}"\n`],
  ])('takes linear time: %s', { retry: 2 }, async (_, name, made) => {
    const at = folder();
    const took = async (n: number): Promise<number> => {
      writeFileSync(join(at, name), made(n));
      return cpu(() => migrate(at, name, '--kind', 'payouts', '--dry-run'));
    };
    await took(2_000); // warm
    const [one, four] = [await least(took, 10_000), await least(took, 40_000)];
    expect(four).toBeLessThan(6 * Math.max(one, 50));
  });

  it('writes a document once, however often it is named', { retry: 2 }, async () => {
    const at = folder();
    const took = async (n: number): Promise<number> => {
      const url = 'data:text/plain;base64,aGk=';
      const documents = Array.from({ length: n }, () => url);
      writeFileSync(join(at, 'in.json'), JSON.stringify([{ customerId: 'c', receiverAmount: 1, documents }]));
      return cpu(() => migrate(at, 'in.json', '--out', `out${n}`));
    };
    await took(500); // warm
    const [one, four] = [await least(took, 5_000), await least(took, 20_000)];
    expect(four).toBeLessThan(6 * Math.max(one, 50));
    expect(readdirSync(join(at, 'out20000/documents'))).toHaveLength(1);
    // 0.15 ms for each mention: too little for writing a file each time.
    expect(four).toBeLessThan(3_000);
  });
});
