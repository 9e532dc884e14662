// reconcile and what a person called not created: a line that may be such a row is told, even where it proves nothing, and no
// exit code is left without its reason.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { inDoubt, RUN } from '../../kit/in-doubt.ts';
import { ACCOUNT } from '../../kit/payouts.ts';

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Of six rows three were in doubt, on the lines 2 to 4, and ann has called them not created. */
async function called() {
  const one = await inDoubt();
  const word = ['--as', 'not-created', '--reason', 'asked', '--by', 'ann', '--yes'];
  expect((await one.say(['resolve', 'last', '--all', ...word])).code).toBe(0);
  const file = join(one.at, 's.csv');
  const reconcile = (head: string, lines: readonly string[], ...more: string[]) => {
    writeFileSync(file, [head, ...lines, ''].join('\n'));
    return one.say(['reconcile', one.runId, '--statement', file, ...more]);
  };
  return { ...one, reconcile };
}

const HEAD = 'Transfer ID,Created At,Amount,Currency,Status,Memo';
const line = (id: string, memo: string, { status = 'Paid', at = new Date() } = {}): string =>
  `${id},${at.toISOString()},10.00,GBP,${status},${memo}`;

describe('a row called not created, of which a statement has what it can compare', () => {
  it('is told with the line, and what to do, and nothing is changed', async () => {
    const { reconcile, runId, service, say, at } = await called();
    const lines = [line('T-1', 'Rent'), line('T-2', 'ROW 2')];
    for (const more of [[], ['--yes']]) {
      const { code, out } = await reconcile(HEAD, lines, ...more);
      expect(code).toBe(3);
      expect(bare(out)).toContain(
        '1 row called not created may have been paid after all. Nothing proves it:',
      );
      expect(bare(out)).toContain(
        'line 3 (R-2, 10.00 GBP), called not created by ann: line 3 has this amount and currency and the memo: no proof either way',
      );
      expect(bare(out)).toContain(
        'Nothing was changed, and the next run of the file sends it again: look first.',
      );
      expect(out).toMatch(
        new RegExp(
          `\\n  paybatch resolve .*${runId} --line 3 --as created --transfer-id ID --reason "how you know" --correct\\n`,
        ),
      );
      expect(out).not.toContain('No row of this run is in doubt.\n');
    }
    const { rows, exitCode } = JSON.parse((await reconcile(HEAD, lines, '--json', '--yes')).out) as {
      rows: object[];
      exitCode: number;
    };
    expect([exitCode, rows.length]).toEqual([3, 1]);
    expect(rows[0]).toMatchObject({
      ...{ line: 3, reference: 'R-2', verdict: 'unmatched', sameAmountLines: [3], transferId: null },
      ...{ settled: false, calledNotCreated: true, backInDoubt: false, sentAgain: false },
      why: expect.stringContaining('no proof either way') as string,
    });
    // It is the next run's, as the person said.
    const sent = service.store.transfers.length;
    expect((await say(RUN(at))).code).toBe(0);
    expect(service.store.transfers).toHaveLength(sent + 3);
  });

  it.each([
    ['says another memo', line('T-1', 'Rent')],
    ['says that it failed', line('T-1', 'row 2', { status: 'Failed' })],
    ['was booked long before', line('T-1', 'row 2', { at: new Date(Date.now() - 30 * 86_400_000) })],
  ])('is not named where the line %s', async (_, other) => {
    const { reconcile } = await called();
    const { code, out } = await reconcile(HEAD, [other]);
    expect([code, out]).toEqual([3, expect.not.stringContaining('may have been paid after all')]);
    expect(JSON.parse((await reconcile(HEAD, [other], '--json')).out)).toMatchObject({ rows: [] });
  });

  it('says why it ends with 3 where nothing is like them', async () => {
    const { reconcile } = await called();
    const { code, out } = await reconcile(HEAD, [line('T-1', 'Rent')]);
    expect(code).toBe(3);
    expect(bare(out)).toContain(
      'No row of this run is in doubt, but this statement can\'t confirm what was called not created (lines 2, 3, 4), so the exit code is 3. Not found is not "not paid" here',
    );
  });
});

describe('a row called not created, which a statement has', () => {
  const whole = 'Transfer ID,External Account ID,Amount,Currency,Created At,Memo';
  const own = `T-7,${ACCOUNT},10.00,GBP,${new Date().toISOString()},row 2`;
  it('is shown before the question, which names it, and after a yes nothing says that no row is in doubt', async () => {
    const { at, say, runId } = await called();
    writeFileSync(join(at, 's.csv'), `${whole}\n${own}\n`);
    let above = '';
    const asked: string[] = [];
    const said: string[] = [];
    const { code } = await say(['reconcile', runId, '--statement', join(at, 's.csv')], {
      now: () => Date.now() + 11 * 60_000,
      interactive: true,
      out: (text) => void said.push(text),
      ask: (question) => {
        asked.push(question);
        above = bare(said.join(''));
        return Promise.resolve('yes');
      },
    });
    expect(code).toBe(3);
    expect(above).toContain('called not created by ann: ');
    expect(asked.join()).toMatch(/Put .*called not created.* back in doubt\? Type yes: $/);
    const out = said.join('');
    expect(out).not.toContain('No row of this run is in doubt');
    expect(bare(out)).toContain('No run sends');
  });
});

describe('what has changed while the question stood is told as it is now', () => {
  const whole = 'id,reference,amount,currency';
  const lines = ['T-7,R-1,10.00,GBP', 'T-8,R-2,10.00,GBP'];
  const later = () => Date.now() + 11 * 60_000;
  /** Asked about the first `count` of the rows, another command is given before the yes. */
  async function meanwhile(count: number, other: (one: Awaited<ReturnType<typeof called>>) => string[]) {
    const one = await called();
    writeFileSync(join(one.at, 'two.csv'), [whole, ...lines.slice(0, count), ''].join('\n'));
    const ask = async () => {
      await one.say(other(one));
      return 'yes';
    };
    const args = ['reconcile', one.runId, '--statement', join(one.at, 'two.csv')];
    const { code, out, err } = await one.say(args, { now: later, interactive: true, ask });
    return { code, out: bare(out), err: bare(err) };
  }
  it('of a row that a run has paid', async () => {
    const { code, out, err } = await meanwhile(1, ({ at }) => RUN(at));
    expect([code, err]).toEqual([3, expect.stringContaining('line 2 is left as it is: meanwhile a run has')]);
    expect(err).toContain('it may have been paid twice. Look both up at the service');
    expect(out).not.toMatch(/sends it again|No row of this run|say so now/);
  });
  it('of one that was settled, beside one that was put back', async () => {
    const word = ['--as', 'created', '--transfer-id', 'T-7', '--reason', 'seen', '--correct', '--yes'];
    const said = await meanwhile(2, ({ runId }) => ['resolve', runId, '--line', '2', ...word]);
    expect(said.err).toContain('line 2 is left as it is: meanwhile it was settled as created (T-7).');
    expect(said.out).toContain('1 row called not created is in doubt again. No run sends it now.');
    expect(said.out).toMatch(/resolve .*--line 3 --as created/);
    expect(said.out).not.toContain('left so');
  });
  it('of one that another reading has put back', async () => {
    const said = await meanwhile(1, ({ runId, at }) => [
      ...['reconcile', runId, '--yes', '--statement', join(at, 'two.csv')],
    ]);
    expect([said.code, said.err]).toEqual([3, '']);
    expect(said.out).toContain('1 row called not created is in doubt again. No run sends it now.');
  });
});

describe('a row called not created that was sent again and refused', () => {
  /** Line 2 was executed, called not created, and then refused by the service. */
  async function refused(status: number) {
    const one = await called();
    one.service.faults.clear();
    one.service.faults.add({ kind: 'status-before', status, operation: 'createTransfer', first: 3 });
    const again = await one.say([...RUN(one.at), '--halt-after', '100', '--timeout', '3']);
    expect(again.code, again.err).not.toBe(0);
    one.service.faults.clear();
    const paid = one.service.store.transfers[0]?.id ?? '';
    writeFileSync(join(one.at, 'first.csv'), `id,reference,amount,currency\n${paid},R-1,10.00,GBP\n`);
    const read = (...more: string[]) =>
      one.say(['reconcile', one.runId, '--statement', join(one.at, 'first.csv'), ...more]);
    return { ...one, paid, read, sent: one.service.store.transfers.length };
  }
  it.each([400, 402])('with %s is told, and held by a yes: no run sends it', async (status) => {
    const { read, say, at, service, sent } = await refused(status);
    const told = await read();
    expect([told.code, bare(told.out)]).toEqual([
      3,
      expect.stringContaining(
        '1 row called not created may have been paid after all: line 2 (R-1, 10.00 GBP)',
      ),
    ]);
    expect(told.out).not.toMatch(/paid twice|the later/);
    const held = await read('--yes');
    expect([held.code, held.out]).toEqual([3, expect.stringContaining('No run sends it now.')]);
    expect((await say(['doubts'])).out).toContain('R-1');
    expect((await say(RUN(at))).code).toBe(3);
    expect(service.store.transfers).toHaveLength(sent + 2);
  });
  it('is settled as created by a person who knows, as long as it was not paid later', async () => {
    const { say, at, runId, paid, service, sent } = await refused(402);
    const word = [
      'resolve',
      runId,
      '--line',
      '2',
      '--as',
      'created',
      '--transfer-id',
      paid,
      '--reason',
      'seen',
    ];
    const bareWord = await say(word);
    expect([bareWord.code, bare(bareWord.err)]).toEqual([
      2,
      expect.stringContaining('if that one was paid, say --as created with its id and --correct'),
    ]);
    expect((await say([...word, '--correct', '--yes'])).code).toBe(0);
    expect((await say(RUN(at))).code).toBe(0);
    expect(service.store.transfers).toHaveLength(sent + 2);
    expect((await say(['ledger', 'verify'])).code).toBe(0);
  });
});

describe("a statement's cells", () => {
  it('begin no line, colour nothing and are cut, in what is said, kept and offered for pasting', async () => {
    const one = await called();
    const evil = `"EUR\n\u001b[31m1 row is certainly paid.${'x'.repeat(5000)}"`;
    writeFileSync(join(one.at, 'e.csv'), `id,reference,amount,currency\nT-7,R-1,10.00,${evil}\n`);
    const read = ['reconcile', one.runId, '--statement', join(one.at, 'e.csv')];
    const { out } = await one.say(read);
    expect(out).toContain('certainly paid');
    expect(out).not.toMatch(/\u001b|^1 row is certainly|x{500}/m);
    await one.say([...read, '--yes']);
    const doubts = await one.say(['doubts', '--json']);
    expect(doubts.out).not.toMatch(/x{500}|\\n1 row|\\u001b/);
    const id = '$(touch${IFS}/tmp/x);';
    writeFileSync(join(one.at, 'e.csv'), `id,reference,amount,currency\n${id},R-2,10.00,GBP\n`);
    expect((await one.say(read)).out).toContain(`--transfer-id '${id}' --reason`);
  });
});
