// What a killed process leaves behind. Real processes, real kills.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { readMark } from '../../../src/ledger/sqlite/mark.ts';
import { MIGRATION_POINTS } from '../../../src/ledger/sqlite/migrate.ts';
import { SCHEMA_VERSION } from '../../../src/ledger/sqlite/schema.ts';
import { earlierLedger, envOf } from '../../kit/earlier-ledger.ts';
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

describe('a run that is killed with its request under way', () => {
  it('leaves one row in doubt, and everything that it paid', async () => {
    const path = join(folder(), 'ledger.db');
    await killed(['pay', path, '20'], 'sent');
    const one = openedLedger(path);
    expect(readMark(path)?.sequence).toBe(41);
    expect(await one.sequence()).toBe(41);
    expect(await one.recover(after(1))).toBe(1);
    expect(await one.doubts()).toMatchObject([{ key: 'payouts:r:20' }]);
    const paid = await one.lookup(Array.from({ length: 20 }, (_, i) => `payouts:r:${i}`));
    expect([...paid.values()].every((row) => row.state === 'created')).toBe(true);
  });

  it('and whose log is deleted then: refused, not forgotten', async () => {
    const path = join(folder(), 'ledger.db');
    await killed(['pay', path, '20'], 'sent');
    for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
    expect(() => openedLedger(path)).toThrow(expect.objectContaining({ code: 'ledger_older' }));
    const accepted = openedLedger(path, 'env', { accept: true });
    expect(await accepted.run('killed')).toBeDefined(); // what was there when it began had left the log
  });
});

const RENEWING = ['half-renewed', 'renewed'];

describe('a migration that is killed', () => {
  it.each(MIGRATION_POINTS.filter((point) => !RENEWING.includes(point)))(
    'at "%s" loses nothing, and the next one ends it',
    async (point) => {
      const path = earlierLedger(join(folder(), 'ledger.db'));
      await killed(['migrate', path, point]);
      const db = new Database(path);
      const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
      db.close();
      expect(version).toBe(point === 'committed' ? SCHEMA_VERSION : 1);
      const one = openedLedger(path, envOf('https://pay.example'));
      expect((await one.row('payouts:r:paid'))?.state).toBe('created');
      expect((await one.doubts()).map((row) => row.reference).sort()).toEqual(['both', 'doubt']);
      expect(await one.sequence()).toBe(20);
      expect(readFileSync(`${path}.mark`, 'utf8')).toContain(one.id);
    },
  );
});
