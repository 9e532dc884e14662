// Each command's help tells its own exit codes: 1 is no retry file where nothing is sent.
import { expect, it } from 'vitest';

import { exitText } from '../../src/cli/codes.ts';
import { COMMANDS } from '../../src/cli/command-table.ts';

it.each(COMMANDS.map(({ name }) => name).filter((name) => name !== 'run'))(
  '%s has codes of its own, without those of a run',
  (command) => {
    const text = exitText(100, command);
    expect(text).toMatch(/^Exit codes\n {2}0 {2}\S/);
    expect(text).not.toContain('.retry.csv');
    expect(text).not.toMatch(/^ {2}\d {2}$/m);
    expect(text).not.toBe(exitText(100, 'run'));
  },
);

it('check never ends with 3: nothing of it can be in doubt', () => {
  expect(exitText(100, 'check')).not.toMatch(/^ {2}3/m);
});

it.each(COMMANDS.map(({ name }) => name))('%s: no line of them is wider than the terminal', (name) => {
  for (const line of exitText(60, name).split('\n')) expect(line.length, line).toBeLessThanOrEqual(60);
});
