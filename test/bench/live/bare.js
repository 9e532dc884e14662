// The floor: the same bodies over a pool of undici that keeps its connections. No CSV, no checks, no ledger, no
// results.
import { Pool } from 'undici';
import { paymentText } from '../../../dist/client/body-text.js';

export const headers = {
  authorization: 'Bearer bench-token-bench-token',
  'content-type': 'application/json',
  accept: 'application/json',
};

function bodies(i) {
  const id = i.toString(16).padStart(12, '0');
  const source = { currency: 'USDC', network: 'ethereum', walletId: `16fd2706-8baf-433b-82eb-${id}` };
  const destination = { currency: 'GBP', externalAccountId: `886313e1-3b8a-4372-9b90-${id}` };
  const receiverAmount = `${(i % 9000) + 1}.${String(i % 100).padStart(2, '0')}`;
  return [
    paymentText({ receiverAmount, isFirstParty: false, source, destination }),
    paymentText({
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
}

export async function bare({ url, rows, concurrency }) {
  const all = Array.from({ length: rows }, (_, i) => bodies(i));
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 });
  const post = async (path, body) => {
    const answer = await pool.request({ method: 'POST', path, headers, body });
    await answer.body.text();
  };
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < rows) {
        const [quote, transfer] = all[next++];
        await post('/api/v1/transfers/quote', quote);
        await post('/api/v1/transfers', transfer);
      }
    }),
  );
  const perSecond = (rows * 1000) / (performance.now() - started);
  await pool.destroy();
  return { perSecond };
}
