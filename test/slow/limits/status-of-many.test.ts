// The rows of a run are shown as they are read: a run of any size takes the memory of a page, and its first rows are there
// before the last have been looked at.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { environmentName } from '../../../src/interface/environment.ts';
import type { Ledger, RunRowRecord } from '../../../src/ledger/ledger.ts';
import { standings } from '../../../src/report/standing.ts';
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/options.ts';
import { BIN, serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { AT, claims, newRun, openedLedger, runRow } from '../../kit/ledger.ts';

const ROWS = 80_000;
const PAGE = 10_000;
/** What the command itself needs, and some. All rows as JSON are twice as much. */
const HEAP_MIB = 40;
const URL = 'http://127.0.0.1:9';

/** A ledger with a run of so many rows, of which each has much to say. */
async function manyRows(at: string): Promise<string> {
  const path = join(at, 'l.db');
  const ledger = openedLedger(path, environmentName(URL, SANDBOX_CREDENTIALS.clientId));
  await ledger.begin(newRun('many', { rows: ROWS }), claims());
  const message = 'x'.repeat(700);
  for (let from = 0; from < ROWS; from += PAGE) {
    const rows = Array.from({ length: PAGE }, (_, i) => {
      const sequence = from + i;
      return runRow({
        sequence,
        line: sequence + 2,
        key: `payouts:r:${sequence}`,
        reference: `R-${sequence}`,
        message,
      });
    });
    await ledger.note('many', rows);
  }
  await ledger.finish('many', AT, 0, { created: ROWS });
  await ledger.close();
  return path;
}

it(
  'status of 80,000 rows takes no more memory than that of a few, as a table and as JSON',
  { timeout: 120_000 },
  async () => {
    const at = folder();
    const path = await manyRows(at);
    for (const more of [[], ['--json']]) {
      const args = [`--max-old-space-size=${HEAP_MIB}`, BIN, 'status', 'last', '--ledger', path, ...more];
      const child = spawn(process.execPath, args, {
        cwd: at,
        env: { PATH: process.env['PATH'], HOME: at, ...serviceEnv(URL) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let rows = 0;
      child.stdout.on('data', (part: Buffer) => (rows += part.toString('latin1').split(/R-\d+/).length - 1));
      let err = '';
      child.stderr.on('data', (part: Buffer) => (err += part.toString()));
      const [code] = (await once(child, 'close')) as [number | null]; // Node's own event
      expect({ more, code, err: err.slice(0, 500) }).toEqual({ more, code: 0, err: '' });
      // A reference may have come in two parts.
      expect(rows).toBeGreaterThan(ROWS * 0.99);
    }
  },
);

it('the first rows are handed on when a page has been read', async () => {
  let read = 0;
  const rows = async function* (): AsyncGenerator<RunRowRecord> {
    for (; read < ROWS; read++) yield { ...runRow({ sequence: read, line: read + 2 }), resolved: null };
  };
  const ledger = { eachRunRow: rows, lookup: () => new Map() } as unknown as Ledger; // nothing else is asked for
  for await (const { line } of standings(ledger, { id: 'many' } as never)) {
    if (line < 2_000) continue;
    break;
  }
  expect(read).toBeLessThan(4_000);
});
