// What a group of writes has to know is looked up by its keys, however much the ledger holds and whether the server has ever
// analysed its tables: a new ledger never was.
import { describe, expect, it } from 'vitest';

import { intent, newRun, outcome, runRow } from '../kit/ledger.ts';
import { asked, postgres } from '../kit/postgres.ts';
import { newPostgres } from '../kit/stores.ts';

const server = postgres();
const THERE = 3_000;

describe(`a ledger that was never analysed`, () => {
  it('reads no more for a group of writes than the group is about', async () => {
    const { text, schema, open } = await newPostgres(server);
    const first = await open();
    await first.begin(newRun('a'), new BigInt64Array());
    const all = Array.from({ length: THERE }, (_, sequence) => row(sequence));
    await Promise.all(all.map((more) => first.intend(intent('a', more))));
    await Promise.all(all.map((more) => first.record(outcome('a', 'created', more), runRow(more))));
    await first.close();
    const before = await tuplesRead(text, schema);
    const second = await open();
    await second.begin(newRun('b'), new BigInt64Array());
    const some = Array.from({ length: 40 }, (_, at) => row(THERE + at));
    await Promise.all(some.map((more) => second.intend(intent('b', more))));
    await Promise.all(some.map((more) => second.record(outcome('b', 'created', more), runRow(more))));
    await second.lookup(some.map(({ key }) => key));
    await second.entriesOf(some.map(({ key }) => key));
    await second.close();
    const read = (await tuplesRead(text, schema)) - before;
    // Each row is met a few times: at its intent, at its outcome, as it is written, and by the two questions.
    expect(read).toBeLessThan(some.length * 20);
  });
});

const row = (sequence: number) => ({
  key: `payouts:r:k${sequence}`,
  reference: `k${sequence}`,
  ...{ sequence, line: sequence + 2 },
});

/** Of the tables that grow with every payout. What a connection has read is told when it has ended. */
async function tuplesRead(text: string, schema: string): Promise<number> {
  await expect
    .poll(() =>
      asked(
        text,
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'paybatch' AND datname = current_database()`,
      ),
    )
    .toEqual([]);
  const [found] = (await asked(
    text,
    `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_user_tables
     WHERE schemaname = '${schema}' AND relname IN ('rows', 'entries', 'run_rows', 'intents')`,
  )) as { read: number }[]; // the column above
  return found?.read ?? Infinity;
}
