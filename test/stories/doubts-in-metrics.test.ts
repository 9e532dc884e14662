// The gauge of rows in doubt is of all runs, whatever the last one ended with: alerts stand on it.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { inDoubt, place } from '../kit/in-doubt.ts';
import { sandbox } from '../kit/sandbox.ts';

/** A way to refuse a run: of its flags, of its settings, of its file, by a guard. */
const REFUSED = [
  ['AT/in.csv', '--nope'],
  ['AT/in.csv', '--concurrency', 'x'],
  ['AT/other.csv'],
  ['AT/in.csv', '--expect-count', '9'],
];

/** What the gauge says once no older file is there. */
function gauge(at: string): string | undefined {
  const path = join(at, 'm.prom');
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return /^paybatch_in_doubt_rows (.*)$/m.exec(text)?.[1];
}

it.each(REFUSED)('is there where a run is refused: %s %s', async (...args) => {
  const { at, say } = await inDoubt();
  const named = args.map((arg) => arg.replace('AT', at));
  expect((await say(['run', ...named, '--metrics-file', join(at, 'm.prom')])).code).toBe(2);
  expect(gauge(at)).toBe('3');
});

it('is 0 if no run was ever made', async () => {
  const { at, say } = await place(await sandbox());
  expect((await say(['run', join(at, 'in.csv'), '--nope', '--metrics-file', join(at, 'm.prom')])).code).toBe(
    2,
  );
  expect(gauge(at)).toBe('0');
});

it('is left out where nobody can know it', async () => {
  const { at, say } = await place(await sandbox());
  const args = ['run', join(at, 'in.csv'), '--ledger', 'relative.db'];
  expect((await say([...args, '--metrics-file', join(at, 'm.prom')])).code).toBe(2);
  expect(gauge(at)).toBeUndefined();
});
