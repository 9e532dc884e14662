// The contract's rules on duplicates (DECISIONS 10) as a table. Each case has a first run, a second run, and what a
// person did between them. It gives the status of each row and the exit code of the second run, and the number of
// transfers at the service. rules.test.ts tests the same rules with random nights.
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
  /** The text of the file, made from files of earlier runs. It replaces `rows`. */
  readonly text?: (world: World) => string;
  readonly columns?: readonly string[];
  readonly separator?: string;
  readonly lineEnd?: string;
  readonly name?: string;
  readonly settings?: Settings;
  readonly faults?: readonly FaultSpec[];
  /** How a person resolves the first row in doubt before this run. */
  readonly resolves?: 'created' | 'not-created';
  readonly days?: number;
}

/** `status` or `status/code` of each row, and the exit code. For a refused run: its error code. */
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
/** The service pays, but its response is lost. */
const LOST: FaultSpec = { kind: 'reset-after', operation: 'createTransfer', first: 1 };
/** The service responds with 500 and does not pay. */
const NEVER_PAID: FaultSpec = { kind: '500-before', operation: 'createTransfer', first: 1 };

const HELD = 'not_sent/alike';
const CREATED: Ended = { rows: all('created'), exit: 0 };
const DUPLICATE: Ended = { rows: all('duplicate'), exit: 0 };
const HELD_ALL: Ended = { rows: all(HELD), exit: 1 };
const held = (...rows: readonly string[]): Ended => ({ rows, exit: 1 });

type Story = readonly [what: string, first: Night, then: Night, ended: Ended, transfers: number];

/** Rule 1: a known row is never sent again. */
const KNOWN: readonly Story[] = [
  ['the same file runs again', { rows: FOUR }, {}, CREATED, 4],
  ['the same file runs again a year later', { rows: FOUR }, { days: 365 }, CREATED, 4],
  [
    'a file without references runs again a year later',
    { rows: FOUR, columns: BARE },
    { days: 365 },
    CREATED,
    4,
  ],
  ['the file was saved again with CRLF', { rows: FOUR }, { rows: FOUR, lineEnd: '\r\n' }, DUPLICATE, 4],
  [
    'the columns are in another order',
    { rows: FOUR },
    { rows: FOUR, columns: COLUMNS.toReversed() },
    DUPLICATE,
    4,
  ],
  ['the rows are in another order', { rows: FOUR }, { rows: FOUR.toReversed() }, DUPLICATE, 4],
  [
    'a column of notes was added',
    { rows: FOUR },
    { rows: FOUR, columns: [...COLUMNS, 'x-note'] },
    DUPLICATE,
    4,
  ],
  ['the file has another name', { rows: FOUR }, { rows: FOUR, name: 'other.csv' }, CREATED, 4],
  [
    'a file without references is in another folder',
    { rows: FOUR, columns: BARE },
    { rows: FOUR, columns: BARE, name: 'new/in.csv' },
    CREATED,
    4,
  ],
  ['the run has another batch id', { rows: FOUR }, { settings: { batchId: 'another' } }, DUPLICATE, 4],
  [
    'the amounts are written in another way',
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
    'other values in useDeveloperFunds and requireApproval',
    { rows: FOUR },
    {
      rows: FOUR.map((row) => ({ ...row, requireApproval: 'true', useDeveloperFunds: 'false' })),
    },
    DUPLICATE,
    4,
  ],
  [
    'a paid reference has another amount',
    { rows: FOUR },
    { rows: [{ ...R1, receiverAmount: '99.00' }, ...other(1)] },
    { rows: ['invalid/reference_used', 'created'], exit: 1 },
    5,
  ],
  [
    'the references are in lower case',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => text.toLowerCase()) },
    { rows: all('invalid/reference_like'), exit: 1 },
    4,
  ],
  [
    'the references have a full-width letter',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => text.replace('R', 'Ｒ')) },
    { rows: all('invalid/reference_like'), exit: 1 },
    4,
  ],
  [
    'the references have spaces',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => text.replace('-', ' - ')) },
    { rows: all('invalid/reference_like'), exit: 1 },
    4,
  ],
  [
    'the references lost their leading zeros',
    { rows: referenced(FOUR, (_, at) => `00${at + 17}`) },
    { rows: referenced(FOUR, (_, at) => `${at + 17}`) },
    { rows: all('invalid/reference_like'), exit: 1 },
    4,
  ],
  [
    'a reference differs only in letter case from one in doubt',
    { rows: FOUR, faults: [LOST] },
    {
      rows: [{ ...R1, reference: 'r-1', receiverAmount: '99.00' }, ...other(1)],
    },
    { rows: ['invalid/reference_like', 'created'], exit: 1 },
    5,
  ],
  [
    'a file with a row in doubt runs again',
    { rows: FOUR, faults: [LOST] },
    {},
    { rows: ['in_doubt', ...all('created', 3)], exit: 3 },
    4,
  ],
  [
    'a row in doubt is in another file',
    { rows: FOUR, faults: [LOST] },
    { rows: [R1, ...other(1)] },
    { rows: ['in_doubt', 'created'], exit: 3 },
    5,
  ],
  [
    'a row in doubt has another amount',
    { rows: FOUR, faults: [LOST] },
    { rows: [{ ...R1, receiverAmount: '99.00' }, ...other(1)] },
    { rows: ['in_doubt', 'created'], exit: 3 },
    5,
  ],
  [
    'a row in doubt was resolved as created',
    { rows: FOUR, faults: [LOST] },
    { resolves: 'created' },
    CREATED,
    4,
  ],
  [
    'a row in doubt was resolved as not created',
    { rows: FOUR, faults: [NEVER_PAID] },
    { resolves: 'not-created' },
    CREATED,
    4,
  ],
  ['a file with a rejected row runs again', { rows: FOUR, faults: [REFUSED] }, {}, CREATED, 4],
  [
    'a rejected row was corrected under the same reference',
    { rows: FOUR, faults: [REFUSED] },
    { rows: [{ ...R1, receiverAmount: '99.00' }, ...other(1)] },
    { rows: all('created', 2), exit: 0 },
    5,
  ],
  [
    'one of two equal rows without references was rejected',
    { rows: [R1, R1, R2], columns: BARE, faults: [REFUSED] },
    {},
    { rows: all('created', 3), exit: 0 },
    3,
  ],
  [
    'one of two equal rows with different references was rejected',
    {
      rows: [R1, { ...R1, reference: 'R-1b' }],
      faults: [REFUSED],
    },
    {},
    { rows: all('created', 2), exit: 0 },
    2,
  ],
  [
    'one of two equal rows with different references was rejected, and a row was added',
    { rows: [R1, { ...R1, reference: 'R-1b' }, R2], faults: [REFUSED] },
    { rows: [R1, { ...R1, reference: 'R-1b' }, R2, ...other(1)] },
    { rows: ['created', 'duplicate', 'duplicate', 'created'], exit: 0 },
    4,
  ],
  [
    'one more equal row was added under the same batch id',
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
    'the file has references',
    { rows: FOUR, faults: [REFUSED_TWICE] },
    { text: (world) => world.retryText(), name: 'in.retry.csv' },
    { rows: all('created', 2), exit: 0 },
    4,
  ],
  [
    'the file has no references',
    { rows: FOUR, columns: BARE, faults: [REFUSED_TWICE] },
    { text: (world) => world.retryText(), name: 'in.retry.csv' },
    { rows: all('created', 2), exit: 0 },
    4,
  ],
  [
    'the retry file was edited',
    { rows: FOUR, columns: BARE, faults: [REFUSED_TWICE] },
    { text: (world) => world.retryText().replace('10.50', '20.50'), name: 'in.retry.csv' },
    { rows: all('created', 2), exit: 0 },
    4,
  ],
  [
    'the retry file was saved again with another name',
    { rows: FOUR, columns: BARE, faults: [REFUSED_TWICE] },
    { text: (world) => world.retryText().replaceAll('\n', '\r\n'), name: 'new/left.csv' },
    { rows: all('created', 2), exit: 0 },
    4,
  ],
  [
    'one of two equal rows was rejected',
    { rows: [R1, R1, R2], columns: BARE, faults: [REFUSED] },
    { text: (world) => world.retryText(), name: 'in.retry.csv' },
    { rows: ['created'], exit: 0 },
    3,
  ],
  [
    'the column x-retry-of was removed',
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
    'another row of the same account and amount is in doubt',
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
    'a refused reference is used for the content of another row of its first file, which was paid',
    { rows: [R1, R2], faults: [REFUSED] },
    { rows: [{ ...R2, reference: 'R-1' }] },
    held(HELD),
    1,
  ],
  [
    'a refused reference is used for the content of another row of its first file, which is in doubt',
    { rows: [R1, R2], faults: [REFUSED, { ...LOST, first: 2 }] },
    { rows: [{ ...R2, reference: 'R-1' }] },
    held(HELD),
    1,
  ],
  [
    'an export was made anew, and some of its references differ only in case',
    { rows: FOUR },
    { rows: [...referenced(FOUR, (old, at) => (at < 2 ? old.toLowerCase() : `N-${at}`)), ...other(4)] },
    held('invalid/reference_like', 'invalid/reference_like', HELD, HELD, ...all('created')),
    8,
  ],
  [
    'a file without references was saved again',
    { rows: FOUR, columns: BARE },
    { rows: FOUR, columns: BARE.toReversed(), lineEnd: '\r\n' },
    HELD_ALL,
    4,
  ],
  [
    'a file without references has its rows in another order',
    { rows: FOUR, columns: BARE },
    { rows: FOUR.toReversed(), columns: BARE },
    HELD_ALL,
    4,
  ],
  [
    'a file without references runs with other settings',
    { rows: FOUR, columns: BARE },
    { settings: { batchId: 'another', useDeveloperFunds: true, quote: false } },
    HELD_ALL,
    4,
  ],
  ['references were added', { rows: FOUR, columns: BARE }, { rows: FOUR }, HELD_ALL, 4],
  [
    'references were added under the same batch id',
    { rows: FOUR, columns: BARE, settings: { batchId: 'x' } },
    { rows: FOUR, settings: { batchId: 'x' } },
    HELD_ALL,
    4,
  ],
  ['references were removed', { rows: FOUR }, { rows: FOUR, columns: BARE }, HELD_ALL, 4],
  [
    'the memos are in capital letters',
    { rows: FOUR, columns: BARE },
    { rows: FOUR.map((row) => ({ ...row, memo: row['memo']?.toUpperCase() ?? '' })), columns: BARE },
    HELD_ALL,
    4,
  ],
  [
    'one earlier row is among new rows',
    { rows: FOUR, columns: BARE },
    { rows: [R2, ...other(3)], columns: BARE },
    held(HELD, ...all('created', 3)),
    7,
  ],
  [
    'an earlier row without a reference comes again after 29 days',
    { rows: FOUR, columns: BARE },
    { rows: [R2, ...other(1)], columns: BARE, days: 29 },
    held(HELD, 'created'),
    5,
  ],
  [
    'a row lost its reference in another file with the same batch id',
    { rows: FOUR, settings: { batchId: 'x' } },
    { rows: [R2, ...other(1)], columns: BARE, settings: { batchId: 'x' }, name: 'other.csv' },
    held(HELD, 'created'),
    5,
  ],
  [
    'an earlier row without a reference comes again after 31 days',
    { rows: FOUR, columns: BARE },
    { rows: [R2, ...other(1)], columns: BARE, days: 31 },
    { rows: all('created', 2), exit: 0 },
    6,
  ],
  [
    'the run has --alike-ok',
    { rows: FOUR, columns: BARE },
    { rows: FOUR.toReversed(), columns: BARE, settings: { alikeOk: true } },
    CREATED,
    8,
  ],
  [
    'the file is an export made anew',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => `N-${text}`) },
    HELD_ALL,
    4,
  ],
  [
    'half of the file is an export made anew',
    { rows: FOUR },
    { rows: [...referenced([R1, R2], (text) => `N-${text}`), ...other(2)] },
    held(HELD, HELD, 'created', 'created'),
    6,
  ],
  [
    'half of the file is an export made anew, with a row like one in doubt',
    { rows: FOUR, faults: [LOST] },
    { rows: [...referenced([R1, R2], (text) => `N-${text}`), ...other(2)] },
    held(HELD, HELD, 'created', 'created'),
    6,
  ],
  [
    'one file has both exports',
    { rows: FOUR },
    { rows: [...FOUR, ...referenced(FOUR, (text) => `N-${text}`)] },
    held(...all('duplicate'), ...all(HELD)),
    4,
  ],
  [
    'a row in doubt and an equal row are in a file with the same batch id',
    { rows: [R1], columns: BARE, settings: { batchId: 'x' }, faults: [LOST] },
    { rows: [R1, R1], columns: BARE, settings: { batchId: 'x' } },
    { rows: ['in_doubt', HELD], exit: 3 },
    1,
  ],
  [
    'less than half of the file is an export made anew',
    { rows: FOUR },
    { rows: [...referenced([R1], (text) => `N-${text}`), ...other(2)] },
    { rows: all('created', 3), exit: 0 },
    7,
  ],
  [
    'the file is an export made anew after four days',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => `N-${text}`), days: 4 },
    CREATED,
    8,
  ],
  [
    'the file is an export made anew, and alikeDays is 0',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => `N-${text}`), settings: { alikeDays: 0 } },
    CREATED,
    8,
  ],
  [
    'the payments are repeated a week later with new references',
    { rows: FOUR },
    { rows: referenced(FOUR, (text) => `W2-${text}`), days: 7 },
    CREATED,
    8,
  ],
  [
    'a row without a reference is still in doubt after a year',
    { rows: FOUR, columns: BARE, faults: [LOST] },
    { rows: [R1, ...other(1)], columns: BARE, days: 365 },
    held(HELD, 'created'),
    5,
  ],
  [
    'a row has the account and amount of a row in doubt',
    { rows: FOUR, faults: [LOST] },
    { rows: [{ ...R1, reference: 'X', memo: 'goods' }, ...other(1)] },
    held(HELD, 'created'),
    5,
  ],
  [
    'a row has the amount of a row in doubt, but another account',
    { rows: FOUR, faults: [LOST] },
    {
      rows: [{ ...R1, reference: 'X', 'destination.externalAccountId': OTHER_ACCOUNT }, ...other(1)],
    },
    { rows: all('created', 2), exit: 0 },
    6,
  ],
  [
    'a row has the account and amount of a row in doubt, under the same batch id',
    { rows: FOUR, faults: [LOST], settings: { batchId: 'x' } },
    { rows: [{ ...R1, reference: 'X', memo: 'goods' }, ...other(1)], settings: { batchId: 'x' } },
    held(HELD, 'created'),
    5,
  ],
  [
    'a row has the account and amount of a row that was resolved as created',
    { rows: FOUR, faults: [LOST] },
    { rows: [{ ...R1, reference: 'X', memo: 'goods' }, ...other(1)], days: 5, resolves: 'created' },
    held(HELD, 'created'),
    5,
  ],
  [
    'a row has the account and amount of a row that was resolved as not created',
    { rows: FOUR, faults: [NEVER_PAID] },
    { rows: [{ ...R1, reference: 'X', memo: 'goods' }, ...other(1)], resolves: 'not-created' },
    { rows: all('created', 2), exit: 0 },
    5,
  ],
  [
    'a rejected row has the account and amount of a row in doubt in the same file',
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
    'the same bytes are read with a map that changes nothing',
    { rows: FOUR },
    { settings: { imports: MEMO_AS_NOTE } },
    'same_file',
    4,
  ],
  [
    'the flag --delimiter names the delimiter that was detected before',
    { rows: FOUR },
    { settings: { delimiter: ',' } },
    CREATED,
    4,
  ],
  [
    'the same bytes are read with another column as the memo',
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
    'the same bytes are read with another column as the memo, with --alike-ok',
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
  ['a known row (rule 1)', KNOWN],
  ['a retry file', RETRIES],
  ['a possible duplicate (rule 2)', POSSIBLE],
  ['a file with other parse settings (rule 3)', READINGS],
])('%s', (_, stories) => {
  it.each(stories)('has the outcome of the contract: %s', async (_what, first, then, ended, transfers) => {
    const world = await World.start();
    await world.run(first);
    // A case without `rows` and `text` leaves the file as it is.
    expect(await world.run(then)).toEqual(ended);
    expect(world.service.store.transfers).toHaveLength(transfers);
  });
});

describe('an export made anew', () => {
  it('stays held after some of its rows were sent with --alike-ok from a separate file', async () => {
    const world = await World.start();
    await world.run({ rows: FOUR });
    const anew = { rows: [...referenced(FOUR, (_, at) => `N-${at}`), ...other(3)], name: 'anew.csv' };
    const ended = held(HELD, HELD, HELD, HELD, ...all('created', 3));
    expect(await world.run(anew)).toEqual(ended);
    await world.run({ rows: anew.rows.slice(0, 2), name: 'some.csv', settings: { alikeOk: true } });
    const rows = ['duplicate', 'duplicate', HELD, HELD, ...all('created', 3)];
    expect(await world.run({ name: 'anew.csv' })).toEqual(held(...rows));
    expect(world.service.store.transfers).toHaveLength(9);
  });
});

describe('a file and its retry file', () => {
  it.each([
    ['unchanged retry file', (text: string) => text],
    ['corrected retry file', (text: string) => text.replace('10.50', '20.50')],
  ])('are one batch: the file reports every row as created, and pays each once (%s)', async (_, edit) => {
    const world = await World.start();
    await world.run({ rows: FOUR, columns: BARE, faults: [REFUSED] });
    await world.run({ text: () => edit(world.retryText()), name: 'in.retry.csv' });
    const { rows, exit } = (await world.run({})) as Exclude<Ended, string>; // this run is not refused
    expect(rows.map((one) => one.split('/')[0])).toEqual(all('created'));
    expect(exit).toBe(0);
    expect(world.service.store.transfers).toHaveLength(4);
  });

  it('pay no row twice if the x-retry-of cells of two rows were swapped', async () => {
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

  it('hold the same possible duplicates in a named batch', async () => {
    const world = await World.start();
    const named = { settings: { batchId: 'payroll' } };
    await world.run({ rows: FOUR, ...named });
    await world.run({ rows: referenced(FOUR, (text) => `N-${text}`), name: 'b.csv', ...named });
    expect(await world.run({ text: () => world.retryText('b.csv'), name: 'b.retry.csv' })).toEqual(HELD_ALL);
    expect(world.service.store.transfers).toHaveLength(4);
  });

  it('report the times of the first run when the file is run again, to the millisecond', async () => {
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

describe('rows without references that have other values in the retry file than in their first run', () => {
  const [, LEFT = {}] = FOUR;
  /** Returns the end of each run, and the number of transfers after all of them. */
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
    ['the retry file is held after the original', original, retry, HELD_ALL],
    ['the original is refused after the retry file', retry, original, 'same_file'],
  ])('are paid once after the column map was corrected: %s', async (_, first, then, last) => {
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
  ])('are not paid again if the original is corrected after its retry file, %s', async (_, settings) => {
    const { ended, paid } = await story([
      { rows: [R1, typed], columns: BARE, ...settings },
      { text: correct(), name: 'in.retry.csv', ...settings },
      { ...corrected, settings: {}, ...settings },
    ]);
    expect(ended.slice(0, 2)).toEqual([LEFT_OUT, { rows: ['created'], exit: 0 }]);
    expect(ended[2]).toMatchObject({ exit: 1 });
    expect(paid).toBe(2);
  });

  it('are held in another retry file of the batch, and reported as created in a copy of their own', async () => {
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

describe('two files that run at the same time', () => {
  it('pay each row once if they have the same rows under other references', async () => {
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

  it('pay all rows if their rows differ', async () => {
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
