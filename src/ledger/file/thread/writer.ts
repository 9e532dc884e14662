// The ledger's thread: commits the writes of a run on a separate connection, as they would be without it
// (commits.ts).
import { parentPort, workerData } from 'node:worker_threads';

import { MarkFile } from '../../store/mark.ts';
import { readMeta } from '../../store/reads.ts';
import type { RowWrite } from '../../store/row-write.ts';
import { couldNotWrite, fileCommitter } from '../commits.ts';
import { connect } from '../connection.ts';
import { FileDriver } from '../driver.ts';
import { sameFileCheck } from '../location.ts';
import { type FromThread, type ThreadStart, type ToThread, unpack } from './messages.ts';

if (!parentPort) throw new Error('this is a thread of the ledger, not a program');
const port = parentPort;
const { path, ledgerId, environment } = workerData as ThreadStart; // thread-writer.ts starts it with this

const db = connect(path);
// The log is moved into the database's file every 16 MB instead of 4: pages that change often are moved once.
db.exec('PRAGMA wal_autocheckpoint = 4000');
const checkFile = sameFileCheck(path);
const driver = new FileDriver(db, Date.now);
if (driver.answer(readMeta()).id !== ledgerId) throw new Error(`${path} is now another ledger`);
const commitAll = fileCommitter(driver, environment);
const mark = new MarkFile(path, ledgerId);

function commit(writes: readonly RowWrite[]): FromThread {
  try {
    const results = commitAll(writes);
    raiseMark();
    checkFile();
    const committed = results.some((result) => result?.ok === false) ? results : null;
    return { committed, tip: driver.tip };
  } catch (error) {
    const { told: failed, code } = couldNotWrite(error);
    return { failed, code };
  }
}

function raiseMark(): void {
  try {
    mark.write(driver.tip);
  } catch {
    // A mark that is too low is harmless.
  }
}

port.on('message', (message: ToThread) => {
  if ('writes' in message) {
    port.postMessage(commit(unpack(message.writes)));
    return;
  }
  mark.close();
  db.close();
  port.close();
});
