// Start-up: --version, --help, check of a small file, lint of a small file, and lint of standard input as an editor
// runs it, each against an empty node.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './child.js';
import { folder } from './files.js';
import { interleaved } from './rounds.js';

const ROUNDS = 9;
const TEXT =
  "export const pay = (customerId, value) => http.post('/api/v1/transfers', { customerId, amount: value });\n";

/** Milliseconds of a whole process. */
function started(args, input = '') {
  const from = performance.now();
  spawnSync(process.execPath, args, { input, stdio: ['pipe', 'ignore', 'ignore'] });
  return performance.now() - from;
}

export async function benchStartup(report) {
  mkdirSync(folder, { recursive: true });
  const clean = join(folder, 'clean.js');
  const small = join(folder, 'small.js');
  writeFileSync(clean, 'export const total = (rows) => rows.length;\n');
  writeFileSync(small, TEXT);
  const paybatch = here('../../bin/paybatch.js');
  const results = join(folder, 'startup.check.csv');
  const best = await interleaved(
    ROUNDS,
    {
      node: async () => started(['-e', '0']),
      version: async () => started([paybatch, '--version']),
      help: async () => started([paybatch, '--help']),
      check: async () =>
        started([paybatch, 'check', here('../../samples/payouts.csv'), '--results', results]),
      clean: async () => started([paybatch, 'lint', clean]),
      small: async () => started([paybatch, 'lint', small]),
      editor: async () => started([paybatch, 'lint', '-', '--stdin-filename', 'small.js'], TEXT),
    },
    { best: 'least' },
  );
  const { node } = best;
  const against = (ms) => ({ ms: Math.round(ms), 'node ms': Math.round(node) });
  report('paybatch --version against node -e 0', best.version / node, 1.5, 'max', against(best.version));
  report('paybatch --help against node -e 0', best.help / node, 3, 'max', against(best.help));
  report(
    'check of samples/payouts.csv (12 rows) against node -e 0',
    best.check / node,
    2.5,
    'max',
    against(best.check),
  );
  report('lint of one small file against node -e 0', best.clean / node, 3, 'max', against(best.clean));
  report('lint of one that has a finding', best.small / node, 2.5, 'max', against(best.small));
  report('lint --stdin-filename against node -e 0', best.editor / node, 2, 'max', against(best.editor));
}
