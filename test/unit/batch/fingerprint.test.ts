// Only the cells of a row change its fingerprint: those that say who is paid, how much and for what. Columns that say
// how the payment is processed do not: another value must not make it another payment.
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { DocumentFolder } from '../../../src/batch/input/documents.ts';
import { startPass } from '../../../src/batch/input/input-file.ts';
import type { BatchRow } from '../../../src/batch/input/row.ts';
import { Warnings } from '../../../src/batch/input/warnings.ts';
import { contentOf } from '../../../src/batch/plan/keys.ts';
import { readCallRow } from '../../../src/batch/single/call-row.ts';
import { DEFAULT_PROFILE, type Profile } from '../../../src/interface/profile.ts';
import { folder } from '../../kit/folder.ts';
import { trials } from '../../kit/seed.ts';

const fingerprintOf = (row: BatchRow): string => contentOf(row).fingerprint;

type Cells = Readonly<Record<string, string>>;

const PAYOUT: Cells = {
  reference: 'INV-1',
  customerId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  'source.currency': 'USDC',
  'source.network': 'ethereum',
  'source.walletId': '16fd2706-8baf-433b-82eb-8c7fada847da',
  'destination.currency': 'GBP',
  'destination.externalAccountId': '886313e1-3b8a-4372-9b90-0c9aee199e5d',
  purposeOfPayment: 'PaymentForGoods',
  receiverAmount: '10.50',
  memo: 'Müller, April',
  useDeveloperFunds: 'false',
  requireApproval: 'true',
  documents: 'a.pdf;16fd2706-8baf-433b-82eb-8c7fada847da',
  isFirstParty: 'false',
};

interface Setting {
  readonly profile?: Partial<Profile>;
  readonly useDeveloperFunds?: boolean;
}

interface Spelling {
  readonly columns: readonly string[];
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly encoding: string;
  readonly extra: string;
}

const PLAIN: Spelling = {
  columns: Object.keys(PAYOUT),
  delimiter: ',',
  lineEnd: '\n',
  encoding: 'utf8',
  extra: '',
};

async function read(cells: Cells, spelling: Spelling = PLAIN, setting: Setting = {}): Promise<BatchRow> {
  const { columns, delimiter, lineEnd, encoding, extra } = spelling;
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const names = extra === '' ? columns : [...columns, 'x-note'];
  const values = names.map((name) => quoted(name === 'x-note' ? extra : (cells[name] ?? '')));
  const text = `${names.map(quoted).join(delimiter)}${lineEnd}${values.join(delimiter)}${lineEnd}`;
  const path = join(folder({ 'in.csv': iconv.encode(text, encoding, { addBOM: true }) }), 'in.csv');
  const handle = await open(path);
  try {
    const pass = await startPass(handle, {
      file: 'in.csv',
      kind: columns.includes('businessLegalName') ? 'customers' : 'payouts',
      profile: { ...DEFAULT_PROFILE, ...setting.profile },
      useDeveloperFunds: setting.useDeveloperFunds ?? false,
      documents: new DocumentFolder('.', 1),
      warnings: new Warnings(),
    });
    for await (const [row] of pass.rows) if (row) return row;
    throw new Error('no row');
  } finally {
    await handle.close();
  }
}

const without = (cells: Cells, ...names: string[]): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => !names.includes(name)));

describe('the fingerprint of a row', () => {
  it('ignores settings, flags, encoding, line ends, column order, x- columns, reference and spelling', async () => {
    const base = fingerprintOf(await read(PAYOUT));
    expect(base).toMatch(/^[\w-]{22}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          columns: fc.shuffledSubarray(Object.keys(PAYOUT), { minLength: 14 }),
          delimiter: fc.constantFrom(',', ';', '\t'),
          lineEnd: fc.constantFrom('\n', '\r\n'),
          encoding: fc.constantFrom('utf8', 'utf-16le', 'utf-16be'),
          extra: fc.constantFrom('', 'mine', 'ours'),
        }),
        fc.record({
          reference: fc.constantFrom('INV-1', 'INV-2'),
          receiverAmount: fc.constantFrom('10.5', '10.50', '10.500', ' 10.50 '),
          memo: fc.constantFrom('Müller, April', 'Mu\u0308ller, April', ' Müller, April '),
          useDeveloperFunds: fc.constantFrom('false', 'FALSE', ' False'),
          customerId: fc.constantFrom(PAYOUT.customerId ?? '', (PAYOUT.customerId ?? '').toUpperCase()),
        }),
        fc.record({
          useDeveloperFunds: fc.boolean(),
          profile: fc.record({ defaultIsFirstParty: fc.constantFrom(null, true, false) }),
        }),
        async (spelling, cells, setting) => {
          expect(fingerprintOf(await read({ ...PAYOUT, ...cells }, spelling, setting))).toBe(base);
        },
      ),
      { numRuns: trials(50) },
    );
  });

  it('ignores the defaults of isFirstParty and useDeveloperFunds if the cells are empty', async () => {
    const cells = without(PAYOUT, 'isFirstParty', 'useDeveloperFunds');
    const base = fingerprintOf(await read(cells));
    for (const defaultIsFirstParty of [true, false, null]) {
      const setting = { profile: { defaultIsFirstParty }, useDeveloperFunds: true };
      expect(fingerprintOf(await read(cells, PLAIN, setting))).toBe(base);
    }
  });

  const PROCESSING = ['useDeveloperFunds', 'requireApproval', 'documents', 'isFirstParty'];
  it('is different for every changed or removed cell of the payment', async () => {
    const other: Cells = {
      ...Object.fromEntries(Object.entries(PAYOUT).map(([name, text]) => [name, `${text}x`])),
      customerId: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
      receiverAmount: '105.0',
    };
    const seen = new Set([fingerprintOf(await read(PAYOUT))]);
    const names = Object.keys(PAYOUT).filter((name) => name !== 'reference' && !PROCESSING.includes(name));
    for (const name of names) {
      seen.add(fingerprintOf(await read({ ...PAYOUT, [name]: other[name] ?? '' })));
      seen.add(fingerprintOf(await read(without(PAYOUT, name))));
    }
    expect(seen.size).toBe(1 + 2 * names.length);
  });

  it.each([
    ['useDeveloperFunds', 'true'],
    ['requireApproval', 'false'],
    ['documents', 'docs/a.pdf'],
    ['isFirstParty', 'true'],
  ])('is the same with another %s or without it', async (name, text) => {
    const base = fingerprintOf(await read(PAYOUT));
    expect(fingerprintOf(await read({ ...PAYOUT, [name]: text }))).toBe(base);
    expect(fingerprintOf(await read(without(PAYOUT, name)))).toBe(base);
  });

  it('of a customer depends on its fields in the same way', async () => {
    const customer: Cells = { reference: 'C-1', businessLegalName: 'Müller Ltd', email: 'a@m.example' };
    const plain = { ...PLAIN, columns: Object.keys(customer) };
    const base = fingerprintOf(await read(customer, plain));
    const turned = { ...plain, columns: [...plain.columns].reverse(), encoding: 'utf-16be' };
    const respelt = { ...customer, reference: 'C-2', businessLegalName: ' Mu\u0308ller Ltd' };
    expect(fingerprintOf(await read(respelt, turned))).toBe(base);
    expect(fingerprintOf(await read({ ...customer, email: 'b@m.example' }, plain))).not.toBe(base);
  });
});

it('a trade has the same content under other field names of the profile, and another content for another amount', async () => {
  const names = { tradeCurrencyFields: { source: 'sell', destination: 'buy' }, tradeAmountField: 'quantity' };
  const contentIn = async (fields: Record<string, unknown>, own: Partial<Profile>): Promise<string> => {
    const settings = { profile: { ...DEFAULT_PROFILE, ...own }, warnings: new Warnings() };
    return contentOf((await readCallRow('createTrade', fields, settings))!).content; // a trade is a row
  };
  const usual = { sourceCurrency: 'USDC', destinationCurrency: 'USDCT', amount: '500' };
  const content = await contentIn(usual, {});
  expect(await contentIn({ sell: 'USDC', buy: 'USDCT', quantity: '500.0' }, names)).toBe(content);
  expect(await contentIn({ sell: 'USDC', buy: 'USDCT', quantity: '700' }, names)).not.toBe(content);
  expect(await contentIn({ sell: 'USDCT', buy: 'USDC', quantity: '500' }, names)).not.toBe(content);
});
