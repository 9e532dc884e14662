// A process that the ledger's tests kill. It is plain JavaScript and uses dist/, because Node 20 can't run TypeScript.
//   pay PATH ROWS    a run that pays rows, prints "sent", and waits with one more request in progress
import { FileLedger } from '../../../dist/ledger/file/file-ledger.js';

const [, path, word] = process.argv.slice(2);
const at = new Date('2026-06-01T00:00:00Z');

const ledger = new FileLedger(path, 'env', { create: true, accept: false });
const run = { id: 'killed', kind: 'payouts', batchId: 'b', fileHash: 'f', parent: null, settings: {} };
await ledger.begin({ ...run, file: 'f.csv', rows: Number(word), startedAt: at }, new BigInt64Array());
const none = {
  idempotencyKey: null,
  idempotencyHeader: null,
  quote: null,
  resend: false,
  alikeSince: null,
  alikeReferenced: false,
};
for (let row = 0; row <= Number(word); row++) {
  const key = `p:r:${row}`;
  const place = { runId: 'killed', batchId: 'b', line: row + 2, sequence: row, currency: 'GBP', amount: '1' };
  const identity = { key, reference: `${row}`, content: 'c', fingerprint: '', target: '', ...place };
  await ledger.intend({ ...identity, at, body: '{}', ...none });
  if (row === Number(word)) break;
  const answer = {
    createdId: `t-${row}`,
    httpStatus: 201,
    answer: '{}',
    message: '',
    startedAt: at,
    attempts: [],
  };
  await ledger.record({ ...identity, at, type: 'created', ...answer, status: 'created', code: '' });
}
process.stdout.write('sent\n');
setInterval(() => undefined, 1000);
