// A ledger on Postgres against one in a file: the same run in turn, each in a separate process with a separate
// service. Then several hosts that work on a queued run. PAYBATCH_TEST_POSTGRES names the server: an address of a role
// that owns its database, with fsync on.
import { inputFile } from './files.js';
import { measure } from './live/measure.js';
import { measureWorkers } from './live/workers.js';
import { interleaved } from './rounds.js';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SCALE = Number(process.env.SCALE ?? 1);
const ROWS = 4_000 * SCALE;
const CONCURRENCY = 50;
/**
 * For growth: one host has so few requests in progress that eight hosts do not fill the cores. A payout is two calls.
 */
const [LATENCY_MS, UNDER_WAY, CALLS] = [50, 4, 2];
const GROWTH = [1, 2, 4, 8];
const IDEAL = (1000 / (LATENCY_MS * CALLS)) * UNDER_WAY;
/** How long a run takes at the ideal rate. */
const SECONDS = 8 * SCALE;
const growthName = (workers) =>
  `${workers === 1 ? 'one worker' : `${workers} workers`} on Postgres, 4 under way each, answers after 50 ms: share of the ideal`;
const NAMES = {
  speed: 'live run on Postgres: against the same run with a ledger in a file',
  calls: 'live run on Postgres: questions to the database for each row',
  three: 'three workers on one machine: payouts a second against one worker, as many under way',
  cpu: 'three workers on one machine: CPU of a payout against one worker, as many under way',
  ...Object.fromEntries(GROWTH.map((workers) => [workers, growthName(workers)])),
};

export async function benchPostgres(report, skip) {
  const address = process.env.PAYBATCH_TEST_POSTGRES ?? '';
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const why = !address.startsWith('postgres')
    ? 'PAYBATCH_TEST_POSTGRES names no server'
    : major < 22 || (major === 22 && minor < 12)
      ? `Postgres needs Node 22.12, this is ${process.versions.node}`
      : undefined;
  if (why !== undefined) {
    for (const name of Object.values(NAMES)) skip(name, why);
    return;
  }
  await oneHost(report, address);
  await threeHosts(report, address);
  await growth(report, address);
}

async function oneHost(report, address) {
  const job = { what: 'paybatch', file: await inputFile(ROWS), rows: ROWS, concurrency: CONCURRENCY };
  const top = await interleaved(
    ROUNDS,
    { file: () => measure({ ...job, ledger: true }), postgres: () => measure({ ...job, ledger: address }) },
    { of: (measured) => measured.perSecond },
  );
  const { file, postgres } = top;
  const details = {
    'file/s': Math.round(file.perSecond),
    'postgres/s': Math.round(postgres.perSecond),
    'file CPU µs': file.cpu,
    'postgres CPU µs': postgres.cpu,
  };
  report(NAMES.speed, postgres.perSecond / file.perSecond, 0.7, 'min', details);
  report(NAMES.calls, postgres.calls / ROWS, 1, 'max', { questions: postgres.calls });
}

/** The cost of sharing a run between three hosts, if one could do it as well. */
async function threeHosts(report, address) {
  const job = { address, file: await inputFile(ROWS), rows: ROWS };
  const [one, three] = [
    { workers: 1, concurrency: 48 },
    { workers: 3, concurrency: 16 },
  ];
  const measures = {
    one: () => measureWorkers({ ...job, ...one }),
    three: () => measureWorkers({ ...job, ...three }),
  };
  const cpus = { one: [], three: [] };
  const noted = Object.fromEntries(
    Object.entries(measures).map(([name, measured]) => [
      name,
      async () => {
        const found = await measured();
        cpus[name].push(found.cpu);
        return found;
      },
    ]),
  );
  const top = await interleaved(ROUNDS, noted, { of: ({ perSecond }) => perSecond });
  const rates = { 'one/s': Math.round(top.one.perSecond), 'three/s': Math.round(top.three.perSecond) };
  report(NAMES.three, top.three.perSecond / top.one.perSecond, 0.8, 'min', rates);
  const least = { one: Math.min(...cpus.one), three: Math.min(...cpus.three) };
  const details = { 'one CPU µs': least.one, 'three CPU µs': least.three };
  report(NAMES.cpu, least.three / least.one, 1.5, 'max', details);
}

/** How the rate grows with the number of hosts, as long as the machine has free cores. */
async function growth(report, address) {
  const measures = {};
  for (const workers of GROWTH) {
    const rows = Math.round(IDEAL * workers * SECONDS);
    const job = { address, file: await inputFile(rows), rows, workers, concurrency: UNDER_WAY };
    measures[workers] = () => measureWorkers({ ...job, latencyMs: LATENCY_MS });
  }
  const top = await interleaved(ROUNDS, measures, { of: ({ perSecond }) => perSecond });
  for (const workers of GROWTH) {
    const { perSecond, cpu } = top[workers];
    const details = {
      '/s': Math.round(perSecond),
      'ideal/s': Math.round(IDEAL * workers),
      cores: ((perSecond * cpu) / 1e6).toFixed(2),
    };
    report(NAMES[workers], perSecond / (IDEAL * workers), 0.9, 'min', details);
  }
}
