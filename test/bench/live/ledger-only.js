// A ledger alone: intents and outcomes of rows, so many at a time, each durable before the next step of its row.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { folder } from '../files.js';

const AT = new Date('2026-06-01T00:00:00Z');

async function open({ ledger, address }) {
  if (ledger === 'sqlite') {
    const { FileLedger } = await import('../../../dist/ledger/file/file-ledger.js');
    const path = `${folder}ledger-${process.pid}.db`;
    const remove = () => {
      for (const end of ['', '-wal', '-shm', '.mark']) rmSync(path + end, { force: true });
    };
    return { opened: new FileLedger(path, 'bench', { create: true, accept: false, thread: true }), remove };
  }
  const { openBench } = await import('./on-postgres.js');
  return { opened: await openBench(address), remove: () => undefined };
}

export async function ledgerOnly(job) {
  const { rows, concurrency } = job;
  const { opened, remove } = await open(job);
  const runId = randomUUID();
  const run = { id: runId, kind: 'payouts', batchId: runId, fileHash: 'f', parent: null, settings: {} };
  await opened.begin({ ...run, file: 'f.csv', rows, startedAt: AT }, new BigInt64Array());
  const body = JSON.stringify({
    receiverAmount: 10,
    customerId: randomUUID(),
    purposeOfPayment: 'PaymentForGoods',
    memo: 'x'.repeat(200),
  });
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < rows; at = next++) {
      const key = `p:r:${runId}-${at}`;
      const place = { runId, batchId: runId, line: at + 2, sequence: at, currency: 'GBP', amount: '10' };
      const identity = {
        key,
        reference: `${runId}-${at}`,
        content: `c${at}`,
        fingerprint: `f1:${runId}${at}`,
        target: '',
        ...place,
      };
      const none = { idempotencyKey: null, idempotencyHeader: null, quote: null, resend: false };
      const taken = await opened.intend({
        ...identity,
        ...none,
        alikeSince: 0,
        alikeReferenced: false,
        at: AT,
        body,
      });
      if (!taken.ok) throw new Error(taken.why);
      const outcome = {
        createdId: `${runId}-${at}`,
        httpStatus: 201,
        answer: '{"id":"t"}',
        message: undefined,
        startedAt: AT,
        attempts: [],
      };
      await opened.record({ ...identity, at: AT, type: 'created', status: 'created', code: '', ...outcome });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const seconds = (performance.now() - started) / 1000;
  const { commits } = opened;
  await opened.finish(runId, AT, 0, { created: rows });
  await opened.close();
  remove();
  return { perSecond: rows / seconds, commits };
}
