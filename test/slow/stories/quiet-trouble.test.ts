// Warnings that mean that money may go out twice, or not at all: they reach whoever is mailed trouble only.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { place } from '../../kit/in-doubt.ts';
import { COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const DAY_MS = 86_400_000;
const bare = COLUMNS.filter((name) => name !== 'reference');

async function set() {
  const service = await sandbox();
  const { at, say } = await place(service);
  const run = async (name: string, text: string, ...more: string[]) => {
    writeFileSync(join(at, name), text);
    const { code, out, err } = await say(['run', join(at, name), ...more]);
    return { code, out, err: err.replaceAll(`${at}/`, '') };
  };
  return { service, at, say, run };
}

describe('--quiet, exit 0', () => {
  it('says which rows look like payments with another reference', async () => {
    const { service, run } = await set();
    const rows = numbered(5).map((row, at) => ({ ...row, receiverAmount: `1${at}` }));
    await run('a.csv', payouts(rows));
    const again = rows.map((row, at) => (at === 0 ? row : { ...row, receiverAmount: `2${at}` }));
    const { code, out, err } = await run(
      'b.csv',
      payouts(again.map((row, at) => ({ ...row, reference: `OTHER-${at}` }))),
      '--quiet',
    );
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(
      /^b\.csv:2:1: warning: reference "OTHER-0" its content equals line 2 of run \S+, which was paid on \S+ with [^\n]+, under another reference/,
    );
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(service.store.transfers).toHaveLength(10);
  });

  it('counts rows of the file, not the earlier payments that one of them looks like', async () => {
    const { run } = await set();
    const alike = numbered(2).map((row, at) => ({ ...row, reference: `A-${at}`, memo: 'Rent' }));
    await run('a.csv', payouts(alike));
    const others = numbered(4).map((row, at) => ({ ...row, receiverAmount: `3${at}` }));
    const { err } = await run('b.csv', payouts([...others, { ...alike[0], reference: 'NEW' }]), '--quiet');
    expect(err).toContain('"NEW" its content equals');
    expect(err).not.toContain('first here');
  });

  it('shows them before other warnings, however many of those there are', async () => {
    const { run } = await set();
    await run('a.csv', payouts(numbered(1)));
    const many = numbered(40).map((row, at) => ({
      ...row,
      reference: `N-${at}`,
      purposeOfPayment: `P${at}`,
    }));
    const one = numbered(1, { reference: 'OTHER' });
    const { err } = await run(
      'b.csv',
      payouts([...many, ...one].map((row, at) => ({ ...row, receiverAmount: at === 40 ? '10' : '55' }))),
    );
    expect(err).toContain('"OTHER" its content equals');
  });
});

describe('a file whose rows were all paid before', () => {
  const rows = numbered(3, { memo: 'Rent' });
  const FILES = [
    ['without references', payouts(rows, bare)],
    ['with references', payouts(rows)],
  ] as const;

  it.each(FILES)('is silent the same night under its name: %s', async (_, text) => {
    const { service, run } = await set();
    await run('in.csv', text);
    expect(await run('in.csv', text, '--quiet')).toEqual({ code: 0, out: '', err: '' });
    expect(service.store.transfers).toHaveLength(3);
  });

  it('is silent where some of its rows are still to be sent', async () => {
    const { service, run } = await set();
    const text = payouts(rows, bare);
    service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 99 });
    await run('in.csv', text, '--halt-after', '2', '--concurrency', '1');
    service.faults.clear();
    const { err } = await run('in.csv', text, '--quiet');
    expect(err).not.toContain('was paid before');
  });

  it.each(
    FILES.flatMap(([name, text]) =>
      ([0.1, 2.9, 3.1, 31] as const).map((days) => [name, days, days > 3, text] as const),
    ),
  )('%s, %d days later: said is %s', async (_, days, isSaid, text) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': text });
    const clock = new JumpingClock();
    await runIn(at, service.url, { clock });
    clock.nowMs += days * DAY_MS;
    const said: Warning[] = [];
    const hooks = { checked: (_: unknown, warnings: readonly Warning[]) => void said.push(...warnings) };
    expect((await runIn(at, service.url, { clock, hooks })).exitCode).toBe(0);
    expect(said.filter(({ isTrouble }) => isTrouble === true).map(({ message }) => message)).toEqual(
      isSaid
        ? [
            expect.stringMatching(
              /^every row of this file was paid before, the last on 2026-06-01 by run \S+, so nothing is sent\. If these are new payments, give the rows new references$/,
            ),
          ]
        : [],
    );
    expect(service.store.transfers).toHaveLength(3);
    expect(readFileSync(join(at, 'in.results.csv'), 'utf8')).toContain('created');
  });
});
