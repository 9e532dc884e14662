// Foreign text is cleaned and linted in time in proportion to its length. Other work on the machine can only add time:
// one good measurement of three is proof.
import { describe, expect, it } from 'vitest';

import { Redactor } from '../../../src/client/redact.ts';
import { plain } from '../../../src/files/plain.ts';
import { found } from '../../kit/lint.ts';

it('plain() cleans 500,000 pieces of hostile text in less than a second', { retry: 2 }, () => {
  for (const piece of ['\u001b[', '\u001b]', '\u001b[0', '::', ' ', '##']) {
    const text = piece.repeat(500_000);
    const before = process.cpuUsage();
    plain(text);
    // The CPU time of this process: a busy machine makes no difference.
    expect(process.cpuUsage(before).user / 1_000, JSON.stringify(piece)).toBeLessThan(1_000);
  }
});

it('redaction takes time in proportion to the text', { retry: 2 }, () => {
  const redactor = new Redactor();
  redactor.add('correct-horse-battery');
  const time = (text: string): number => {
    const start = process.cpuUsage().user;
    redactor.clean(text);
    return process.cpuUsage().user - start;
  };
  for (const part of ['\\', '%', '&#', '%41', '\\u0041', 'correct-', 'Y29ycmVj', 'Bearer ']) {
    time(part.repeat(20_000));
    const least = (text: string): number => Math.min(time(text), time(text), time(text));
    const one = least(part.repeat(20_000));
    expect(least(part.repeat(80_000)), part).toBeLessThan(Math.max(one, 20_000) * 8);
  }
});

// lint reads a source in linear time, whatever the source repeats, nests, or opens without closing. A source of four
// times the size takes at most six times the CPU time.

/** A path of the service: without it, lint would skip the file. */
const HEAD = "x = '/api/v1/transfers'\n";

/** Shorter times can't be measured well enough. */
const FLOOR_MS = 30;

const MOST = 6;

type Make = (n: number) => string;

const counted = (n: number, make: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => make(i)).join('');

const SOURCES: Readonly<Record<string, readonly [file: string, n: number, make: Make]>> = {
  'suppressions on lines of their own': [
    'a.ts',
    2_000,
    (n) =>
      counted(n, () => "// paybatch-ignore current-tenant-endpoint -- x\nf('/api/v1/current-tenant');\n"),
  ],
  'open templates': ['a.ts', 4_000, (n) => '`${'.repeat(n)],
  'open comments': ['a.kt', 20_000, (n) => '/* '.repeat(n)],
  'open heredocs': ['a.rb', 4_000, (n) => 'x = <<~A\n'.repeat(n)],
  'nested calls': ['a.ts', 4_000, (n) => 'f('.repeat(n)],
  'chained calls': ['a.kt', 1_000, (n) => `a${'.b()'.repeat(n)}`],
  'a long sum': ['a.ts', 4_000, (n) => `const a = ${"'/a' + ".repeat(n)}'b'`],
  'many literals': ['a.ts', 1_000, (n) => `const a = [${"{ amount: 1, customerId: 'x' },\n".repeat(n)}]`],
  'many functions that send': [
    'a.py',
    600,
    (n) =>
      counted(
        n,
        () =>
          'def f(c):\n    b = {"customerId": c, "amount": 1}\n    return post("/api/v1/transfers", json=b)\n',
      ),
  ],
  'cases without brackets': ['a.ts', 4_000, (n) => 'case amount: '.repeat(n)],
  'many calls, nothing given': [
    'a.py',
    1_500,
    (n) => counted(n, (i) => `requests.get("/api/v1/current-tenant/b${i}")\n`),
  ],
  'a long enumeration': [
    'a.py',
    1_000,
    (n) => `class D(Enum):\n${counted(n, (i) => `    A${i} = "OwnershipChart"\n`)}`,
  ],
  'open comments of XML': ['a.xml', 20_000, (n) => '<!--'.repeat(n)],
  'many fences': ['a.md', 1_000, (n) => '```ini\na=1\n```\n'.repeat(n)],
  'a list that grows': [
    'a.py',
    1_000,
    (n) =>
      `docs = []\n${'docs.append("data:a/b;base64,x")\n'.repeat(n)}post(URL, json={"receiverAmount": 1, "documents": docs})`,
  ],
};

async function cpuMs(file: string, text: string): Promise<number> {
  const before = process.cpuUsage();
  await found(file, text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The lowest of at most three measurements. It stops when one is good enough. */
async function least(file: string, text: string, enough = 0): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 3 && best > enough; round++) best = Math.min(best, await cpuMs(file, text));
  return best;
}

describe('the time of lint', () => {
  it.each(Object.entries(SOURCES))(
    'grows in proportion to the size: %s',
    { retry: 2, timeout: 60_000 },
    async (_, [file, n, make]) => {
      await cpuMs(file, HEAD + make(100));
      const small = HEAD + make(n);
      const large = HEAD + make(n * 4);
      const one = Math.max(FLOOR_MS, await least(file, small));
      const four = await least(file, large, one * MOST);
      expect(four / one).toBeLessThanOrEqual(MOST);
    },
  );
});
