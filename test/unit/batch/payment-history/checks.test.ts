// Checks across runs: which payments are compared, with which earlier ones, and what a deviation causes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type CheckLevels, DEFAULT_CHECKS, readAccepted } from '../../../../src/batch/input/settings.ts';
import type { Warning } from '../../../../src/batch/input/warnings.ts';
import { results, statuses } from '../../../kit/cli.ts';
import { folder } from '../../../kit/folder.ts';
import { ACCOUNT, GOOD, payouts } from '../../../kit/payouts.ts';
import { runIn, sandbox } from '../../../kit/sandbox.ts';
import { say } from '../../../kit/words.ts';

const OTHER = '886313e1-3b8a-4372-9b90-0c9aee199e5e';
const COLUMNS = [...Object.keys(GOOD), 'x-supplier'];
const out = (at: string): string => join(at, 'in.results.csv');
const to = (account: string) => ({ 'destination.externalAccountId': account });

let nights = 0;

/** Gives a function that runs one night's file. All nights share a service, a ledger and a folder. */
async function nightly(
  checks: Partial<CheckLevels> = {},
  payee: string | null | undefined = 'x-supplier',
  columns = COLUMNS,
) {
  const service = await sandbox();
  const at = folder({});
  return async (
    rows: readonly Record<string, string>[],
    more: Partial<Parameters<typeof runIn>[2]> = {},
    name = 'in.csv',
  ) => {
    const night = ++nights;
    const named = rows.map((row, i) => ({ reference: `N${night}-${i}`, 'x-supplier': 'ACME', ...row }));
    writeFileSync(join(at, name), payouts(named, columns));
    let warnings: readonly Warning[] = [];
    const history = { checks: { ...DEFAULT_CHECKS, ...checks }, payee: payee ?? undefined };
    const hooks = { checked: (_: unknown, list: readonly Warning[]) => void (warnings = list) };
    const end = await runIn(at, service.url, {
      history,
      hooks,
      alikeOk: true,
      concurrency: 1,
      file: join(at, name),
      ...more,
    });
    return {
      end,
      at,
      service,
      warnings,
      texts: warnings.map(({ field, message }) => `${field} ${say(message)}`),
    };
  };
}

/** The settings of a night whose caller accepts these deviations. */
const accepting = (checks: Partial<CheckLevels>, ...accepted: readonly string[]) => ({
  history: { checks: { ...DEFAULT_CHECKS, ...checks }, payee: undefined, accepted: readAccepted(accepted) },
});

const paid = (amount: string): Record<string, string> => ({ receiverAmount: amount });

describe('an amount far from the usual', () => {
  const five = ['10', '12', '14', '11', '13'].map(paid);

  it.each([
    ['120', 'exactly ten times the median of 12'],
    ['1.2', 'exactly a tenth of the median'],
    ['99999', 'far above the median'],
  ])('%s is a warning: %s', async (amount) => {
    const night = await nightly({ totalUnusual: 'off' });
    const before = await night(five);
    const { texts, end } = await night([paid(amount)]);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('median of the last 5 payments');
    expect(texts[0]).toContain('is 12.00 GBP');
    expect(texts[0]).toContain(`on line 6 of run ${before.end.runId}`);
    expect(end.tally.count('created')).toBe(1);
  });
  it.each(['119.99', '1.21'])('%s is no warning', async (amount) => {
    const night = await nightly({ totalUnusual: 'off' });
    await night(five);
    expect((await night([paid(amount)])).texts).toEqual([]);
  });
  it('is not reported after fewer than five payments, in another currency or to another account', async () => {
    const night = await nightly({ totalUnusual: 'off', payeeChanged: 'off' });
    await night(five.slice(1));
    expect((await night([paid('5000')])).texts).toEqual([]);
    expect((await night([{ ...paid('5000'), 'destination.currency': 'EUR' }])).texts).toEqual([]);
    expect((await night([{ ...paid('5000'), ...to(OTHER) }])).texts).toEqual([]);
  });
  it('is compared with the last twenty payments', async () => {
    const night = await nightly({ totalUnusual: 'off' });
    await night(Array.from({ length: 20 }, () => paid('1')));
    await night(Array.from({ length: 20 }, () => paid('10')).map((row, i) => ({ ...row, memo: `${i}` })));
    const { texts } = await night([paid('100')]);
    expect(texts[0]).toContain('is 10.00 GBP');
  });
  it('as an error makes the row invalid, and the other rows are paid', async () => {
    const night = await nightly({ amountUnusual: 'error', totalUnusual: 'off' });
    await night(five);
    const { end, at, service } = await night([paid('12'), { ...paid('1000'), memo: 'x' }]);
    expect(statuses(out(at))).toEqual({ created: 1, invalid: 1 });
    expect(results(out(at))[1]?.errorMessage).toMatch(
      /receiverAmount: "1000" is 83 times the usual.*amountUnusual/,
    );
    expect(end.exitCode).toBe(1);
    expect(service.store.transfers).toHaveLength(6);
  });
  it('is found if the account is written in capitals', async () => {
    const night = await nightly({ amountUnusual: 'error', totalUnusual: 'off' });
    await night(five);
    const { at } = await night([{ ...paid('1000'), ...to(ACCOUNT.toUpperCase()) }]);
    expect(statuses(out(at))).toEqual({ invalid: 1 });
  });
  it('is not reported for a row that is already paid', async () => {
    const night = await nightly({ amountUnusual: 'error', totalUnusual: 'off' });
    await night([...five, { reference: 'BIG', ...paid('5000') }]);
    const { end, texts } = await night([{ reference: 'BIG', ...paid('5000') }]);
    expect(end.exitCode).toBe(0);
    expect(texts).toEqual([]);
  });
});

describe('a payee at another account', () => {
  it('is a warning with the earlier account, run and line; case and spaces of the name are ignored', async () => {
    const night = await nightly();
    const before = await night([{ 'x-supplier': 'Müller  GmbH' }]);
    const { texts } = await night([{ 'x-supplier': ' MÜLLER GMBH', ...to(OTHER) }]);
    expect(texts).toEqual([
      `destination.externalAccountId is not the account at which this payee (x-supplier) was last paid: ${ACCOUNT}, on line 2 of run ${before.end.runId}`,
    ]);
    expect((await night([{ 'x-supplier': 'Müller GmbH', ...to(OTHER) }])).texts).toEqual([]);
  });
  it('as an error makes the row invalid', async () => {
    const night = await nightly({ payeeChanged: 'error' });
    await night([{}]);
    const { at, end } = await night([{ ...to(OTHER) }, {}]);
    expect(statuses(out(at))).toEqual({ invalid: 1, created: 1 });
    expect(end.exitCode).toBe(1);
  });
  it('is not reported if only the case of the account differs', async () => {
    const night = await nightly();
    await night([{}]);
    expect((await night([to(ACCOUNT.toUpperCase())])).texts).toEqual([]);
  });
  it('as an error is paid on the line that --accept names, and on no other', async () => {
    const night = await nightly({ payeeChanged: 'error' });
    await night([{}]);
    const rows = [to(OTHER), { ...to(OTHER), memo: 'b' }];
    const { at, texts, service } = await night(rows, accepting({ payeeChanged: 'error' }, 'payeeChanged:2'));
    expect(results(out(at)).map(({ status }) => status)).toEqual(['created', 'invalid']);
    expect(results(out(at))[1]?.errorMessage).toContain(
      'Ask the payee, at a telephone number that you already had. If the account is right, run this file again (not its retry file) with --accept payeeChanged:3',
    );
    expect(texts).toEqual([expect.stringMatching(/not the account.*; accepted \(--accept\)$/)]);
    expect(service.store.transfers).toHaveLength(2);
  });
  it.each(['x-supplier', 'X-Vendor Name', 'x-beneficiary', 'x-recipient'])(
    'is found by the column %s without a setting',
    async (column) => {
      const night = await nightly({}, null, [...Object.keys(GOOD), column]);
      await night([{ [column]: 'ACME' }]);
      const { texts } = await night([{ [column]: 'Acme', ...to(OTHER) }]);
      expect(texts).toEqual([expect.stringContaining(`at which this payee (${column}) was last paid`)]);
    },
  );
  it('is not compared without the payee column: the file gets a warning, or as an error a refusal', async () => {
    const night = await nightly({}, 'x-vendor');
    await night([{}]);
    expect((await night([to(OTHER)])).texts).toEqual([
      'payee is not a column of this file: payees are not compared',
    ]);
    const strict = await nightly({ payeeChanged: 'error' }, 'x-vendor');
    await expect(strict([{}])).rejects.toThrow(/no column "x-vendor"/);
  });
});

describe('an account that was never paid', () => {
  it('is reported only if the check firstPayment is on', async () => {
    expect((await (await nightly())([{}])).texts).toEqual([]);
    const night = await nightly({ firstPayment: 'warning' });
    expect((await night([{}])).texts[0]).toMatch(/was never paid before: 10.00 GBP/);
    expect((await night([{}])).texts).toEqual([]);
    const strict = await nightly({ firstPayment: 'error' });
    expect((await strict([{}])).end.exitCode).toBe(1);
  });
});

describe('a file total far from the usual', () => {
  const fiveNights = async (night: Awaited<ReturnType<typeof nightly>>): Promise<string> => {
    let run = '';
    for (const amount of ['100', '120', '140', '110', '130']) {
      run = (await night([{ ...paid(amount), memo: amount }])).end.runId;
    }
    return run;
  };

  it('is a warning', async () => {
    const night = await nightly({ amountUnusual: 'off' });
    const run = await fiveNights(night);
    const { texts } = await night([paid('600'), { ...paid('600'), memo: 'b' }]);
    expect(texts).toEqual([
      `the total is 10 times the usual: the median of the last 5 files is 120.00 GBP; the last of them had 130.00 GBP (run ${run}); the file's largest row is here`,
    ]);
  });
  it('as an error refuses the file, unless --accept names its largest row', async () => {
    const night = await nightly({ amountUnusual: 'off', totalUnusual: 'error' });
    await fiveNights(night);
    const refused = expect(night([paid('12')])).rejects;
    await refused.toMatchObject({ code: 'total_unusual', exitStatus: 2 });
    await expect(night([paid('12')])).rejects.toThrow(
      /its largest row is on line 2\. If it is right, add --accept totalUnusual:2$/,
    );
    const accepted = await night(
      [paid('12')],
      accepting({ totalUnusual: 'error', amountUnusual: 'off' }, 'totalUnusual:2'),
    );
    expect(accepted.end.exitCode).toBe(0);
    expect((await night([paid('121')])).end.exitCode).toBe(0);
  });
  it.each(['in.retry.csv', 'in.retry-2.csv'])(
    'is not reported for a low total of a retry file, nor compared with retry files: %s',
    async (name) => {
      const night = await nightly({ amountUnusual: 'off' });
      for (const amount of ['1', '2', '3', '4', '5', '6'])
        expect((await night([{ ...paid(amount), memo: amount }], {}, name)).texts).toEqual([]);
      const run = await fiveNights(night);
      expect((await night([{ ...paid('130'), memo: 'x' }])).texts).toEqual([]);
      expect((await night([paid('5')], {}, name)).texts).toEqual([]);
      expect(run).not.toBe('');
    },
  );
});

it('the next run adds the payments of a run that was killed before it updated the history', async () => {
  const night = await nightly({ totalUnusual: 'off' });
  const rows = ['10', '12', '14', '11', '13'].map(paid);
  // A run without these checks does not update the history at its end either.
  await night(rows, { history: undefined });
  const { texts } = await night([paid('1200')]);
  expect(texts).toEqual([expect.stringContaining('100 times the usual')]);
});
