// ledger verify --against, each kind of file held against each: what contradicts is a fork, what lies beyond an end is
// called so, and nothing is called its own that isn't.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Sandbox } from '../../../src/sandbox/server.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { command } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const OWN = { own: 1, after: 0, before: 0 };
const after = (count: number) => ({ own: 0, after: count, before: 0 });
const before = (count: number) => ({ own: 0, after: 0, before: count });

interface Told {
  readonly heads: Readonly<Record<keyof typeof OWN, number>>;
  readonly findings: readonly { kind: string; entry: number | null; where: string; message: string }[];
}

let at = '';
let close = (): Promise<void> => Promise.resolve();
let say: (ledger: string, ...args: readonly string[]) => Promise<{ code: number; out: string; err: string }>;

/** Rows of their own for each run, named by their number. */
const ROWS = numbered(16);

/**
 * The ledger: runs a (2 rows), b (3) and c (3), each with results, an export, a backup and a plan made after it. A
 * copy of it as it was after a, used elsewhere: f (2 rows) and g (5). At last d, in another environment. Another
 * ledger: o.
 */
beforeAll(async () => {
  const [service, other] = [await Sandbox.start({}), await Sandbox.start({})];
  let { url } = service;
  const pieces = {
    a: [0, 2],
    b: [2, 5],
    c: [5, 8],
    f: [8, 10],
    g: [9, 14],
    o: [0, 2],
    d: [0, 2],
    next: [14, 16],
  } as const;
  at = mkdtempSync(join(tmpdir(), 'paybatch-test-'));
  close = async () => {
    await Promise.all([service.stop(), other.stop()]);
    rmSync(at, { recursive: true, force: true });
  };
  for (const [name, [from, to]] of Object.entries(pieces))
    writeFileSync(join(at, `${name}.csv`), payouts(ROWS.slice(from, to)));
  say = async (ledger, ...args) => {
    const state = join(at, `state-${ledger}`);
    return command(at, args, {
      ...serviceEnv(url),
      PAYBATCH_LEDGER: join(at, ledger, 'l.db'),
      XDG_STATE_HOME: state,
    });
  };
  const good = async (ledger: string, ...args: readonly string[]) => {
    const { code, err } = await say(ledger, ...args);
    expect(code, `${args.join(' ')}: ${err}`).toBe(0);
  };
  const ran = async (ledger: string, name: string) => {
    // Results lie in the ledger's own folder: those of the other one would speak against it.
    const [file, out] = [join(at, ledger, `${name}.csv`), join(at, ledger, `${name}.results.csv`)];
    cpSync(join(at, `${name}.csv`), file);
    await good(ledger, 'run', file, '--results', out, '--alike-ok');
    cpSync(out, join(at, `${name}.results.csv`));
    await good(ledger, 'ledger', 'export', 'last', '--out', `${name}.zip`);
    await good(ledger, 'ledger', 'backup', '--to', `${name}.db`);
    await good(ledger, 'plan', join(at, ledger, 'next.csv'), '--out', join(at, `${name}.plan`));
  };
  for (const ledger of ['main', 'fork', 'other']) {
    mkdirSync(join(at, ledger));
    cpSync(join(at, 'next.csv'), join(at, ledger, 'next.csv'));
  }
  await ran('main', 'a');
  for (const ending of ['l.db', 'l.db.mark']) cpSync(join(at, 'main', ending), join(at, 'fork', ending));
  for (const name of ['b', 'c']) await ran('main', name);
  ({ url } = other);
  await ran('main', 'd');
  ({ url } = service);
  for (const name of ['f', 'g']) await ran('fork', name);
  await ran('other', 'o');
}, 60_000);
afterAll(() => close());

const held = async (subject: string, ...against: readonly string[]) => {
  const words = ['ledger', 'verify', ...(subject === '' ? [] : [subject]), '--against', ...against];
  const json = await say('main', ...words, '--json');
  const { out } = await say('main', ...words);
  return { code: json.code, out, ...(JSON.parse(json.out) as Told) };
};

describe('of the same chain', () => {
  it.each<[string, string, Told['heads'] | keyof Told['heads']]>([
    // The ledger has all of it.
    ...['zip', 'db', 'plan'].map((kind): [string, string, Told['heads']] => ['', `b.${kind}`, OWN]),
    ['', 'main/l.db', OWN],
    ['', 'b.results.csv', 'own'],
    // A backup.
    ['b.db', 'b.results.csv', 'own'],
    ['b.db', 'c.results.csv', 'after'],
    ['b.db', 'c.plan', after(1)],
    ['b.db', 'c.db', after(1)],
    // An export.
    ['b.zip', 'b.results.csv', 'own'],
    ['b.zip', 'c.results.csv', 'after'],
    ['b.zip', 'c.zip', after(1)],
    // Of another environment: its part of the chain begins with it.
    ['d.zip', 'c.results.csv', 'before'],
    ['d.zip', 'b.zip', before(1)],
    ['', 'd.zip', OWN],
  ])('%s against %s', async (subject, against, expected) => {
    const { code, out, heads, findings } = await held(subject, against);
    // A copy that ends before what somebody has seen is too old; an export is of one run.
    const isTooOld = heads.after > 0 && subject.endsWith('.db');
    expect([code, findings], out).toEqual([isTooOld ? 1 : 0, []]);
    if (typeof expected === 'object') expect(heads).toEqual(expected);
    else
      expect(Object.entries(heads).flatMap(([name, count]) => (count > 0 ? [name] : []))).toEqual([expected]);
    expect(/stamps of the other files: \d+ in the chain\./.test(out), out).toBe(
      heads.after + heads.before === 0,
    );
  });

  it('counts apart what is its own and what it says nothing of', async () => {
    const { code, out, heads } = await held('b.db', 'b.results.csv', 'c.plan');
    expect(code, out).toBe(1);
    expect(heads).toMatchObject({ after: 1, before: 0 });
    expect(out).toMatch(
      /\d in the chain; 1 after its end and 0 before its beginning, which can't be checked/,
    );
  });
});

describe('a copy that went on by itself', () => {
  it.each([
    ['', 'f.results.csv'],
    ['', 'f.zip'],
    ['', 'fork/l.db'],
    ['b.db', 'f.results.csv'],
    ['b.zip', 'f.results.csv'],
    ['fork/l.db', 'b.results.csv'],
  ])('%s against %s is a fork', async (subject, against) => {
    const { code, out, findings } = await held(subject, against);
    expect(code, out).toBe(1);
    expect(findings.map(({ kind }) => kind)).toContain('forked');
    expect(findings[0]?.entry).toBeGreaterThan(2);
    expect(out).toMatch(/at entry \d+.*the chain does not contain it/s);
  });

  it('is no fork as far as both are one, and never called own beyond that', async () => {
    for (const against of ['a.zip', 'a.db', 'a.results.csv', 'a.plan'])
      expect(await held('f.db', against), against).toMatchObject({ code: 0, heads: { after: 0 } });
    const beyond = await held('f.zip', 'c.results.csv', 'c.plan');
    expect(beyond).toMatchObject({ code: 0, heads: { own: 0 } });
    expect(beyond.out).toMatch(/after its end and/);
  });
});

describe('another ledger', () => {
  it.each(['o.results.csv', 'o.plan', 'o.zip', 'o.db'].map((against) => ['', against]))(
    '%s against %s',
    async (subject = '', against = '') => {
      const { code, out, heads } = await held(subject, against);
      expect([code, heads]).toEqual([1, after(0)]);
      expect(out).toMatch(/is of another ledger \(/);
      expect(out).toMatch(/^The ledger .* is intact, but o\..* was written with another ledger: /);
    },
  );
});

describe('the ledger in use', () => {
  it('that ends before what others hold of it is touched', async () => {
    for (const ending of ['', '-wal', '-shm', '.mark'])
      rmSync(join(at, 'main', `l.db${ending}`), { force: true });
    cpSync(join(at, 'b.db'), join(at, 'main', 'l.db'));
    for (const against of ['c.results.csv', 'c.plan', 'c.zip', 'c.db']) {
      const { code, out, findings } = await held('', against);
      expect(code, out).toBe(1);
      expect(findings).toContainEqual(expect.objectContaining({ kind: 'shorter' }));
      expect(out).toMatch(/^.*l\.db is older than c\./);
      expect(out).toMatch(/the ledger ends before it, at entry 10: its end was cut off/);
    }
  });
});
