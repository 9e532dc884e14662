// A transfer that was answered and could not be recorded: its id stands in the results of that run, and in those of every
// later one, until a person has used it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { LedgerError } from '../../../src/ledger/ledger.ts';
import { results } from '../../kit/cli.ts';
import { CREATED, place, RUN } from '../../kit/in-doubt.ts';
import { COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { failingLedger, runIn, sandbox } from '../../kit/sandbox.ts';

const full = (): Error => new LedgerError('the ledger could not be written: the disk is full');
const bare = COLUMNS.filter((name) => name !== 'reference');

it.each([
  ['with references', COLUMNS],
  ['without', bare],
])('rows %s: the id stays in the results and in the list of doubts', async (_, columns) => {
  const service = await sandbox();
  const { at, say } = await place(service);
  const file = payouts(numbered(3), columns);
  writeFileSync(join(at, 'in.csv'), file);
  // The ledger takes intents, and no outcome.
  const environment = `http://127.0.0.1:${new URL(service.url).port} sandbox-client`;
  await runIn(at, service.url, {
    environment,
    concurrency: 1,
    openLedger: () =>
      failingLedger(new FileLedger(join(at, 'l.db'), environment), ['record'], () => true, full),
  });
  const [first] = results(join(at, 'in.results.csv'));
  const id = service.store.transfers[0]?.id ?? '';
  expect(first).toMatchObject({ status: 'in_doubt', errorCode: 'ledger', transferId: id });
  const record = `--as created --transfer-id ${id} --reason "..."\n`;
  for (let again = 0; again < 2; again++) {
    const end = await say(RUN(at));
    expect(end.code).toBe(3);
    // The summary has the id as well, and does not ask for what is known.
    expect(end.out).toContain(record);
    expect(end.out).not.toMatch(/--transfer-id ID|not-created/);
    expect(results(join(at, 'in.results.csv'))[0]).toMatchObject({
      status: 'in_doubt',
      transferId: id,
      errorMessage: expect.stringContaining(`The service did create ${id}: record it with`) as string,
    });
  }
  const { out: doubts } = await say(['doubts']);
  expect(doubts).toContain(`created ${id}, which could not be recorded`);
  expect(doubts).toContain(record);
  expect(doubts).not.toMatch(/--transfer-id ID|not-created/);
  expect((await say(['doubts', '--csv'])).out).toContain(id);
  expect(JSON.parse((await say(['doubts', '--json'])).out)).toMatchObject({ doubts: [{ answeredId: id }] });
  // Without the results the ledger alone knows by now.
  rmSync(join(at, 'in.results.csv'));
  expect((await say(['doubts'])).out).toContain(`created ${id}`);
  const settle = [...CREATED(id, 'x'), '--yes'];
  expect((await say(settle)).code).toBe(0);
  expect((await say(RUN(at))).code).toBe(0);
  expect(service.store.transfers).toHaveLength(3);
});

it('results of another ledger give no id', async () => {
  const service = await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] });
  const { at, say } = await place(service);
  await say(RUN(at));
  const path = join(at, 'in.results.csv');
  const foreign = readFileSync(path, 'utf8').replace(/,in_doubt,,/, ',in_doubt,t-foreign,');
  writeFileSync(
    path,
    foreign.replace(/[0-9a-f-]{36},(\d+,[0-9a-f]*)\n/g, '11111111-2222-4333-8444-555555555555,$1\n'),
  );
  await say([...RUN(at), '--accept-ledger']);
  expect(results(path)[0]).toMatchObject({ status: 'in_doubt', transferId: '' });
});
