// What a killed run leaves in the ledger. The tests start real processes and kill them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { readMark } from '../../../src/ledger/store/mark.ts';
import { folder } from '../../kit/folder.ts';
import { after, openedLedger } from '../../kit/ledger.ts';

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));

async function killed(args: readonly string[], when?: string): Promise<void> {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (when !== undefined && said.includes(when)) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]; // Node's own event
  expect(signal, said).toBe('SIGKILL');
}

describe('a run that is killed while its request is in progress', () => {
  it('leaves one row in doubt, and a record of every row that it paid', async () => {
    const path = join(folder(), 'ledger.db');
    await killed(['pay', path, '20'], 'sent');
    const one = openedLedger(path);
    expect(readMark(path)?.sequence).toBe(41);
    expect(await one.sequence()).toBe(41);
    expect(await one.recover(after(1))).toBe(1);
    expect(await one.doubts()).toMatchObject([{ key: 'p:r:20' }]);
    const paid = await one.lookup(Array.from({ length: 20 }, (_, i) => `p:r:${i}`));
    expect([...paid.values()].every((row) => row.state === 'created')).toBe(true);
  });

  it('leaves a ledger that is refused, until it is accepted, if the WAL is then deleted', async () => {
    const path = join(folder(), 'ledger.db');
    await killed(['pay', path, '20'], 'sent');
    for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
    expect(() => openedLedger(path)).toThrow(expect.objectContaining({ code: 'ledger_older' }));
    const accepted = openedLedger(path, 'env', { accept: true });
    expect(await accepted.run('killed')).toBeDefined(); // the file already had the start of the run
  });

  it.each([
    ['its WAL and its high-water mark', ['-wal', '-shm', '.mark']],
    ['its high-water mark', ['.mark']],
  ])('leaves a ledger that is refused without %s', async (_, endings) => {
    const path = join(folder(), 'ledger.db');
    await killed(['pay', path, '20'], 'sent');
    for (const ending of endings) rmSync(path + ending, { force: true });
    expect(() => openedLedger(path)).toThrow(expect.objectContaining({ code: 'ledger_older' }));
  });
});
