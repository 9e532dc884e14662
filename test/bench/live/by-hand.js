// The script that people write by hand: csv-parse, p-limit, fetch, amounts as floats, no ledger.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import pLimit from 'p-limit';
import { headers } from './bare.js';

export async function byHand({ url, file, rows, concurrency }) {
  const limit = pLimit(concurrency);
  const started = performance.now();
  const jobs = [];
  for await (const record of createReadStream(file).pipe(parse({ columns: true }))) {
    jobs.push(limit(() => pay(url, record)));
  }
  await Promise.all(jobs);
  if (jobs.length !== rows) throw new Error('script lost rows');
  return { perSecond: (rows * 1000) / (performance.now() - started) };
}

async function pay(url, r) {
  const send = async (path, body) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return answer.json();
  };
  const source = {
    currency: r['source.currency'],
    network: r['source.network'],
    walletId: r['source.walletId'],
  };
  const destination = {
    currency: r['destination.currency'],
    externalAccountId: r['destination.externalAccountId'],
  };
  const receiverAmount = Number(r.receiverAmount);
  await send('/api/v1/transfers/quote', { receiverAmount, source, destination });
  await send('/api/v1/transfers', {
    receiverAmount,
    customerId: r.customerId,
    source,
    destination,
    memo: r.memo,
  });
}
