// What another environment of the same ledger has paid: a warning that names run and environment, never a refusal.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import { program } from '../../../src/cli/program.ts';
import { FileLedger } from '../../../src/ledger/sqlite/file-ledger.ts';
import { setUpApi, TRANSFER, whole } from '../../kit/api.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const DAY_MS = 86_400_000;

async function twoEnvironments(first: Parameters<typeof sandbox>[0] = {}) {
  const at = folder({ 'in.csv': payouts(numbered(3)) });
  const [one, other] = [await sandbox(first), await sandbox()];
  const run = async (service: typeof one, environment: string, more: Parameters<typeof runIn>[2] = {}) => {
    const said: Warning[] = [];
    const end = await runIn(at, service.url, {
      environment,
      results: join(at, `${encodeURIComponent(environment)}.csv`),
      openLedger: () => new FileLedger(join(at, 'l.db'), environment),
      hooks: { checked: (_, warnings) => said.push(...warnings) },
      ...more,
    });
    return { end, said };
  };
  return { at, one, other, run };
}

describe('a file that another environment has paid', () => {
  it('is paid, with one warning that names run, line and environment', async () => {
    const { one, other, run } = await twoEnvironments();
    const first = await run(one, 'https://sandbox.example c-1');
    expect(first.said).toEqual([]);
    const { end, said } = await run(other, 'https://live.example c-1');
    expect(end.exitCode).toBe(0);
    expect(other.store.transfers).toHaveLength(3);
    expect(said).toEqual([
      {
        field: 'reference',
        value: 'R-1',
        message: `looks like a payout of another environment, https://sandbox.example c-1: line 2 of run ${first.end.runId} was paid there on 2026-06-01`,
        firstLine: 2,
        column: 1,
        isTrouble: true,
        entry: null,
        likeAt: Date.parse('2026-06-01'),
        count: 3,
      },
    ]);
    // What is settled here is not looked for elsewhere.
    expect((await run(other, 'https://live.example c-1')).said).toEqual([]);
  });
  it('says when it may have been paid there, however long ago', async () => {
    const faults = [{ kind: 'reset-after' as const, operation: 'createTransfer' as const, first: 3 }];
    const { one, other, run } = await twoEnvironments({ faults });
    await run(one, 'a');
    const clock = new JumpingClock();
    clock.nowMs += 400 * DAY_MS;
    const { said, end } = await run(other, 'b', { clock });
    expect(end.exitCode).toBe(0);
    expect(said.map(({ message }) => message).join()).toContain('may have been paid (in doubt) there');
  });
  it('tells what was paid there apart from what is in doubt', async () => {
    const faults = [{ kind: 'reset-after' as const, operation: 'createTransfer' as const, first: 2 }];
    const { one, other, run } = await twoEnvironments({ faults });
    await run(one, 'a', { concurrency: 1 });
    const { said } = await run(other, 'b');
    expect(
      said.map(({ message, count }) => [/may have been paid|was paid/.exec(message)?.[0], count]),
    ).toEqual([
      ['may have been paid', 2],
      ['was paid', 1],
    ]);
  });
  it('says nothing of what was paid there long ago, nor where it is meant', async () => {
    const { one, other, run } = await twoEnvironments();
    await run(one, 'a');
    const clock = new JumpingClock();
    clock.nowMs += 31 * DAY_MS;
    expect((await run(other, 'b', { clock })).said).toEqual([]);
    const { run: again, one: first, other: second } = await twoEnvironments();
    await again(first, 'a');
    expect((await again(second, 'b', { alikeOk: true })).said).toEqual([]);
  });
});

it('a single call that another environment has made is made, with a warning', async () => {
  const { service, at, api } = await setUpApi();
  expect((await api([...TRANSFER, '--yes'])).code).toBe(0);
  const live = await sandbox();
  const io = fakeIo(at, serviceEnv(live.url));
  const args = ['api', ...whole([...TRANSFER, '--yes']), '--ledger', join(at, 'l.db')];
  expect(await program(args, io), io.said.err).toBe(0);
  expect(io.said.err).toMatch(
    new RegExp(
      `warning: createTransfer: looks like a payout of another environment, ${service.url} sandbox-client: line 1`,
    ),
  );
  expect(live.store.transfers).toHaveLength(1);
});
