// npm run bench [part ...]: every figure is a ratio to a floor that is timed in the same run. Exit code 1 if a figure
// misses its bound. The figures of each part are kept in last.json.
import { benchCheck } from './check.js';
import { benchCustomers } from './customers.js';
import { Figures, keep } from './figures.js';
import { benchHabits } from './habits.js';
import { benchLint } from './lint.js';
import { benchLive } from './live.js';
import { benchMigrate } from './migrate.js';
import { benchPostgres } from './postgres.js';
import { benchSelftest } from './selftest.js';
import { benchStartup } from './startup.js';
import { benchVerify } from './verify.js';

const parts = {
  live: benchLive,
  postgres: benchPostgres,
  check: benchCheck,
  customers: benchCustomers,
  habits: benchHabits,
  verify: benchVerify,
  selftest: benchSelftest,
  migrate: benchMigrate,
  lint: benchLint,
  startup: benchStartup,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  console.error(
    `npm run bench [-- PART ...]: no part ${unknown}; the parts are ${Object.keys(parts).join(', ')}`,
  );
  process.exit(2);
}
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const figures = new Figures();
  await part(figures.report, figures.skip);
  keep(name, Object.keys(parts), figures.list);
  if (figures.list.some((figure) => figure.met === false)) process.exitCode = 1;
}
