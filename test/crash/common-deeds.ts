// Changes that a person may make between two runs: to a file of any kind, to the settings, to the ledger.
import {
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import iconv from 'iconv-lite';

import { SANDBOX_CREDENTIALS } from '../../src/sandbox/options.ts';
import { cells, column, type Deed, request, retryOf, saves, type World } from './between-runs.ts';

const HOUR_MS = 3_600_000;

const utf16 = (text: string): Buffer => iconv.encode(text, 'utf-16le', { addBOM: true });
const marked = (text: string): Buffer => Buffer.from(`\ufeff${text}`);

/** Changes to the input file. */
const FILES: readonly Deed[] = [
  { what: 'nothing', does: () => undefined },
  { what: 'touches it', does: ({ file }) => utimesSync(file, 1, 1) },
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
  saves('saves it with CRLF', () => ({ lineEnd: '\r\n' })),
  saves('saves it with semicolons', () => ({ separator: ';' })),
  saves('saves it with tabs', () => ({ separator: '\t' })),
  saves('saves it as UTF-16', () => ({ encode: utf16 })),
  saves('saves it with a byte order mark', () => ({ encode: marked })),
  {
    what: 'adds a line break',
    does: ({ file }) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('\n')])),
  },
  saves('sorts it the other way', ({ rows }) => ({ rows: rows.toReversed() })),
  saves('orders its columns anew', ({ columns }) => ({ columns: columns.toReversed() })),
  saves('leaves out the first row', ({ rows }) => ({ rows: rows.slice(1) })),
  saves('keeps the last row alone', ({ rows }) => ({ rows: rows.slice(-1) })),
  column('adds a column of notes', 'x-note', ''),
  {
    ...saves('takes the references out', ({ columns }) => ({
      columns: columns.filter((name) => name !== 'reference'),
    })),
    renames: true,
  },
  saves('puts references in', ({ columns }) => ({ columns: [...new Set(['reference', ...columns])] })),
  { ...cells('gives every row another reference', 'reference', (text) => `N-${text}`), renames: true },
  cells('writes references in small letters', 'reference', (text) => text.toLowerCase()),
  cells('writes references with a space that nobody sees', 'reference', (text) => `${text}\u200b`),
  cells('has references with zeros before them', 'reference', (text) => `00${text}`),
  {
    what: 'runs the retry file',
    loses: 'results',
    does: (world) => {
      if (existsSync(retryOf(world))) world.file = retryOf(world);
    },
  },
];

const SETTINGS: readonly Deed[] = [
  request('names a batch', { batchId: 'another' }),
  request('takes one row at a time', { concurrency: 1 }),
  {
    what: 'spells the address otherwise',
    does: (world) => {
      const baseUrl = `${world.service.url.replace('127.0.0.1', 'LOCALHOST')}/`;
      world.request = { ...world.request, baseUrl };
    },
  },
  request('spells the client otherwise', {
    credentials: { ...SANDBOX_CREDENTIALS, clientId: ` ${SANDBOX_CREDENTIALS.clientId} ` },
  }),
  { what: 'lets a day pass', does: ({ clock }) => void (clock.nowMs += 24 * HOUR_MS) },
  { what: 'sets the clock back a day', does: ({ clock }) => void (clock.nowMs -= 24 * HOUR_MS) },
];

const ledgerFiles = ({ ledger }: World): string[] =>
  readdirSync(dirname(ledger))
    .filter((name) => name.includes(basename(ledger)))
    .map((name) => join(dirname(ledger), name));

const LEDGERS: readonly Deed[] = [
  {
    what: 'deletes the log of the ledger',
    does: ({ ledger }) => {
      for (const end of ['-wal', '-shm']) rmSync(`${ledger}${end}`, { force: true });
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
];

/** For files of payouts and of customers. */
export const COMMON_DEEDS: readonly Deed[] = [...FILES, ...SETTINGS, ...LEDGERS];
