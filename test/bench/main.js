// npm run bench: every figure as a ratio to a floor timed in the same run. Exit 1 when one misses its bound.
import { benchCheck } from './check.js';
import { benchCustomers } from './customers.js';
import { benchLint } from './lint.js';
import { benchLive } from './live.js';
import { benchMigrate } from './migrate.js';
import { benchStartup } from './startup.js';

let missed = 0;
function report(name, value, bound, kind, details) {
  const good = kind === 'min' ? value >= bound : value <= bound;
  if (!good) missed++;
  const more = Object.entries(details)
    .map(([key, text]) => `${key} ${text}`)
    .join(', ');
  console.log(`${good ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(2)} (${kind} ${bound}; ${more})`);
}

const parts = {
  startup: benchStartup,
  check: benchCheck,
  customers: benchCustomers,
  lint: benchLint,
  migrate: benchMigrate,
  live: benchLive,
};
const wanted = process.argv.slice(2);
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await part(report);
}
process.exitCode = missed === 0 ? 0 : 1;
