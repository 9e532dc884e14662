// The contract's rules on duplicates (DECISIONS 10), as a table of what people do between two
// runs: the status of each row, the exit code, and the number of transfers at the service. rules.test.ts has random
// nights.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { importsOfMap } from '../../src/batch/input/imports/imports.ts';
import { PaybatchError } from '../../src/errors.ts';
import { FileLedger } from '../../src/ledger/file/file-ledger.ts';
import type { FaultSpec } from '../../src/sandbox/faults.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { results } from '../kit/cli.ts';
import { JumpingClock } from '../kit/clock.ts';
import { folder } from '../kit/folder.ts';
import { ACCOUNT, BARE, COLUMNS, GOOD } from '../kit/payouts.ts';
import { runIn, sandbox } from '../kit/sandbox.ts';

const DAY_MS = 86_400_000;
const OTHER_ACCOUNT = ACCOUNT.replace('8', '9');

type Row = Readonly<Record<string, string>>;
type Settings = NonNullable<Parameters<typeof runIn>[2]>;

/** One file, run once. */
interface Night {
  readonly rows?: readonly Row[];
  /** The file's own text, made of what the runs before have left, in place of `rows`. */
  readonly text?: (world: World) => string;
  readonly columns?: readonly string[];
  readonly separator?: string;
  readonly lineEnd?: string;
  readonly name?: string;
  readonly settings?: Settings;
  readonly faults?: readonly FaultSpec[];
  /** What a person says of the first row in doubt before this run. */
  readonly resolves?: 'created' | 'not-created';
  readonly days?: number;
}

/** `status` or `status/code` of each row; a text for a run that was refused: its code. */
type Ended = { readonly rows: readonly string[]; readonly exit: number } | string;

class World {
  readonly at = folder({});
  readonly clock = new JumpingClock();
  readonly service: Sandbox;

  constructor(service: Sandbox) {
    this.service = service;
  }

  static async start(): Promise<World> {
    return new World(await sandbox({}));
  }

  async run({ name = 'in.csv', settings = {}, faults = [], ...night }: Night): Promise<Ended> {
    this.service.faults.clear();
    for (const fault of faults) this.service.faults.add(fault);
    this.clock.nowMs += (night.days ?? 0) * DAY_MS;
    if (night.resolves) await this.#resolve(night.resolves);
    const file = join(this.at, name);
    mkdirSync(dirname(file), { recursive: true });
    const text = night.text?.(this) ?? (night.rows && csv(night.rows, night));
    if (text !== undefined) writeFileSync(file, text);
    const beside = { file, results: this.resultsOf(name), retry: this.retryOf(name) };
    const common = { clock: this.clock, concurrency: 1, haltAfter: 100, maxInDoubt: 100 };
    try {
      const { exitCode: exit } = await runIn(this.at, this.service.url, {
        ...common,
        ...beside,
        ...settings,
      });
      const rows = results(beside.results).map(({ status = '', errorCode = '' }) =>
        errorCode === '' || errorCode === status ? status : `${status}/${errorCode}`,
      );
      return { rows, exit };
    } catch (error) {
      if (error instanceof PaybatchError) return error.code;
      throw error;
    }
  }

  resultsOf(name = 'in.csv'): string {
    return join(this.at, name.replace('.csv', '.results.csv'));
  }

  retryOf(name = 'in.csv'): string {
    return join(this.at, name.replace('.csv', '.retry.csv'));
  }

  retryText(name = 'in.csv'): string {
    return readFileSync(this.retryOf(name), 'utf8');
  }

  async #resolve(as: 'created' | 'not-created'): Promise<void> {
    const ledger = new FileLedger(join(this.at, 'l.db'), 'env', { create: true, accept: false });
    const [doubt] = await ledger.doubts();
    if (!doubt) throw new Error('nothing is in doubt');
    const { key, runId, line } = doubt;
    const said = { at: new Date(this.clock.now()), reason: 'asked', by: 'ada', correct: false, sure: true };
    const createdId = as === 'created' ? `said-${line}` : null;
    expect(await ledger.resolve({ key, runId, line, as, createdId, ...said })).toMatchObject({ ok: true });
    await ledger.close();
  }
}

const cell = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csv(rows: readonly Row[], { columns = COLUMNS, separator = ',', lineEnd = '\n' }: Night): string {
  const lines = rows.map((row) => columns.map((name) => cell(row[name] ?? GOOD[name] ?? '')).join(separator));
  return [columns.join(separator), ...lines, ''].join(lineEnd);
}

/** Payments of different amounts. */
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    reference: `R-${i + 1}`,
    receiverAmount: `1${i}.50`,
    memo: `row ${i + 1}`,
  }));

const FOUR = rowsOf(4);
const [R1 = {}, R2 = {}] = FOUR;
const referenced = (rows: readonly Row[], reference: (old: string, at: number) => string): Row[] =>
  rows.map((row, at) => ({ ...row, reference: reference(row['reference'] ?? '', at) }));
const other = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    reference: `O-${i}`,
    receiverAmount: `5${i}.00`,
    memo: `other ${i}`,
  }));

const all = (status: string, count = 4): string[] => Array.from({ length: count }, () => status);
const REFUSED: FaultSpec = { kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 };
const REFUSED_TWICE: FaultSpec = { ...REFUSED, first: 2 };
/** Paid, and nobody knows it. */
const LOST: FaultSpec = { kind: 'reset-after', operation: 'createTransfer', first: 1 };
/** Not paid, and nobody knows it. */
const NEVER_PAID: FaultSpec = { kind: '500-before', operation: 'createTransfer', first: 1 };

const HELD = 'not_sent/alike';
const CREATED: Ended = { rows: all('created'), exit: 0 };
const DUPLICATE: Ended = { rows: all('duplicate'), exit: 0 };
const HELD_ALL: Ended = { rows: all(HELD), exit: 1 };
const held = (...rows: readonly string[]): Ended => ({ rows, exit: 1 });

type Story = readonly [what: string, first: Night, then: Night, ended: Ended, transfers: number];

/** Rule 1: a known row is never sent again. */
const KNOWN: readonly Story[] = [
  ['the same file again', { rows: FOUR }, {}, CREATED, 4],
  ['the same file a year later', { rows: FOUR }, { days: 365 }, CREATED, 4],
  ['the same file without references a year later', { rows: FOUR, columns: BARE }, { days: 365 }, CREATED, 4],
  ['saved again with CRLF', { rows: FOUR }, { rows: FOUR, lineEnd: '\r\n' }, DUPLICATE, 4],
  [
    'its columns in another order',
    { rows: FOUR },
    { rows: FOUR, columns: COLUMNS.toReversed() },
    DUPLICATE,
    4,
  ],
  ['sorted', { rows: FOUR }, { rows: FOUR.toReversed() }, DUPLICATE, 4],
  ['a column of notes', { rows: FOUR }, { rows: FOUR, columns: [...COLUMNS, 'x-note'] }, DUPLICATE, 4],
  ['another name', { rows: FOUR }, { rows: FOUR, name: 'other.csv' }, CREATED, 4],
  [
    'another folder',
    { rows: FOUR, columns: BARE },
    { rows: FOUR, columns: BARE, name: 'new/in.csv' },
    CREATED,
    4,
  ],
  ['another batch id', { rows: FOUR }, { settings: { batchId: 'another' } }, DUPLICATE, 4],
  [
    'other amounts by spelling alone',
    { rows: FOUR },
    {
      rows: FOUR.map((row) => ({
        ...row,
        receiverAmount: row['receiverAmount']?.replace('.50', '.5') ?? '',
      })),
    },
    DUPLICATE,
    4,
  ],
  [
    'documents, funds and approval otherwise',
    { rows: FOUR },
    {
      rows: FOUR.map((row) => ({ ...row, requireApproval: 'true', useDeveloperFunds: 'false' })),
    },
    DUPLICATE,
    4,
  ],
  [
    'a reference with another amount',
    { rows: FOUR },
    { rows: [{ ...R1, receiverAmount: '99.00' }, ...other(1)] },
    { rows: ['invalid/reference_used', 'created'], exit: 1 },
    5,
  ],
  [
    'references in small letters',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => text.toLowerCase()) },
    { rows: all('invalid/reference_like'), exit: 1 },
    4,
  ],
  [
    'references in full width',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => text.replace('R', 'Ｒ')) },
    { rows: all('invalid/reference_like'), exit: 1 },
    4,
  ],
  [
    'references with spaces',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => text.replace('-', ' - ')) },
    { rows: all('invalid/reference_like'), exit: 1 },
    4,
  ],
  [
    'references without leading zeros',
    { rows: referenced(FOUR, (_, at) => `00${at + 17}`) },
    { rows: referenced(FOUR, (_, at) => `${at + 17}`) },
    { rows: all('invalid/reference_like'), exit: 1 },
    4,
  ],
  [
    'a reference like one in doubt',
    { rows: FOUR, faults: [LOST] },
    {
      rows: [{ ...R1, reference: 'r-1', receiverAmount: '99.00' }, ...other(1)],
    },
    { rows: ['invalid/reference_like', 'created'], exit: 1 },
    5,
  ],
  [
    'a row in doubt',
    { rows: FOUR, faults: [LOST] },
    {},
    { rows: ['in_doubt', ...all('created', 3)], exit: 3 },
    4,
  ],
  [
    'a row in doubt, in another file',
    { rows: FOUR, faults: [LOST] },
    { rows: [R1, ...other(1)] },
    { rows: ['in_doubt', 'created'], exit: 3 },
    5,
  ],
  [
    'a row in doubt with another amount now',
    { rows: FOUR, faults: [LOST] },
    { rows: [{ ...R1, receiverAmount: '99.00' }, ...other(1)] },
    { rows: ['in_doubt', 'created'], exit: 3 },
    5,
  ],
  ['a doubt that was paid', { rows: FOUR, faults: [LOST] }, { resolves: 'created' }, CREATED, 4],
  [
    'a doubt that was not paid',
    { rows: FOUR, faults: [NEVER_PAID] },
    { resolves: 'not-created' },
    CREATED,
    4,
  ],
  ['a refused row again', { rows: FOUR, faults: [REFUSED] }, {}, CREATED, 4],
  [
    'a refused row, corrected under its reference',
    { rows: FOUR, faults: [REFUSED] },
    { rows: [{ ...R1, receiverAmount: '99.00' }, ...other(1)] },
    { rows: all('created', 2), exit: 0 },
    5,
  ],
  [
    'two equal rows, one refused',
    { rows: [R1, R1, R2], columns: BARE, faults: [REFUSED] },
    {},
    { rows: all('created', 3), exit: 0 },
    3,
  ],
  [
    'equal rows under references of their own, one refused',
    {
      rows: [R1, { ...R1, reference: 'R-1b' }],
      faults: [REFUSED],
    },
    {},
    { rows: all('created', 2), exit: 0 },
    2,
  ],
  [
    'equal rows under references of their own, one refused, when another row is corrected',
    { rows: [R1, { ...R1, reference: 'R-1b' }, R2], faults: [REFUSED] },
    { rows: [R1, { ...R1, reference: 'R-1b' }, R2, ...other(1)] },
    { rows: ['created', 'duplicate', 'duplicate', 'created'], exit: 0 },
    4,
  ],
  [
    'one more of its equal rows, under one batch id',
    {
      rows: [R1, R2],
      columns: BARE,
      settings: { batchId: 'x' },
    },
    { rows: [R1, R2, R1], columns: BARE, settings: { batchId: 'x' } },
    { rows: all('created', 3), exit: 0 },
    3,
  ],
];

/** A file and its retry files are one batch. */
const RETRIES: readonly Story[] = [
  [
    'the retry file',
    { rows: FOUR, faults: [REFUSED_TWICE] },
    { text: (world) => world.retryText(), name: 'in.retry.csv' },
    { rows: all('created', 2), exit: 0 },
    4,
  ],
  [
    'the retry file without references',
    { rows: FOUR, columns: BARE, faults: [REFUSED_TWICE] },
    { text: (world) => world.retryText(), name: 'in.retry.csv' },
    { rows: all('created', 2), exit: 0 },
    4,
  ],
  [
    'the retry file, edited',
    { rows: FOUR, columns: BARE, faults: [REFUSED_TWICE] },
    { text: (world) => world.retryText().replace('10.50', '20.50'), name: 'in.retry.csv' },
    { rows: all('created', 2), exit: 0 },
    4,
  ],
  [
    'the retry file, saved again elsewhere',
    { rows: FOUR, columns: BARE, faults: [REFUSED_TWICE] },
    { text: (world) => world.retryText().replaceAll('\n', '\r\n'), name: 'new/left.csv' },
    { rows: all('created', 2), exit: 0 },
    4,
  ],
  [
    'the retry file of two equal rows',
    { rows: [R1, R1, R2], columns: BARE, faults: [REFUSED] },
    { text: (world) => world.retryText(), name: 'in.retry.csv' },
    { rows: ['created'], exit: 0 },
    3,
  ],
  [
    'the retry file without its x-retry-of',
    { rows: [R1, R1, R2], columns: BARE, faults: [REFUSED] },
    {
      rows: [R1],
      columns: BARE,
      name: 'in.retry.csv',
    },
    held(HELD),
    2,
  ],
  [
    'the retry file of a doubt of the same account and amount',
    {
      rows: [R1, { ...R1, memo: 'another' }, R2],
      columns: BARE,
      faults: [REFUSED, { ...LOST, every: 2 }],
    },
    { text: (world) => world.retryText(), name: 'in.retry.csv' },
    { rows: ['created'], exit: 0 },
    3,
  ],
];

/** Rule 2: a possible duplicate is held, the other rows are sent. */
const POSSIBLE: readonly Story[] = [
  [
    'without references, saved again',
    { rows: FOUR, columns: BARE },
    { rows: FOUR, columns: BARE.toReversed(), lineEnd: '\r\n' },
    HELD_ALL,
    4,
  ],
  [
    'without references, sorted',
    { rows: FOUR, columns: BARE },
    { rows: FOUR.toReversed(), columns: BARE },
    HELD_ALL,
    4,
  ],
  [
    'without references, other settings',
    { rows: FOUR, columns: BARE },
    { settings: { batchId: 'another', useDeveloperFunds: true, quote: false } },
    HELD_ALL,
    4,
  ],
  ['references added', { rows: FOUR, columns: BARE }, { rows: FOUR }, HELD_ALL, 4],
  [
    'references added under one batch id',
    { rows: FOUR, columns: BARE, settings: { batchId: 'x' } },
    { rows: FOUR, settings: { batchId: 'x' } },
    HELD_ALL,
    4,
  ],
  ['references taken out', { rows: FOUR }, { rows: FOUR, columns: BARE }, HELD_ALL, 4],
  [
    'memos in capitals',
    { rows: FOUR, columns: BARE },
    { rows: FOUR.map((row) => ({ ...row, memo: row['memo']?.toUpperCase() ?? '' })), columns: BARE },
    HELD_ALL,
    4,
  ],
  [
    'some old rows among new ones',
    { rows: FOUR, columns: BARE },
    { rows: [R2, ...other(3)], columns: BARE },
    held(HELD, ...all('created', 3)),
    7,
  ],
  [
    '29 days later',
    { rows: FOUR, columns: BARE },
    { rows: [R2, ...other(1)], columns: BARE, days: 29 },
    held(HELD, 'created'),
    5,
  ],
  [
    'without the references that another file of its batch id has',
    { rows: FOUR, settings: { batchId: 'x' } },
    { rows: [R2, ...other(1)], columns: BARE, settings: { batchId: 'x' }, name: 'other.csv' },
    held(HELD, 'created'),
    5,
  ],
  [
    'a month later',
    { rows: FOUR, columns: BARE },
    { rows: [R2, ...other(1)], columns: BARE, days: 31 },
    { rows: all('created', 2), exit: 0 },
    6,
  ],
  [
    'all of it meant',
    { rows: FOUR, columns: BARE },
    { rows: FOUR.toReversed(), columns: BARE, settings: { alikeOk: true } },
    CREATED,
    8,
  ],
  ['exported anew', { rows: FOUR }, { rows: referenced(FOUR, (text) => `N-${text}`) }, HELD_ALL, 4],
  [
    'half of it exported anew',
    { rows: FOUR },
    { rows: [...referenced([R1, R2], (text) => `N-${text}`), ...other(2)] },
    held(HELD, HELD, 'created', 'created'),
    6,
  ],
  [
    'half of it exported anew, one of these like a doubt',
    { rows: FOUR, faults: [LOST] },
    { rows: [...referenced([R1, R2], (text) => `N-${text}`), ...other(2)] },
    held(HELD, HELD, 'created', 'created'),
    6,
  ],
  [
    'both exports in one file',
    { rows: FOUR },
    { rows: [...FOUR, ...referenced(FOUR, (text) => `N-${text}`)] },
    held(...all('duplicate'), ...all(HELD)),
    4,
  ],
  [
    'a doubt and one more of it, under one batch id',
    { rows: [R1], columns: BARE, settings: { batchId: 'x' }, faults: [LOST] },
    { rows: [R1, R1], columns: BARE, settings: { batchId: 'x' } },
    { rows: ['in_doubt', HELD], exit: 3 },
    1,
  ],
  [
    'less than half exported anew',
    { rows: FOUR },
    { rows: [...referenced([R1], (text) => `N-${text}`), ...other(2)] },
    { rows: all('created', 3), exit: 0 },
    7,
  ],
  [
    'exported anew four days later',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => `N-${text}`), days: 4 },
    CREATED,
    8,
  ],
  [
    'exported anew, alikeDays 0',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => `N-${text}`), settings: { alikeDays: 0 } },
    CREATED,
    8,
  ],
  [
    'a weekly payment',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => `W2-${text}`), days: 7 },
    CREATED,
    8,
  ],
  [
    'a doubt without references, a year later',
    { rows: FOUR, columns: BARE, faults: [LOST] },
    { rows: [R1, ...other(1)], columns: BARE, days: 365 },
    held(HELD, 'created'),
    5,
  ],
  [
    'the account and amount of a doubt',
    { rows: FOUR, faults: [LOST] },
    { rows: [{ ...R1, reference: 'X', memo: 'goods' }, ...other(1)] },
    held(HELD, 'created'),
    5,
  ],
  [
    'the amount of a doubt to another account',
    { rows: FOUR, faults: [LOST] },
    {
      rows: [{ ...R1, reference: 'X', 'destination.externalAccountId': OTHER_ACCOUNT }, ...other(1)],
    },
    { rows: all('created', 2), exit: 0 },
    6,
  ],
  [
    'the account and amount of a doubt under one batch id',
    { rows: FOUR, faults: [LOST], settings: { batchId: 'x' } },
    { rows: [{ ...R1, reference: 'X', memo: 'goods' }, ...other(1)], settings: { batchId: 'x' } },
    held(HELD, 'created'),
    5,
  ],
  [
    'a doubt that proved paid holds its twin',
    { rows: FOUR, faults: [LOST] },
    { rows: [{ ...R1, reference: 'X', memo: 'goods' }, ...other(1)], days: 5, resolves: 'created' },
    held(HELD, 'created'),
    5,
  ],
  [
    'a doubt that proved not to be paid holds nothing',
    { rows: FOUR, faults: [NEVER_PAID] },
    { rows: [{ ...R1, reference: 'X', memo: 'goods' }, ...other(1)], resolves: 'not-created' },
    { rows: all('created', 2), exit: 0 },
    5,
  ],
  [
    'two rows of one file beside a doubt of it',
    { rows: [R1, { ...R2, receiverAmount: '10.50' }], faults: [LOST, { ...REFUSED, every: 2 }] },
    {},
    { rows: ['in_doubt', 'created'], exit: 3 },
    2,
  ],
];

const MEMO_AS_NOTE = importsOfMap(new Map([...COLUMNS.map((name): [string, string] => [name, name])]));

/** Rule 3: a file is read in one way. */
const READINGS: readonly Story[] = [
  [
    'the same bytes, read with a map that changes nothing',
    { rows: FOUR },
    { settings: { imports: MEMO_AS_NOTE } },
    'same_file',
    4,
  ],
  [
    'the same bytes, with the delimiter named that was detected',
    { rows: FOUR },
    { settings: { delimiter: ',' } },
    CREATED,
    4,
  ],
  [
    'the same bytes, another column as the memo',
    {
      rows: FOUR.map((row) => ({ ...row, 'x-a': `first ${row['memo']}`, 'x-b': `second ${row['memo']}` })),
      columns: [...BARE.filter((name) => name !== 'memo'), 'x-a', 'x-b'],
      settings: { imports: importsOfMap(new Map([['x-a', 'memo']])) },
    },
    { settings: { imports: importsOfMap(new Map([['x-b', 'memo']])) } },
    'same_file',
    4,
  ],
  [
    'the same, meant',
    {
      rows: FOUR.map((row) => ({ ...row, 'x-a': `first ${row['memo']}`, 'x-b': `second ${row['memo']}` })),
      columns: [...BARE.filter((name) => name !== 'memo'), 'x-a', 'x-b'],
      settings: { imports: importsOfMap(new Map([['x-a', 'memo']])) },
    },
    { settings: { imports: importsOfMap(new Map([['x-b', 'memo']])), alikeOk: true } },
    CREATED,
    8,
  ],
];

describe.each<[string, readonly Story[]]>([
  ['a known row', KNOWN],
  ['a retry file', RETRIES],
  ['a possible duplicate', POSSIBLE],
  ['a file read otherwise', READINGS],
])('%s', (_, stories) => {
  it.each(stories)('%s', async (_what, first, then, ended, transfers) => {
    const world = await World.start();
    await world.run(first);
    // What isn't written anew stays as it is.
    expect(await world.run(then)).toEqual(ended);
    expect(world.service.store.transfers).toHaveLength(transfers);
  });
});

describe('a file after its retry file', () => {
  it.each([
    ['as it was', (text: string) => text],
    ['corrected', (text: string) => text.replace('10.50', '20.50')],
  ])('%s: one batch, all of it created', async (_, edit) => {
    const world = await World.start();
    await world.run({ rows: FOUR, columns: BARE, faults: [REFUSED] });
    await world.run({ text: () => edit(world.retryText()), name: 'in.retry.csv' });
    const { rows, exit } = (await world.run({})) as Exclude<Ended, string>; // nothing refuses it
    expect(rows.map((one) => one.split('/')[0])).toEqual(all('created'));
    expect(exit).toBe(0);
    expect(world.service.store.transfers).toHaveLength(4);
  });

  it('whose columns were sorted apart: the original holds what was paid under another row', async () => {
    const world = await World.start();
    await world.run({ rows: FOUR, columns: BARE, faults: [REFUSED_TWICE] });
    const [header = '', one = '', two = ''] = world.retryText().trimEnd().split('\n');
    const tie = (line: string): string => line.slice(line.lastIndexOf(',') + 1);
    const swapped = [header, one.replace(tie(one), tie(two)), two.replace(tie(two), tie(one)), ''].join('\n');
    await world.run({ text: () => swapped, name: 'in.retry.csv', faults: [{ ...REFUSED, every: 2 }] });
    await world.run({});
    const memos = world.service.store.transfers.map(({ memo }) => memo);
    expect(new Set(memos).size).toBe(memos.length);
  });

  it('of a named batch: what was held in it is held in its retry file, too', async () => {
    const world = await World.start();
    const named = { settings: { batchId: 'payroll' } };
    await world.run({ rows: FOUR, ...named });
    await world.run({ rows: referenced(FOUR, (text) => `N-${text}`), name: 'b.csv', ...named });
    expect(await world.run({ text: () => world.retryText('b.csv'), name: 'b.retry.csv' })).toEqual(HELD_ALL);
    expect(world.service.store.transfers).toHaveLength(4);
  });

  it('keeps when it was paid, to the millisecond', async () => {
    const world = await World.start();
    const times = (): unknown[] =>
      results(world.resultsOf()).map(({ startedAt, finishedAt }) => [startedAt, finishedAt]);
    let now = world.clock.nowMs;
    world.clock.now = () => now++;
    await world.run({ rows: FOUR });
    const before = times();
    await world.run({});
    expect(times()).toEqual(before);
  });
});

describe('rows without references whose retry file says something else than their first run read', () => {
  const [, LEFT = {}] = FOUR;
  /** What each run left, and how many were paid in the end. */
  const story = async (nights: readonly Night[]) => {
    const world = await World.start();
    const ended: Ended[] = [];
    for (const night of nights) ended.push(await world.run(night));
    return { ended, paid: world.service.store.transfers.length };
  };
  const amountFrom = (column: string): Settings => ({
    imports: importsOfMap(new Map([[column, 'receiverAmount']])),
  });
  const file = {
    rows: FOUR.map((row) => ({ ...row, 'x-right': row['receiverAmount'] ?? '', 'x-wrong': '1.0,0' })),
    columns: [...BARE.filter((name) => name !== 'receiverAmount'), 'x-right', 'x-wrong'],
  };
  const original: Night = { ...file, name: 'new/in.csv', settings: amountFrom('x-right') };
  const retry: Night = { name: 'in.retry.csv', settings: amountFrom('x-right') };

  it.each<[string, Night, Night, Ended]>([
    ['the untouched file is held after the original', original, retry, HELD_ALL],
    ['the original is refused after the untouched file', retry, original, 'same_file'],
  ])('read otherwise: %s', async (_, first, then, last) => {
    const { ended, paid } = await story([{ ...file, settings: amountFrom('x-wrong') }, first, then]);
    expect(ended).toEqual([{ rows: all('invalid'), exit: 1 }, CREATED, last]);
    expect(paid).toBe(4);
  });

  const named = { settings: { batchId: 'nov' } };
  const typed: Row = { ...LEFT, receiverAmount: '6.5,0' };
  const correct = (name?: string) => (world: World) => world.retryText(name).replace('6.5,0', '6.50');
  const corrected: Night = { ...named, rows: [R1, { ...typed, receiverAmount: '6.50' }], columns: BARE };
  const LEFT_OUT: Ended = { rows: ['created', 'invalid'], exit: 1 };

  it.each([
    ['without a batch id', {}],
    ['under one batch id', named],
  ])('are held in the original once it is corrected as well, %s', async (_, settings) => {
    const { ended, paid } = await story([
      { rows: [R1, typed], columns: BARE, ...settings },
      { text: correct(), name: 'in.retry.csv', ...settings },
      { ...corrected, settings: {}, ...settings },
    ]);
    expect(ended.slice(0, 2)).toEqual([LEFT_OUT, { rows: ['created'], exit: 0 }]);
    expect(ended[2]).toMatchObject({ exit: 1 });
    expect(paid).toBe(2);
  });

  it('are held in another retry file of the batch, and created in the same one saved again', async () => {
    const { ended, paid } = await story([
      { rows: [R1, typed], columns: BARE, ...named },
      {
        rows: [R1, { ...typed, memo: 'no', receiverAmount: '6,5.0' }],
        columns: BARE,
        name: 'b.csv',
        ...named,
      },
      { text: correct(), name: 'left.csv', ...named },
      { text: (world) => correct()(world).replaceAll('\n', '\r\n'), name: 'again.csv', ...named },
      {
        text: (world) =>
          world.retryText('b.csv').replace('6,5.0', '6.50').replace(',no,', `,${typed['memo']},`),
        name: 'b-left.csv',
        ...named,
      },
    ]);
    const once = { rows: ['created'], exit: 0 };
    expect(ended).toEqual([LEFT_OUT, LEFT_OUT, once, once, held(HELD)]);
    expect(paid).toBe(2);
  });
});

describe('two files at once', () => {
  it('with the same rows under other references: each payment is made once', async () => {
    const world = await World.start();
    const ended = await Promise.all([
      world.run({ rows: FOUR, name: 'a.csv' }),
      world.run({ rows: referenced(FOUR, (text) => `N-${text}`), name: 'b.csv' }),
    ]);
    expect(world.service.store.transfers).toHaveLength(4);
    expect(
      ended.flatMap((one) => (typeof one === 'string' ? one : one.rows)).filter((one) => one === 'created'),
    ).toHaveLength(4);
  });

  it('with different rows: all are paid', async () => {
    const world = await World.start();
    expect(
      await Promise.all([
        world.run({ rows: FOUR, name: 'a.csv' }),
        world.run({ rows: other(4), name: 'b.csv' }),
      ]),
    ).toEqual([CREATED, CREATED]);
    expect(world.service.store.transfers).toHaveLength(8);
  });
});
