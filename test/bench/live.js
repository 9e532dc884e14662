// Live runs against a service in another process: the whole run, a bare undici loop over the same bodies, and the
// script that people write by hand. Each in a process of its own, in interleaved rounds, so that only ratios count.
import { inputFile } from './files.js';
import { measure } from './live/measure.js';
import { slowSync } from './live/slow-sync.js';
import { interleaved } from './rounds.js';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const ROWS = Number(process.env.ROWS ?? 20_000);
const rate = { of: (measured) => measured.perSecond };
const details = (all) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, { perSecond, cpu }]) => [
      [`${name}/s`, Math.round(perSecond)],
      [`${name} CPU µs`, cpu],
    ]),
  );

export async function benchLive(report, skip) {
  await speed(report);
  await slowDisk(report, skip);
  await latency(report);
  await overTls(report);
  await memory(report);
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
  const against = (other, bound, words) =>
    report(
      `live run, quote and transfer, every intent synced: against ${words}`,
      top.run.perSecond / top[other].perSecond,
      bound,
      'min',
      details({ run: top.run, [other]: top[other] }),
    );
  against('script', 3, 'a script of csv-parse, p-limit and fetch without a ledger');
  against('bare', 0.4, 'a bare loop of undici that keeps its connections');
  against('no ledger', 0.85, 'the same run without its ledger');
}

async function slowDisk(report, skip) {
  const name = 'live run with syncs of 5 ms: against the same run without the delay';
  const job = { file: await inputFile(ROWS), rows: ROWS, concurrency: 50, what: 'paybatch', ledger: true };
  const env = slowSync(5);
  if (!env) {
    skip(name, 'no C compiler here');
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
  report(name, slow.perSecond / run.perSecond, 0.8, 'min', details({ run, slow }));
}

/** Two calls a payout, one after the other. */
async function latency(report) {
  for (const [concurrency, bound] of [
    [50, 0.92],
    [200, 0.9],
  ]) {
    const rows = concurrency * 200;
    const job = { file: await inputFile(rows), rows, concurrency };
    const { run, bare } = await interleaved(
      2,
      {
        run: () => measure({ ...job, what: 'paybatch', ledger: true }, { latencyMs: 50 }),
        bare: () => measure({ ...job, what: 'bare' }, { latencyMs: 50 }),
      },
      rate,
    );
    const ideal = concurrency / (2 * 0.05);
    const name = `live run, answers after 50 ms, concurrency ${concurrency}: share of the ideal`;
    report(name, run.perSecond / ideal, bound, 'min', details({ run, bare }));
  }
}

async function overTls(report) {
  const concurrency = 20;
  const rows = 8_000;
  const service = { tls: true, roundTripMs: 20 };
  const job = { file: await inputFile(rows), rows, concurrency, what: 'paybatch', ledger: true };
  const { run } = await interleaved(2, { run: () => measure(job, service) }, rate);
  const name = 'live run over TLS, 20 ms of round trip: share of the ideal of two round trips a payout';
  report(name, run.perSecond / (concurrency / 0.04), 0.85, 'min', details({ run }));
}

async function memory(report) {
  const peak = async (rows) => {
    const job = { file: await inputFile(rows), rows, concurrency: 50, what: 'paybatch', ledger: true };
    return (await measure(job)).peakMb;
  };
  const few = await peak(20_000);
  const many = await peak(200_000);
  report('live run: peak memory of 200,000 rows against 20,000', many / few, 1.2, 'max', {
    'MB at 20,000': Math.round(few),
    'MB at 200,000': Math.round(many),
  });
}
