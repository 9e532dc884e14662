// selftest: how many runs it kills in a minute, on the disk of the system's temporary files. A person waits for it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { here, timed } from './child.js';

const KILLS = 100;
/** The bound: runs killed in a minute. */
const LEAST = 200;

export async function benchSelftest(report) {
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-selftest-'));
  try {
    const ledger = join(folder, 'ledger.db');
    const { seconds } = await timed([
      here('../../bin/paybatch.js'),
      ...['selftest', '--kills', String(KILLS), '--json', '--ledger', ledger],
    ]);
    report('selftest: runs killed in a minute', (60 * KILLS) / seconds, LEAST, 'min', {
      'seconds for 100': Math.round(seconds),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
