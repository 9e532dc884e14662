// A submission whose host is killed while it queues rows. Only a command with the same payment settings completes it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();
const DETACHED = ['run', 'in.csv', '--detach'];
const WORK = ['work', '--until-empty'];
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('an interrupted submission', () => {
  it('is completed only by a command with the same payment settings', async () => {
    const own = await Company.make(server, { rows: 120 });
    const write = (name: string, what: object): void => {
      writeFileSync(join(own.at, name), JSON.stringify(what));
    };
    write('m.json', { memo: 'x-memo' });
    write('strict.json', { profile: { closedCurrencies: true } });
    write('checks.json', { checks: { payeeChanged: 'error' } });
    await own.cutOff(DETACHED);
    await own.forget();
    const [{ run_id: id, kept } = {}] = await own.ask(
      'SELECT run_id, (SELECT count(*) FROM @items)::int AS kept FROM @submissions',
    );
    for (const [at, [more, named]] of (
      [
        [['--use-developer-funds'], 'without --use-developer-funds'],
        [['--no-quote'], 'without --no-quote'],
        [['--alike-ok'], 'without --alike-ok'],
        [['--map', 'm.json'], 'without --map'],
        [['--documents-dir', join(own.at, 'other')], 'without --documents-dir'],
        [['--config', join(own.at, 'strict.json')], 'with another profile in the config'],
        [['--config', join(own.at, 'checks.json')], 'with another checks, payee or alikeDays in the config'],
      ] as const
    ).entries()) {
      const end = await own.run(['run', 'in.csv', ...(at % 2 === 0 ? ['--detach'] : []), ...more]);
      expect(end.code, end.stderr).toBe(2);
      expect(flat(end.stderr)).toContain(
        `was interrupted while its rows were queued, and was submitted ${named}`,
      );
      expect(flat(end.stderr)).toMatch(new RegExp(`paybatch stop (--config \\S+ )?${String(id)}`));
    }
    expect((await own.ask('SELECT count(*)::int AS n FROM @items'))[0]).toEqual({ n: kept });
    const limits = ['--max-in-doubt', '3', '--halt-after', '2', '--timeout', '7'];
    const again = await own.run([...DETACHED, ...limits]);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout.trim()).toBe(id);
    const worker = await own.run(WORK);
    expect(worker.code, worker.stderr).toBe(0);
    expect((await own.run(['results', String(id), '--out', 'in.results.csv'])).code).toBe(0);
    expect(own.paid).toBe(120);
    expect(own.compare()).toBe(0);
    await own.whole();
  });

  it.each([['--detach'], ['--json']])(
    'is completed by run %s, which first waits until the dead host has lost its lease',
    async (how) => {
      const own = await Company.make(server, { rows: 120, lease: 3 });
      await own.cutOff(DETACHED);
      const again = await own.run(['run', 'in.csv', how]);
      expect(again.code, again.stderr).toBe(0);
      expect(flat(again.stderr)).toContain('is being submitted by another process: waiting');
      expect((await own.run(WORK)).code).toBe(0);
      expect(own.paid).toBe(120);
      expect((await own.run(['results', 'last', '--out', 'in.results.csv'])).code).toBe(0);
      expect(own.compare()).toBe(0);
    },
  );
});

describe('two submissions of one file at the same moment', () => {
  /** Starts both while the ledger's lock is held, so that each reads the ledger before the other submits. */
  async function atOnce(own: Company, commands: readonly (readonly string[])[]) {
    const held = own.ask(
      `SELECT pg_advisory_lock(1885433186, hashtext('${own.schema}')), pg_sleep(4), pg_advisory_unlock(1885433186, hashtext('${own.schema}'))`,
    );
    const hosts = commands.map((args) => own.start(args));
    await held;
    return Promise.all(hosts.map(({ over }) => over));
  }

  it('become one run, and send nothing with --detach', async () => {
    const own = await Company.make(server, { rows: 60 });
    const ends = await atOnce(own, [DETACHED, DETACHED]);
    for (const { code, stderr } of ends) expect(code, stderr).toBe(0);
    expect(new Set(ends.map(({ stdout }) => stdout.trim())).size).toBe(1);
    expect(own.paid).toBe(0);
    expect((await own.run(WORK)).code).toBe(0);
    expect(own.paid).toBe(60);
  });
});

describe('a run command that joins an open run', () => {
  it('is refused by its own guards, and sends the rows if the guards hold', async () => {
    const own = await Company.make(server, { rows: 6 });
    await own.detach();
    for (const [guard, named] of [
      [['--expect-count', '3'], '--expect-count is 3'],
      [['--max-total', 'GBP=1'], '--max-total'],
    ] as const) {
      const end = await own.run(['run', 'in.csv', ...guard]);
      expect(end.code, end.stderr).toBe(2);
      expect(end.stderr).toContain(named);
    }
    const map = await own.run(['run', 'in.csv', '--map', '{}']);
    expect(map.code, map.stderr).toBe(2);
    expect(own.paid).toBe(0);
    const end = await own.run(['run', 'in.csv', '--expect-count', '6', '--max-total', 'GBP=1000']);
    expect(end.code, end.stderr).toBe(0);
    expect(own.paid).toBe(6);
  });
});
