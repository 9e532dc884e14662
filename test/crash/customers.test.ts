// A run of customers that is killed. A person resolves the rows in doubt, and no customer is created twice.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results, serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { paybatch } from '../kit/io.ts';
import { customers, numberedCustomers } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const ROWS = 6;
const RUN = ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', '2'];

const setUp = (): string =>
  folder({
    'in.csv': customers(numberedCustomers(ROWS, { 'documents.BankStatements': 'one.pdf;two.pdf' })),
    'one.pdf': 'one',
    'two.pdf': 'two',
  });

describe('a customer run that is repeated after kill -9', () => {
  it('creates each customer once, with all documents, after a person resolved the rows in doubt', async () => {
    const service = await sandbox();
    const at = setUp();
    const env = serviceEnv(service.url);
    await paybatch(at, RUN, { ...env, PAYBATCH_TEST_CRASH: 'after-answer:1' });
    const second = await paybatch(at, [...RUN, '--json'], env);
    expect(second.code).toBe(3);
    const { runId, kind } = JSON.parse(second.stdout) as { runId: string; kind: string };
    expect(kind).toBe('customers');
    const doubtful = results(join(at, 'in.results.csv')).filter((row) => row['status'] === 'in_doubt');
    for (const { line = '' } of doubtful) {
      const customer = [...service.store.customers.values()].find(
        ({ body }) => body['businessLegalName'] === `Customer ${Number(line) - 1}`,
      );
      const word = customer ? ['created', '--customer-id', customer.id] : ['not-created', '--sure'];
      const done = await paybatch(
        at,
        ['resolve', runId, '--line', line, '--as', ...word, '--reason', 'seen', '--ledger', 'l.db'],
        env,
      );
      expect(done.code, done.stderr).toBe(0);
    }
    expect(doubtful.length).toBeGreaterThan(0);
    expect((await paybatch(at, RUN, env)).code).toBe(0);
    const created = [...service.store.customers.values()];
    expect(created).toHaveLength(ROWS);
    for (const customer of created) expect(customer.documents).toHaveLength(2);
  });
});
