// The compiled command without one of its safeguards, for tests that show what the safeguard prevents. The program
// itself has no switch for it. PAYBATCH_TEST_CARELESS names the safeguard.
import { Lease } from '../../../dist/ledger/postgres/lease.js';
import { PostgresLedger } from '../../../dist/ledger/postgres/postgres-ledger.js';
import { HeldChunks } from '../../../dist/ledger/postgres/queue/held-chunks.js';

const CARELESS = {
  /** A request starts even if the lease was renewed too long ago. */
  deadline: () => Object.defineProperty(Lease.prototype, 'maySend', { get: () => true }),
  /** The intent is written after the response, just before the outcome. */
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
  /** The host never returns chunks that it holds by the table without knowing it. */
  holding: () => {
    HeldChunks.prototype.compare = () => Promise.resolve();
  },
};

CARELESS[process.env.PAYBATCH_TEST_CARELESS]();
const { start } = await import('../../../dist/cli/main.js');
await start();
