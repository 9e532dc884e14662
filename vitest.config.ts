// Three tiers. `npm test` runs `core`: everything that guards money, each behaviour once. `slow` has tests that take
// long, or that need a browser, large inputs or the package. `hosts` needs Postgres, and exists only if
// PAYBATCH_TEST_POSTGRES is set: to a superuser's address, or to `own` for a server that the tests start themselves
// (Node 22.12 or later).
import { defineConfig } from 'vitest/config';

import { folderInMemory } from './test/kit/in-memory.ts';
import { seed } from './test/kit/seed.ts';

// No test cuts the power, so no write has to reach a disk.
process.env['TMPDIR'] ??= folderInMemory();
process.env['PAYBATCH_SEED'] = String(seed());
console.error(`PAYBATCH_SEED=${process.env['PAYBATCH_SEED']}`);

/** Tests for both stores. They run on a ledger in a file in their own tier, and on Postgres in `hosts`. */
const BOTH = [
  'test/contract/ledger.test.ts',
  'test/crash/copy.test.ts',
  'test/stories/customer-identity.test.ts',
  'test/unit/batch/read-at-once.test.ts',
  'test/unit/ledger/copy.test.ts',
  'test/slow/duplicates/put-back.test.ts',
];
const HOSTS = 'test/hosts/**/*.test.ts';
const SLOW = 'test/slow/**/*.test.ts';
const COMMON = {
  setupFiles: ['test/kit/seed.ts', 'test/kit/words.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Test files share loaded modules, because loading them took longer than the tests. So each test restores the shared
  // state that it changes (the environment, the state of a module).
  isolate: false,
  // A poll repeats a command or a database query. At a shorter interval it would fill a core.
  expect: { poll: { interval: 150 } },
};
const core = { name: 'core', include: ['test/**/*.test.ts'], exclude: [SLOW, HOSTS] };
const slow = { name: 'slow', include: [SLOW] };
const hosts = {
  ...{ name: 'hosts', include: [HOSTS, ...BOTH] },
  ...{ env: { PAYBATCH_TEST_STORE: 'postgres' }, globalSetup: ['test/kit/postgres-server.ts'] },
};
const tiers = process.env['PAYBATCH_TEST_POSTGRES'] ? [core, slow, hosts] : [core, slow];

export default defineConfig({
  // For two cores: the tests start more processes themselves.
  test: { maxWorkers: 2, projects: tiers.map((tier) => ({ test: { ...COMMON, ...tier } })) },
});
