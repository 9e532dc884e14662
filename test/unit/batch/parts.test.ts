// Parts of a run, each alone: documents, guards, the decision about a row, keys, the results file, exit codes, totals.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { DocumentFolder } from '../../../src/batch/input/documents.ts';
import { FileFacts } from '../../../src/batch/input/facts.ts';
import { type Guards, refusalsOf } from '../../../src/batch/input/guards.ts';
import type { PayoutRow } from '../../../src/batch/input/row.ts';
import { SeenKeys } from '../../../src/batch/input/seen-keys.ts';
import { decideRow, type DecisionContext } from '../../../src/batch/plan/decide.ts';
import { result } from '../../../src/batch/results/result.ts';
import { ResultsFile } from '../../../src/batch/results/results-file.ts';
import { exitCode, Tally } from '../../../src/batch/results/tally.ts';
import type { RowRecord, RowStatus } from '../../../src/ledger/ledger.ts';
import { guardText } from '../../../src/words/guards.ts';
import { folder } from '../../kit/folder.ts';
import { sayOf, verbatim } from '../../kit/words.ts';

const row = (more: Partial<PayoutRow> = {}): PayoutRow => ({
  kind: 'payouts',
  line: 2,
  start: 0,
  end: 1,
  cells: [],
  reference: 'R',
  body: { receiverAmount: '1' },
  isFirstParty: undefined,
  documents: [],
  currency: 'GBP',
  amount: '1',
  issues: [],
  ...more,
});

describe('the documents folder', () => {
  const setUp = (): DocumentFolder => {
    const at = folder({
      'docs/a.pdf': 'abc',
      'docs/sub/b.pdf': 'b',
      'docs/empty.pdf': '',
      'docs/big.pdf': 'x'.repeat(101),
      'secret.txt': 's',
    });
    symlinkSync(join(at, 'secret.txt'), join(at, 'docs/out.pdf'));
    symlinkSync(at, join(at, 'docs/up'));
    symlinkSync('a.pdf', join(at, 'docs/in.pdf'));
    symlinkSync('loop.pdf', join(at, 'docs/loop.pdf'));
    mkdirSync(join(at, 'docs/dir.pdf'));
    execFileSync('mkfifo', [join(at, 'docs/pipe.pdf')]);
    return new DocumentFolder(join(at, 'docs'), 100);
  };
  it.each([
    ['a.pdf', undefined],
    ['sub/../a.pdf', undefined],
    ['in.pdf', undefined],
    ['none.pdf', /does not exist/],
    ['../secret.txt', /outside/],
    ['out.pdf', /outside/],
    ['up/secret.txt', /outside/],
    ['/etc/hostname', /outside/],
    ['C:\\x.pdf', /there is no such file|no such file|does not exist/],
    ['loop.pdf', /circle/],
    ['dir.pdf', /folder/],
    ['pipe.pdf', /not a regular file/],
    ['empty.pdf', /empty/],
    ['big.pdf', /101 bytes, but at most 100/],
  ])('accepts only regular files inside it, neither empty nor too large: %s', async (path, expected) => {
    const said = await setUp().check(path);
    if (expected === undefined) expect(said).toBeUndefined();
    else expect(sayOf(said)).toMatch(expected);
  });
  it('accepts an absolute path inside the folder', async () => {
    const at = folder({ 'docs/a.pdf': 'abc' });
    expect(await new DocumentFolder(join(at, 'docs'), 100).check(join(at, 'docs/a.pdf'))).toBeUndefined();
  });
  it('refuses to load a file that a link to the outside has replaced after the check', async () => {
    const at = folder({ 'docs/a.pdf': 'abc', 'secret.txt': 'secret' });
    const documents = new DocumentFolder(join(at, 'docs'), 100);
    expect(await documents.check('a.pdf')).toBeUndefined();
    execFileSync('ln', ['-sf', '../secret.txt', join(at, 'docs/a.pdf')]);
    await expect(documents.load('a.pdf')).rejects.toThrow(/outside/);
  });
  it('loads bytes as a data URL', async () => {
    expect(await setUp().load('a.pdf')).toBe(
      `data:application/pdf;base64,${Buffer.from('abc').toString('base64')}`,
    );
  });
});

describe('the guards', () => {
  const facts = new FileFacts('payouts');
  for (const [currency, amount] of [
    ['GBP', '10.00'],
    ['GBP', '2.50'],
    ['JPY', '900'],
  ] as const)
    facts.add(row({ currency, amount }));
  const none: Guards = { expectTotal: new Map(), maxAmount: new Map(), maxTotal: new Map() };
  it.each<[string, Partial<Guards>, RegExp | undefined]>([
    ['no guard', {}, undefined],
    ['the right count', { expectCount: 3 }, undefined],
    ['a wrong count', { expectCount: 4 }, /the file has 3 rows/],
    [
      'the right totals, with other decimals',
      {
        expectTotal: new Map([
          ['GBP', '12.5'],
          ['JPY', '900.00'],
        ]),
      },
      undefined,
    ],
    [
      'a wrong total',
      {
        expectTotal: new Map([
          ['GBP', '12.51'],
          ['JPY', '900'],
        ]),
      },
      /total is 12.50 GBP/,
    ],
    [
      'no --expect-total for a currency of the file',
      { expectTotal: new Map([['GBP', '12.5']]) },
      /^--expect-total is missing for JPY \(900 in the file\)/,
    ],
    [
      '--expect-total for a currency that the file does not have',
      {
        expectTotal: new Map([
          ['GBP', '12.5'],
          ['JPY', '900'],
          ['EUR', '1'],
        ]),
      },
      /total is 0 EUR/,
    ],
    ['a total above --max-total', { maxTotal: new Map([['GBP', '12.49']]) }, /total is 12.50 GBP/],
    [
      'totals equal to --max-total',
      {
        maxTotal: new Map([
          ['GBP', '12.50'],
          ['JPY', '900'],
        ]),
      },
      undefined,
    ],
    [
      'no --max-total for a currency of the file',
      { maxTotal: new Map([['GBP', '99']]) },
      /^--max-total is missing for JPY \(900 in the file\): .* such as --max-total JPY=AMOUNT$/,
    ],
    ['an amount above --max-amount', { maxAmount: new Map([['GBP', '9.99']]) }, /line 2 pays 10.00 GBP/],
    [
      'amounts equal to --max-amount',
      {
        maxAmount: new Map([
          ['GBP', '10'],
          ['JPY', '900'],
        ]),
      },
      undefined,
    ],
    [
      'no --max-amount for a currency of the file',
      { maxAmount: new Map([['GBP', '99']]) },
      /^--max-amount is missing for JPY: give one for each currency of the file, such as --max-amount JPY=AMOUNT$/,
    ],
  ])('refuse a file only for a missing or violated limit: %s', (_, guards, expected) => {
    const said = refusalsOf(facts, { ...none, ...guards })
      .map((no) => guardText(no))
      .join('; ');
    if (expected === undefined) expect(said).toBe('');
    else expect(said).toMatch(expected);
  });
  it('count all spellings of a currency as that currency', () => {
    const mixed = new FileFacts('payouts');
    for (const [currency, amount] of [
      ['gbp', '10.00'],
      ['GBP', '2.5'],
      ['Gbp', '11'],
    ] as const)
      mixed.add(row({ currency, amount }));
    const limit = (amount: string) => new Map([['GBP', amount]]);
    const allowed = { expectTotal: limit('23.5'), maxTotal: limit('23.5'), maxAmount: limit('11') };
    expect(refusalsOf(mixed, allowed)).toEqual([]);
    const strict = { expectTotal: limit('12.5'), maxTotal: limit('23'), maxAmount: limit('9.99') };
    expect(refusalsOf(mixed, strict)).toEqual([
      { kind: 'total', guard: 'expectTotal', currency: 'GBP', limit: '12.5', total: '23.50' },
      { kind: 'total', guard: 'maxTotal', currency: 'GBP', limit: '23', total: '23.50' },
      { kind: 'amount', currency: 'GBP', limit: '9.99', amount: '10.00', line: 2 },
      { kind: 'amount', currency: 'GBP', limit: '9.99', amount: '11', line: 2 },
    ]);
  });
  it('refuse any total if an amount cannot be read', () => {
    const partly = new FileFacts('payouts');
    partly.add(row({ amount: '' }));
    expect(
      refusalsOf(partly, { ...none, maxTotal: new Map([['GBP', '1']]) })
        .map((no) => guardText(no))
        .join(),
    ).toMatch(/line 2 can't be read/);
  });
});

describe('the decision about a row', () => {
  const known = (more: Partial<RowRecord>): RowRecord => ({
    key: 'k',
    state: 'created',
    reference: 'R',
    target: '',
    runId: 'old',
    batchId: 'b',
    line: 9,
    content: 'c',
    currency: 'GBP',
    amount: '1',
    fingerprint: '',
    sequence: 7,
    byPerson: false,
    createdId: 't',
    doubtEntry: null,
    updatedAt: new Date(0),
    ...more,
  });
  const context: DecisionContext = { usedBy: undefined, nowMs: 1000, idempotencyWindowMs: 0 };
  const wrong = { issues: [{ column: 1, field: 'memo', message: verbatim('m') }] };
  const repeated = { issues: [{ column: 1, field: 'reference', message: verbatim('m'), repeats: true }] };
  it.each<[string, Partial<PayoutRow>, RowRecord | undefined, Partial<DecisionContext>, string]>([
    ['a new row is sent', {}, undefined, {}, 'send'],
    ['a row with an issue is invalid', wrong, undefined, {}, 'invalid'],
    ['a row paid in this batch is reported as created', {}, known({}), {}, 'created'],
    ['a row paid in another batch is a duplicate', {}, known({ batchId: 'x' }), {}, 'duplicate'],
    ['a row paid with other content is invalid', {}, known({ content: 'other' }), {}, 'invalid'],
    [
      'a row with an issue and no reference, corrected and paid, is reported as created',
      { ...wrong, reference: '' },
      known({ content: 'o' }),
      {},
      'created',
    ],
    [
      'a row without a reference, corrected and paid, is reported as created',
      { reference: '' },
      known({ content: 'other' }),
      {},
      'created',
    ],
    ['a row in doubt stays in doubt', {}, known({ state: 'in_doubt' }), {}, 'in_doubt'],
    [
      'a row in doubt in another batch stays in doubt',
      {},
      known({ state: 'in_doubt', batchId: 'x' }),
      {},
      'in_doubt',
    ],
    [
      'a row in doubt with other content stays in doubt',
      {},
      known({ state: 'in_doubt', content: 'other' }),
      {},
      'in_doubt',
    ],
    [
      'a row in doubt that has an issue now stays in doubt',
      wrong,
      known({ state: 'in_doubt' }),
      {},
      'in_doubt',
    ],
    [
      'a row that repeats the reference of a row in doubt is invalid',
      repeated,
      known({ state: 'in_doubt' }),
      {},
      'invalid',
    ],
    [
      'a row in doubt inside the idempotency window is resent',
      {},
      known({ state: 'in_doubt' }),
      { idempotencyWindowMs: 2000 },
      'resend',
    ],
    [
      'a row in doubt after the idempotency window stays in doubt',
      {},
      known({ state: 'in_doubt' }),
      { idempotencyWindowMs: 500 },
      'in_doubt',
    ],
    [
      'a changed row in doubt inside the idempotency window stays in doubt',
      {},
      known({ state: 'in_doubt', content: 'x' }),
      { idempotencyWindowMs: 2000 },
      'in_doubt',
    ],
    ['a row that another run is sending is not sent', {}, known({ state: 'sending' }), {}, 'not_sent'],
    ['a row that another run has claimed is not sent', {}, undefined, { usedBy: 'x' }, 'not_sent'],
    [
      'a changed row that was rejected before is sent',
      {},
      known({ state: 'rejected', content: 'other' }),
      {},
      'send',
    ],
    ['a row that failed before is sent', {}, known({ state: 'failed' }), {}, 'send'],
    ['a row that was resolved as not created is sent', {}, known({ state: 'planned' }), {}, 'send'],
  ])('%s', (_, rowMore, record, contextMore, expected) => {
    const planned = decideRow(
      row(rowMore),
      { key: 'k', batchId: 'b', content: 'c', fingerprint: '', target: '', sequence: 0 },
      record,
      {
        ...context,
        ...contextMore,
      },
    );
    expect(planned.do === 'nothing' ? planned.result.status : planned.do).toBe(expected);
  });
});

describe('bookkeeping of a file and a run', () => {
  it('SeenKeys remembers keys as a Map does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 400 }), (keys) => {
        const seen = new SeenKeys();
        const map = new Map<string, number>();
        keys.forEach((key, i) => {
          expect(seen.remember(key, i + 1)).toBe(map.get(key) ?? 0);
          if (!map.has(key)) map.set(key, i + 1);
        });
        expect(seen.size).toBe(map.size);
        expect(new Set(seen.hashes()).size).toBe(map.size);
      }),
    );
  });
  it('SeenKeys keeps all keys while it grows, and counts equal keys', () => {
    const seen = new SeenKeys();
    for (let i = 1; i <= 50_000; i++) expect(seen.remember(`INV-2026-${i}`, i)).toBe(0);
    for (let i = 1; i <= 50_000; i += 997) expect(seen.remember(`INV-2026-${i}`, 9)).toBe(i);
    expect([1, 2, 3].map(() => seen.ordinal('equal'))).toEqual([0, 1, 2]);
  });
  it('the results file has each row once and in the order of the input, whichever row ends first', async () => {
    const at = folder({ 'in.csv': 'a' });
    const input = await open(join(at, 'in.csv'));
    onTestFinished(() => input.close());
    const path = join(at, 'out.csv');
    const shuffled = fc.shuffledSubarray([...Array(30).keys()], { minLength: 30 });
    const writes = fc.asyncProperty(shuffled, async (order) => {
      rmSync(path, { force: true });
      const file = await ResultsFile.create({ path, id: 'run', input });
      file.begin({ header: '', line: ({ line }) => `${line},` });
      for (const line of order) file.put(line, row({ line }), result('created'));
      await file.commit();
      expect(readFileSync(path, 'utf8')).toBe([...Array(30).keys(), ''].join(','));
    });
    await fc.assert(writes, { numRuns: 20 });
  });
  it.each<[RowStatus[], boolean, number]>([
    [['created', 'duplicate', 'valid', 'quoted'], false, 0],
    [['created', 'invalid'], false, 1],
    [['rejected'], false, 1],
    [['failed'], false, 1],
    [['failed', 'not_sent'], false, 4],
    [['failed'], true, 4],
    [['in_doubt', 'not_sent', 'invalid'], true, 3],
    [[], false, 0],
  ])('exit code of %j (stopped: %s) is %i', (list, stopped, expected) => {
    const tally = new Tally();
    for (const status of list) tally.add(row({ amount: '1' }), result(status));
    expect(exitCode(tally, stopped)).toBe(expected);
  });
  it('the footing reports a missing row and a missing cent', () => {
    const facts = new FileFacts('payouts');
    facts.add(row({ amount: '1.00' }));
    facts.add(row({ amount: '2.01' }));
    const tally = new Tally();
    tally.add(row({ amount: '1.00' }), result('created'));
    expect(tally.footing(facts)).toHaveLength(2);
    tally.add(row({ amount: '2.00' }), result('failed'));
    expect(tally.footing(facts)).toMatchObject([
      { code: 'totals_differ', params: { currency: 'GBP', file: '3.01', results: '3.00' } },
    ]);
  });
});
