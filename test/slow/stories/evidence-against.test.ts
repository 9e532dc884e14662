// ledger verify --against compares a ledger, backup or export with the ledger stamps in other files. A stamp that
// contradicts the chain is a fork. A stamp after its end or before its beginning can't be checked, and is counted
// apart.
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

/** The rows of all runs: each run takes some of them. */
const ROWS = numbered(16);

/**
 * The ledger `main` has the runs a, b and c, and then d in another environment. `fork` is a copy of `main` after run
 * a, with the runs f and g. `other` has run o. After each run: its results, an export, a backup and a new plan.
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
    // The results are in the ledger's folder: a run is refused if the results there are of another ledger.
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

describe('stamps of the same chain', () => {
  it.each<[string, string, Told['heads'] | keyof Told['heads']]>([
    // The ledger (an empty name) contains all of them.
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
    // An export of another environment: its part of the chain begins with its run.
    ['d.zip', 'c.results.csv', 'before'],
    ['d.zip', 'b.zip', before(1)],
    ['', 'd.zip', OWN],
  ])('are counted inside or outside the chain: %s against %s', async (subject, against, expected) => {
    const { code, out, heads, findings } = await held(subject, against);
    // A backup that ends before a stamp is too old. An export is of one run, and others may follow.
    const isTooOld = heads.after > 0 && subject.endsWith('.db');
    expect([code, findings], out).toEqual([isTooOld ? 1 : 0, []]);
    if (typeof expected === 'object') expect(heads).toEqual(expected);
    else
      expect(Object.entries(heads).flatMap(([name, count]) => (count > 0 ? [name] : []))).toEqual([expected]);
    expect(/stamps of the other files: \d+ in the chain\./.test(out), out).toBe(
      heads.after + heads.before === 0,
    );
  });

  it('are counted apart if some are in the chain and some are after its end', async () => {
    const { code, out, heads } = await held('b.db', 'b.results.csv', 'c.plan');
    expect(code, out).toBe(1);
    expect(heads).toMatchObject({ after: 1, before: 0 });
    expect(out).toMatch(
      /\d in the chain; 1 after its end and 0 before its beginning, which can't be checked/,
    );
  });
});

describe('a copy of the ledger that was used separately', () => {
  it.each([
    ['', 'f.results.csv'],
    ['', 'f.zip'],
    ['', 'fork/l.db'],
    ['b.db', 'f.results.csv'],
    ['b.zip', 'f.results.csv'],
    ['fork/l.db', 'b.results.csv'],
  ])('is reported as a fork: %s against %s', async (subject, against) => {
    const { code, out, findings } = await held(subject, against);
    expect(code, out).toBe(1);
    expect(findings.map(({ kind }) => kind)).toContain('forked');
    expect(findings[0]?.entry).toBeGreaterThan(2);
    expect(out).toMatch(/at entry \d+.*the chain does not contain it/s);
  });

  it('is no fork before the copy, and stamps after its end are not counted as in its chain', async () => {
    for (const against of ['a.zip', 'a.db', 'a.results.csv', 'a.plan'])
      expect(await held('f.db', against), against).toMatchObject({ code: 0, heads: { after: 0 } });
    const beyond = await held('f.zip', 'c.results.csv', 'c.plan');
    expect(beyond).toMatchObject({ code: 0, heads: { own: 0 } });
    expect(beyond.out).toMatch(/after its end and/);
  });
});

describe('a file of another ledger', () => {
  it.each(['o.results.csv', 'o.plan', 'o.zip', 'o.db'].map((against) => ['', against]))(
    'is reported as such, and the ledger is called intact: %s against %s',
    async (subject = '', against = '') => {
      const { code, out, heads } = await held(subject, against);
      expect([code, heads]).toEqual([1, after(0)]);
      expect(out).toMatch(/is of another ledger \(/);
      expect(out).toMatch(/^The ledger .* is intact, but o\..* was written with another ledger: /);
    },
  );
});

describe('the ledger in use', () => {
  it('is reported as cut off if it ends before a stamp in another file', async () => {
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
