// Little memory, for lint, migrate and audit: a heap of 128 MiB as a small container gives it, or few addresses (ulimit -v).
// It works with less, or ends with 2 and a sentence; never with 0 or 1 and less found, never with the runtime's own stack.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BIN, type Ended, ended } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';

const HEAP_MIB = 128;
const CALL = "post('/api/v1/transfers', {customerId: 'c', amount: 1})\n";
const SMALL = { 'small.ts': CALL };

function limited(cwd: string, args: string, limit = ''): Promise<Ended> {
  const heap = limit === '' ? `--max-old-space-size=${HEAP_MIB}` : '';
  const script = `${limit === '' ? '' : `ulimit ${limit}; `}exec '${process.execPath}' '${BIN}' ${args}`;
  const env = { PATH: process.env['PATH'], HOME: cwd, TERM: 'dumb', NODE_OPTIONS: heap };
  return ended(spawn('bash', ['-c', script], { cwd, env }));
}

const noStack = ({ stderr, stdout }: Ended): void => {
  expect(stderr + stdout).not.toMatch(/defect|\n {4}at |Last few GCs|JS stacktrace/);
};

interface Json {
  readonly findings: readonly { readonly path: string }[];
  readonly unreadable: readonly { readonly path: string; readonly why: string }[];
}
const countOf = ({ findings }: Json, name: string): number =>
  findings.filter(({ path }) => path === name).length;

describe('a heap of 128 MiB', { retry: 2, timeout: 120_000 }, () => {
  const LARGE: readonly (readonly [string, number, string])[] = [
    ['large.ts', 40_000, CALL],
    ['large.ndjson', 8_000, '{"customerId": "c", "purposeOfPayment": "x", "amount": 1}\n'],
  ];
  it.each(LARGE)(
    'lint of %s: all is found, or it is unreadable; other files are read',
    async (name, n, line) => {
      const at = folder({ ...SMALL, [name]: line.repeat(n) });
      const end = await limited(at, 'lint . --no-cache --format json');
      noStack(end);
      const report = JSON.parse(end.stdout) as Json;
      const unread = report.unreadable.find(({ path }) => path === name);
      expect([countOf(report, 'small.ts'), countOf(report, name), end.code]).toEqual(
        unread ? [1, 0, 2] : [1, n, 1],
      );
      if (unread) expect(unread.why).toMatch(/memory.*max-old-space-size/);
    },
  );

  it('audit says what it could not look at', async () => {
    const at = folder({
      ...SMALL,
      'large.yaml': '- url: /api/v1/transfers\n  body: {customerId: c, amount: 1}\n'.repeat(40_000),
    });
    const end = await limited(at, 'audit . --format json');
    noStack(end);
    const report = JSON.parse(end.stdout) as Json;
    expect([end.code, countOf(report, 'small.ts'), report.unreadable.map(({ path }) => path)]).toEqual([
      2,
      1,
      ['large.yaml'],
    ]);
  });

  const record = (memo: string): string => `[{"customerId":"c","receiverAmount":1,"memo":${memo}}]`;
  it.each<[string, string, string, number]>([
    ['many rows', 'in.csv', `customerId,receiverAmount\n${'c,1\n'.repeat(300_000)}`, 0],
    ['a long cell', 'in.csv', `customerId,receiverAmount,memo\nc,1,${'a'.repeat(12_000_000)}\n`, 0],
    ['a long list', 'in.json', record(`[${'1,'.repeat(1_500_000)}1]`), 2],
  ])('migrate of %s', async (_, name, text, code) => {
    const at = folder({ [name]: text });
    const end = await limited(at, `migrate ${name} --kind payouts --out out`);
    noStack(end);
    expect([end.code, end.stderr]).toEqual([code, expect.stringMatching(code === 2 ? /memory.*\n$/ : /^$/)]);
    expect(existsSync(join(at, 'out', name))).toBe(code === 0);
    if (code === 0) expect(readFileSync(join(at, 'out', name)).length).toBeGreaterThanOrEqual(text.length);
  });
});
