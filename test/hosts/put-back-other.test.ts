// A row that a statement put back, once it was corrected, sent again and refused, where several hosts share the ledger: it stands for
// the sending that is in doubt.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ACCOUNT } from '../kit/payouts.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();

describe(`a row that was put back for an earlier sending`, () => {
  it('is told, held and settled as that one', async () => {
    const own = await Company.make(server, { rows: 2 });
    const { faults, store } = own.service;
    const run = async (name: string, code: number): Promise<string> => {
      const args = ['run', name, '--concurrency', '1', '--halt-after', '100', '--alike-ok', '--json'];
      const end = await own.run(args);
      expect(end.code, end.stdout + end.stderr).toBe(code);
      faults.clear();
      return (JSON.parse(end.stdout) as { runId: string }).runId;
    };
    faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
    const first = await run('in.csv', 3);
    const word = ['resolve', first, '--line', '2', '--reason', 'asked', '--as'];
    expect((await own.run([...word, 'not-created', '--sure', '--yes'])).code).toBe(0);
    const text = readFileSync(join(own.at, 'in.csv'), 'utf8');
    writeFileSync(join(own.at, 'corrected.csv'), text.replace('10.00', '12.00'));
    faults.add({ kind: 'status-before', status: 400, operation: 'createTransfer', first: 1 });
    const refused = await run('corrected.csv', 1);
    const head = 'Transfer ID,External Account ID,Amount,Currency,Created At,Memo';
    const line = `BANK-1,${ACCOUNT},10.00,GBP,${new Date(Date.now()).toISOString()},row 1`;
    writeFileSync(join(own.at, 's.csv'), `${head}\n${line}\n`);
    const read = ['reconcile', refused, '--statement', 's.csv', '--yes'];
    expect((await own.run(read)).code).toBe(3);
    const doubts = await own.run(['doubts']);
    expect(doubts.stdout).toContain('10.00');
    expect(doubts.stdout).not.toContain('12.00');
    const status = await own.run(['status', refused]);
    expect(status.stdout).toMatch(/in_doubt +10\.00/);
    expect((await own.run(['ledger', 'verify'])).code).toBe(0);
    const sent = store.transfers.length;
    for (const name of ['in.csv', 'corrected.csv']) await run(name, 3);
    expect((await own.run([...word, 'created', '--transfer-id', 'BANK-1'])).code).toBe(0);
    await run('in.csv', 0);
    await run('corrected.csv', 1);
    expect(store.transfers).toHaveLength(sent);
    expect((await own.run(['ledger', 'verify'])).code).toBe(0);
    for (const id of [first, refused]) {
      const told = await own.run(['results', id]);
      expect(told.stdout).toMatch(id === first ? /\n2,R-1,created,BANK-1,/ : /\n2,R-1,rejected,,/);
    }
  });
});
