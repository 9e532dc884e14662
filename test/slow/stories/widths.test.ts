// What commands say on a terminal of sixty columns: no line is longer, unless a single word or a command to copy is.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { selftestCommand } from '../../../src/cli/commands/selftest/run.ts';
import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { inDoubt, LATER_MS } from '../../kit/in-doubt.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';
import { narrow, torn } from '../../stories/narrow.ts';

const COLUMNS = 60;
const NARROW = narrow(COLUMNS);

async function paid(): Promise<Office> {
  const one = await office();
  one.hire('Ada');
  one.configure({ requireApproval: true });
  return one;
}

describe('on sixty columns', () => {
  it('plan, plan show, plan diff, approve and its no', async () => {
    const one = await paid();
    const plan = ['plan', join(one.at, 'in.csv'), '--out', 'p.plan', '--by', 'Max Maker'];
    const said = [await one.say(plan, NARROW)];
    expect(said[0]?.out).toMatch(
      /\npaybatch approve p\.plan --key KEY\npaybatch run (--ledger \S+ )?--plan p\.plan\n$/,
    );
    const planned = readFileSync(join(one.at, 'in.csv'));
    writeFileSync(join(one.at, 'in.csv'), payouts(numbered(5)));
    await one.say(['plan', join(one.at, 'in.csv'), '--out', 'q.plan']);
    said.push(await one.say(['plan', 'diff', 'p.plan', 'q.plan'], NARROW));
    writeFileSync(join(one.at, 'in.csv'), planned);
    said.push(await one.say(['approve', 'p.plan', '--key', 'Ada.key', '--yes'], NARROW));
    said.push(await one.say(['plan', 'show', 'p.plan'], NARROW));
    const reason = 'the third supplier has been paid by the bank already, on the twelfth of this month';
    said.push(
      await one.say(
        ['approve', 'q.plan', '--key', 'Ada.key', '--yes', '--reject', '--reason', reason],
        NARROW,
      ),
    );
    said.push(await one.say(['plan', 'show', 'q.plan'], NARROW));
    expect(said.map(({ code }) => code)).toEqual([0, 1, 0, 0, 0, 0]);
    expect(said.flatMap(({ out }) => torn(out, COLUMNS))).toEqual([]);
    // A digest that is cut in two can't be compared with another.
    expect(said[3]?.out).toContain(one.read().plan.digest);
  });

  it('ledger backup, export and verify, of a whole one and of one that was touched', async () => {
    const one = await paid();
    one.configure({});
    await one.say(['run', join(one.at, 'in.csv')]);
    const said = [
      await one.say(['ledger', 'backup', '--to', 'b.db'], NARROW),
      await one.say(['ledger', 'export', 'last', '--out', 'run.zip'], NARROW),
      await one.say(['ledger', 'verify'], NARROW),
      await one.say(['ledger', 'verify', 'run.zip', '--against', 'in.results.csv'], NARROW),
    ];
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(said[1]?.out).toContain('\npaybatch ledger verify run.zip\n');
    const db = new Database(join(one.at, 'b.db'));
    db.exec("UPDATE entries SET answer = '{}'; DELETE FROM habits");
    db.close();
    said.push(await one.say(['ledger', 'verify', 'b.db'], NARROW));
    expect(said[4]?.code).toBe(1);
    expect(said.flatMap(({ out }) => torn(out, COLUMNS))).toEqual([]);
  });

  it('keygen', async () => {
    const one = await paid();
    const { code, out } = await one.say(['keygen', '--out', 'a-key-with-quite-a-long-name.key'], NARROW);
    expect(code).toBe(0);
    expect(torn(out, COLUMNS)).toEqual([]);
    expect(out).toMatch(/\n\{ "name": "\.\.\.", "publicKey": "ed25519:[^"]+" \}\n$/);
  });

  it('selftest', async () => {
    const at = folder();
    const io = fakeIo(at, { PAYBATCH_LEDGER: join(at, 'l.db') }, NARROW);
    const executed = Array.from({ length: 4_800 }, (_, n) => `p${n}`);
    const killed = { kills: 200, executed, told: [], failed: undefined };
    await selftestCommand({ kills: 200 } as never, io, () => Promise.resolve(killed)); // the one flag that it reads
    expect(io.said.out).toContain('transfers executed      4800');
    expect(torn(io.said.out, COLUMNS)).toEqual([]);
  });
});

describe('resolve', () => {
  it('says what follows in whole lines, none of them further in', async () => {
    const { say } = await inDoubt();
    const word = ['resolve', 'last', '--line', '2', '--as', 'not-created', '--reason', 'asked'];
    const { err } = await say(word, { now: () => Date.now() + LATER_MS, ...NARROW });
    const sentence = err.slice(err.indexOf('As not-created'));
    expect(sentence).toMatch(/^As not-created, the next run of its file WILL SEND/);
    expect(torn(err, COLUMNS)).toEqual([]);
    expect(sentence.split('\n').filter((line) => line.startsWith(' '))).toEqual([]);
  });
});

describe.each([60, 80])('on %i columns', (columns) => {
  const SGR = /\u001b\[\d+m/g;
  const say = async (at: string, ...words: string[]) => {
    const io = fakeIo(at, { PATH: process.env['PATH'] ?? '' }, narrow(columns));
    const code = await program(words, io);
    return { code, out: io.said.out.replaceAll(SGR, '') };
  };
  const CALL = 'export const all = (base) => fetch(`${base}/api/v1/current-tenant/customers`);\n';

  it('lint: reasons, notes of suppressions, a baseline', async () => {
    const at = folder({
      'pay.mjs': `// paybatch-ignore transfer-amount\n${CALL}// paybatch-ignore current-tenant-endpoint -- the shop moves in March, see the plan of the year\nconst a = 1;\n`,
    });
    const looked = ['--as-of', '2026-06-15', '--no-cache'];
    const explained = await say(at, 'lint', '.', '--explain', ...looked);
    expect(explained.out).toContain('left by --fix');
    expect(explained.out).toContain(': note: ');
    const baseline = await say(at, 'lint', '.', '--write-baseline', 'what-is-known-today.json', ...looked);
    expect(baseline.out).toContain('left alone by');
    expect([explained.out, baseline.out].flatMap((out) => torn(out, columns))).toEqual([]);
  });

  it('lint: the rules, and what --fix would change', async () => {
    const at = folder({
      'paybatch.config.json': '{"lint":{"hosts":["pay.example"]}}',
      'pay.mjs': `${'const some = 1; '.repeat(9)}fetch('https://pay.example/api/v1/current-tenant/balances');\n`,
    });
    const rules = await say(at, 'lint', '--rules');
    expect(torn(rules.out, columns)).toEqual([]);
    const dry = await say(at, 'lint', '.', '--fix-dry-run', '--no-cache', '--as-of', '2026-06-15');
    const changes = dry.out.split('\n').filter((line) => /^[-+][^-+]/.test(line));
    expect(changes.map((line) => line.length <= columns)).toEqual([true, true]);
    expect(changes[0]).toContain('current-tenant');
    expect(changes[1]).toContain('developer');
  });

  it('rehearse: what it proves, or why it proves nothing', async () => {
    const at = folder({ 'none.mjs': '' });
    const { code, out } = await say(at, 'rehearse', '--', process.execPath, 'none.mjs');
    expect(code).toBe(2);
    expect(out.replaceAll('\n', ' ')).toContain('nothing was rehearsed');
    expect(torn(out, columns)).toEqual([]);
  });
});
