// Another run of the same file may have paid the rows that a run never started. The report and the list name that run,
// so that nobody pays those rows by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { systemClock } from '../../../src/client/clock.ts';
import { environmentName } from '../../../src/interface/environment.ts';
import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/options.ts';
import { type Place, place, RUN } from '../../kit/in-doubt.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';

interface Listed {
  readonly id: string;
  readonly counts: Record<string, number> | null;
}

async function listed({ say }: Place): Promise<Listed[]> {
  return (JSON.parse((await say(['status', '--json'])).out) as { runs: Listed[] }).runs;
}

/** A run of six rows in this process, with the ledger and the environment of the commands. */
function runHere({ at, service }: Place, more: Parameters<typeof runIn>[2]): ReturnType<typeof runIn> {
  const environment = environmentName(service.url, SANDBOX_CREDENTIALS.clientId);
  const openLedger = (): Ledger =>
    new FileLedger(join(at, 'l.db'), environment, { create: true, accept: false });
  return runIn(at, service.url, { environment, openLedger, concurrency: 1, clock: systemClock, ...more });
}

/** A run that is killed after its second payment; returns its id. */
async function killed(one: Place): Promise<string> {
  let seen = 0;
  const at = (point: string): void => {
    if (point === 'after-outcome') seen++;
    if (seen >= 2) throw new Error('killed');
  };
  await expect(runHere(one, { hooks: { reached: at } })).rejects.toThrow('killed');
  return (await listed(one))[0]?.id ?? '';
}

it('a killed run has its counts in the list, and the list says to run the file again', async () => {
  const one = await place(await sandbox());
  await killed(one);
  expect((await listed(one))[0]?.counts).toEqual({ created: 2 });
  const { out } = await one.say(['status']);
  expect(out).toContain('2 created');
  const { out: told } = await one.say(['report', 'last', '--format', 'md']);
  expect(told).toContain('The run ended without a result');
  expect(told).toContain('4 rows never started. They are not listed here.');
  const results = await one.say(['results', 'last']);
  expect(results.err).toBe('paybatch: 4 rows never started. They are not listed here.\n');
  for (const args of [
    ['results', 'last', '--json'],
    ['report', 'last', '--json'],
  ])
    expect(JSON.parse((await one.say(args)).out)).toMatchObject({ notStarted: 4 });
  expect(out).toContain('ended without a result (killed?): run the file again to continue');
});

it('a killed run names the run that continued it, in the list and in the report', async () => {
  const one = await place(await sandbox());
  const first = await killed(one);
  one.service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
  expect((await one.say(RUN(one.at), {})).code).toBe(3);
  const then = (await listed(one))[0]?.id ?? '';
  expect((await one.say(['status'])).out).toContain(`(killed?): continued by run ${then}`);
  const rows = (await one.say(['status', first])).out;
  expect(rows).toContain(`continued by run ${then}`);
  expect(rows).toContain('4 rows were not started.');
  const { out } = await one.say(['report', first, '--format', 'md']);
  expect(out).toContain(`# 2 of 6 rows paid. Run ${then} continued with this file\n`);
  expect(out).toMatch(
    new RegExp(
      `4 rows never started in this run. They may have been paid by run ${then}: see paybatch report `,
    ),
  );
});

it('a killed run with a row in doubt is PERHAPS PAID in the list', async () => {
  const one = await place(
    await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] }),
  );
  await killed(one);
  expect((await one.say(['status'])).out).toMatch(/1 in_doubt.*PERHAPS PAID \(ended without a result/);
});

/** A run of six rows; `work` is done while it sends its first row. */
function runDuring(one: Place, work: () => Promise<void>): ReturnType<typeof runHere> {
  let done: Promise<void> | undefined;
  return runHere(one, {
    openLedger: () => {
      const environment = environmentName(one.service.url, SANDBOX_CREDENTIALS.clientId);
      const ledger = new FileLedger(join(one.at, 'l.db'), environment, { create: true, accept: false });
      return new Proxy<Ledger>(ledger, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          return async (...args: unknown[]): Promise<unknown> => {
            if (name === 'record') await (done ??= work());
            return (member.bind(target) as (...all: unknown[]) => unknown)(...args);
          };
        },
      });
    },
  });
}

it('rows that another run is sending now are not PERHAPS PAID', async () => {
  const one = await place(await sandbox());
  const [head = '', first = ''] = readFileSync(join(one.at, 'in.csv'), 'utf8').split('\n');
  writeFileSync(join(one.at, 'b.csv'), [head, first, first.replace('R-1', 'R-77'), ''].join('\n'));
  const said: string[] = [];
  await runDuring(one, async () => {
    await one.say(['run', join(one.at, 'b.csv'), '--alike-ok'], {});
    const [last] = await listed(one);
    const id = last?.id ?? '';
    expect(last?.counts).toMatchObject({ in_doubt: 1 });
    for (const args of [['status'], ['status', id]]) said.push((await one.say(args)).out);
  });
  for (const out of said) {
    expect(out).toMatch(/1 row being sent by run run-\d+ now: wait until that run has ended/);
    expect(out).not.toMatch(/PERHAPS PAID|paybatch doubts/);
  }
  expect(said[1]).toMatch(/R-1 +being sent +10.00/);
});

it('a run that is refused because another run has its rows names that run, and reports nothing sent', async () => {
  const one = await place(await sandbox());
  let second: Awaited<ReturnType<Place['say']>> | undefined;
  const { runId } = await runDuring(one, async () => {
    second = await one.say(RUN(one.at), {});
  });
  expect(second).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /is working on these rows now: wait until it has ended\. Then see paybatch status /,
    ) as string,
  });
  const refused = (await listed(one)).find(({ id }) => id !== runId)?.id ?? '';
  const { out } = await one.say(['report', refused, '--format', 'md']);
  expect(out).toMatch(/^# This start sent nothing \(exit code 2\)\n/);
  expect((await one.say(['report', refused])).out).not.toContain('0 of 6 rows paid');
});
