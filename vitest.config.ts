// Three tiers. `core` is what `npm test` runs: everything that guards money, each behaviour once. `slow` has what takes long or
// needs a browser, growth or the package. `hosts` needs Postgres, and is there only where PAYBATCH_TEST_POSTGRES is set: to a
// superuser's address, or to `own` for a server that the tests start themselves (Node 22.12 or later).
import { defineConfig } from 'vitest/config';

import { folderInMemory } from './test/kit/in-memory.ts';
import { seed } from './test/kit/seed.ts';

// No test takes the power away, so no write has to reach a disk.
process.env['TMPDIR'] ??= folderInMemory();
process.env['PAYBATCH_SEED'] = String(seed());
console.error(`PAYBATCH_SEED=${process.env['PAYBATCH_SEED']}`);

/** What holds for both stores: on a file where it lies, on Postgres in `hosts`. */
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
  // What is asked again and again is a command or a question to a database, which would take a core to itself.
  expect: { poll: { interval: 150 } },
};
const core = {
  ...{ name: 'core', include: ['test/**/*.test.ts'], exclude: [SLOW, HOSTS] },
  // A file's imports are there for the next one: each took longer to load them than to run. So no test changes what another
  // shares (the environment, a module's own state), or puts it back.
  isolate: false,
};
const slow = { name: 'slow', include: [SLOW] };
const hosts = {
  ...{ name: 'hosts', include: [HOSTS, ...BOTH], isolate: false },
  ...{ env: { PAYBATCH_TEST_STORE: 'postgres' }, globalSetup: ['test/kit/postgres-server.ts'] },
};
const tiers = process.env['PAYBATCH_TEST_POSTGRES'] ? [core, slow, hosts] : [core, slow];

export default defineConfig({
  // Two cores, and tests start processes of their own.
  test: { maxWorkers: 2, projects: tiers.map((tier) => ({ test: { ...COMMON, ...tier } })) },
});
