// What a statement proves about rows in doubt: whole statements as text, with the expected verdict. These tests use no
// ledger and no service.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { importsOf } from '../../../../src/batch/input/imports/imports.ts';
import type { LookupTable } from '../../../../src/batch/input/imports/lookup-table.ts';
import type { ImportProfile } from '../../../../src/batch/input/imports/profile-schema.ts';
import { numberFormOf, readFigure } from '../../../../src/batch/reconcile/figures.ts';
import { matchStatement, type StatementRow } from '../../../../src/batch/reconcile/match.ts';
import { readStatement, type Statement } from '../../../../src/batch/reconcile/statement.ts';
import { UUID_FORM } from '../../../../src/interface/created-id.ts';
import { folder } from '../../../kit/folder.ts';

const uuid = (n: number): string => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ACCOUNT = uuid(1);
const AT_MS = Date.parse('2026-11-20T10:00:00Z');

const row = (more: Partial<StatementRow> = {}): StatementRow => ({
  key: 'k1',
  createdId: null,
  tag: '',
  memo: '',
  reference: 'INV-1',
  account: ACCOUNT,
  amount: '100.00',
  currency: 'EUR',
  attempts: [{ fromMs: AT_MS, toMs: AT_MS + 1000 }],
  ...more,
});

const read = (text: string, columns: Record<string, string | null> = {}): Promise<Statement> =>
  readWith(text, { columns });

async function readWith(text: string, profile: ImportProfile): Promise<Statement> {
  const at = folder({ 's.csv': text });
  return readStatement(join(at, 's.csv'), {
    imports: importsOf(profile),
    delimiter: undefined,
    failedStates: ['FAILED'],
    idForms: new Set([UUID_FORM]),
  });
}

interface Given {
  readonly rows?: readonly StatementRow[];
  readonly owners?: readonly StatementRow[];
  readonly knownIds?: readonly string[];
}

/** For each row `proven reference`, `ambiguous payment other_memo`, `contradicted tag amount`, `unmatched` or such. */
async function verdicts(
  text: string,
  { rows = [row()], owners = [], knownIds = [] }: Given = {},
): Promise<string[]> {
  const { lines } = await read(text);
  return matchStatement(rows, lines, { rows: owners, knownIds: new Set(knownIds) }).map((one) => {
    if (one.is === 'unmatched') return one.is;
    const detail =
      one.is === 'proven'
        ? ''
        : one.is === 'contradicted'
          ? one.differs.join()
          : (one.why?.code ?? `of ${one.lines.length} lines, ${one.others.length} others`);
    return [one.is, one.by, detail].filter(Boolean).join(' ');
  });
}

const verdict = async (text: string, given?: Given): Promise<string> =>
  (await verdicts(text, given)).join('; ');

describe('the sign of an amount', () => {
  const other: Readonly<Record<string, string>> = {
    parentheses: '(55.00)',
    'U+2212': '\u221255.00',
    'en dash': '\u201355.00',
    'trailing minus': '55.00-',
    DR: '55.00 DR',
    'ascii minus': '-55.00',
    plus: '+55.00',
    CR: '55.00CR',
    'a mark that is not understood': '55.00 S',
    'two signs': '(-55.00)',
  };
  const statement = (amount: string, own: string): string =>
    `Amount,Currency,Reference\n"${amount}",EUR,INV-2\n"${own}",EUR,INV-1\n`;

  it.each(Object.keys(other))('is required for proof if another amount has one (%s)', async (form) => {
    expect(await verdict(statement(other[form] ?? '', '100.00'))).toBe('ambiguous reference objection');
  });
  it.each(['parentheses', 'U+2212', 'en dash', 'trailing minus', 'DR', 'ascii minus'])(
    'means an outgoing payment if it is %s',
    async (form) => {
      const own = (other[form] ?? '').replace('55', '100');
      expect(await verdict(statement('70.00', own))).toBe('proven reference');
    },
  );
  it.each(['plus', 'CR', 'a mark that is not understood', 'two signs'])(
    'proves nothing if it is %s',
    async (form) => {
      const own = (other[form] ?? '').replace('55', '100');
      expect(await verdict(statement('-70.00', own))).toBe('ambiguous reference objection');
      expect(await verdict(statement(own.replace('100', '70'), own))).toBe('ambiguous reference objection');
    },
  );
  it('is not needed if no amount has one', async () => {
    expect(await verdict(statement('55.00', '100.00'))).toBe('proven reference');
  });
  it('an amount with group spaces is understood, one with a line break is not', () => {
    const valueOf = (cell: string) => readFigure(cell, numberFormOf([cell])).value;
    expect(['100\n200', '100 200', '100\u00a0200'].map(valueOf)).toEqual([null, '100200', '100200']);
  });
  it('is reported as missing with the amount and its line if other amounts have one', async () => {
    const { misread } = await read(statement('-55.00', '100.00'));
    expect(misread).toEqual([{ field: 'amount', why: 'mixed', values: [{ value: '100.00', line: 3 }] }]);
  });
});

describe('signs, directions, types and states', () => {
  const signs = { '100.00': true, '-100.00': true, '(100.00)': true, '+100.00': false, '100.00 CR': false };
  const directions: Record<string, boolean> = {
    ...{ OUT: true, Debit: true, DBIT: true, Af: true, Soll: true, Débito: true, Sent: true },
    ...{ IN: false, CRDT: false, Bij: false, H: false, Haben: false, K: false, Gutschrift: false },
    ...{ Crédit: false, Abono: false, NEUTRAL: false, '': false, 'not out': false },
  };
  const types: Record<string, boolean> = {
    ...{ Payment: true, 'Bank transfer': true, Payout: true, 'Outgoing SEPA payment': true },
    ...{ Rückzahlung: false, Refund: false, 'Payment reversal': false, 'Payment received': false },
    ...{ Fee: false, 'Transfer in': false, 'ACH debit': false, Bank: false, '': false },
  };
  const states: Record<string, boolean> = {
    ...{ Completed: true, BOOKED: true, paid: true, settled: true },
    ...{
      Pending: false,
      Failed: false,
      'not completed': false,
      Returned: false,
      Storniert: false,
      '': false,
    },
  };
  const HEAD = 'Amount,Currency,Reference,Direction,Type,Status';

  it('prove a payment only if all of them are known to mean outgoing and completed', async () => {
    const wrong: string[] = [];
    for (const [amount, isSign] of Object.entries(signs)) {
      const combined = Object.entries(directions).flatMap(([direction, isOut]) =>
        Object.entries(types).flatMap(([type, isPayment]) =>
          Object.entries(states).map(([state, isDone]) => ({
            cells: [direction, type, state],
            isProof: isSign && isOut && isPayment && isDone,
          })),
        ),
      );
      const lines = combined.map(({ cells }, at) => [amount, 'EUR', `INV-${at}`, ...cells].join(','));
      const rows = combined.map((_, at) => row({ key: `k${at}`, reference: `INV-${at}` }));
      const found = await verdicts([HEAD, ...lines, ''].join('\n'), { rows });
      combined.forEach(({ isProof }, at) => {
        if ((found[at] === 'proven reference') !== isProof) wrong.push(lines[at] ?? '');
      });
    }
    expect(wrong).toEqual([]);
  });
  it('are reported with their line if they are not understood', async () => {
    const { misread } = await read(`${HEAD}\n1,EUR,A,Bij,Payment,paid\n1,EUR,B,OUT,Rückzahlung,paid\n`);
    expect(misread).toEqual([
      { field: 'direction', why: 'not_understood', values: [{ value: 'Bij', line: 2 }] },
      { field: 'type', why: 'not_understood', values: [{ value: 'Rückzahlung', line: 3 }] },
    ]);
  });
  it.each([
    ['a minus for outgoing money', '-100.00', '-55.00', 'proven reference'],
    ['no sign for outgoing money', '100.00', '55.00', 'proven reference'],
    ['a minus, where other debits have no sign', '-100.00', '55.00', 'ambiguous reference objection'],
    ['no sign, where other debits have a minus', '100.00', '-55.00', 'ambiguous reference objection'],
  ])('with a column for the direction: %s', async (_, own, other, expected) => {
    const text = `Amount,Currency,Reference,Direction\n${own},EUR,INV-1,OUT\n${other},EUR,INV-2,OUT\n9.00,EUR,X,IN\n`;
    expect(await verdict(text)).toBe(expected);
  });
  it.each([
    ['an amount under debit', '100.00,', 'proven reference'],
    ['a negative amount under debit', '-100.00,', 'proven reference'],
    ['an amount under credit', ',100.00', 'ambiguous reference objection'],
    ['an amount under both', '100.00,100.00', 'ambiguous reference objection'],
    ['zero under credit', '100.00,0.00', 'proven reference'],
    ['no amount', ',', 'ambiguous reference objection'],
  ])('with a debit and a credit column: %s', async (_, cells, expected) => {
    expect(await verdict(`Debit,Credit,Currency,Reference\n${cells},EUR,INV-1\n,5.00,EUR,X\n`)).toBe(
      expected,
    );
  });
});

describe('amounts', () => {
  const one = (amount: string, other = ''): string =>
    `Amount;Currency;Reference\n${amount};EUR;INV-1\n${other === '' ? '' : `${other};EUR;X\n`}`;
  it.each([
    ['100', '', '100.00', true],
    ['100,00', '', '100.00', true],
    ['1.234,50', '', '1234.50', true],
    ['1,234.50', '', '1234.50', true],
    ['1\u2009234.50', '', '1234.50', true],
    ["1'234.50", '', '1234.50', true],
    ['1.234', '', '1234', false],
    ['1.234', '', '1.234', false],
    ['1.234', '5,50', '1234', true],
    ['1.234', '5.50', '1.234', true],
    ['1,234', '5.50', '1234', true],
    ['100,00', '5.50', '100.00', false],
    ['1 23.50', '', '123.50', false],
    ['EUR 100.00', '', '100.00', false],
    ['1e2', '', '100', false],
  ])('%s on the line ("%s" on another line) proves a row of %s: %s', async (amount, other, own, isProof) => {
    const found = await verdict(one(amount, other), { rows: [row({ amount: own })] });
    expect(found === 'proven reference').toBe(isProof);
  });
  it.each(['abc', 'EUR', '€', '?', '######', '- abc'])(
    '%s is not understood, and is reported',
    async (amount) => {
      expect(await verdict(one(amount))).toBe('ambiguous reference objection');
      const { misread } = await read(one(amount));
      expect(misread).toEqual([
        { field: 'amount', why: 'not_understood', values: [{ value: amount, line: 2 }] },
      ]);
    },
  );
  it.each(['100.00', '-100.00'])(
    'a text instead of an amount does not change how %s on another line is read',
    async (own) => {
      expect(
        await verdict(`Amount,Currency,Reference,Direction\nabc,EUR,X,OUT\n${own},EUR,INV-1,OUT\n`),
      ).toBe('proven reference');
    },
  );
  it('a text under credit is not understood', async () => {
    const { lines, misread } = await read('Debit,Credit,Currency,Reference\n100.00,abc,EUR,INV-1\n');
    expect(lines[0]?.objection).toMatchObject({ field: 'debit', why: 'not_understood' });
    expect(misread).toHaveLength(1);
  });
  it.each(['', '-', '\u2014', '--'])('"%s" counts as an empty cell', async (amount) => {
    expect(await verdict(one(amount))).toBe('ambiguous reference missing');
    expect((await read(one(amount))).misread).toEqual([]);
  });
});

describe('evidence', () => {
  const HEAD = 'Transfer ID,Date,Amount,Currency,External Account ID,Reference,Description';
  interface Cells {
    id?: string;
    date?: string;
    amount?: string;
    currency?: string;
    account?: string;
    reference?: string;
    memo?: string;
  }
  const line = ({
    id = uuid(9),
    date = '2026-11-20',
    amount = '-100.00',
    currency = 'EUR',
    account = ACCOUNT,
    reference = '',
    memo = '',
  }: Cells = {}) => [id, date, amount, currency, account, reference, memo].join(',');
  const text = (...lines: string[]): string => [HEAD, ...lines, ''].join('\n');
  const TAG = 'pb-0123456789';

  it.each<[string, Partial<StatementRow>, Cells, string]>([
    ['an id from a response', { createdId: uuid(9) }, { account: '', amount: '' }, 'proven id'],
    ['an id and another amount', { createdId: uuid(9) }, { amount: '-100.40' }, 'contradicted id amount'],
    [
      'a tag',
      { tag: TAG, memo: `x ${TAG}` },
      { memo: `Zahlung ${TAG.toUpperCase()}`, amount: '' },
      'proven tag',
    ],
    [
      'a tag inside a word',
      { tag: TAG, memo: `x ${TAG}` },
      { memo: `${TAG}1` },
      'ambiguous payment other_memo',
    ],
    ['a tag and another account', { tag: TAG }, { memo: TAG, account: uuid(2) }, 'contradicted tag account'],
    ['a reference', {}, { reference: 'INV-1', account: '', date: '' }, 'proven reference'],
    ['a reference in another case', {}, { reference: 'inv-1' }, 'proven reference'],
    ['a reference without an amount', {}, { reference: 'INV-1', amount: '' }, 'ambiguous reference missing'],
    [
      'a reference without a currency',
      {},
      { reference: 'INV-1', currency: '' },
      'ambiguous reference missing',
    ],
    [
      'a reference and another amount',
      {},
      { reference: 'INV-1', amount: '-99' },
      'contradicted reference amount',
    ],
    [
      'a reference and another currency',
      {},
      { reference: 'INV-1', currency: 'GBP' },
      'contradicted reference currency',
    ],
    [
      'a reference and another account',
      {},
      { reference: 'INV-1', account: uuid(2) },
      'contradicted reference account',
    ],
    ['a reference and another id', { createdId: uuid(8) }, { reference: 'INV-1' }, 'proven reference'],
    ['a longer reference', {}, { reference: 'INV-10' }, 'ambiguous payment other_reference'],
    [
      'a reference with a leading zero',
      { reference: '12345' },
      { reference: '012345' },
      'ambiguous payment other_reference',
    ],
    [
      'a short number as a reference',
      { reference: '2' },
      { reference: '2', account: '' },
      'proven reference',
    ],
    ['account, amount and day', {}, {}, 'proven payment'],
    ['the third day after the attempt', {}, { date: '2026-11-23' }, 'proven payment'],
    ['the fourth day after the attempt', {}, { date: '2026-11-24' }, 'unmatched'],
    ['the day before the attempt', {}, { date: '2026-11-19' }, 'unmatched'],
    ['an hour before the attempt', {}, { date: '2026-11-20T09:00:00Z' }, 'proven payment'],
    ['more than an hour before the attempt', {}, { date: '2026-11-20T08:59:59Z' }, 'unmatched'],
    ['the day as 20.11.2026', {}, { date: '20.11.2026' }, 'proven payment'],
    ['the day as 11/20/2026, an ambiguous form', {}, { date: '11/20/2026' }, 'unmatched'],
    ['no account', {}, { account: '' }, 'unmatched'],
    ["a person's name as account", {}, { account: 'Acme Ltd' }, 'unmatched'],
    ['the memo in another case', { memo: 'Invoice 1' }, { memo: 'INVOICE 1' }, 'proven payment'],
    [
      'the memo inside a longer memo',
      { memo: 'Invoice 1' },
      { memo: 'Zahlung: Invoice 1, danke' },
      'proven payment',
    ],
    ['no memo in the line', { memo: 'Invoice 1' }, {}, 'proven payment'],
    [
      'a memo with a longer number',
      { memo: 'Invoice 1' },
      { memo: 'Invoice 10' },
      'ambiguous payment other_memo',
    ],
    [
      'a memo whose number continues',
      { memo: 'Invoice 1' },
      { memo: 'Invoice 1/2026' },
      'ambiguous payment other_memo',
    ],
    [
      'a memo with another number',
      { memo: 'Invoice 1' },
      { memo: 'Invoice 12/2026' },
      'ambiguous payment other_memo',
    ],
    ['a part of the memo', { memo: 'Invoice 1' }, { memo: 'Inv' }, 'ambiguous payment other_memo'],
    [
      'a fee in the amount',
      { memo: 'Invoice 1' },
      { memo: 'Invoice 1', amount: '-100.40' },
      'contradicted account amount',
    ],
  ])('gives the expected verdict: %s', async (_, own, cells, expected) => {
    const found = await verdict(text(line({ id: uuid(7), amount: '-1.00', account: uuid(3) }), line(cells)), {
      rows: [row(own)],
    });
    expect(found).toMatch(new RegExp(`^${expected}`));
  });

  it('a value without the form of an id is not used as an id', async () => {
    const counted = await read(text(line({ id: '1' }), line({ id: '2', reference: 'INV-1' })));
    expect(counted.lines.map(({ id }) => id)).toEqual(['', '']);
    expect(counted.misread.map(({ field }) => field)).toEqual(['id']);
    expect(await verdict(text(line({ id: '1', amount: '-3' }), line({ id: '2', reference: 'INV-1' })))).toBe(
      'proven reference',
    );
  });
  it('a line proves nothing if another line has the same id', async () => {
    const twice = text(line({ reference: 'INV-1' }), line({ amount: '-3.00' }));
    expect(await verdict(twice)).toBe('ambiguous reference repeated_id');
  });

  const equal = [row(), row({ key: 'k2', reference: 'INV-2' })];
  const lines = (count: number): string =>
    text(...Array.from({ length: count }, (_, at) => line({ id: uuid(20 + at) })));
  it.each([1, 3])('%i equal lines for two rows prove neither', async (count) => {
    const found = `ambiguous payment of ${count} lines, 1 others`;
    expect(await verdicts(lines(count), { rows: equal })).toEqual([found, found]);
  });
  it('account and amount prove nothing if the line has another id than the response', async () => {
    const given = { rows: [row({ createdId: uuid(40) })] };
    expect(await verdict(text(line({ id: uuid(41) })), given)).toBe('ambiguous payment other_id');
    expect(await verdict(text(line({ id: uuid(40) })), given)).toBe('proven id');
  });
  it('two equal lines for two rows show that both were paid, but prove neither', async () => {
    const found = 'ambiguous payment equal';
    expect(await verdicts(lines(2), { rows: equal })).toEqual([found, found]);
  });
  it('two lines for two rows show nothing if one of them has the tag of another payment', async () => {
    const found = 'ambiguous payment of 2 lines, 1 others';
    const other = text(line({ id: uuid(20) }), line({ id: uuid(21), memo: 'pb-0123456789' }));
    expect(await verdicts(other, { rows: equal })).toEqual([found, found]);
  });
  const owner = (more: Partial<StatementRow> = {}): StatementRow =>
    row({ key: 'other', reference: 'INV-7', createdId: uuid(30), ...more });
  it.each<[string, Partial<StatementRow>, Cells, string]>([
    ['with the same values', {}, {}, 'ambiguous payment of 1 lines, 1 others'],
    ['that is in doubt as well', { createdId: null }, {}, 'ambiguous payment of 1 lines, 1 others'],
    ['with another memo', { memo: 'Rent' }, { memo: 'Zahlung' }, 'ambiguous payment of 1 lines, 1 others'],
    [
      'with the memo of the line',
      { memo: 'Rent' },
      { memo: 'Rent' },
      'ambiguous payment of 1 lines, 1 others',
    ],
    ['with the reference of the line', {}, { reference: 'INV-7' }, 'unmatched'],
    ['to another account', { account: uuid(2) }, {}, 'proven payment'],
    ['on another day', { attempts: [{ fromMs: AT_MS + 9e8, toMs: AT_MS + 9e8 }] }, {}, 'proven payment'],
    ['when the line has the reference of the row', {}, { reference: 'INV-1' }, 'proven reference'],
  ])('considers another payment of the ledger %s', async (_, other, cells, expected) => {
    expect(await verdict(text(line(cells)), { owners: [owner(other)] })).toMatch(new RegExp(`^${expected}`));
  });
  it('another payment whose id is on a line owns only that line', async () => {
    const both = text(line({ id: uuid(30) }), line({ id: uuid(31) }));
    const given = { owners: [owner()], knownIds: [uuid(30)] };
    expect(await verdict(both, given)).toBe('proven payment');
    expect(await verdict(text(line({ id: uuid(30) })), given)).toBe('unmatched');
  });
});

describe('the columns of a statement', () => {
  it('are reported if they are not recognised', async () => {
    const { unused, columns } = await read(
      'ID,Status,Target amount (after fees),Target currency,Reference\nx,COMPLETED,100.00,EUR,INV-1\n',
    );
    expect(unused).toEqual(['Target amount (after fees)', 'Target currency']);
    expect([...columns.keys()].sort()).toEqual(['id', 'reference', 'state']);
  });
  it.each<[string, string[]]>([
    ['id', ['id', 'transferId', 'Transfer ID']],
    ['reference', ['reference']],
    ['memo', ['memo']],
    ['account', ['account', 'externalAccountId', 'destination.externalAccountId', 'External Account ID']],
    ['amount', ['amount', 'receiverAmount', 'Receiver Amount']],
    ['debit', ['debit']],
    ['credit', ['credit']],
    ['currency', ['currency', 'destination.currency']],
    ['time', ['time', 'createdAt', 'Created At']],
    ['state', ['state', 'status']],
    ['type', ['type']],
    ['direction', ['direction']],
  ])('for %s may have the names in the manual or those of an input file', async (field, headers) => {
    for (const header of headers) {
      const others = field === 'id' ? 'Memo' : 'ID';
      expect(Object.fromEntries((await read(`${others},${header}\n,1\n`)).columns)).toHaveProperty(
        field,
        header,
      );
      const named = await read(`${others},x\n,1\n`, { x: header });
      expect(Object.fromEntries(named.columns)).toHaveProperty(field, 'x');
    }
  });
  it('can be named by a map, in which null ignores a column', async () => {
    const map = { Betrag: 'receiverAmount', Konto: 'destination.externalAccountId', Zeit: 'time', ID: null };
    const { columns } = await read('ID,Betrag,Konto,Zeit,Currency\n1,2,3,4,EUR\n', map);
    expect(Object.fromEntries(columns)).toEqual({
      amount: 'Betrag',
      account: 'Konto',
      time: 'Zeit',
      currency: 'Currency',
    });
  });
  it.each([
    [{ Amont: 'amount' }, 'did you mean Amount'],
    [{ Amount: 'sum' }, '"sum" is not a field of a statement'],
    [{ Amount: 'amount', Reference: 'amount' }, 'two columns for "amount"'],
  ])('are refused with the map %j', async (map, message) => {
    await expect(read('Amount,Reference\n1,2\n', map)).rejects.toThrow(message);
  });
  it('are refused if none of them identifies the payment of a line', async () => {
    await expect(read('Betrag,Waehrung\n1,EUR\n')).rejects.toThrow('The header has "Betrag", "Waehrung"');
  });
  it('are refused if two of them have the state of a line, unless a map ignores one', async () => {
    const two = 'Reference,Amount,Currency,Status,Transfer Status\nINV-1,1,EUR,completed,failed\n';
    await expect(read(two)).rejects.toThrow('"Status" and "Transfer Status" both have the state');
    expect((await read(two, { 'Transfer Status': 'state', Status: null })).lines[0]?.objection).toMatchObject(
      {
        field: 'state',
      },
    );
  });
  it.each<[string, string, Record<string, string>?]>([
    ['Amount', 'Amount,Amount,Reference\n1,2,3\n'],
    ['Status', 'Reference,Amount,Currency,Status,Status\nINV-1,1,EUR,booked,failed\n'],
    ['status', 'Reference,Amount,Currency,Status,status\nINV-1,1,EUR,booked,failed\n', { Status: 'state' }],
    ['Betrag', 'Reference,Betrag,Betrag\nINV-1,1,2\n', { Betrag: 'amount' }],
  ])('are refused if the header %s appears twice', async (name, csv, map) => {
    await expect(read(csv, map)).rejects.toThrow(new RegExp(`column "${name}" appears twice`, 'i'));
  });
  it('may have the same header if they are not used', async () => {
    expect((await read('Reference,Amount,Currency,备注,x,x\nINV-1,1,EUR,,,\n')).unused).toEqual([
      '备注',
      'x',
      'x',
    ]);
  });

  it('are replaced by constants of the profile if they are missing', async () => {
    const constants = { 'destination.currency': 'EUR', state: 'booked', direction: 'in' };
    const { lines, columns } = await readWith('Reference,Amount\nINV-1,100.00\n', { constants });
    expect(lines[0]).toMatchObject({ currency: 'EUR', objection: { field: 'direction', value: 'in' } });
    expect(columns.get('currency')).toBe('EUR (constants)');
  });
  it.each<[ImportProfile, string]>([
    [{ constants: { purposeOfPayment: 'x' } }, '"purposeOfPayment" is not a field of a statement'],
    [{ constants: { amount: '1' } }, 'amount has two sources, "constants" and "Amount"'],
    [{ constants: { state: 'paid', status: 'paid' } }, 'state has two sources, "constants" and "constants"'],
  ])('are refused with the profile %j', async (profile, message) => {
    await expect(readWith('Amount,Reference\n1,2\n', profile)).rejects.toThrow(message);
  });
  it('are refused with a profile that has lookup files', async () => {
    const fields = [{ field: 'account', column: 'id' }];
    const table = { key: 'Amount', fileKey: 'n', shown: 'v.csv', fields } as unknown as LookupTable;
    const at = folder({ 's.csv': 'Amount,Reference\n1,2\n' });
    const settings = { delimiter: undefined, failedStates: [], idForms: new Set<string>() };
    const imports = importsOf({}, [table]);
    await expect(readStatement(join(at, 's.csv'), { ...settings, imports })).rejects.toThrow('lookups');
  });

  it('are not reported as unrecognised if the profile ignores them', async () => {
    expect((await read('Reference,Balance\nA,1\n', { balance: null })).unused).toEqual([]);
  });
});
