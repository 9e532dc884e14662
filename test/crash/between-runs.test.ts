// Random pairs of changes that a person may make between two runs of a payout file: to the file, the settings, the
// ledger or the clock. The service must never execute a row twice. Pairs that lose both the ledger and the results are
// left out: then no record of the payments exists.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import type { RunRequest } from '../../src/run-file.ts';
import type { FaultSpec } from '../../src/sandbox/faults.ts';
import { fakeIo } from '../kit/io.ts';
import { BARE, COLUMNS, GOOD, numbered } from '../kit/payouts.ts';
import { SEED, trials } from '../kit/seed.ts';
import {
  cells,
  column,
  type Deed,
  go,
  moved,
  pick,
  repeated,
  request,
  retryOf,
  type Row,
  save,
  trial,
  type World,
  worldOf,
} from './between-runs.ts';
import { COMMON_DEEDS } from './common-deeds.ts';

const TRIALS = trials(12);

const rowsOf = (count: number): Row[] => numbered(count).map((row) => ({ ...GOOD, ...row }));

const profile = (what: string, more: RunRequest['profile'] & object): Deed => ({
  what,
  does: (world) => {
    world.request = { ...world.request, profile: { ...world.request.profile, ...more } };
  },
});

const DEEDS: readonly Deed[] = [
  ...COMMON_DEEDS,
  moved('renames it', ({ at }) => join(at, 'renamed.csv')),
  moved('gives it another ending', ({ file }) => `${file}.tsv`),
  moved('moves it to a folder', ({ at }) => join(at, 'new', 'in.csv')),
  column('adds a column that is empty', 'requireApproval', ''),
  cells('spells amounts otherwise', 'receiverAmount', (text) => text.replace('.00', '.0')),
  cells('writes IDs in capitals', 'customerId', (text) => text.toUpperCase()),
  cells('puts spaces around cells', 'destination.currency', () => ' GBP '),
  cells('types memos anew, with two spaces', 'memo', (text) => text.replace(' ', '  ')),
  cells('types memos anew, in capitals', 'memo', (text) => text.toUpperCase()),
  cells('copies memos with characters that nobody sees', 'memo', (text) => `\u200b${text}\u00ad`),
  cells('writes references in full width', 'reference', (text) => text.replace('R', 'Ｒ')),
  profile('sets defaultIsFirstParty', { defaultIsFirstParty: true }),
  profile('sets memoTag', { memoTag: true }),
  profile('names a header for idempotency', {
    idempotency: { header: 'Idempotency-Key', windowSeconds: 3600 },
  }),
  request('lets the developer pay', { useDeveloperFunds: true }),
  request('does without quotes', { quote: false }),
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
  {
    what: 'runs it against a sandbox',
    does: async ({ file, at }) => {
      await program(['run', file, '--sandbox'], fakeIo(at));
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

/**
 * Rows that the service executed more than once, by the numbers in their memos. Without a reference, a row with
 * another amount is another payment (known-limits), and one deed corrects amounts in the retry file.
 */
const twice = ({ service }: World, hasReferences: boolean): string[] =>
  repeated(
    service.store.transfers.map(({ memo, receiverAmount }) => {
      const row = /\d+/.exec(memo ?? '')?.[0] ?? '';
      return hasReferences ? row : `${row}, ${Number(receiverAmount)}`;
    }),
  );

describe('changes between two runs of a payout file', () => {
  it(`never make a run pay a row twice: ${TRIALS} random pairs of ${DEEDS.length} changes, from seed ${SEED}`, async () => {
    let worked = 0;
    for (let seed = SEED; seed < SEED + TRIALS; seed++) {
      const { world, story, hasReferences } = await trial(seed, DEEDS, (random) => {
        const rows = rowsOf(3 + Math.floor(random() * 4));
        return worldOf(rows, random() < 0.5 ? COLUMNS : BARE, pick(FAULTS, random));
      });
      expect(twice(world, hasReferences), story).toEqual([]);
      if (world.service.store.transfers.length > 0) worked++;
    }
    // Otherwise most deeds would be tried on runs that pay nothing.
    expect(worked).toBeGreaterThan(TRIALS / 2);
  });

  it('make a run pay every row twice with --alike-ok, and this test detects it', async () => {
    const world = await worldOf(rowsOf(3), BARE, []);
    await go(world);
    save(Object.assign(world, { lineEnd: '\r\n' }));
    world.request = { alikeOk: true };
    expect(await go(world)).toBe('exit 0');
    expect(twice(world, false)).toHaveLength(3);
  });
});
