// paybatch migrate as a command, and its laws: no value is lost, a second migration changes nothing, and the output
// passes check except for what the todo file lists.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { defuse } from '../../../src/csv/write.ts';
import { DEPRECATIONS } from '../../../src/interface/deprecations.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { csvOf, migrate, rowsOf, todoOf } from '../../kit/migrate.ts';
import { COLUMNS, payouts } from '../../kit/payouts.ts';
import { SEED, trials } from '../../kit/seed.ts';

async function check(at: string, file: string): Promise<Record<string, string>[]> {
  const io = fakeIo(at);
  await program(['check', join(at, file), '--results', join(at, 'checked.csv')], io);
  try {
    return rowsOf(join(at, 'checked.csv'));
  } catch {
    throw new Error(io.said.err);
  }
}
const REQUIRED: readonly string[] = ['reference', ...DEFAULT_PROFILE.requiredTransferFields];
/** Two valid rows in the earlier form: `amount`, a document in Base64, an unknown column. */
const PAYOUTS = payouts(
  [
    {
      reference: 'A',
      amount: '12.50',
      documents: 'data:application/pdf;base64,JVBERi0xLjQK',
      'their column': 'kept',
    },
    { reference: 'B', amount: '7', documents: 'invoice.pdf' },
  ],
  [...COLUMNS.filter((name) => REQUIRED.includes(name)), 'amount', 'documents', 'their column'],
);

describe('the migration of payouts', () => {
  it('with --amount-is-receiver-amount is complete, writes documents, and leaves the input unchanged', async () => {
    const at = folder({ 'in.csv': PAYOUTS, 'invoice.pdf': 'invoice' });
    const { code, out } = await migrate(at, 'in.csv', '--out', 'out', '--amount-is-receiver-amount');
    expect([code, out]).toEqual([0, expect.stringMatching(/in\.csv +payouts +2 +2 +0 +0 +2 +0 +1/)]);
    expect(readFileSync(join(at, 'in.csv'), 'utf8')).toBe(PAYOUTS);
    const [first] = rowsOf(join(at, 'out/in.csv'));
    expect(first).toMatchObject({ receiverAmount: '12.50', 'x-their column': 'kept' });
    expect(readFileSync(join(at, 'out', first?.['documents'] ?? ''), 'latin1')).toBe('%PDF-1.4\n');
    expect((await check(at, 'out/in.csv')).map(({ status }) => status)).toEqual(['valid', 'valid']);
  });
  it('without --amount-is-receiver-amount asks for each amount, and merges the answers', async () => {
    const at = folder({ 'in.csv': PAYOUTS, 'invoice.pdf': 'invoice' });
    expect((await migrate(at, 'in.csv', '--out', 'out')).code).toBe(1);
    expect(todoOf(at)).toMatchObject([
      { line: '2', field: 'receiverAmount', value: '12.50', suggestion: '12.50', answer: '' },
      { line: '3' },
    ]);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount'])).toEqual(['', '']);
    writeFileSync(join(at, 'answers.csv'), 'line,field,answer\n2,receiverAmount,11.90\n3,receiverAmount,7\n');
    expect((await migrate(at, 'in.csv', '--out', 'out', '--todo', 'answers.csv')).code).toBe(0);
    expect(rowsOf(join(at, 'out/in.csv')).map((row) => row['receiverAmount'])).toEqual(['11.90', '7']);
    expect(rowsOf(join(at, 'out/in.dropped.csv'))).toEqual([{ line: '2', field: 'amount', value: '12.50' }]);
    expect(todoOf(at)).toEqual([]);
  });
  it('never overwrites a receiverAmount with a different amount', async () => {
    const at = folder({ 'in.csv': 'reference,receiverAmount,amount,purposeOfPayment\nA,9.99,12.50,x\n' });
    expect((await migrate(at, 'in.csv', '--out', 'out', '--amount-is-receiver-amount')).code).toBe(1);
    expect(rowsOf(join(at, 'out/in.csv'))).toMatchObject([{ receiverAmount: '9.99' }]);
    expect(todoOf(at)).toMatchObject([{ field: 'receiverAmount', value: '12.50' }]);
  });
  it('renames flat headers to dotted paths', async () => {
    const at = folder({
      'in.csv': 'reference,customerId,walletId,externalAccountId,amount\nA,c,w,e,5\n',
    });
    await migrate(at, 'in.csv', '--out', 'out', '--amount-is-receiver-amount');
    expect(readFileSync(join(at, 'out/in.csv'), 'utf8')).toBe(
      'reference,customerId,source.walletId,destination.externalAccountId,receiverAmount\nA,c,w,e,5\n',
    );
  });
  it('in JSON keeps the digits of numbers, writes Base64 to a file, and asks for its document ID', async () => {
    const at = folder({
      'in.json':
        '[\n  {"customerId": "c", "amount": 12.500, "purposeOfPayment": "x", "note": {"a": 1}},\n  {"receiverAmount": 5, "documents": ["data:text/plain;base64,aGk="]}\n]\n',
    });
    expect((await migrate(at, 'in.json', '--out', 'out', '--amount-is-receiver-amount')).code).toBe(1);
    const text = readFileSync(join(at, 'out/in.json'), 'utf8');
    expect(text).toContain('"receiverAmount": 12.500');
    const [, second] = JSON.parse(text) as { documents: string[] }[];
    expect(readFileSync(join(at, 'out', second?.documents[0] ?? ''), 'utf8')).toBe('hi');
    expect(todoOf(at)).toMatchObject([{ line: '3', field: 'documents.0' }]);
    writeFileSync(
      join(at, 'answers.csv'),
      'line,field,answer\n3,documents.0,16fd2706-8baf-433b-82eb-8c7fada847da\n',
    );
    expect(
      (await migrate(at, 'in.json', '--out', 'out', '--amount-is-receiver-amount', '--todo', 'answers.csv'))
        .code,
    ).toBe(0);
    expect(readFileSync(join(at, 'out/in.json'), 'utf8')).toContain('16fd2706');
  });
  it('in NDJSON writes one record per line', async () => {
    const at = folder({
      'in.ndjson':
        '{"customerId":"c","amount":1,"requireApproval":true}\n{"customerId":"c","receiverAmount":2}\n',
    });
    expect((await migrate(at, 'in.ndjson', '--out', 'out', '--amount-is-receiver-amount')).code).toBe(0);
    expect(readFileSync(join(at, 'out/in.ndjson'), 'utf8')).toBe(
      '{"customerId":"c","receiverAmount":1,"requireApproval":true}\n{"customerId":"c","receiverAmount":2}\n',
    );
  });
});

const CUSTOMER =
  'reference,businessLegalName,sourceOfFunds,companySourceOfWealthExplanation,incomingAchTxCountMonthly,documents.OwnershipChart\nC,Harbour,Sales,Profits,4,chart.pdf\n';

describe('the migration of customers', () => {
  it('drops removed fields, asks for new ones, and suggests answers', async () => {
    const at = folder({ 'in.csv': CUSTOMER, 'bank.pdf': 'x' });
    expect((await migrate(at, 'in.csv', '--out', 'out')).code).toBe(1);
    expect(rowsOf(join(at, 'out/in.dropped.csv')).map(({ field }) => field)).toEqual([
      'transactionBreakdown.incomingAchTxCountMonthly',
      'documents.OwnershipChart',
    ]);
    const suggested = todoOf(at).filter(({ suggestion }) => suggestion !== '');
    expect(suggested.map(({ field, suggestion }) => [field, suggestion])).toEqual([
      ['accountFundingSourceOther', 'Sales'],
      ['companySourceOfWealthOther', 'Profits'],
      ['transactionBreakdown.estimatedIncomingPaymentsPerMonth', 'Range1To15'],
    ]);
    const own: Record<string, string> = { 'documents.BankStatements': 'bank.pdf', naicsCode: '513210' };
    const answers = todoOf(at).map(
      ({ field = '', suggestion }) =>
        `2,${field},${own[field] ?? (field.endsWith('Other') ? '-' : suggestion || 'OperatingIncome')}`,
    );
    writeFileSync(join(at, 'answers.csv'), `line,field,answer\n${answers.join('\n')}\n`);
    const done = await migrate(at, 'in.csv', '--out', 'out', '--todo', 'answers.csv');
    expect([done.code, done.out]).toEqual([0, expect.stringMatching(/Nothing is left to do by hand/)]);
    expect(rowsOf(join(at, 'out/in.dropped.csv')).map(({ field }) => field)).toContain('sourceOfFunds');
    writeFileSync(join(at, 'out/bank.pdf'), 'x');
    expect((await check(at, 'out/in.csv')).map(({ status }) => status)).toEqual(['valid']);
  });
  it('asks for a field without a place in the new shape until the answer is "-"', async () => {
    const at = folder({
      'in.csv': 'reference,businessLegalName,fundingSourceExplanation\nC,X,Sales\n',
      'a.csv': 'line,field,answer\n2,fundingSourceExplanation,kept\n',
    });
    await migrate(at, 'in.csv', '--out', 'out', '--todo', 'a.csv');
    expect(todoOf(at).map(({ field }) => field)).toContain('fundingSourceExplanation');
    writeFileSync(join(at, 'a.csv'), 'line,field,answer\n2,fundingSourceExplanation,-\n');
    await migrate(at, 'in.csv', '--out', 'out', '--todo', 'a.csv');
    expect(rowsOf(join(at, 'out/in.dropped.csv'))).toEqual([
      { line: '2', field: 'fundingSourceExplanation', value: 'Sales' },
    ]);
  });
});

describe('the migrate command', () => {
  it.each<[string, string[], RegExp]>([
    ['a missing --out', ['in.csv'], /--out DIR is needed/],
    ['a command without a file', ['--out', 'out'], /migrate PATHS...: an argument is missing/],
    ['a file that does not exist', ['none.csv', '--out', 'out'], /none\.csv: the file does not exist/],
    ['a file that is not JSON', ['bad.json', '--out', 'out'], /bad\.json:1: not a JSON object:/],
    ['JSON that is never closed', ['open.json', '--out', 'out'], /open\.json:1: a closing brace is missing/],
    ['a wrapped list', ['wrapped.json', '--out', 'out'], /the records are in a list under "transfers"/],
    ['an empty file', ['empty.csv', '--out', 'out'], /empty/],
    ['an open quote', ['quote.csv', '--out', 'out'], /quote\.csv:2/],
    ['a repeated column', ['twice.csv', '--out', 'out'], /column "memo" appears twice/],
    [
      'a todo file of another kind',
      ['in.csv', '--out', 'out', '--todo', 'in.csv'],
      /not a todo file: it needs the columns line, field and answer/,
    ],
  ])('refuses %s', async (_, args, expected) => {
    const at = folder({
      'in.csv': PAYOUTS,
      'bad.json': 'hello',
      'open.json': '[{"a": 1',
      'wrapped.json': '{"transfers":[{"amount":1}]}',
      'empty.csv': '',
      'quote.csv': 'reference,amount\nA,"1\n',
      'twice.csv': 'memo,memo,amount\n1,2,3\n',
    });
    const { code, err } = await migrate(at, ...args);
    expect([code, err]).toEqual([2, expect.stringMatching(expected)]);
    expect(
      readdirSync(at)
        .filter((name) => name === 'out')
        .flatMap(() => readdirSync(join(at, 'out'))),
    ).toEqual([]);
  });
  it("writes next to the input if --out is the input's folder", async () => {
    const at = folder({ 'in.csv': PAYOUTS });
    await migrate(at, 'in.csv', '--out', '.', '--amount-is-receiver-amount');
    expect(readFileSync(join(at, 'in.csv'), 'utf8')).toBe(PAYOUTS);
    expect(rowsOf(join(at, 'in.migrated.csv'))).toHaveLength(2);
  });
  it('accepts a folder, and writes nothing with --dry-run', async () => {
    const at = folder({
      'data/a.csv': PAYOUTS,
      'data/b.json': '[{"receiverAmount":1,"customerId":"c"}]',
      'data/a.todo.csv': 'x',
      'data/notes.txt': 'x',
    });
    const look = await migrate(at, 'data', '--dry-run');
    // The flag's earlier name.
    expect(await migrate(at, 'data', '--check')).toEqual(look);
    expect([look.code, look.out]).toEqual([
      1,
      expect.stringMatching(
        /changed[\s\S]*data\/a\.csv +payouts +2 +0 +2 +0 +2[\s\S]*data\/b\.json +payouts +1 +1 +0 +0 +0/,
      ),
    ]);
    expect(readdirSync(at)).toEqual(['data']);
    await migrate(at, 'data', '--out', 'out');
    expect(
      readdirSync(join(at, 'out'))
        .filter((name) => !name.endsWith('.csv') || name === 'a.csv')
        .sort(),
    ).toEqual(['a.csv', 'b.json', 'documents']);
  });
});
const removed = DEPRECATIONS.filter(
  ({ where }) => where === 'customer' || where === 'customer-breakdown',
).map(({ where, what }) => (where === 'customer' ? what : `transactionBreakdown.${what}`));
const customerColumns = [
  'businessLegalName',
  'email',
  'naicsCode',
  'companySourceOfWealth',
  'accountFundingSource',
  'documents.BankStatements',
  'documents.AmlPolicy',
  'own column',
  'compliance.kycVendor',
  ...removed,
];
const word = fc
  .stringMatching(/^[A-Za-z0-9 ,"'=;é]{1,12}$/)
  .map((text) => text.trim())
  .filter((text) => text !== '');
const cell = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: word },
  { weight: 1, arbitrary: fc.nat(60).map(String) },
);
const table = fc
  .uniqueArray(fc.constantFrom(...customerColumns), { minLength: 2, maxLength: 12 })
  .chain((columns) =>
    fc.tuple(
      fc.constant(columns),
      fc.array(fc.tuple(...columns.map(() => cell)), { minLength: 1, maxLength: 4 }),
    ),
  );

describe(`the laws of migrate (seed ${SEED}; PAYBATCH_SEED repeats it)`, () => {
  it('each input value is in exactly one of output, dropped and todo; a second run changes nothing', async () => {
    const at = folder();
    await fc.assert(
      fc.asyncProperty(table, async ([columns, lines]) => {
        rmSync(at, { recursive: true });
        mkdirSync(at);
        // Each value is made unique, so that it can be found.
        const marked = lines.map((row, r) =>
          row.map((text, c) => (text === '' || /^\d+$/.test(text) ? text : `${text}~${r}.${c}~`)),
        );
        writeFileSync(join(at, 'in.csv'), csvOf([columns, ...marked]));
        const { code, err } = await migrate(at, 'in.csv', '--kind', 'customers', '--out', 'out');
        expect([0, 1], err).toContain(code);
        const output = rowsOf(join(at, 'out/in.csv')).flatMap((row) => Object.values(row));
        const dropped = rowsOf(join(at, 'out/in.dropped.csv')).map(({ value = '' }) => value);
        const todo = todoOf(at).map(({ value = '' }) => value);
        for (const value of marked.flat()) {
          if (!value.endsWith('~')) continue;
          const places = [output, dropped, todo].map(
            (list) => list.filter((one) => one === value || one === defuse(value)).length,
          );
          expect(
            places.reduce((sum, count) => sum + count, 0),
            `${value}: ${places.join()}`,
          ).toBe(1);
        }
        const numbers = (list: readonly string[]): number => list.filter((one) => /^\d+$/.test(one)).length;
        expect(numbers(output) + numbers(dropped) + numbers(todo)).toBe(numbers(marked.flat()));
        await migrate(at, 'out/in.csv', '--kind', 'customers', '--out', 'again');
        expect(readFileSync(join(at, 'again/in.csv'), 'utf8')).toBe(
          readFileSync(join(at, 'out/in.csv'), 'utf8'),
        );
        expect(rowsOf(join(at, 'again/in.dropped.csv'))).toEqual([]);
      }),
      { seed: SEED, numRuns: trials(40) },
    );
  });
  it('the output passes check, except for what the todo file lists', async () => {
    const at = folder();
    const payout = fc.record({
      amount: fc.option(
        fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 100).toFixed(2)),
        { nil: '' },
      ),
      receiverAmount: fc.option(fc.constant('5.00'), { nil: '' }),
      documents: fc.constantFrom(
        '',
        'data:application/pdf;base64,JVBERi0=',
        'invoice.pdf',
        'data:text/plain;base64,aGk=;invoice.pdf',
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(payout, { minLength: 1, maxLength: 5 }), fc.boolean(), async (made, told) => {
        rmSync(at, { recursive: true });
        mkdirSync(at);
        writeFileSync(join(at, 'invoice.pdf'), 'invoice');
        const [header = [], good = []] = parse(PAYOUTS);
        const columns = [...header.slice(0, 8), 'amount', 'receiverAmount', 'documents'];
        writeFileSync(
          join(at, 'in.csv'),
          csvOf([
            columns,
            ...made.map((one, i) => [
              `R${i}`,
              ...good.slice(1, 8),
              one.amount,
              one.receiverAmount,
              one.documents,
            ]),
          ]),
        );
        await migrate(at, 'in.csv', '--out', 'out', ...(told ? ['--amount-is-receiver-amount'] : []));
        const asked = new Set(todoOf(at).map(({ line }) => line));
        const checked = await check(at, 'out/in.csv');
        checked.forEach((row, i) => {
          const one = made[i];
          const nothing = one?.amount === '' && one.receiverAmount === '';
          if (row['status'] !== 'valid')
            expect(asked.has(row['line'] ?? '') || nothing, row['errorMessage']).toBe(true);
        });
      }),
      { seed: SEED, numRuns: trials(20) },
    );
  });
});
