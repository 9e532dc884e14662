// Output for a scheduler: --quiet prints nothing on success and everything otherwise. --log-format json prints JSON
// objects.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { makeProgress } from '../../src/cli/render/progress.ts';
import { folder } from '../kit/folder.ts';
import { inDoubt, place } from '../kit/in-doubt.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

async function said(file: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const at = folder({ 'in.csv': file });
  const io = fakeIo(at);
  const named = args.map((arg) => (arg === 'in.csv' ? join(at, arg) : arg));
  const code = await program(named, io);
  return { code, out: io.said.out, err: io.said.err.replaceAll(at, '') };
}

describe('progress without a terminal', () => {
  it('is one line every five seconds until the end, even if no row is finished', async () => {
    let ms = 0;
    const io = fakeIo('/', {}, { now: () => ms });
    let act = (): void => undefined;
    let isOver = false;
    const progress = await makeProgress(io, 'run', (repeated, everyMs) => {
      act = () => {
        ms += everyMs;
        repeated();
      };
      return () => (isOver = true);
    });
    act();
    progress.update({ done: 2, total: 4, refused: 0, inDoubt: 0 });
    progress.clear();
    act();
    expect(io.said.err.split('\n')).toEqual([
      expect.stringMatching(/^1970-01-01T00:00:05\.000Z info {2}run: reading the input$/),
      expect.stringMatching(/^1970-01-01T00:00:10\.000Z info {2}run: 2 of 4 rows, 0\.2\/s, 10 s left$/),
      '',
    ]);
    expect(isOver).toBe(false);
    progress.end();
    expect(isOver).toBe(true);
  });
});

describe('--json', () => {
  it('prints a warning that the file has no rows', async () => {
    const { out, err } = await said(payouts([]), 'check', 'in.csv', '--json');
    expect(JSON.parse(out)).toMatchObject({ exitCode: 0 });
    expect(err).toContain('in.csv has a header and no rows');
  });

  it('prints an empty cost for run --no-quote', async () => {
    const args = ['run', 'in.csv', '--sandbox', '--no-quote', '--yes', '--json'];
    const { out } = await said(payouts(numbered(1)), ...args);
    expect(JSON.parse(out)).toMatchObject({ exitCode: 0, cost: [] });
  });
});

describe('--quiet', () => {
  it('prints nothing on success, not even warnings', async () => {
    const file = payouts(numbered(2)).trimEnd();
    expect((await said(file, 'check', 'in.csv')).err).toContain('warning');
    expect(await said(file, 'check', 'in.csv', '--quiet')).toEqual({ code: 0, out: '', err: '' });
    expect(await said(file, 'run', 'in.csv', '--sandbox', '--quiet')).toEqual({ code: 0, out: '', err: '' });
  });

  it('still prints the object of --json', async () => {
    const { code, out, err } = await said(payouts(numbered(2)), 'check', 'in.csv', '--quiet', '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ counts: { valid: 2 }, exitCode: 0 });
  });

  it('prints everything if a row is invalid', async () => {
    const file = payouts([...numbered(1), { receiverAmount: 'x' }]).trimEnd();
    const loud = await said(file, 'check', 'in.csv');
    const quiet = await said(file, 'check', 'in.csv', '--quiet');
    expect(quiet.code).toBe(1);
    expect(quiet.out).toContain('invalid');
    expect(quiet.err.split('\n').sort()).toEqual(loud.err.split('\n').sort());
  });

  it.each([['check', '--history'], ['quote'], ['plan', '--out', 'next.plan']])(
    'prints the number of rows in doubt of other runs with %s',
    async (name, ...more) => {
      const { at, say } = await inDoubt();
      const next = join(at, 'next.csv');
      writeFileSync(next, payouts(numbered(1, { reference: 'N-1', receiverAmount: '77' })));
      expect(await say([name, next, ...more, '--quiet'])).toMatchObject({
        ...{ code: 0, out: '' },
        err: `paybatch: 3 rows in doubt from other runs: see paybatch doubts --ledger ${join(at, 'l.db')}\n`,
      });
    },
  );

  it('prints the number of rows in doubt of other runs with run, on exit 0 and 2', async () => {
    const { at, say } = await inDoubt();
    const doubts = `paybatch: 3 rows in doubt from other runs: see paybatch doubts --ledger ${join(at, 'l.db')}\n`;
    writeFileSync(
      join(at, 'next.csv'),
      payouts(
        numbered(2, { reference: '' }).map((row, n) => ({
          ...row,
          reference: `N-${n}`,
          receiverAmount: '77',
        })),
      ),
    );
    const next = ['run', join(at, 'next.csv'), '--quiet'];
    expect(await say(next)).toMatchObject({ code: 0, out: '', err: doubts });
    expect(await say([...next, '--expect-count', '5'])).toMatchObject({ code: 2, out: '' });
    expect((await say([...next, '--expect-count', '5'])).err).toContain(doubts);
    expect(await say([...next, '--sandbox'])).toMatchObject({ code: 0, out: '', err: '' });
  });

  it('prints on exit 0 only a failed notification, and no warning or new ledger', async () => {
    const { at, say } = await place(await sandbox());
    const watched = ['--notify', 'https://127.0.0.1:9/x', '--notify-on', 'always'];
    writeFileSync(join(at, 'in.csv'), payouts(numbered(2)).trimEnd());
    for (let times = 0; times < 2; times++) {
      const { code, out, err } = await say(['run', join(at, 'in.csv'), '--quiet', ...watched]);
      expect([code, out]).toEqual([0, '']);
      expect(err).toMatch(/^paybatch: warning: --notify \(127\.0\.0\.1:9\): .*\n$/);
    }
  });

  it('prints nothing about a row that repeats a recent payment and is sent anyway', async () => {
    const { at, say, service } = await place(await sandbox());
    const run = (...rows: Record<string, string>[]) => {
      writeFileSync(join(at, 'in.csv'), payouts(rows));
      return say(['run', join(at, 'in.csv'), '--quiet']);
    };
    await run(...numbered(1));
    const others = numbered(4, { receiverAmount: '77' }).map((row, n) => ({ ...row, reference: `N-${n}` }));
    expect(await run({ ...numbered(1)[0], reference: 'NEW' }, ...others)).toMatchObject({ code: 0, err: '' });
    expect(service.store.transfers).toHaveLength(6);
  });

  it('prints a mistake in the flags', async () => {
    const { code, err } = await said('', 'check', 'in.csv', '--quiet', '--concurency', '3');
    expect(code).toBe(2);
    expect(err).toContain('did you mean --concurrency?');
  });
});

describe('--log-format json', () => {
  const objects = (err: string): { level: number; time: number; msg: string }[] =>
    err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; time: number; msg: string });

  it.each([
    ['an invalid row', ['check', 'in.csv'], 1],
    ['a guard', ['check', 'in.csv', '--expect-count', '5'], 2],
    ['a wrong flag', ['check', 'in.csv', '--nope'], 2],
    ['a missing file', ['check', 'other.csv'], 2],
    ['a warning', ['check', 'in.csv', '--min-count', '1', '--quiet'], 1],
  ] as const)('prints every line as an object: %s', async (_, args, expected) => {
    const file = payouts([...numbered(1), { receiverAmount: 'x' }]).trimEnd();
    const { code, err } = await said(file, ...args, '--log-format=json');
    expect(code).toBe(expected);
    for (const line of objects(err)) {
      expect(Object.keys(line)).toEqual(expect.arrayContaining(['level', 'time', 'msg']));
      expect(line.msg).not.toMatch(/\n/);
    }
  });
});

it('a cell with the separator of messages cannot fake a message about another line', async () => {
  const rows = numbered(3).map((row, at) =>
    at === 1 ? { ...row, receiverAmount: 'x | 4:1: reference: bad' } : row,
  );
  const { err } = await said(payouts(rows), 'check', 'in.csv');
  expect(err.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^\/in.csv:3:9: receiverAmount: "x . 4:1: /),
  ]);
});

describe('the guards --min-count and --max-invalid', () => {
  const file = payouts([...numbered(19), { reference: 'last', receiverAmount: 'x' }]);

  it.each([
    [['--min-count', '21'], '--min-count is 21, but the file has 20 rows'],
    [
      ['--max-invalid', '0'],
      '--max-invalid is 0, but 1 of 20 rows are invalid. paybatch check FILE lists them',
    ],
    [['--max-invalid', '4.9%'], '--max-invalid is 4.9%, but 1 of 20 rows are invalid'],
    [['--max-invalid', '101%'], '--max-invalid 101%: expected a number of rows, or a percentage such as 5%'],
    [['--max-invalid', '-1'], '--max-invalid'],
    [['--max-invalid', 'all'], '--max-invalid all: expected'],
  ] as const)('refuse the file or their own value: %j', async (args, expected) => {
    for (const command of [['check'], ['run', '--sandbox', '--yes']]) {
      const { code, out, err } = await said(file, ...command, 'in.csv', ...args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(expected);
    }
  });

  it.each([[['--min-count', '20']], [['--max-invalid', '1']], [['--max-invalid', '5%']]])(
    'accept the file: %j',
    async (args) => {
      expect((await said(file, 'check', 'in.csv', ...args)).code).toBe(1);
    },
  );
});

describe('flags without an effect on check', () => {
  it('are accepted, and left out of the help', async () => {
    expect((await said(payouts(numbered(1)), 'check', 'in.csv', '--yes', '--max-in-doubt', '3')).code).toBe(
      0,
    );
    const { out } = await said('', 'check', '--help');
    expect(out).not.toMatch(/--(yes|max-in-doubt|concurrency|no-quote|show-hidden)\b/);
    expect((await said('', 'run', '--help')).out).toMatch(/--max-in-doubt/);
  });
});

describe('the summary of a file with an unreadable amount', () => {
  it('does not claim that every amount is accounted for', async () => {
    const { out } = await said(payouts([{ receiverAmount: '1.234,56' }]), 'check', 'in.csv');
    expect(out).toContain('1 row has no valid amount and is in no total (line ');
    expect(out).not.toContain('every amount');
  });
});

it('check --quiet still writes its results file', async () => {
  const at = folder({ 'in.csv': payouts(numbered(2)) });
  expect(await program(['check', join(at, 'in.csv'), '--quiet'], fakeIo(at))).toBe(0);
  expect(readFileSync(join(at, 'in.check.csv'), 'utf8')).toContain('R-2,valid');
});
