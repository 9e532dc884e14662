// What a person may do between two runs: rename, re-save, re-sort, retype, other settings, other ledgers, other clocks, in
// random pairs. Whatever it is, the service never executes more than the file asks for. A ledger and its results both gone
// is what no program can know of: those pairs are left out, by name.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { resultsName, retryName } from '../../src/batch/results/names.ts';
import { runFile, type RunRequest } from '../../src/batch/run-file.ts';
import { program } from '../../src/cli/program.ts';
import { PaybatchError } from '../../src/errors.ts';
import type { FaultSpec } from '../../src/sandbox/faults.ts';
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/options.ts';
import { seeded } from '../../src/sandbox/random.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { JumpingClock } from '../support/clock.ts';
import { folder } from '../support/folder.ts';
import { COLUMNS, GOOD, numbered } from '../support/payouts.ts';
import { sandbox } from '../support/sandbox.ts';

const HOUR_MS = 3_600_000;
const SEED = Number(process.env['SEED'] ?? 1);
const TRIALS = 30;

type Row = Readonly<Record<string, string>>;

const BARE = COLUMNS.filter((name) => name !== 'reference');

/** Everything that a person can have a hand in. */
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
  /** Takes the results away from beside the input, or the ledger from where it was: never both. */
  readonly loses?: 'results' | 'ledger';
  readonly does: (world: World) => void | Promise<void>;
}

const utf8 = (text: string): Buffer => Buffer.from(text);
const cellOf = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function save(world: World): void {
  const { rows, columns, separator, lineEnd } = world;
  const lines = rows.map((row) =>
    columns.map((name) => cellOf(row[name] ?? GOOD[name] ?? '')).join(separator),
  );
  writeFileSync(world.file, world.encode([columns.join(separator), ...lines, ''].join(lineEnd)));
}

function everyRow(world: World, change: (row: Row, at: number) => Row): void {
  world.rows = world.rows.map(change);
  save(world);
}

function move(world: World, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(world.file, to);
  world.file = to;
}

const ledgerFiles = ({ ledger }: World): string[] =>
  readdirSync(dirname(ledger))
    .filter((name) => name.includes(basename(ledger)))
    .map((name) => join(dirname(ledger), name));

function retryOf({ file }: World): string {
  return retryName(file, resultsName(file, 'results'), 'results');
}

const profile = (more: RunRequest['profile'] & object) => ({
  does: (world: World): void => {
    world.request = { ...world.request, profile: { ...world.request.profile, ...more } };
  },
});
const request = (more: Partial<RunRequest>) => ({
  does: (world: World): void => {
    world.request = { ...world.request, ...more };
  },
});

const DEEDS: readonly Deed[] = [
  { what: 'nothing', does: () => undefined },
  // The file
  { what: 'renames it', loses: 'results', does: (world) => move(world, join(world.at, 'renamed.csv')) },
  { what: 'gives it another ending', loses: 'results', does: (world) => move(world, `${world.file}.tsv`) },
  {
    what: 'moves it to a folder',
    loses: 'results',
    does: (world) => move(world, join(world.at, 'new', 'in.csv')),
  },
  {
    what: 'comes to it through a link',
    loses: 'results',
    does: (world) => {
      const link = join(world.at, 'link.csv');
      rmSync(link, { force: true });
      symlinkSync(world.file, link);
      world.file = link;
    },
  },
  { what: 'touches it', does: ({ file }) => utimesSync(file, 1, 1) },
  // Saved again
  { what: 'saves it with CRLF', does: (world) => save(Object.assign(world, { lineEnd: '\r\n' })) },
  { what: 'saves it with semicolons', does: (world) => save(Object.assign(world, { separator: ';' })) },
  { what: 'saves it with tabs', does: (world) => save(Object.assign(world, { separator: '\t' })) },
  {
    what: 'saves it as UTF-16',
    does: (world) =>
      save(
        Object.assign(world, { encode: (text: string) => iconv.encode(text, 'utf-16le', { addBOM: true }) }),
      ),
  },
  {
    what: 'saves it with a byte order mark',
    does: (world) => save(Object.assign(world, { encode: (text: string) => utf8(`\ufeff${text}`) })),
  },
  {
    what: 'adds a line break',
    does: ({ file }) => writeFileSync(file, Buffer.concat([readFileSync(file), utf8('\n')])),
  },
  // Sorted, retyped
  {
    what: 'sorts it the other way',
    does: (world) => save(Object.assign(world, { rows: [...world.rows].reverse() })),
  },
  {
    what: 'orders its columns anew',
    does: (world) => save(Object.assign(world, { columns: [...world.columns].reverse() })),
  },
  {
    what: 'adds a column of notes',
    does: (world) => save(Object.assign(world, { columns: [...world.columns, 'x-note'] })),
  },
  {
    what: 'adds a column that is empty',
    does: (world) => {
      world.columns = [...new Set([...world.columns, 'requireApproval'])];
      save(world);
    },
  },
  {
    what: 'spells amounts otherwise',
    does: (world) =>
      everyRow(world, (row) => ({
        ...row,
        receiverAmount: (row['receiverAmount'] ?? '10.00').replace('.00', '.0'),
      })),
  },
  {
    what: 'writes IDs in capitals',
    does: (world) =>
      everyRow(world, (row) => ({ ...row, customerId: (GOOD['customerId'] ?? '').toUpperCase() })),
  },
  {
    what: 'puts spaces around cells',
    does: (world) => everyRow(world, (row) => ({ ...row, 'destination.currency': ' GBP ' })),
  },
  {
    what: 'types memos anew, with two spaces',
    does: (world) => everyRow(world, (row) => ({ ...row, memo: (row['memo'] ?? '').replace(' ', '  ') })),
  },
  {
    what: 'types memos anew, in capitals',
    does: (world) => everyRow(world, (row) => ({ ...row, memo: (row['memo'] ?? '').toUpperCase() })),
  },
  {
    what: 'copies memos with characters that nobody sees',
    does: (world) => everyRow(world, (row) => ({ ...row, memo: `\u200b${row['memo'] ?? ''}\u00ad` })),
  },
  {
    what: 'leaves out the first row',
    does: (world) => save(Object.assign(world, { rows: world.rows.slice(1) })),
  },
  // References
  {
    what: 'takes the references out',
    does: (world) =>
      save(Object.assign(world, { columns: world.columns.filter((name) => name !== 'reference') })),
  },
  {
    what: 'puts references in',
    does: (world) => save(Object.assign(world, { columns: [...new Set(['reference', ...world.columns])] })),
  },
  {
    what: 'gives every row another reference',
    does: (world) => everyRow(world, (row) => ({ ...row, reference: `N-${row['reference'] ?? ''}` })),
  },
  {
    what: 'writes references in small letters',
    does: (world) =>
      everyRow(world, (row) => ({ ...row, reference: (row['reference'] ?? '').toLowerCase() })),
  },
  {
    what: 'writes references with a space that nobody sees',
    does: (world) => everyRow(world, (row) => ({ ...row, reference: `${row['reference'] ?? ''}\u200b` })),
  },
  {
    what: 'writes references in full width',
    does: (world) =>
      everyRow(world, (row) => ({ ...row, reference: (row['reference'] ?? '').replace('R', 'Ｒ') })),
  },
  {
    what: 'has references with zeros before them',
    does: (world) => everyRow(world, (row) => ({ ...row, reference: `00${row['reference'] ?? ''}` })),
  },
  // Settings
  { what: 'sets defaultIsFirstParty', ...profile({ defaultIsFirstParty: true }) },
  { what: 'sets memoTag', ...profile({ memoTag: true }) },
  {
    what: 'names a header for idempotency',
    ...profile({ idempotency: { header: 'Idempotency-Key', windowSeconds: 3600 } }),
  },
  { what: 'lets the developer pay', ...request({ useDeveloperFunds: true }) },
  { what: 'names a batch', ...request({ batchId: 'another' }) },
  { what: 'does without quotes', ...request({ quote: false }) },
  { what: 'takes one row at a time', ...request({ concurrency: 1 }) },
  {
    what: 'spells the address otherwise',
    does: (world) => {
      world.request = {
        ...world.request,
        baseUrl: `${world.service.url.replace('127.0.0.1', 'LOCALHOST')}/`,
      };
    },
  },
  {
    what: 'spells the client otherwise',
    does: (world) => {
      const clientId = ` ${SANDBOX_CREDENTIALS.clientId} `;
      world.request = { ...world.request, credentials: { ...SANDBOX_CREDENTIALS, clientId } };
    },
  },
  // The retry file
  {
    what: 'runs the retry file',
    loses: 'results',
    does: (world) => {
      if (existsSync(retryOf(world))) world.file = retryOf(world);
    },
  },
  {
    what: 'corrects the retry file and runs it',
    loses: 'results',
    does: (world) => {
      const path = retryOf(world);
      if (!existsSync(path)) return;
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('10.0', '11.0'));
      world.file = path;
    },
  },
  // The ledger
  {
    what: 'deletes the log of the ledger',
    does: (world) => {
      for (const end of ['-wal', '-shm']) rmSync(`${world.ledger}${end}`, { force: true });
    },
  },
  { what: 'empties the ledger', loses: 'ledger', does: ({ ledger }) => writeFileSync(ledger, '') },
  {
    what: 'deletes the ledger and everything beside it',
    loses: 'ledger',
    does: (world) => {
      for (const path of ledgerFiles(world)) rmSync(path, { recursive: true, force: true });
    },
  },
  {
    what: 'names another ledger',
    loses: 'ledger',
    does: (world) => {
      world.ledger = join(world.at, 'another', 'l.db');
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
    what: 'gives the ledger a second name',
    does: (world) => {
      const other = join(world.at, 'linked.db');
      if (existsSync(world.ledger) && !existsSync(other)) linkSync(world.ledger, other);
      world.ledger = other;
    },
  },
  // Time
  { what: 'lets a day pass', does: ({ clock }) => void (clock.nowMs += 24 * HOUR_MS) },
  { what: 'sets the clock back a day', does: ({ clock }) => void (clock.nowMs -= 24 * HOUR_MS) },
  // Beside it
  {
    what: 'runs it against a sandbox',
    does: async (world) => {
      const { fakeIo } = await import('../support/io.ts');
      await program(['run', world.file, '--sandbox'], fakeIo(world.at));
    },
  },
];

const FAULTS: readonly (readonly FaultSpec[])[] = [
  [],
  [{ kind: 'status-before', status: 422, operation: 'createTransfer', first: 2 }],
  [{ kind: 'reset-after', operation: 'createTransfer', first: 1 }],
  [{ kind: '500-after', operation: 'createTransfer', every: 3 }],
  [{ kind: '500-before', operation: 'quoteTransfer', every: 2 }],
];

async function go(world: World): Promise<string> {
  const { service, file, ledger, clock } = world;
  const settings: RunRequest = {
    file,
    baseUrl: service.url,
    authUrl: service.url,
    credentials: SANDBOX_CREDENTIALS,
    ledger,
    timeoutMs: 500,
    clock,
    ...world.request,
  };
  try {
    return `exit ${(await runFile(settings)).exitCode}`;
  } catch (error) {
    if (error instanceof PaybatchError) return error.code;
    throw error;
  }
}

/** A world with a file of a few rows, saved. */
async function worldOf(
  rows: Row[],
  columns: readonly string[],
  faults: readonly FaultSpec[],
): Promise<World> {
  const at = folder();
  const world: World = {
    at,
    service: await sandbox({ faults: [...faults], idempotencyHeader: 'Idempotency-Key' }),
    clock: new JumpingClock(),
    rows,
    columns: [...columns],
    file: join(at, 'in.csv'),
    ledger: join(at, 'l.db'),
    separator: ',',
    lineEnd: '\n',
    encode: utf8,
    request: {},
  };
  save(world);
  return world;
}

/** Rows that were executed more than once, by their memos; the tag behind one is ours. */
function twice({ service }: World): string[] {
  const memos = service.store.transfers.map(({ memo }) => (memo ?? '').replace(/ pb-[0-9a-f]{10}$/, ''));
  return memos.filter((memo, i) => memos.indexOf(memo) !== i);
}

async function trial(seed: number): Promise<string> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const rows = numbered(3 + Math.floor(random() * 4));
  const columns = random() < 0.5 ? COLUMNS : BARE;
  const world = await worldOf(rows, columns, pick(FAULTS));
  const { service } = world;
  const first = pick(DEEDS);
  const second = pick(DEEDS.filter(({ loses }) => !loses || !first.loses || loses === first.loses));
  const said = [await go(world)];
  if (existsSync(world.ledger)) copyFileSync(world.ledger, join(world.at, 'copy.db'));
  for (const deed of [first, second]) {
    await deed.does(world);
    if (random() < 0.3) service.faults.clear();
    said.push(await go(world));
  }
  const story = `SEED=${seed}: ${first.what}, then ${second.what} (${said.join(', ')})`;
  expect(twice(world), story).toEqual([]);
  expect(service.store.transfers.length, story).toBeLessThanOrEqual(rows.length);
  return story;
}

describe('what a person may do between two runs', () => {
  it(`never pays a row twice: ${TRIALS} random pairs of ${DEEDS.length} deeds, from seed ${SEED}`, async () => {
    const stories: string[] = [];
    for (let seed = SEED; seed < SEED + TRIALS; seed++) stories.push(await trial(seed));
    expect(stories).toHaveLength(TRIALS);
    // Else the deeds would be tried on runs that never get anywhere.
    expect(stories.filter((story) => story.includes('exit 0')).length).toBeGreaterThan(TRIALS / 10);
  }, 60_000);

  it('would notice: with --alike-ok the same file, saved again, is paid again', async () => {
    const world = await worldOf(numbered(3), BARE, []);
    await go(world);
    save(Object.assign(world, { lineEnd: '\r\n' }));
    world.request = { alikeOk: true };
    expect(await go(world)).toBe('exit 0');
    expect(twice(world)).toHaveLength(3);
  });
});
