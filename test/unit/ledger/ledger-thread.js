// The ledger's thread with a disk fault between the thread and SQLite. It is plain JavaScript and uses dist/, because
// Node 20 can't run TypeScript. `workerData.commits` counts the commits. `workerData.fault` is one of:
//   full N         from the Nth commit on, the disk is full
//   busy           the thread does not wait for another process that holds the ledger
//   slow MS        each commit takes MS milliseconds longer
//   hang N         the Nth commit never ends: the thread stops with its transaction open
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
    for (;;) pause(10); // until the thread is terminated, which is impossible during one endless wait
  }
  if (fault === 'slow') pause(Number(word));
  return exec.call(this, sql);
};

await import('../../../dist/ledger/file/thread/writer.js');
