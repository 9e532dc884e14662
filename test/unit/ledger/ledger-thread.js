// The ledger's thread with a fault in its disk, put between it and SQLite. Plain JavaScript over dist/, because Node
// 20 runs no TypeScript. `workerData.fault`:
//   full N         from the Nth commit on, the disk is full
//   busy           another process that holds the ledger is not waited for
//   slow MS        each commit takes so long more; `workerData.commits` counts them
//   hang N         the Nth commit never comes: the thread stands still with its transaction open
import { workerData } from 'node:worker_threads';
import Database from 'libsql';

const [fault, word] = workerData.fault.split(' ');
const exec = Database.prototype.exec;
const commits = new Int32Array(workerData.commits);
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

Database.prototype.exec = function (sql) {
  if (fault === 'busy' && sql.startsWith('PRAGMA busy_timeout'))
    return exec.call(this, 'PRAGMA busy_timeout = 0');
  if (sql !== 'COMMIT') return exec.call(this, sql);
  const number = Atomics.add(commits, 0, 1) + 1;
  if (fault === 'full' && number >= Number(word)) throw new Error('database or disk is full');
  if (fault === 'hang' && number >= Number(word)) {
    Atomics.notify(commits, 0);
    for (;;) pause(10); // until it is terminated: waiting for good, it could not be
  }
  if (fault === 'slow') pause(Number(word));
  return exec.call(this, sql);
};

await import('../../../dist/ledger/file/thread/writer.js');
