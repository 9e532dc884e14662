// A check in threads says what a check in one thread says: the same results to the byte, the same messages in the same
// order, the same totals, warnings and errors. Whatever is in the file, and wherever it is cut.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { check, type CheckSettings } from '../../../src/batch/check.ts';
import { RunControl } from '../../../src/batch/input/control.ts';
import type { PassThreads } from '../../../src/batch/input/parts.ts';
import { pieceJudge } from '../../../src/batch/input/piece-judge.ts';
import { type Judged, RowThreads } from '../../../src/batch/input/row-threads.ts';
import type { Warning } from '../../../src/batch/input/warnings.ts';
import { resultLayout, VALID } from '../../../src/batch/results/result.ts';
import { unstamped } from '../../../src/batch/results/result.ts';
import { PaybatchError } from '../../../src/errors.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { GOOD, GOOD_CUSTOMER } from '../../kit/payouts.ts';
import { SEED, trials } from '../../kit/seed.ts';
import { say } from '../../kit/words.ts';

const silent = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};
const RUN = 'c';

/** Everything that a check says of a file. */
async function said(at: string, more: Partial<CheckSettings>) {
  const problems: unknown[] = [];
  const warnings: Warning[] = [];
  const settings: CheckSettings = {
    file: join(at, 'in.csv'),
    results: join(at, 'out.csv'),
    profile: DEFAULT_PROFILE,
    say,
    useDeveloperFunds: false,
    documentsDir: at,
    guards: { expectTotal: new Map(), maxAmount: new Map(), maxTotal: new Map() },
    clock: new JumpingClock(),
    ...more,
  };
  const hooks = {
    log: silent,
    problem: (...problem: unknown[]) => problems.push(problem),
    checked: (_: unknown, list: readonly Warning[]) => warnings.push(...list),
  };
  try {
    const { facts, tally, exitCode, footing, batchId } = await check(settings, hooks, new RunControl(), RUN);
    return {
      ...{ problems, warnings, exitCode, footing, batchId },
      counts: [...tally.counts],
      totals: JSON.stringify(tally.totals()),
      facts: {
        numbers: [facts.rows, facts.invalid, facts.blanks, facts.unreadable, ...facts.unreadableAmounts],
        invalidRows: facts.invalidRows,
        totals: [...facts.totals].map(([currency, sum]) => [currency, sum.toString()]),
        largest: [...facts.largest].sort(),
      },
      results: readFileSync(join(at, 'out.csv'), 'utf8'),
    };
  } catch (error) {
    if (!(error instanceof PaybatchError)) throw error;
    return { error: error.message, code: error.code };
  }
}

/** Judges as the threads do, but here: pieces of any size, their memory handed over all the same. */
const inPieces = (pieceBytes: number, ahead: number): PassThreads => ({
  fromBytes: 0,
  pieceBytes,
  start: (setup) => {
    const layout = resultLayout({ kind: 'payouts' }, unstamped(RUN, say));
    const judge = pieceJudge(setup, (row) => layout.line(row, VALID));
    return {
      ahead,
      judge: async ({ bytes, line, start }): Promise<Judged> => {
        const moved = structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
        const own = new Uint8Array(moved.buffer as ArrayBuffer);
        const valid = (await judge)({ bytes: Buffer.from(own.buffer), line, start, isWhole: true });
        return { valid: structuredClone(valid), bytes: own };
      },
    };
  },
});

const PAYOUTS = { ...GOOD, 'x-note': '', memo: 'a memo' };
const CUSTOMERS = { ...GOOD_CUSTOMER, businessIndustries: '', 'documents.BankStatements': 'there.pdf' };

/** What may be in a cell besides what should be. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  reference: ['R-1', 'r-1', 'R-2', '', 'é-1', 'Ｒ-1', '=1', 'x'.repeat(300), 'a b', '007', '7'],
  'destination.currency': ['EUR', 'JPY', 'XXQ', '', 'gbp'],
  receiverAmount: ['0.5', '0.50', '9999.99', '1.005', '', '1e5', '0.00', '123456789012345678.12', '10.00'],
  purposeOfPayment: ['Other', 'Gift'],
  memo: ['two\nlines', 'two\r\nlines\r\n', 'a "quoted" word', 'ünï', '', ' ', ',', '\n\n\n'],
  useDeveloperFunds: ['true', 'false', 'maybe'],
  documents: [
    'there.pdf',
    'missing.pdf',
    '16fd2706-8baf-433b-82eb-8c7fada847da',
    'data:text/plain;base64,QUJD',
    'there.pdf;missing.pdf',
  ],
  'x-note': ['total', 'x"y', '   '],
  customerId: ['', '7c9e6679'],
  businessLegalName: ['', 'Ä GmbH'],
  'contactPerson.phoneNumber': ['+442079460000', '12', '+1'],
  'documents.BankStatements': ['there.pdf', 'missing.pdf', ''],
  businessIndustries: ['VirtualDigitalGoods', 'Other;VirtualDigitalGoods'],
};

interface Line {
  readonly change: Readonly<Record<string, string>>;
  readonly instead: string | undefined;
  readonly end: string;
}

const line = (columns: readonly string[]): fc.Arbitrary<Line> => {
  const changeable = columns.filter((name) => name in CHANGES);
  const one = fc
    .constantFrom(...changeable)
    .chain((name) => fc.constantFrom(...(CHANGES[name] ?? [])).map((value) => [name, value] as const));
  return fc.record({
    change: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: fc.array(one, { maxLength: 2 }).map((pairs) => Object.fromEntries(pairs)) },
    ),
    instead: fc.oneof(
      { weight: 40, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('', '  ', ','.repeat(columns.length - 1), ',,', 'a,b') },
    ),
    end: fc.constantFrom('\n', '\n', '\n', '\r\n', '\n\n'),
  });
};

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function textOf(
  good: Readonly<Record<string, string>>,
  columns: readonly string[],
  lines: readonly Line[],
): string {
  const rows = lines.map(({ change, instead, end }, i) => {
    const row: Record<string, string> = { ...good, reference: `R-${i + 10}`, ...change };
    return (instead ?? columns.map((name) => quoted(row[name] ?? '')).join(',')) + end;
  });
  return `${columns.join(',')}\n${rows.join('')}`;
}

const file = fc
  .record({
    good: fc.constantFrom<Readonly<Record<string, string>>>(PAYOUTS, CUSTOMERS),
    hasReferences: fc.boolean(),
  })
  .chain(({ good, hasReferences }) => {
    const columns = Object.keys(good).filter((name) => hasReferences || name !== 'reference');
    const irregular = fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('x,"y"z', 'x,y"z', '"never closed', '"') },
    );
    return fc.record({
      text: fc
        .tuple(fc.array(line(columns), { maxLength: 80, size: 'max' }), irregular, fc.nat())
        .map(([lines, wrong, at]) => {
          const all = lines.map((one, i) =>
            wrong !== null && i === at % lines.length ? { ...one, instead: wrong } : one,
          );
          return textOf(good, columns, all);
        }),
      isOpen: fc.boolean(),
      encoding: fc.constantFrom('utf8', 'utf8', 'utf8 with a mark', 'utf-16le', 'utf-16be'),
    });
  })
  .map(({ text, isOpen, encoding }) => ({ text: isOpen ? text.trimEnd() : text, encoding }));

function bytesOf({ text, encoding }: { text: string; encoding: string }): Buffer {
  if (encoding === 'utf8') return Buffer.from(text);
  return encoding === 'utf8 with a mark'
    ? Buffer.from(`\ufeff${text}`)
    : iconv.encode(text, encoding, { addBOM: true });
}

const place = (): string => folder({ 'there.pdf': 'a document' });

describe(`a check in threads (seed ${SEED}; PAYBATCH_SEED repeats it)`, () => {
  it('says of any file what one thread says', async () => {
    const at = place();
    const pieces = fc.record({
      bytes: fc.integer({ min: 16, max: 4000 }),
      ahead: fc.integer({ min: 1, max: 5 }),
    });
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(file, pieces, fc.boolean(), async (random, { bytes, ahead }, useDeveloperFunds) => {
        writeFileSync(join(at, 'in.csv'), bytesOf(random));
        const one = await said(at, { useDeveloperFunds });
        const many = await said(at, { useDeveloperFunds, threads: inPieces(bytes, ahead) });
        expect(many).toEqual(one);
        if ('counts' in one) plain++;
      }),
      { numRuns: trials(40), seed: SEED },
    );
    expect(plain).toBeGreaterThan(trials(20));
  });

  it('cuts at every byte of quoted line breaks', async () => {
    const at = place();
    const columns = ['reference', 'destination.currency', 'receiverAmount', 'memo'];
    const text = textOf(PAYOUTS, columns, [
      { change: { memo: 'a\n"b"\r\n\r\n,c' }, instead: undefined, end: '\r\n' },
      { change: { memo: '\n', reference: '"' }, instead: undefined, end: '\n' },
      { change: { memo: '""\n""' }, instead: undefined, end: '\n' },
      { change: {}, instead: undefined, end: '\n' },
    ]);
    writeFileSync(join(at, 'in.csv'), text);
    const one = await said(at, {});
    for (let bytes = 4; bytes <= text.length; bytes++) {
      expect(await said(at, { threads: inPieces(bytes, 2) })).toEqual(one);
    }
  });

  it('names the first line of the largest amount, whoever read it', async () => {
    const at = place();
    const rows = ['10.00', '10.00', '10.00', '99.00', '99.00'].map((receiverAmount, i) => ({
      change: { receiverAmount, ...(i === 3 && { purposeOfPayment: 'Gift' }) },
      instead: undefined,
      end: '\n',
    }));
    const text = textOf(PAYOUTS, Object.keys(PAYOUTS), rows);
    writeFileSync(join(at, 'in.csv'), text);
    const many = await said(at, { threads: inPieces(Math.ceil(text.length / 2), 2) });
    expect(many).toEqual(await said(at, {}));
    expect(many).toMatchObject({ facts: { largest: [['GBP', { amount: '99.00', line: 5 }]] } });
  });

  it('says the same from real threads', async () => {
    const at = place();
    const columns = Object.keys(PAYOUTS);
    const lines = fc.sample(line(columns), { numRuns: trials(750), seed: SEED });
    const text = textOf(PAYOUTS, columns, lines);
    writeFileSync(join(at, 'in.csv'), text);
    const one = await said(at, {});
    const entry = pathToFileURL(join(import.meta.dirname, '../../../dist/batch/check-thread.js'));
    let inThreads = 0;
    const many = await withThreads(
      entry,
      (threads) => said(at, { threads }),
      (bytes) => (inThreads += bytes),
    );
    expect(many).toEqual(one);
    expect('problems' in one ? one.problems.length : 0).toBeGreaterThan(trials(50));
    expect(inThreads).toBeGreaterThan(0.9 * text.length); // the header and what is no piece aside
  });

  it.each([
    [
      'throws',
      'throw new Error("out of order")',
      /a thread that checked rows has died \(out of order\).*run it again/,
    ],
    ['ends', 'process.exit(7)', /a thread that checked rows has died \(exit code 7\)/],
  ])('stops in plain words where a thread %s', async (_, program, message) => {
    const at = place();
    writeFileSync(join(at, 'in.csv'), textOf(PAYOUTS, Object.keys(PAYOUTS), manyGood(500)));
    writeFileSync(join(at, 'dying.mjs'), program);
    const end = await withThreads(pathToFileURL(join(at, 'dying.mjs')), (threads) => said(at, { threads }));
    expect(end).toMatchObject({ error: expect.stringMatching(message), code: 'stopped' });
  });
});

const manyGood = (count: number): Line[] =>
  Array.from({ length: count }, () => ({ change: {}, instead: undefined, end: '\n' }));

/** `judged` is told of the bytes of each piece that a thread has judged. */
async function withThreads<T>(
  entry: URL,
  work: (threads: PassThreads) => Promise<T>,
  judged?: (bytes: number) => void,
): Promise<T> {
  const started: RowThreads[] = [];
  try {
    return await work({
      fromBytes: 0,
      pieceBytes: 5_000,
      start: (setup) => {
        const threads = new RowThreads(entry, 2, 'in.csv', { setup, runId: RUN });
        started.push(threads);
        return {
          ahead: threads.ahead,
          judge: async (piece): Promise<Judged> => {
            const report = await threads.judge(piece);
            judged?.(report.bytes.length);
            return report;
          },
        };
      },
    });
  } finally {
    await Promise.all(started.map((threads) => threads.close()));
  }
}
