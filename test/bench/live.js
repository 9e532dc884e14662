// Live runs against a service in another process: the whole run, a bare undici loop over the same bodies, and the
// script that people write by hand. All in one run, so that only ratios count.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, rmSync } from 'node:fs';
import { parse } from 'csv-parse';
import pLimit from 'p-limit';
import { Pool } from 'undici';
import { run } from '../../dist/batch/run.js';
import { RunControl } from '../../dist/batch/input/control.js';
import { systemClock } from '../../dist/client/clock.js';
import { SqliteLedger } from '../../dist/ledger/sqlite/sqlite-ledger.js';
import { DEFAULT_PROFILE } from '../../dist/interface/profile.js';
import { here } from './child.js';
import { folder, inputFile } from './files.js';
import { NoLedger } from './no-ledger.js';

const silent = { info() {}, warn() {}, error() {}, debug() {} };
const none = new Map();
const headers = {
  authorization: 'Bearer bench-token-bench-token',
  'content-type': 'application/json',
  accept: 'application/json',
};

async function withService(latencyMs, work) {
  const service = fork(here('./service.js'), [String(latencyMs)]);
  const [port] = await once(service, 'message');
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    service.kill();
  }
}

let runs = 0;
async function paybatch(url, file, rows, concurrency, ledger) {
  const path = `${folder}ledger-${++runs}.db`;
  let opened;
  const started = performance.now();
  const end = await run(
    {
      file,
      results: `${folder}live.results.csv`,
      retry: `${folder}live.retry.csv`,
      profile: DEFAULT_PROFILE,
      useDeveloperFunds: false,
      documentsDir: folder,
      guards: { expectTotal: none, maxAmount: none, maxTotal: none },
      client: {
        baseUrl: url,
        authUrl: url,
        credentials: { clientId: 'bench', apiKey: 'bench-key', apiSecret: 'bench-secret' },
      },
      openLedger: () => (opened = ledger ? new SqliteLedger(path, 'bench') : new NoLedger()),
      concurrency,
      quote: true,
      haltAfter: 5,
      requireFunds: false,
      maxInDoubt: 10,
      environment: 'bench',
      acceptLedger: false,
      alikeOk: true,
      alikeDays: 3,
      clock: systemClock,
      random: Math.random,
    },
    { log: silent },
    new RunControl(),
    `bench-${runs}`,
  );
  const seconds = (performance.now() - started) / 1000;
  if (end.tally.count('created') !== rows)
    throw new Error(`created ${end.tally.count('created')} of ${rows}`);
  for (const ending of ['', '-wal', '-shm', '.mark']) rmSync(path + ending, { force: true });
  // The next run has another ledger, which does not know what these results say was paid.
  for (const kind of ['results', 'retry']) rmSync(`${folder}live.${kind}.csv`, { force: true });
  return { perSecond: rows / seconds, rowsASync: ledger ? (2 * rows) / opened.commits : 0 };
}

const { transferText, quoteText } = await import('../../dist/client/client.js');

/**
 * The same bodies, no CSV, no checks, no ledger. `kind`: 'fresh' opens a connection of its own for every
 * request; 'mixed' is what paybatch does, kept alive for quotes and fresh for transfers; 'kept' keeps all alive.
 */
async function bare(url, rows, concurrency, kind) {
  const bodies = Array.from({ length: rows }, (_, i) => {
    const id = i.toString(16).padStart(12, '0');
    const source = { currency: 'USDC', network: 'ethereum', walletId: `16fd2706-8baf-433b-82eb-${id}` };
    const destination = { currency: 'GBP', externalAccountId: `886313e1-3b8a-4372-9b90-${id}` };
    const receiverAmount = `${(i % 9000) + 1}.${String(i % 100).padStart(2, '0')}`;
    return [
      quoteText({ receiverAmount, isFirstParty: false, source, destination }),
      transferText({
        receiverAmount,
        customerId: `7c9e6679-7425-40de-944b-${id}`,
        source,
        destination,
        purposeOfPayment: 'PaymentForGoods',
        memo: `Invoice ${i}, goods and services delivered in the course of the month`,
        useDeveloperFunds: true,
        requireApproval: false,
      }),
    ];
  });
  const quotes = new Pool(url, { connections: concurrency, pipelining: kind === 'fresh' ? 0 : 1 });
  const transfers = kind === 'kept' ? quotes : new Pool(url, { connections: concurrency, pipelining: 0 });
  let next = 0;
  const post = async (pool, path, body) => {
    const answer = await pool.request({ method: 'POST', path, headers, body });
    await answer.body.text();
  };
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < rows) {
        const [quote, transfer] = bodies[next++];
        await post(quotes, '/api/v1/transfers/quote', quote);
        await post(transfers, '/api/v1/transfers', transfer);
      }
    }),
  );
  const perSecond = (rows * 1000) / (performance.now() - started);
  await Promise.all([quotes.destroy(), transfers.destroy()]);
  return perSecond;
}

/** What people write in an afternoon. */
async function script(url, file, rows, concurrency) {
  const limit = pLimit(concurrency);
  const started = performance.now();
  const jobs = [];
  for await (const r of createReadStream(file).pipe(parse({ columns: true }))) {
    jobs.push(
      limit(async () => {
        const source = {
          currency: r['source.currency'],
          network: r['source.network'],
          walletId: r['source.walletId'],
        };
        const destination = {
          currency: r['destination.currency'],
          externalAccountId: r['destination.externalAccountId'],
        };
        const amount = Number(r.receiverAmount);
        const send = async (path, body) => {
          const answer = await fetch(url + path, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
            signal: AbortSignal.timeout(30_000),
          });
          return answer.json();
        };
        await send('/api/v1/transfers/quote', { receiverAmount: amount, source, destination });
        await send('/api/v1/transfers', {
          receiverAmount: amount,
          customerId: r.customerId,
          source,
          destination,
          memo: r.memo,
        });
      }),
    );
  }
  await Promise.all(jobs);
  if (jobs.length !== rows) throw new Error('script lost rows');
  return (rows * 1000) / (performance.now() - started);
}

/** The best of some turns, each against a service of its own: sockets that linger from one would slow the next down. */
async function best(turns, measure) {
  let top;
  for (let turn = 0; turn < turns; turn++) {
    const value = await withService(0, measure);
    if (top === undefined || (value.perSecond ?? value) > (top.perSecond ?? top)) top = value;
  }
  return top;
}

export async function benchLive(report) {
  const rows = 20_000;
  const file = await inputFile(rows);
  const few = await inputFile(2_000);
  await withService(0, (url) => bare(url, 2_000, 50, 'mixed'));
  await withService(0, (url) => paybatch(url, few, 2_000, 50, true));
  const floor = await best(2, (url) => bare(url, rows, 50, 'fresh'));
  const mixed = await best(2, (url) => bare(url, rows, 50, 'mixed'));
  const whole = await best(2, (url) => paybatch(url, file, rows, 50, true));
  const without = await best(2, (url) => paybatch(url, file, rows, 50, false));
  const kept = await best(1, (url) => bare(url, rows, 50, 'kept'));
  const byHand = await best(2, (url) => script(url, file, rows, 50));
  report(
    'live: payouts a second at concurrency 50, against a bare undici loop',
    whole.perSecond / floor,
    0.7,
    'min',
    {
      'payouts/s': Math.round(whole.perSecond),
      'bare/s': Math.round(floor),
      'bare with quotes kept alive/s': Math.round(mixed),
      'bare, all kept alive/s': Math.round(kept),
      'rows a sync': whole.rowsASync.toFixed(1),
    },
  );
  report('live: against a hand-written script without a ledger', whole.perSecond / byHand, 3, 'min', {
    'script/s': Math.round(byHand),
  });
  report(
    'live: with the ledger, against the same run without',
    whole.perSecond / without.perSecond,
    0.8,
    'min',
    {
      'without/s': Math.round(without.perSecond),
    },
  );
  for (const [concurrency, least] of [
    [50, 0.9],
    [200, 0.85],
  ]) {
    const some = concurrency * 200;
    const input = await inputFile(some);
    await withService(50, async (url) => {
      const { perSecond } = await paybatch(url, input, some, concurrency, true);
      // Two calls a payout, one after the other.
      const ideal = concurrency / (2 * 0.05);
      report(
        `latency of 50 ms: share of the ideal at concurrency ${concurrency}`,
        perSecond / ideal,
        least,
        'min',
        {
          'payouts/s': Math.round(perSecond),
          ideal,
        },
      );
    });
  }
}
