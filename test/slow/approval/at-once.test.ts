// Several people with one plan in the same instant: nobody's word is lost without a sign.
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { signPlan } from '../../../src/approval/signatures.ts';
import { LockedError, underLock } from '../../../src/files/lock-file.ts';
import { ended, start } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office, PASSPHRASE } from '../../kit/plans.ts';

const says = (text: string) => expect.stringContaining(text) as string;

async function planned(...people: string[]): Promise<Office> {
  const one = await office();
  one.hire(...people);
  one.configure({ requireApproval: { signatures: Math.min(2, people.length) } });
  const made = await one.plan();
  expect(made).toMatchObject({ code: 0 });
  return one;
}
const namesIn = (one: Office): string[] => one.read().signatures.map(({ name }) => name);
const litter = (one: Office): string[] =>
  readdirSync(one.at).filter((name) => /lock$|tmp$/.test(name) && !name.startsWith('l.db'));

/** As `approve` without --yes: somebody reads, and `meanwhile` something happens. */
function slowly(one: Office, name: string, meanwhile: () => Promise<unknown>, ...more: string[]) {
  return one.say(['approve', join(one.at, 'p.plan'), '--key', join(one.at, `${name}.key`), ...more], {
    interactive: true,
    ask: async () => {
      await meanwhile();
      return 'yes';
    },
  });
}

describe('while somebody reads a plan', () => {
  it('another signature is added to, and said', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', () => one.approve('Bea'));
    expect(ada).toMatchObject({
      code: 0,
      err: says('Bea signed it while you were reading'),
      out: says('has 2 signatures'),
    });
    expect(namesIn(one)).toEqual(['Bea', 'Ada']);
    expect((await one.run()).code).toBe(0);
    expect(litter(one)).toEqual([]);
  });

  it('a rejection ends it, and what was typed after that signs nothing', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', () => one.approve('Bea', '--reject', '--reason', 'no'));
    expect(ada).toMatchObject({ code: 2, err: says('rejected by Bea: no') });
    expect(namesIn(one)).toEqual(['Bea']);
  });

  it('two rejections are both kept', async () => {
    const one = await planned('Ada', 'Bea');
    const no = ['--reject', '--reason', 'no'];
    const ada = await slowly(one, 'Ada', () => one.approve('Bea', ...no), ...no);
    expect(ada).toMatchObject({ code: 0, out: says('Rejected as Ada: ') });
    expect(ada.out).toContain("p.plan can't be run any more, and its ledger has the rejection.");
    expect(ada.out).not.toContain('bears');
    expect(namesIn(one)).toEqual(['Bea', 'Ada']);
  });

  it('the same key signs it once', async () => {
    const one = await planned('Ada', 'Bea');
    const again = await slowly(one, 'Ada', () => one.approve('Ada'));
    expect(again).toMatchObject({ code: 2, err: says('this key has signed it already') });
    expect(namesIn(one)).toEqual(['Ada']);
  });

  it('a plan that was made anew in its place is not the one that they read', async () => {
    const one = await planned('Ada', 'Bea');
    const ada = await slowly(one, 'Ada', async () => {
      writeFileSync(join(one.at, 'in.csv'), payouts(numbered(5)));
      await one.plan();
    });
    expect(ada).toMatchObject({ code: 2, err: says('it was changed or replaced in the meantime') });
    expect(namesIn(one)).toEqual([]);
  });

  it('a signature that was taken out again is missed', async () => {
    const one = await planned('Ada', 'Bea');
    await one.approve('Bea');
    const signed = one.read();
    const ada = await slowly(one, 'Ada', () => {
      one.write({ ...signed, signatures: [] });
      return Promise.resolve();
    });
    expect(ada).toMatchObject({ code: 2, err: says('it was changed or replaced in the meantime') });
  });
});

describe('a plan that is being written', () => {
  it('is waited for, and added to', async () => {
    const one = await planned('Ada', 'Bea');
    let bea: Promise<unknown> | undefined;
    await underLock(join(one.at, 'p.plan'), async () => {
      const file = one.read();
      // Bea asks for the plan while somebody has read it and not yet put it back.
      await new Promise<void>((asked) => {
        bea = slowly(one, 'Bea', () => {
          asked();
          return Promise.resolve();
        });
      });
      await new Promise((turn) => setImmediate(turn));
      const said = { name: 'Ada', publicKey: one.people.get('Ada') ?? '', at: new Date().toISOString() };
      one.write({ ...file, signatures: [signPlan(file, one.keyOf('Ada'), said)] });
    });
    expect(await bea).toMatchObject({ code: 0 });
    expect(namesIn(one)).toEqual(['Ada', 'Bea']);
    expect((await one.run()).code).toBe(0);
  });

  it('for too long is left as it is, with what to do', async () => {
    const one = await planned('Ada');
    writeFileSync(join(one.at, '.p.plan.lock'), 'process 7 on \u001b[2Jelsewhere');
    const ada = await one.approve('Ada');
    expect(ada).toMatchObject({ code: 2, err: says('somebody else is writing into it (process 7 on') });
    expect(ada.err).toContain(`remove ${join(one.at, '.p.plan.lock')}`);
    expect(ada.err).not.toContain('\u001b');
    expect(namesIn(one)).toEqual([]);
    expect(existsSync(join(one.at, '.p.plan.lock'))).toBe(true); // not ours to take away
  });
});

describe('two copies of a plan that were signed apart', () => {
  it('come together as one list of signatures', async () => {
    const one = await planned('Ada', 'Bea');
    const bare = one.read();
    await one.approve('Ada');
    const [ada] = one.read().signatures;
    one.write(bare);
    await one.approve('Bea');
    expect(await one.run()).toMatchObject({
      code: 2,
      err: says('needs 2 signatures of approvers and has Bea'),
    });
    const file = one.read();
    one.write({ ...file, signatures: [...file.signatures, ada] });
    expect((await one.run()).code).toBe(0);
  });
});

describe('who may read a plan', () => {
  it('may read it when it was signed', async () => {
    const one = await planned('Ada');
    chmodSync(join(one.at, 'p.plan'), 0o640);
    await one.approve('Ada');
    expect(statSync(join(one.at, 'p.plan')).mode & 0o777).toBe(0o640);
  });
});

describe('a plan in the place of one that nobody has signed', () => {
  it('says so', async () => {
    const one = await planned('Ada');
    const again = await one.plan();
    expect(again).toMatchObject({ code: 0, err: says('already existed, made by Max Maker at') });
    expect((await one.plan('--quiet')).err).toBe('');
  });

  it('is not put there when somebody signs while it is being made', async () => {
    let sign: (() => void) | undefined;
    const one = await office({ watch: () => sign?.() });
    one.hire('Ada');
    one.configure({});
    await one.plan();
    const file = one.read();
    sign = () => {
      sign = undefined;
      const said = { name: 'Ada', publicKey: one.people.get('Ada') ?? '', at: new Date().toISOString() };
      one.write({ ...file, signatures: [signPlan(file, one.keyOf('Ada'), said)] });
    };
    expect(await one.plan()).toMatchObject({ code: 2, err: says('has signatures: choose another name') });
    expect([sign, namesIn(one)]).toEqual([undefined, ['Ada']]);
  });
});

describe('a lock of a file', () => {
  it('is held by one at a time, in whatever order they ask', async () => {
    const at = folder({ 'a.txt': '0' });
    const file = join(at, 'a.txt');
    let inside = 0;
    const add = (): Promise<void> =>
      underLock(
        file,
        async () => {
          expect(++inside).toBe(1);
          const now = Number(readFileSync(file, 'utf8'));
          await new Promise((turn) => setImmediate(turn));
          writeFileSync(file, String(now + 1));
          inside--;
        },
        () => new Promise((turn) => setImmediate(turn)),
      );
    await Promise.all(Array.from({ length: 10 }, add));
    expect(readFileSync(file, 'utf8')).toBe('10');
    expect(readdirSync(at)).toEqual(['a.txt']);
  });

  it('is given back by whoever fails, and told by whom it is held', async () => {
    const file = join(folder({ 'a.txt': '' }), 'a.txt');
    await expect(underLock(file, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    await underLock(file, async () => {
      const second = underLock(
        file,
        () => Promise.resolve(),
        () => Promise.resolve(),
      );
      await expect(second).rejects.toThrow(LockedError);
      await expect(second).rejects.toThrow(`process ${process.pid}`);
    });
  });
});

describe('processes that approve one plan in the same instant', () => {
  it('lose no signature without a sign', { timeout: 60_000 }, async () => {
    const people = ['Ada', 'Bea', 'Cleo', 'Dan'];
    const one = await planned(...people);
    for (let round = 0; round < 3; round++) {
      one.write({ ...one.read(), signatures: [] });
      const all = await Promise.all(
        people.map((name) =>
          ended(
            start(one.at, ['approve', 'p.plan', '--key', `${name}.key`, '--yes'], {
              PAYBATCH_KEY_PASSPHRASE: PASSPHRASE,
            }),
          ),
        ),
      );
      const said = people.filter((_, at) => all[at]?.code === 0);
      expect(namesIn(one).sort()).toEqual(said);
      for (const { code, stderr } of all)
        if (code !== 0) expect([code, stderr]).toEqual([2, says('try again')]);
      expect(said.length).toBeGreaterThan(0);
      expect(litter(one)).toEqual([]);
    }
  });
});
