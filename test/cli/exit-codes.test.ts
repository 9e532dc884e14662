// Each command's help tells its own exit codes: 1 is no retry file where nothing is sent.
import { expect, it } from 'vitest';

import { exitText } from '../../src/cli/exit-codes.ts';

it.each([
  ...['check', 'ledger', 'plan', 'approve', 'status', 'doubts', 'resolve', 'reconcile'],
  ...['report', 'api', 'funds', 'keygen', 'config', 'stop'],
])('%s has codes of its own, without those of a run', (command) => {
  const text = exitText(command);
  expect(text).toMatch(/^Exit codes:\n {2}0 {2}\S/);
  expect(text).not.toContain('.retry.csv');
  expect(text).not.toMatch(/^ {2}\d {2}$/m);
  expect(text).not.toBe(exitText('run'));
});

it('check never ends with 3: nothing of it can be in doubt', () => {
  expect(exitText('check')).not.toMatch(/^ {2}3/m);
});
