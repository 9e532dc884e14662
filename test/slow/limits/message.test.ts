// The message of a row has a maximum length, however many errors the row has and whatever the service responds.
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { paybatchProcess, results, serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { serviceThat } from '../../kit/http.ts';
import { paybatch } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

async function paid(answer: Parameters<typeof serviceThat>[0], ...flags: string[]) {
  const at = folder({ 'in.csv': payouts(numbered(1)) });
  const env = serviceEnv(await serviceThat(answer));
  const end = await paybatch(at, ['run', 'in.csv', '--yes', '--ledger', 'l.db', ...flags], env);
  const [row = {}] = results(join(at, 'in.results.csv'));
  expect(statSync(join(at, 'in.results.csv')).size).toBeLessThan(6_000);
  expect(end.stderr.length + end.stdout.length).toBeLessThan(6_000);
  return { code: end.code, row };
}

describe('the results file and the output of a run', { timeout: 60_000 }, () => {
  it('stay small for a row with 20,000 errors', async () => {
    const documents = Array.from({ length: 20_000 }, (_, i) => `no-such-document-${i}.pdf`).join(';');
    const at = folder({ 'in.csv': payouts([{ ...numbered(1)[0], documents }]) });
    const { code, stdout, stderr } = await paybatch(at, ['check', 'in.csv']);
    expect(code).toBe(1);
    const [row = {}] = results(join(at, 'in.check.csv'));
    expect(row['errorMessage']).toMatch(/^2:13: documents: .*; and 19990 more$/s);
    expect(row['errorMessage']?.length).toBeLessThan(2_050);
    expect(stdout.length + stderr.length).toBeLessThan(10_000);
  });

  it.each([
    ['status code 422 and 900 kB', 422, JSON.stringify({ message: 'no '.repeat(300_000) }), 1, 'rejected'],
    ['status code 422 and 5 MB', 422, 'x'.repeat(5_000_000), 3, 'in_doubt'],
    [
      'status code 201 and 5 MB',
      201,
      JSON.stringify({ id: 'T-1', more: 'x'.repeat(5_000_000) }),
      3,
      'in_doubt',
    ],
    ['a transfer id of 900 kB', 201, JSON.stringify({ id: 'x'.repeat(900_000) }), 3, 'in_doubt'],
    ['900,000 open brackets', 201, '['.repeat(900_000), 3, 'in_doubt'],
    ['150,000 nested objects', 201, '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000), 3, 'in_doubt'],
  ])('stay small when the service responds with %s', async (_, status, text, code, ended) => {
    const { row, ...end } = await paid(() => ({ status, text }), '--no-quote');
    expect({ ...end, status: row['status'], http: row['httpStatus'] }).toEqual({
      code,
      status: ended,
      http: String(status),
    });
  });

  it('stay small when each value of a quote has 300 kB', async () => {
    const long = 'x'.repeat(300_000);
    const { row } = await paid((path) =>
      path.endsWith('/quote')
        ? { status: 200, text: JSON.stringify({ id: long, quoteId: long, fee: long }) }
        : { status: 201, text: JSON.stringify({ id: 'T-1' }) },
    );
    expect(row).toMatchObject({ status: 'created', quoteId: '', quoteFee: '' });
  });
});

// Very deep JSON in every file that may hold JSON: an error message or a problem of one record, never a stack trace.

const DEPTH = 150_000;

const lists = '['.repeat(DEPTH) + ']'.repeat(DEPTH);

const objects = '{"a":'.repeat(DEPTH) + '1' + '}'.repeat(DEPTH);

describe('JSON nested 150,000 levels', { timeout: 60_000 }, () => {
  it.each([
    [['check', 'in.csv', '--config', 'deep.json'], 2],
    [['check', 'in.csv', '--map', 'deep.json'], 2],
    [['lint', 'in.csv', '--baseline', 'lists.json'], 2],
    [['audit', '.', '--since', 'deep.json'], 2],
    [['migrate', 'deep.json', '--out', 'out'], 1],
    [['lint', 'lists.json', 'deep.json'], 2],
  ])('causes an error message without a stack trace: %j', async (args, code) => {
    const at = folder({
      'in.csv': payouts(numbered(1)),
      'deep.json': `{"receiverAmount":${objects}}`,
      'lists.json': `[{"receiverAmount":${lists}}]`,
    });
    const end = await paybatchProcess(at, args);
    expect({ code: end.code, stderr: end.stderr.slice(0, 400) }).toMatchObject({ code });
    expect(end.stderr + end.stdout).not.toMatch(/defect|call stack|\n {4}at /);
  });
});
