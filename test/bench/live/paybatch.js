// The whole run: check, intent, quote, transfer, outcome, results.
import { rmSync } from 'node:fs';
import { run } from '../../../dist/batch/run.js';
import { RunControl } from '../../../dist/batch/input/control.js';
import { collectSooner } from '../../../dist/cli/this-process.js';
import { systemClock } from '../../../dist/client/clock.js';
import { DEFAULT_PROFILE } from '../../../dist/interface/profile.js';
import { FileLedger } from '../../../dist/ledger/file/file-ledger.js';
import { folder } from '../files.js';
import { NoLedger } from './no-ledger.js';
import { countQuestions, openBench } from './on-postgres.js';

const none = new Map();

/** `ledger`: an address on Postgres, `true` for a ledger in a file, or `false` for a ledger that does nothing. */
export async function paybatch({ url, ca, file, rows, concurrency, ledger }) {
  collectSooner(); // as the command does
  const asked = typeof ledger === 'string' ? await countQuestions() : () => undefined;
  const name = `${folder}live-${process.pid}`;
  const path = `${name}.ledger.db`;
  const started = performance.now();
  const end = await run(
    {
      file,
      results: `${name}.results.csv`,
      retry: `${name}.retry.csv`,
      profile: DEFAULT_PROFILE,
      useDeveloperFunds: false,
      documentsDir: folder,
      guards: { expectTotal: none, maxAmount: none, maxTotal: none },
      client: {
        baseUrl: url,
        authUrl: url,
        credentials: { clientId: 'bench', apiKey: 'bench-key', apiSecret: 'bench-secret' },
        ...(ca ? { ca } : {}),
      },
      openLedger: () =>
        typeof ledger === 'string'
          ? openBench(ledger)
          : ledger
            ? new FileLedger(path, 'bench', {
                create: true,
                accept: false,
                thread: process.env.NOTHREAD !== '1',
              })
            : new NoLedger(),
      concurrency,
      quote: true,
      haltAfter: 5,
      requireFunds: false,
      maxInDoubt: 10,
      environment: 'bench',
      version: '0.0',
      acceptLedger: false,
      alikeOk: false,
      alikeDays: 3,
      clock: systemClock,
      random: Math.random,
    },
    {},
    new RunControl(),
    `bench-${process.pid}`,
  );
  const seconds = (performance.now() - started) / 1000;
  const made = end.tally.count('created');
  for (const ending of ['.ledger.db', '.ledger.db-wal', '.ledger.db-shm', '.ledger.db.mark'])
    rmSync(name + ending, { force: true });
  for (const kind of ['results', 'retry']) rmSync(`${name}.${kind}.csv`, { force: true });
  if (made !== rows) throw new Error(`created ${made} of ${rows}: ${JSON.stringify(end.stopped)}`);
  return { perSecond: rows / seconds, calls: asked() };
}
