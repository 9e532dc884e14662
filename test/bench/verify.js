// ledger verify: CPU time for each payment and peak memory, with a large ledger against a small one. Neither should
// grow, because a ledger is kept for years.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FileLedger } from '../../dist/ledger/file/file-ledger.js';
import { here, timed } from './child.js';
import { interleaved } from './rounds.js';

const SMALL = 8_000;
const LARGE = 40_000;
const ACCOUNTS = 2_000;
const ID = '16fd2706-8baf-433b-82eb-8c7fada847da';
const AT = new Date('2026-06-01T00:00:00Z');

export async function benchVerify(report) {
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-verify-'));
  try {
    const [small, large] = [join(folder, 'small.db'), join(folder, 'large.db')];
    await fill(small, SMALL);
    await fill(large, LARGE);
    const best = await interleaved(
      2,
      { small: () => verified(small), large: () => verified(large) },
      { best: 'least', of: ({ cpuMs }) => cpuMs },
    );
    const [few, many] = [best.small.cpuMs / SMALL, best.large.cpuMs / LARGE];
    report('ledger verify: a payment of 40,000 against one of 8,000', many / few, 1.1, 'max', {
      'CPU us each': Math.round(1000 * many),
    });
    report(
      'ledger verify: peak memory at 40,000 payments against 8,000',
      best.large.peakMb / best.small.peakMb,
      1.5,
      'max',
      {
        'MB at 40,000': Math.round(best.large.peakMb),
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const verified = (ledger) => timed([here('../../bin/paybatch.js'), 'ledger', 'verify', '--ledger', ledger]);

/** Fills a ledger like a run that paid all its rows. */
async function fill(path, payments) {
  const ledger = new FileLedger(path, 'bench', { create: true });
  const settled = {
    parent: null,
    settings: {},
    kind: 'payouts',
    batchId: 'b',
    fileHash: 'f00d',
    file: 'f.csv',
  };
  await ledger.begin({ id: 'r', rows: payments, startedAt: AT, ...settled }, new BigInt64Array(0));
  for (let i = 0; i < payments; i += 500)
    await Promise.all(Array.from({ length: Math.min(500, payments - i) }, (_, k) => pay(ledger, i + k)));
  await ledger.finish('r', AT, 0, { created: payments });
  await ledger.close();
}

async function pay(ledger, n) {
  const account = createHash('md5')
    .update(String(n % ACCOUNTS))
    .digest('hex');
  const body = `{"customerId":"${ID}","source":{"currency":"USDC","network":"ethereum","walletId":"${ID}"},"destination":{"currency":"GBP","externalAccountId":"${account}"},"purposeOfPayment":"PaymentForGoods","receiverAmount":10.50}`;
  const hash = createHash('sha256').update(`${n}`).digest('hex');
  const row = {
    key: `p:r:${n}`,
    reference: `${n}`,
    line: n + 2,
    sequence: n,
    currency: 'GBP',
    amount: '10.50',
  };
  const identity = { ...row, content: hash, fingerprint: hash, runId: 'r', batchId: 'b', at: AT };
  const asked = { body, idempotencyKey: null, idempotencyHeader: null, quote: null };
  await ledger.intend({
    ...identity,
    ...asked,
    resend: false,
    alikeSince: null,
    payee: `Supplier ${n % ACCOUNTS}`,
  });
  const said = { httpStatus: 201, answer: `{"id":"t-${n}","status":"pending"}`, message: '' };
  const created = { type: 'created', createdId: `t-${n}`, startedAt: AT, attempts: [] };
  const shown = { status: 'created', createdId: `t-${n}`, message: '', code: '' };
  await ledger.record({ ...identity, ...said, ...created }, { ...row, ...shown });
}
