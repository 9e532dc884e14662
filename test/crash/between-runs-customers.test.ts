// Random pairs of changes that a person may make between two runs of a customer file, and other spellings of one trade
// in single calls. The service must never have a customer or the trade twice.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { FaultSpec } from '../../src/sandbox/faults.ts';
import { seeded } from '../../src/sandbox/random.ts';
import { setUpApi } from '../kit/api.ts';
import { SEED, trials } from '../kit/seed.ts';
import {
  cells,
  column,
  type Deed,
  go,
  moved,
  pick,
  repeated,
  type Row,
  save,
  trial,
  type World,
  worldOf,
} from './between-runs.ts';
import { COMMON_DEEDS } from './common-deeds.ts';

const TRIALS = trials(12);

const COLUMNS = [
  ...['reference', 'businessLegalName', 'taxIdentificationNumber', 'email', 'contactPerson.phoneNumber'],
  ...[
    'registeredAddress.postalCode',
    'customerJurisdictions',
    'businessIndustries',
    'documents.BankStatements',
  ],
];

/** Every second customer has a tax number. */
const customersOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    reference: `C${at}`,
    businessLegalName: `Customer ${at} Ltd`,
    taxIdentificationNumber: at % 2 === 0 ? `0${at}1234567` : '',
    email: `accounts@c${at}.example`,
    'contactPerson.phoneNumber': '+442079460958',
    'registeredAddress.postalCode': '01067',
    customerJurisdictions: 'DE;FR;IT',
    businessIndustries: 'Retail;VirtualDigitalGoods',
    'documents.BankStatements': 's.pdf',
  }));

const BARE = COLUMNS.filter((name) => name !== 'reference');
const BESIDE = { 's.pdf': '%PDF-1.4 x' };

const reversed = (list: string): string => list.split(';').reverse().join(';');

const DEEDS: readonly Deed[] = [
  ...COMMON_DEEDS,
  cells('orders countries anew', 'customerJurisdictions', reversed),
  cells('names a country twice', 'customerJurisdictions', (text) => `${text};DE`),
  cells('orders industries anew', 'businessIndustries', reversed),
  cells('loses zeros of postcodes', 'registeredAddress.postalCode', (text) => text.replace(/^0/, '')),
  cells('loses zeros of numbers', 'taxIdentificationNumber', (text) => text.replace(/^0/, '')),
  cells('writes names in capitals', 'businessLegalName', (text) => text.toUpperCase()),
  cells('writes names with two spaces', 'businessLegalName', (text) => text.replace(' ', '  ')),
  cells('writes mail addresses in capitals', 'email', (text) => text.toUpperCase()),
  cells('writes phone numbers with spaces', 'contactPerson.phoneNumber', (text) =>
    text.replace('+44', '+44 '),
  ),
  column('adds a column of false', 'withLivenessCheck', 'false'),
  column('adds a column of true', 'withLivenessCheck', 'true'),
  column('adds an empty column', 'businessTradeName', ''),
  column('adds what 1.32 asks for', 'naicsCode', '513210'),
  column('adds a purpose', 'accountPurpose', 'Payouts'),
  moved('moves it to a folder', ({ at }) => join(at, 'new', 'in.csv'), Object.keys(BESIDE)),
];

const FAULTS: readonly (readonly FaultSpec[])[] = [
  [],
  [{ kind: 'status-before', status: 422, operation: 'createCustomer', first: 2 }],
  [{ kind: 'reset-after', operation: 'createCustomer', first: 1 }],
  [{ kind: '500-after', operation: 'createCustomer', every: 3 }],
  [{ kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', every: 2 }],
];

/** All fields as one text, without differences of order, case, repetition, doubled spaces or fields that are false. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return [...new Set(value.map(textOf))].sort().join();
  if (typeof value !== 'object' || value === null) return String(value).toLowerCase().replaceAll(/\s+/g, ' ');
  const fields = Object.entries(value).filter(([, one]) => one !== false);
  return textOf(fields.map(([name, one]) => `${name}=${textOf(one)}`));
}

/**
 * Customers that the service has more than once. A customer without a reference and a tax number is known by all its
 * fields (known-limits): with another postcode, or spaces in the phone number, it is another customer.
 */
const twice = ({ service }: World, hasReferences: boolean): string[] =>
  repeated(
    [...service.store.customers.values()].map(({ body }) =>
      hasReferences || body['taxIdentificationNumber'] !== undefined
        ? textOf(body['businessLegalName'])
        : textOf(body),
    ),
  );

describe('changes between two runs of a customer file', () => {
  it(`never make a run create a customer twice: ${TRIALS} random pairs of ${DEEDS.length} changes, from seed ${SEED}`, async () => {
    let worked = 0;
    for (let seed = SEED; seed < SEED + TRIALS; seed++) {
      const { world, story, hasReferences } = await trial(seed, DEEDS, (random) => {
        const customers = customersOf(3 + Math.floor(random() * 3));
        return worldOf(customers, random() < 0.4 ? COLUMNS : BARE, pick(FAULTS, random), BESIDE);
      });
      expect(twice(world, hasReferences), story).toEqual([]);
      if (world.service.store.customers.size > 0) worked++;
    }
    // Otherwise most deeds would be tried on runs that create nobody.
    expect(worked).toBeGreaterThan(TRIALS / 2);
  });

  it('make a run create every customer twice with --alike-ok, and this test detects it', async () => {
    const world = await worldOf(customersOf(3), BARE, [], BESIDE);
    await go(world);
    save(Object.assign(world, { lineEnd: '\r\n', request: { alikeOk: true } }));
    expect(await go(world)).toBe('exit 0');
    expect(twice(world, false)).toHaveLength(3);
  });
});

describe('single calls with other spellings of one trade', () => {
  const SWAP = { sourceCurrency: 'USDC', destinationCurrency: 'USDCT', amount: 500 as unknown };
  const SPELLINGS: readonly Readonly<Record<string, unknown>>[] = [
    ...[
      {},
      { amount: '500' },
      { amount: '500.00' },
      { sourceCurrency: 'usdc' },
      { note: '' },
      { note: null },
    ],
    ...[
      { fee: 0 },
      { fee: '0.0' },
      { urgent: false },
      { tags: [] },
      { meta: { a: null } },
      { meta: { on: false } },
    ],
  ];

  it(`execute it once, and execute a trade with another amount (random order, seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const { service, api } = await setUpApi([
      { kind: '500-after', operation: 'createTrade', first: SEED % 2 },
    ]);
    const spellings = SPELLINGS.map((more) => ({ more, at: random() })).sort((a, b) => a.at - b.at);
    for (const { more } of spellings) {
      const fields = Object.entries({ ...SWAP, ...more }).sort(() => random() - 0.5);
      await api(['createTrade', '--yes', '--data', JSON.stringify(Object.fromEntries(fields))]);
    }
    expect(service.store.trades).toHaveLength(1);
    await api(['createTrade', '--yes', '--data', JSON.stringify({ ...SWAP, amount: 501 })]);
    expect(service.store.trades).toHaveLength(2);
  });
});
