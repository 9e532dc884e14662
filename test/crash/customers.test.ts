// kill -9 between a customer and its documents, and at every other named point: nobody is created twice, and every
// customer that is called created has all its documents.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { CrashPoint } from '../../src/batch/results/hooks.ts';
import { results, serviceEnv } from '../kit/cli.ts';
import { customers, numberedCustomers } from '../kit/customers.ts';
import { folder } from '../kit/folder.ts';
import { inProcess as paybatch } from '../kit/in-process.ts';
import { sandbox } from '../kit/sandbox.ts';
import { trials } from '../kit/trials.ts';

const ROWS = 6;
const POINTS: readonly CrashPoint[] = [
  'before-intent',
  'after-intent',
  'after-answer',
  'after-outcome',
  'before-upload',
  'after-upload',
  'before-results',
  'after-results',
];
const RUN = ['run', 'in.csv', '--ledger', 'l.db', '--concurrency', '2'];

const setUp = (references: boolean): string =>
  folder({
    'in.csv': customers(
      numberedCustomers(ROWS, { 'documents.BankStatements': 'one.pdf;two.pdf' }),
      references ? [] : ['reference'],
    ),
    'one.pdf': 'one',
    'two.pdf': 'two',
  });

describe('kill -9 in a run of customers, then run again', () => {
  // By turns: both at every point are what kill.test.ts has, and PAYBATCH_TEST_TRIALS. Results are written once in a run.
  const cases = POINTS.flatMap((point, at) => {
    const both = [[point, 1, true] as const, [point, point.endsWith('results') ? 1 : 3, false] as const];
    return trials(1) > 1 ? both : both.slice(at % 2, (at % 2) + 1);
  });
  it.each(cases)('%s, time %i, references %s', async (point, times, references) => {
    const service = await sandbox();
    const at = setUp(references);
    const env = serviceEnv(service.url);
    const killed = await paybatch(at, RUN, { ...env, PAYBATCH_TEST_CRASH: `${point}:${times}` });
    expect(killed.signal).toBe('SIGKILL');
    const end = await paybatch(at, RUN, env);
    expect([0, 3], end.stderr).toContain(end.code);
    const created = [...service.store.customers.values()];
    const names = created.map(({ body }) => String(body['businessLegalName']));
    expect(new Set(names).size).toBe(names.length);
    const rows = results(join(at, 'in.results.csv'));
    expect(rows).toHaveLength(ROWS);
    for (const [i, row] of rows.entries()) {
      const customer = created.find(({ body }) => body['businessLegalName'] === `Customer ${i + 1}`);
      if (row['status'] === 'in_doubt') continue;
      expect(row).toMatchObject({
        status: 'created',
        customerId: customer?.id,
        'documents.BankStatements': 'created;created',
      });
      expect(customer?.documents.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('a customer in doubt is settled by hand, and then continued with its documents', async () => {
    const service = await sandbox();
    const at = setUp(true);
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
