// What a person may do between two runs of a customer file, or two single calls of a trade: retype, re-save, add and remove
// columns, other settings, other ledger states, in random pairs. The service never has anybody twice.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { runFile, type RunRequest } from '../../src/batch/run-file.ts';
import { PaybatchError } from '../../src/errors.ts';
import type { FaultSpec } from '../../src/sandbox/faults.ts';
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/options.ts';
import { seeded } from '../../src/sandbox/random.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { setUpApi } from '../support/api.ts';
import { JumpingClock } from '../support/clock.ts';
import { folder } from '../support/folder.ts';
import { sandbox } from '../support/sandbox.ts';

const HOUR_MS = 3_600_000;
const SEED = Number(process.env['SEED'] ?? 1);
const TRIALS = 30;

type Row = Readonly<Record<string, string>>;

interface World {
  readonly at: string;
  readonly service: Sandbox;
  readonly clock: JumpingClock;
  rows: Row[];
  columns: string[];
  file: string;
  ledger: string;
  separator: string;
  lineEnd: string;
  encode: (text: string) => Buffer;
  request: Partial<RunRequest>;
}

interface Deed {
  readonly what: string;
  readonly loses?: 'results' | 'ledger';
  readonly does: (world: World) => void;
}

const COLUMNS = [
  ...['reference', 'businessLegalName', 'taxIdentificationNumber', 'email', 'contactPerson.phoneNumber'],
  ...[
    'registeredAddress.postalCode',
    'customerJurisdictions',
    'businessIndustries',
    'documents.BankStatements',
  ],
];

/** Every other one has a number. */
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

function save(world: World): void {
  const { rows, columns, separator, lineEnd } = world;
  const cellOf = (text: string): string => (/[",;\t]/.test(text) ? `"${text}"` : text);
  const lines = rows.map((row) => columns.map((name) => cellOf(row[name] ?? '')).join(separator));
  writeFileSync(world.file, world.encode([columns.join(separator), ...lines, ''].join(lineEnd)));
}

const cells = (what: string, name: string, change: (text: string) => string): Deed => ({
  what,
  does: (world) => {
    world.rows = world.rows.map((row) => ({ ...row, [name]: change(row[name] ?? '') }));
    save(world);
  },
});
const column = (what: string, name: string, text: string): Deed => ({
  what,
  does: (world) => {
    world.columns = [...new Set([...world.columns, name])];
    world.rows = world.rows.map((row) => ({ ...row, [name]: text }));
    save(world);
  },
});
const set = (what: string, more: Partial<World>): Deed => ({
  what,
  does: (world) => save(Object.assign(world, more)),
});
const request = (what: string, more: Partial<RunRequest>): Deed => ({
  what,
  does: (world) => {
    world.request = { ...world.request, ...more };
  },
});
const reversed = (list: string): string => list.split(';').reverse().join(';');

const DEEDS: readonly Deed[] = [
  { what: 'nothing', does: () => undefined },
  set('saves it with CRLF', { lineEnd: '\r\n' }),
  set('saves it with semicolons', { separator: ';' }),
  set('saves it as UTF-16', { encode: (text) => iconv.encode(text, 'utf-16le', { addBOM: true }) }),
  set('saves it with a byte order mark', { encode: (text) => Buffer.from(`\ufeff${text}`) }),
  {
    what: 'sorts it the other way',
    does: (world) => save(Object.assign(world, { rows: world.rows.toReversed() })),
  },
  {
    what: 'orders its columns anew',
    does: (world) => save(Object.assign(world, { columns: world.columns.toReversed() })),
  },
  {
    what: 'keeps the last row alone',
    does: (world) => save(Object.assign(world, { rows: world.rows.slice(-1) })),
  },
  {
    what: 'takes the references out',
    does: (world) =>
      save(Object.assign(world, { columns: world.columns.filter((name) => name !== 'reference') })),
  },
  {
    what: 'puts references in',
    does: (world) => save(Object.assign(world, { columns: [...new Set(['reference', ...world.columns])] })),
  },
  cells('gives everybody another reference', 'reference', (text) => `N-${text}`),
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
  column('adds a column of notes', 'x-note', 'mine'),
  request('names a batch', { batchId: 'another' }),
  request('takes one row at a time', { concurrency: 1 }),
  { what: 'lets a day pass', does: ({ clock }) => void (clock.nowMs += 24 * HOUR_MS) },
  { what: 'sets the clock back a day', does: ({ clock }) => void (clock.nowMs -= 24 * HOUR_MS) },
  {
    what: 'moves it to a folder',
    loses: 'results',
    does: (world) => {
      const to = join(world.at, 'new', 'in.csv');
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(join(dirname(to), 's.pdf'), '%PDF-1.4 x');
      renameSync(world.file, to);
      world.file = to;
    },
  },
  {
    what: 'runs the retry file',
    loses: 'results',
    does: (world) => {
      const retry = world.file.replace(/\.csv$/, '.retry.csv');
      if (existsSync(retry)) world.file = retry;
    },
  },
  {
    what: 'deletes the log of the ledger',
    does: ({ ledger }) => {
      for (const end of ['-wal', '-shm']) rmSync(`${ledger}${end}`, { force: true });
    },
  },
  {
    what: 'restores a copy of the ledger',
    loses: 'ledger',
    does: (world) => {
      if (existsSync(join(world.at, 'copy.db'))) copyFileSync(join(world.at, 'copy.db'), world.ledger);
    },
  },
  {
    what: 'names another ledger',
    loses: 'ledger',
    does: (world) => {
      world.ledger = join(world.at, 'another', 'l.db');
    },
  },
];

const FAULTS: readonly (readonly FaultSpec[])[] = [
  [],
  [{ kind: 'status-before', status: 422, operation: 'createCustomer', first: 2 }],
  [{ kind: 'reset-after', operation: 'createCustomer', first: 1 }],
  [{ kind: '500-after', operation: 'createCustomer', every: 3 }],
  [{ kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', every: 2 }],
];

async function go(world: World): Promise<string> {
  const { service, file, ledger, clock } = world;
  const settings: RunRequest = {
    ...{ file, baseUrl: service.url, authUrl: service.url, credentials: SANDBOX_CREDENTIALS, ledger },
    ...{ timeoutMs: 500, clock, ...world.request },
  };
  try {
    return `exit ${(await runFile(settings)).exitCode}`;
  } catch (error) {
    if (error instanceof PaybatchError) return error.code;
    throw error;
  }
}

/** A world with a file of a few customers, saved. */
async function worldOf(
  count: number,
  columns: readonly string[],
  faults: readonly FaultSpec[],
): Promise<World> {
  const at = folder({ 's.pdf': '%PDF-1.4 x' });
  const world: World = {
    ...{ at, service: await sandbox({ faults: [...faults] }), clock: new JumpingClock() },
    ...{ rows: customersOf(count), columns: [...columns], file: join(at, 'in.csv') },
    ...{ ledger: join(at, 'l.db'), separator: ',', lineEnd: '\n' },
    ...{ encode: (text: string) => Buffer.from(text), request: {} },
  };
  save(world);
  return world;
}

/** Names that the service has more than once. */
function twice({ service }: World): string[] {
  const names = [...service.store.customers.values()].map(({ body }) =>
    String(body['businessLegalName']).toLowerCase().replaceAll(/\s+/g, ' '),
  );
  return names.filter((name, i) => names.indexOf(name) !== i);
}

const BARE = COLUMNS.filter((name) => name !== 'reference');

async function trial(seed: number): Promise<string> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!; // a good index
  const columns = random() < 0.4 ? COLUMNS : BARE;
  const world = await worldOf(3 + Math.floor(random() * 3), columns, pick(FAULTS));
  const first = pick(DEEDS);
  const second = pick(DEEDS.filter(({ loses }) => !loses || !first.loses || loses === first.loses));
  const said = [await go(world)];
  if (existsSync(world.ledger)) copyFileSync(world.ledger, join(world.at, 'copy.db'));
  for (const deed of [first, second]) {
    deed.does(world);
    if (random() < 0.3) world.service.faults.clear();
    said.push(await go(world));
  }
  const story = `SEED=${seed}: ${first.what}, then ${second.what} (${said.join(', ')})`;
  expect(twice(world), story).toEqual([]);
  return story;
}

describe('what a person may do between two runs of a customer file', () => {
  it(`never creates anybody twice: ${TRIALS} random pairs of ${DEEDS.length} deeds, from seed ${SEED}`, async () => {
    const stories: string[] = [];
    for (let seed = SEED; seed < SEED + TRIALS; seed++) stories.push(await trial(seed));
    // Else the deeds would be tried on runs that never get anywhere.
    expect(stories.filter((story) => story.includes('exit 0')).length).toBeGreaterThan(TRIALS / 10);
  }, 90_000);

  it('would notice: with --alike-ok the same file, saved again, creates everybody again', async () => {
    const world = await worldOf(3, BARE, []);
    await go(world);
    save(Object.assign(world, { lineEnd: '\r\n', request: { alikeOk: true } }));
    expect(await go(world)).toBe('exit 0');
    expect(twice(world)).toHaveLength(3);
  });
});

describe('what a person may do between two calls of one trade', () => {
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

  it(`never executes it twice: spellings in random order, from seed ${SEED}`, async () => {
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
