// Checks across runs where earlier runs were made otherwise: without a payee, under other levels, by a retry file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type CheckLevels, DEFAULT_CHECKS } from '../../../src/batch/input/history-settings.ts';
import type { Warning } from '../../../src/batch/input/warnings.ts';
import { folder } from '../../kit/folder.ts';
import { ACCOUNT, GOOD, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const OTHER = '886313e1-3b8a-4372-9b90-0c9aee199e5e';
const THIRD = '886313e1-3b8a-4372-9b90-0c9aee199e5f';
const COLUMNS = [...Object.keys(GOOD), 'x-supplier'];
const to = (account: string, name: string) => ({
  'destination.externalAccountId': account,
  'x-supplier': name,
});

async function nights() {
  const service = await sandbox();
  const at = folder({});
  let night = 0;
  const run = async (name: string, checks: Partial<CheckLevels>, payee: string | undefined) => {
    let warnings: readonly Warning[] = [];
    const history = { checks: { ...DEFAULT_CHECKS, ...checks }, payee };
    const hooks = { checked: (_: unknown, list: readonly Warning[]) => void (warnings = list) };
    const more = { history, hooks, alikeOk: true, concurrency: 1, file: join(at, name) };
    const end = await runIn(at, service.url, { ...more, results: join(at, `${name}.out`) });
    return { end, texts: warnings.map(({ field, value, message }) => `${field} ${value} ${message}`) };
  };
  const write = (name: string, rows: readonly Record<string, string>[]): void => {
    night++;
    const named = rows.map((row, i) => ({ reference: `N${night}-${i}`, 'x-supplier': 'ACME', ...row }));
    writeFileSync(join(at, name), payouts(named, COLUMNS));
  };
  return { at, run, write };
}

describe('payees that earlier runs did not know', () => {
  const changed = { amountUnusual: 'off', totalUnusual: 'off' } as const;

  it.each([
    ['back to the account that was known', ACCOUNT],
    ['to the account of the night that did not know', THIRD],
  ])('and a night without the setting in between: %s', async (_, account) => {
    const { run, write } = await nights();
    write('a.csv', [to(ACCOUNT, 'Supplier 1')]);
    await run('a.csv', changed, 'x-supplier');
    write('b.csv', [to(THIRD, 'Supplier 1')]);
    const { end } = await run('b.csv', changed, undefined);
    write('c.csv', [to(account, 'Supplier 1')]);
    const { texts } = await run('c.csv', changed, 'x-supplier');
    expect(texts.join('\n')).toContain(
      `payee x-supplier says whom the last account of a name is compared with, and run ${end.runId} has paid since without "payee" in its config (1 account was paid by such runs alone): whether somebody has another account since then is not known`,
    );
    write('d.csv', [to(account, 'Supplier 1')]);
    expect((await run('d.csv', changed, 'x-supplier')).texts.join('\n')).not.toContain('has paid since');
  });

  it('are told, with how many accounts nobody knows the owner of', async () => {
    const { run, write } = await nights();
    write('a.csv', [to(ACCOUNT, 'Supplier 1'), to(OTHER, 'Supplier 2')]);
    await run('a.csv', changed, undefined);
    write('b.csv', [to(THIRD, 'Supplier 1'), to(OTHER, 'Supplier 2')]);
    const { texts } = await run('b.csv', changed, 'x-supplier');
    expect(texts).toEqual([
      'payee x-supplier holds names, in 2 rows, that no earlier run knew, and 2 accounts were paid by runs without "payee" in their config: whether somebody was paid at one of them before, and has another account now, is not known',
    ]);
    // Supplier 2 is known by now, with the account; Supplier 1 at its new one alone.
    write('c.csv', [to(OTHER, 'Supplier 2')]);
    expect((await run('c.csv', changed, 'x-supplier')).texts).toEqual([]);
    write('d.csv', [to(THIRD, 'Supplier 3')]);
    expect((await run('d.csv', changed, 'x-supplier')).texts.join()).toContain(
      'and 1 account was paid by runs without "payee"',
    );
  });
  it('are nothing where every run knew whom it paid, also of those that have moved since', async () => {
    const { run, write } = await nights();
    for (const account of [ACCOUNT, OTHER]) {
      write('a.csv', [to(account, 'Supplier 1')]);
      await run('a.csv', changed, 'x-supplier');
    }
    write('b.csv', [to(THIRD, 'Supplier 2')]);
    expect((await run('b.csv', changed, 'x-supplier')).texts).toEqual([]);
  });
});

describe("a file's total", () => {
  const quiet = { amountUnusual: 'off', payeeChanged: 'off' } as const;
  const paid = (amount: string): Record<string, string> => ({ receiverAmount: amount });

  async function sixNights() {
    const made = await nights();
    for (let i = 0; i < 6; i++) {
      made.write(`m${i}.csv`, [paid('100'), paid('20')]);
      await made.run(`m${i}.csv`, quiet, undefined);
    }
    return made;
  }

  it('is compared although an earlier run refused each of its rows', async () => {
    const { run, write } = await sixNights();
    write('big.csv', [paid('100000'), paid('50000')]);
    const first = await run(
      'big.csv',
      { ...quiet, amountUnusual: 'error', totalUnusual: 'warning' },
      undefined,
    );
    expect(first.end.tally.count('invalid')).toBe(2);
    await expect(run('big.csv', { ...quiet, totalUnusual: 'error' }, undefined)).rejects.toThrow(
      'the total of 150000.00 GBP is 1250 times the usual: the median of the last 6 files is 120.00 GBP',
    );
  });
  it('of a retry file may be as little as it will, and no more than that of a file', async () => {
    const { at, run, write } = await sixNights();
    write('tiny.retry.csv', [paid('1')]);
    expect((await run('tiny.retry.csv', { ...quiet, totalUnusual: 'error' }, undefined)).texts).toEqual([]);
    write('odd.csv', [paid('x'), paid('y')]);
    await run('odd.csv', quiet, undefined);
    const corrected = readFileSync(join(at, 'odd.csv'), 'utf8').replace(/,[xy],/g, ',90000,');
    writeFileSync(join(at, 'odd.retry.csv'), corrected);
    await expect(run('odd.retry.csv', { ...quiet, totalUnusual: 'error' }, undefined)).rejects.toThrow(
      'is 1500 times the usual',
    );
  });
});
