// check --history reports what the ledger knows about each row, as a run would find it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../kit/cli.ts';
import { inDoubt, place } from '../kit/in-doubt.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

describe('check --history', () => {
  const valid = (at: string) =>
    results(join(at, 'in.check.csv')).map(({ status, errorCode, errorMessage }) => [
      status,
      errorCode,
      errorMessage,
    ]);

  it('reports which rows were paid, held or in doubt, and how many a run would send', async () => {
    const { say, at, runId } = await inDoubt();
    writeFileSync(join(at, 'in.csv'), payouts([...numbered(7), { reference: 'R-5', receiverAmount: '99' }]));
    const { code, out, err } = await say(['check', join(at, 'in.csv'), '--history']);
    expect(code).toBe(3);
    expect(valid(at).slice(0, 7)).toEqual([
      ...[2, 3, 4].map((line) => [
        'in_doubt',
        'in_doubt',
        expect.stringContaining(
          `run ${runId} (line ${line}) may have sent this request: its outcome is unknown`,
        ),
      ]),
      ...[5, 6, 7].map((line) => [
        'duplicate',
        'duplicate',
        `already paid: 10.00 GBP in run ${runId} (line ${line})`,
      ]),
      ['not_sent', 'alike', expect.stringContaining(`possible duplicate of line 2 of run ${runId}`)],
    ]);
    expect(out).toMatch(/duplicate +3 [^]*not_sent +1 [^]*in_doubt +3 /);
    expect(out).toContain('A run now would send 0 rows.');
    expect(err).toContain(`in.csv:8: not_sent: possible duplicate of line 2 of run ${runId}`);
    const { known } = JSON.parse((await say(['check', join(at, 'in.csv'), '--history', '--json'])).out) as {
      known: unknown;
    };
    expect(known).toEqual({ done: 3, inDoubt: 3, held: 1, toSend: 0 });
  });
  it('shows the quote, HTTP status, times and environment of the run that paid the row', async () => {
    const { say, at } = await place(await sandbox());
    const file = join(at, 'in.csv');
    await say(['run', file], {});
    const { out } = await say(['check', file, '--history', '--json']);
    const [{ environment }, [paid], [checked]] = [
      JSON.parse(out) as { environment: string },
      results(join(at, 'in.results.csv')),
      results(join(at, 'in.check.csv')),
    ];
    const names = [
      'status',
      'transferId',
      'quoteId',
      'httpStatus',
      'attempts',
      'startedAt',
      'finishedAt',
      'environment',
    ];
    for (const name of names) expect([name, checked?.[name]]).toEqual([name, paid?.[name]]);
    expect(environment).toBe(paid?.['environment']);
  });
  it('reports a row as in doubt even if a run would resend it with its idempotency key', async () => {
    const idempotency = { header: 'Idempotency-Key', windowSeconds: 3600 };
    const service = await sandbox({ faults: [{ kind: 'garbage', operation: 'createTransfer', first: 1 }] });
    const { say, at } = await inDoubt(service, { profile: { idempotency } });
    expect((await say(['check', join(at, 'in.csv'), '--history'])).code).toBe(3);
    expect(valid(at)[0]?.[0]).toBe('in_doubt');
  });
  it('does not print how many rows a run would send if the ledger knows none of them', async () => {
    const { say, at } = await inDoubt();
    writeFileSync(join(at, 'in.csv'), payouts([{ reference: 'NEW', receiverAmount: '77' }]));
    expect((await say(['check', join(at, 'in.csv'), '--history'])).out).not.toContain('A run now');
  });
});

// These rows look valid in the file, but the ledger has their reference with other content. A guard, a plan and a run
// all treat them as invalid before anything is sent.

/** were paid. The next file has R-1 (or r-1) with another amount, R-2 unchanged, and two new rows. */
async function next(reference = 'R-1') {
  const service = await sandbox();
  const { at, say } = await place(service);
  writeFileSync(join(at, 'a.csv'), payouts(numbered(2)));
  expect(await say(['run', join(at, 'a.csv')])).toMatchObject({ code: 0 });
  const rows = numbered(4).map((row, i) => (i === 0 ? { ...row, reference, receiverAmount: '99.00' } : row));
  const file = join(at, 'b.csv');
  writeFileSync(file, payouts(rows));
  return { service, at, say, file };
}

describe('a row whose reference was paid with other content', () => {
  it.each(['R-1', 'r-1'])('counts as invalid for --max-invalid in check and run: %s', async (reference) => {
    const { service, say, file } = await next(reference);
    expect(await say(['check', file, '--history', '--max-invalid', '0'])).toMatchObject({ code: 2 });
    const run = await say(['run', file, '--max-invalid', '0']);
    expect(run).toMatchObject({ code: 2, err: expect.stringContaining('1 of 4 rows are invalid') as string });
    expect(service.store.transfers).toHaveLength(2);
    expect(await say(['run', file, '--max-invalid', '1'])).toMatchObject({ code: 1 });
    expect(service.store.transfers).toHaveLength(4);
  });

  it.each(['R-1', 'r-1'])(
    'prevents a plan unless --max-invalid allows it, and then the plan can be run: %s',
    async (reference) => {
      const { service, at, say, file } = await next(reference);
      const plan = join(at, 'p.json');
      expect(await say(['plan', file, '--out', plan])).toMatchObject({ code: 1 });
      expect(await say(['plan', file, '--out', plan, '--max-invalid', '1'])).toMatchObject({ code: 0 });
      const ran = await say(['run', '--plan', plan]);
      expect(ran.code, ran.err).toBe(1);
      expect(service.store.transfers).toHaveLength(4);
    },
  );
});
