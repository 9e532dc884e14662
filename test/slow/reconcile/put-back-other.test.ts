// A row that was called not created, corrected, sent again and refused, until a statement spoke against the word: it stands for the
// sending that is in doubt, wherever it is shown, and not for the one that was refused.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { results } from '../../kit/cli.ts';
import { LATER_MS, place } from '../../kit/in-doubt.ts';
import { ACCOUNT, GOOD, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('&#39;', "'");
const NOT = ['--as', 'not-created', '--reason', 'support said no', '--by', 'ann', '--yes'];

/** 10.00 was executed and never answered, then called not created; the same row with `amount` was refused. */
async function refusedSince(amount: string) {
  const one = await place(await sandbox());
  const { say, service } = one;
  const [first, corrected] = ['first', 'corrected'].map((name) => join(one.at, `${name}.csv`));
  const rows = (receiverAmount: string): string =>
    payouts([
      { ...GOOD, reference: 'R-1', memo: 'rent', receiverAmount },
      { ...GOOD, reference: 'R-2', memo: 'other', receiverAmount: '77.00' },
    ]);
  writeFileSync(first ?? '', rows('10.00'));
  writeFileSync(corrected ?? '', rows(amount));
  const run = async (file = '', faults: Parameters<typeof service.faults.add>[0][]) => {
    service.faults.clear();
    for (const fault of faults) service.faults.add(fault);
    const ran = await say(
      ['run', file, '--concurrency', '1', '--alike-ok', '--halt-after', '100', '--json'],
      {},
    );
    service.faults.clear();
    return { code: ran.code, runId: (JSON.parse(ran.out) as { runId: string }).runId };
  };
  const doubted = await run(first, [{ kind: '500-after', operation: 'createTransfer', first: 1 }]);
  expect(doubted.code).toBe(3);
  expect((await say(['resolve', 'last', '--line', '2', ...NOT])).code).toBe(0);
  const refused = await run(corrected, [
    { kind: 'status-before', status: 400, operation: 'createTransfer', first: 1 },
  ]);
  expect(refused.code).toBe(1);
  const paid = service.store.transfers[0]?.id ?? '';
  /** A statement of the first payment alone. */
  const read = (id: string, ...more: string[]) => {
    const head = 'Transfer ID,External Account ID,Amount,Currency,Created At,Memo';
    const line = `${id},${ACCOUNT},10.00,GBP,${new Date().toISOString()},rent`;
    writeFileSync(join(one.at, 's.csv'), `${head}\n${line}\n`);
    return say(['reconcile', refused.runId, '--statement', join(one.at, 's.csv'), ...more]);
  };
  return { ...one, first, corrected, doubted, refused, paid, read, run };
}

describe.each(['12.00', '10.00'])('a row sent again with %s, refused, and put back in doubt', (amount) => {
  it('stands for the sending that is in doubt, as it was sent', async () => {
    const one = await refusedSince(amount);
    const { say, read, refused, doubted, paid, first, corrected, service, run } = one;
    expect((await read('BANK-1', '--yes')).code).toBe(3);
    const doubts = await say(['doubts']);
    expect(doubts.out).toMatch(new RegExp(`${doubted.runId} +2 .* 10\\.00 +GBP`));
    expect(doubts.out).not.toContain('12.00');
    expect((await say(['ledger', 'verify'])).code).toBe(0);
    // Neither file sends it.
    const sent = service.store.transfers.length;
    for (const file of [first, corrected]) expect((await run(file, [])).code).toBe(3);
    expect(service.store.transfers).toHaveLength(sent);
    const word = ['resolve', refused.runId, '--line', '2', '--as', 'created', '--transfer-id', paid];
    const asked = await say([...word, '--reason', 'seen'], {
      ...{ now: () => Date.now() + LATER_MS, interactive: true, answer: 'yes' },
    });
    expect([asked.code, asked.err]).toEqual([0, expect.stringMatching(/10\.00 +GBP/)]);
    expect(asked.err).not.toContain('12.00');
    for (const { runId } of [doubted, refused]) {
      const { out } = await say(['status', runId]);
      if (runId === doubted.runId || amount === '10.00') expect(out).toContain(paid);
      else expect(out).toContain('paid before under its reference, with other content');
      expect(bare(out)).not.toMatch(/resolved as not-created/);
    }
    // What it was paid as is a payment of the file that it was in.
    expect((await run(first, [])).code).toBe(0);
    expect(results(first?.replace('.csv', '.results.csv') ?? '')[0]).toMatchObject({
      ...{ status: 'created', transferId: paid },
    });
    expect((await run(corrected, [])).code).toBe(amount === '12.00' ? 1 : 0);
    expect(service.store.transfers).toHaveLength(sent);
    expect((await say(['ledger', 'verify'])).code).toBe(0);
    // Nor does an auditor read that the refused row was paid.
    for (const [runId, said] of [
      [doubted.runId, 'resolved_created'],
      [refused.runId, ''],
    ] as const) {
      const file = join(one.at, `${runId}.zip`);
      expect((await say(['ledger', 'export', runId, '--out', file])).code).toBe(0);
      const sum = runId === doubted.runId ? '10.00' : amount;
      const told = Buffer.from(unzipSync(readFileSync(file))['results.csv'] ?? []).toString();
      expect(told.split('\n')[1]).toContain(`GBP,${sum},${said},${runId}`);
      expect((await say(['ledger', 'verify', file])).code).toBe(0);
    }
  });

  it('is shown as it was sent by resolve --correct, without a statement', async () => {
    const { say, refused, paid } = await refusedSince(amount);
    const word = ['resolve', refused.runId, '--line', '2', '--as', 'created', '--transfer-id', paid];
    const said = await say([...word, '--reason', 'seen', '--correct', '--yes']);
    expect([said.code, said.err]).toEqual([0, expect.stringMatching(/10\.00 +GBP/)]);
    expect(said.err).not.toContain('12.00');
    const { out } = await say(['report', refused.runId, '--format', 'json']);
    const { rows } = JSON.parse(out) as { rows: Record<string, string>[] };
    if (amount === '10.00') expect(rows[0]).toMatchObject({ status: 'created', transferId: paid });
    else expect(rows[0]?.['errorMessage']).toContain('(line 2, 10.00 GBP): there is nothing to correct');
  });

  it('is in doubt in the status and the report of the run that was refused, with what to do', async () => {
    const { say, read, refused } = await refusedSince(amount);
    expect((await read('BANK-1', '--yes')).code).toBe(3);
    for (const shown of [
      ['status', refused.runId],
      ['report', refused.runId],
      ['report', refused.runId, '--format', 'md'],
      ['report', refused.runId, '--format', 'json'],
    ]) {
      const { out } = await say(shown);
      const text = bare(out.replaceAll(/<[^>]*>/g, ''));
      expect(text, shown.join(' ')).toMatch(/put back in doubt at/);
      expect(text, shown.join(' ')).toMatch(/paybatch (doubts|resolve)/);
      expect(text).toMatch(/in_doubt|in doubt/);
      if (amount === '12.00') expect(text).toMatch(/10\.00 GBP/);
    }
  });
});
