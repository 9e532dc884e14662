// A file of any size takes the memory of its largest records: rows are not held, whatever reads them.
import { spawn } from 'node:child_process';

import { expect, it } from 'vitest';

import { BIN, ended } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { GOOD, payouts } from '../../kit/payouts.ts';

const ROWS = 150_000;
/** Held, so many rows take several times as much. */
const HEAP_MIB = 64;
const [HEADER = '', LINE = ''] = payouts(
  [GOOD],
  Object.keys(GOOD).filter((name) => name !== 'reference'),
).split('\n');

it.each(['check in.csv', 'migrate in.csv --kind payouts --out out'])(
  '%s of 150,000 rows',
  { timeout: 120_000 },
  async (args) => {
    const at = folder({ 'in.csv': `${HEADER}\n${`${LINE}\n`.repeat(ROWS)}` });
    const words = [`--max-old-space-size=${HEAP_MIB}`, BIN, ...args.split(' ')];
    const env = { PATH: process.env['PATH'], HOME: at, TERM: 'dumb' };
    const { code, stderr } = await ended(spawn(process.execPath, words, { cwd: at, env }));
    expect({ code, stderr: stderr.slice(0, 500) }).toMatchObject({ code: 0 });
  },
);
