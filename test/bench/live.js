// Live runs against a service in another process: the whole run, a bare undici loop over the same bodies, and a script
// as people write it by hand. Each runs in a separate process, in interleaved rounds. Only their ratios count.
import { availableParallelism, loadavg } from 'node:os';
import { inputFile } from './files.js';
import { measure } from './live/measure.js';
import { slowSync } from './live/slow-sync.js';
import { interleaved, paired } from './rounds.js';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Below 1: fewer rows, for a quick look. Start-up then weighs too much. */
const SCALE = Number(process.env.SCALE ?? 1);
const ROWS = 20_000 * SCALE;
const rate = { of: (measured) => measured.perSecond };
const details = (all) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, { perSecond, cpu }]) => [
      [`${name}/s`, Math.round(perSecond)],
      [`${name} CPU µs`, cpu],
    ]),
  );

const RUN = 'live run, quote and transfer, every intent synced';
const NAMES = {
  script: `${RUN}: against a script of csv-parse, p-limit and fetch without a ledger`,
  bare: `${RUN}: against a bare loop of undici that keeps its connections`,
  'no ledger': `${RUN}: against the same run without its ledger`,
  chain: `${RUN}: CPU of a payout against the same run without the hashes of the ledger's chain`,
  slow: 'live run with syncs of 5 ms: against the same run without the delay',
  at50: 'live run, answers after 50 ms, concurrency 50: share of the ideal',
  at200: 'live run, answers after 50 ms, concurrency 200: share of the ideal',
  tls: 'live run over TLS, 20 ms of round trip: share of the ideal of two round trips a payout',
  memory: 'live run: peak memory of 200,000 rows against 20,000',
};

export async function benchLive(report, skip) {
  // Run, service and ledger share the cores. On a busy machine, a program with more threads looks faster than it is.
  const [load = 0] = loadavg();
  if (load > availableParallelism() + 1 && process.env.BUSY !== '1') {
    const why = `the machine was busy (load ${Math.round(load)}); BUSY=1 measures all the same`;
    for (const name of Object.values(NAMES)) skip(name, why);
    return;
  }
  await speed(report);
  await chain(report);
  await slowDisk(report, skip);
  await latency(report);
  await overTls(report);
  await memory(report, skip);
}

async function speed(report) {
  const job = { file: await inputFile(ROWS), rows: ROWS, concurrency: 50 };
  const top = await interleaved(
    ROUNDS,
    {
      run: () => measure({ ...job, what: 'paybatch', ledger: true }),
      'no ledger': () => measure({ ...job, what: 'paybatch', ledger: false }),
      bare: () => measure({ ...job, what: 'bare' }),
      script: () => measure({ ...job, what: 'byHand' }),
    },
    rate,
  );
  const against = (other, bound) =>
    report(
      NAMES[other],
      top.run.perSecond / top[other].perSecond,
      bound,
      'min',
      details({ run: top.run, [other]: top[other] }),
    );
  against('script', 2.5);
  against('bare', 0.4);
  against('no ledger', 0.8);
}

/** Changes the program while it is loaded (live/without-hashes.js), because it has no switch for its hash chain. */
const LOADER = { NODE_OPTIONS: `--import=${new URL('./live/without-hashes.js', import.meta.url).href}` };

/**
 * Compares CPU time in pairs, with more rounds than elsewhere, because the difference is smaller than the noise of a
 * machine.
 */
async function chain(report) {
  const job = { file: await inputFile(ROWS), rows: ROWS, concurrency: 50, what: 'paybatch', ledger: true };
  const {
    ratio,
    spread: [least, most],
    first: run,
    second: without,
  } = await paired(
    4 * ROUNDS,
    // The loader costs time as well, so both sides load it.
    () => measure(job, {}, { ...LOADER, BENCH_HASHES: 'kept' }),
    () => measure(job, {}, LOADER),
    (measured) => measured.cpu,
  );
  const pairs = { 'least pair': least.toFixed(2), 'most pair': most.toFixed(2) };
  report(NAMES.chain, ratio, 1.03, 'max', { ...details({ run, without }), ...pairs });
}

async function slowDisk(report, skip) {
  const job = { file: await inputFile(ROWS), rows: ROWS, concurrency: 50, what: 'paybatch', ledger: true };
  const env = slowSync(5);
  if (!env) {
    skip(NAMES.slow, 'no C compiler here');
    return;
  }
  const { run, slow } = await interleaved(
    ROUNDS,
    {
      run: () => measure(job),
      slow: () => measure(job, {}, env),
    },
    rate,
  );
  report(NAMES.slow, slow.perSecond / run.perSecond, 0.8, 'min', details({ run, slow }));
}

/** Two calls a payout, one after the other. */
async function latency(report) {
  for (const [concurrency, bound] of [
    [50, 0.92],
    [200, 0.9],
  ]) {
    const rows = concurrency * 200 * SCALE;
    const job = { file: await inputFile(rows), rows, concurrency };
    const { run, bare } = await interleaved(
      Math.min(2, ROUNDS),
      {
        run: () => measure({ ...job, what: 'paybatch', ledger: true }, { latencyMs: 50 }),
        bare: () => measure({ ...job, what: 'bare' }, { latencyMs: 50 }),
      },
      rate,
    );
    const ideal = concurrency / (2 * 0.05);
    report(NAMES[`at${concurrency}`], run.perSecond / ideal, bound, 'min', details({ run, bare }));
  }
}

async function overTls(report) {
  const concurrency = 20;
  const rows = 8_000 * SCALE;
  const service = { tls: true, roundTripMs: 20 };
  const job = { file: await inputFile(rows), rows, concurrency, what: 'paybatch', ledger: true };
  const { run } = await interleaved(Math.min(2, ROUNDS), { run: () => measure(job, service) }, rate);
  report(NAMES.tls, run.perSecond / (concurrency / 0.04), 0.85, 'min', details({ run }));
}

async function memory(report, skip) {
  if (SCALE < 1) {
    skip(NAMES.memory, 'not at this scale');
    return;
  }
  const peak = async (rows) => {
    const job = { file: await inputFile(rows), rows, concurrency: 50, what: 'paybatch', ledger: true };
    return (await measure(job)).peakMb;
  };
  const few = await peak(20_000);
  const many = await peak(200_000);
  report(NAMES.memory, many / few, 1.2, 'max', {
    'MB at 20,000': Math.round(few),
    'MB at 200,000': Math.round(many),
  });
}
