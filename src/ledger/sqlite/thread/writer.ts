// The ledger's thread: it commits the writes of a run on a connection of its own, so that a sync of the disk stands in
// nobody's way. While one batch is being synced, the next gathers. It decides nothing: what is written, and when it may
// not be, is the same as without it (row-write.ts).
import { parentPort, workerData } from 'node:worker_threads';

import { LedgerError } from '../../ledger-error.ts';
import { Chain } from '../chain/chain.ts';
import { connect, words } from '../connection.ts';
import { Mark } from '../mark.ts';
import { idOf } from '../opening.ts';
import { type RowWrite, RunTables } from '../row-write.ts';
import { SameFile } from '../same-file.ts';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';
import { unpack } from './pack.ts';

if (!parentPort) throw new Error('this is a thread of the ledger, not a program');
const port = parentPort;
const { path, ledgerId, environment } = workerData as ThreadStart; // thread-writer.ts starts it with this

const db = connect(path);
// The log moves into the database's own file every 16 MB, not every 4: pages that changed often in between move once.
db.exec('PRAGMA wal_autocheckpoint = 4000');
if (idOf(db) !== ledgerId) throw new Error(`${path} is another ledger by now`);
const file = new SameFile(path);
const chain = new Chain(db, Date.now);
const tables = new RunTables(db, environment, chain);
const mark = new Mark(path, ledgerId);

function commit(writes: readonly RowWrite[]): FromThread {
  try {
    const results = chain.transaction(() => writes.map((write) => tables.apply(write)));
    raiseMark();
    file.check();
    const committed = results.some((result) => result?.ok === false) ? results : null;
    return { committed, tip: chain.tip };
  } catch (error) {
    const isGone = error instanceof LedgerError && error.code === 'ledger_gone';
    return isGone ? { gone: true } : { failed: words(error) };
  }
}

/** The commit stands whatever becomes of the mark: one that is too low is harmless. */
function raiseMark(): void {
  try {
    mark.write(chain.tip);
  } catch {
    // said above
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
