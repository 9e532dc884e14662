// Hosts, each a separate process, work on one run that was queued before. Measures the payouts a second that the
// service sees while all hosts work, and their CPU time for each payout. The CPU time of the database and of the
// service is not included.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { here, timed } from '../child.js';
import { folder } from '../files.js';

const cli = here('../../bin/paybatch.js');
/** The share of the payouts that is left out at the beginning and at the end, when not all hosts work. */
const EDGE = 0.2;

/** `address`: of the database. `latencyMs`: before each response of the service. */
export async function measureWorkers({ address, file, rows, workers, concurrency, latencyMs = 0 }) {
  const service = fork(here('./live/service.js'), [JSON.stringify({ latencyMs })]);
  const home = mkdtempSync(join(folder, 'hosts-'));
  try {
    const [port] = await once(service, 'message');
    const url = `http://127.0.0.1:${port}`;
    const env = {
      HOME: home,
      PAYBATCH_BASE_URL: url,
      PAYBATCH_AUTH_URL: url,
      PAYBATCH_CLIENT_ID: 'bench',
      PAYBATCH_API_KEY: 'bench-key',
      PAYBATCH_API_SECRET: 'bench-secret',
      PAYBATCH_LEDGER: address,
      PAYBATCH_LEDGER_SCHEMA: `b${randomUUID().slice(0, 8)}`,
    };
    await timed([cli, 'ledger', 'init'], { env });
    await timed([cli, 'run', file, '--detach', '--alike-ok', '--yes'], { env });
    const work = [cli, 'work', '--until-empty', '--concurrency', String(concurrency)];
    const ends = await Promise.all(Array.from({ length: workers }, () => timed(work, { env })));
    service.send('times');
    const [times] = await once(service, 'message');
    if (times.length !== rows) throw new Error(`${times.length} of ${rows} were paid`);
    const [from, to] = [Math.floor(rows * EDGE), Math.floor(rows * (1 - EDGE))];
    return {
      perSecond: ((to - from) * 1000) / (times[to] - times[from]),
      /** Microseconds of CPU for each payout, all hosts, start-up included. */
      cpu: Math.round((ends.reduce((sum, { cpuMs }) => sum + cpuMs, 0) * 1000) / rows),
    };
  } finally {
    service.kill();
    rmSync(home, { recursive: true, force: true });
  }
}
