// What others pay or queue while a question waits for its answer, in another spelling: it is looked for once more before
// anything leaves. Of equal content the intent itself knows.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { FileLedger } from '../../../src/ledger/sqlite/file-ledger.ts';
import { timelineOf } from '../../../src/report/timeline.ts';
import { setUpApi, TRANSFER } from '../../kit/api.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { Company } from '../../hosts/kit/hosts.ts';
import { COLUMNS, payouts } from '../../kit/payouts.ts';
import { HAS_POSTGRES, postgres } from '../../kit/postgres.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const BARE = COLUMNS.filter((name) => name !== 'reference');
const file = (...memos: readonly string[]) =>
  payouts(
    memos.map((memo) => ({ memo })),
    BARE,
  );

/** One person is asked about `asked`; before the answer, somebody else pays `meanwhile` on the same ledger. */
async function paidDuringQuestion(asked: string, meanwhile: string) {
  const at = folder({ 'in.csv': file(asked) });
  const other = join(at, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'in.csv'), file(meanwhile));
  const service = await sandbox();
  const openLedger = () => new FileLedger(join(at, 'l.db'), 'env');
  const confirm = async () => {
    await runIn(other, service.url, { openLedger });
    return true;
  };
  const end = await runIn(at, service.url, { openLedger, hooks: { confirm } }).catch(
    (error: unknown) => error,
  );
  return { end, paid: service.store.transfers.length };
}

describe('while a question waits', () => {
  it('what another run paid in another spelling is not paid again', async () => {
    const { end, paid } = await paidDuringQuestion('2026-05', 'May-26');
    expect(end).toMatchObject({
      code: 'alike',
      message: expect.stringMatching(
        /in\.csv:2: this row looks like line 2 of run .*, which was paid/,
      ) as string,
    });
    expect(paid).toBe(1);
  });

  it('its hour is no part of how long the run took', async () => {
    const at = folder({ 'in.csv': file('Rent') });
    const clock = new JumpingClock();
    const confirm = async () => {
      await clock.sleep(3_600_000);
      return true;
    };
    const end = await runIn(at, (await sandbox()).url, { clock, hooks: { confirm } });
    expect(end.durationMs).toBeLessThan(60_000);
    const ledger = new FileLedger(join(at, 'l.db'), 'env');
    onTestFinished(() => ledger.close());
    const kept = await ledger.run(end.runId);
    if (!kept?.finishedAt) throw new Error('the run is not in the ledger');
    expect(kept.finishedAt.getTime() - kept.startedAt.getTime()).toBe(end.durationMs);
    expect((await timelineOf(ledger, kept))?.seconds).toBeLessThan(60);
  });

  it('another payment keeps nobody from this one', async () => {
    const { end, paid } = await paidDuringQuestion('2026-05', 'June-26');
    expect(end).toMatchObject({ exitCode: 0 });
    expect(paid).toBe(2);
  });

  it('a single call is not made where its payment was made meanwhile', async () => {
    const { service, api } = await setUpApi();
    const call = (memo: string) => [...TRANSFER, '--set', `memo=${memo}`];
    let other: Promise<unknown> | undefined;
    const ask = async () => {
      other = api([...call('May-26'), '--yes']);
      await other;
      return 'yes';
    };
    const { code, err } = await api(call('2026-05'), { interactive: true, ask });
    expect(other).toBeDefined();
    expect(err).toContain('looks like');
    expect(code).toBe(2);
    expect(service.store.transfers).toHaveLength(1);
  });
});

describe.runIf(HAS_POSTGRES)(`what is queued`, () => {
  const server = postgres();

  it('is not queued again, paid or called for in another spelling before a worker comes', async () => {
    const own = await Company.make(server, { rows: 1 });
    writeFileSync(join(own.at, 'a.csv'), file('2026-01', 'Łódź', 'Rent'));
    writeFileSync(join(own.at, 'b.csv'), file('Jan-26', '?ód?', 'Deposit'));
    await own.detach('a.csv');
    const again = await own.run(['run', 'b.csv', '--detach']);
    expect(again.code, again.stdout).toBe(2);
    expect(again.stderr).toMatch(/b\.csv:2: 2 of the 3 rows look like payouts made before/);
    expect(again.stderr).toMatch(/line 2: like line 2 of run \S+, which is still sending its rows/);
    const end = await own.run(['work', '--until-empty']);
    expect(end.code, end.stderr).toBe(0);
    expect(own.paid).toBe(3);
  });
});
