// The command as it was compiled, with one of its safeguards taken out, for runs that show what it is there for:
// nothing in the program itself can switch it off. PAYBATCH_TEST_CARELESS says which.
import { Lease } from '../../../dist/ledger/postgres/lease.js';
import { PostgresLedger } from '../../../dist/ledger/postgres/postgres-ledger.js';
import { HeldChunks } from '../../../dist/ledger/postgres/queue/held-chunks.js';

const CARELESS = {
  /** A request starts however long ago the lease was renewed. */
  deadline: () => Object.defineProperty(Lease.prototype, 'maySend', { get: () => true }),
  /** What is sent is written down when it was answered, together with the answer. */
  intents: () => {
    const { intend, record } = PostgresLedger.prototype;
    const kept = new Map();
    PostgresLedger.prototype.intend = (intent) => {
      kept.set(intent.key, intent);
      return Promise.resolve({ ok: true });
    };
    PostgresLedger.prototype.record = async function (outcome, row) {
      await intend.call(this, kept.get(outcome.key));
      return record.call(this, outcome, row);
    };
  },
  /** What it holds by the table, and doesn't know to hold, it keeps. */
  holding: () => {
    HeldChunks.prototype.compare = () => Promise.resolve();
  },
};

CARELESS[process.env.PAYBATCH_TEST_CARELESS]();
const { start } = await import('../../../dist/cli/main.js');
await start();
