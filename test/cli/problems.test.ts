// Rows that went wrong, as they are told on standard error: what differs by a figure alone is one problem with a count.
import { expect, it } from 'vitest';

import { Problems } from '../../src/cli/render/problems.ts';
import { fakeIo } from '../support/io.ts';

function shown(messages: readonly (readonly [status: string, text: string])[]): string[] {
  const io = fakeIo('/');
  const problems = new Problems('in.csv', io);
  for (const [at, [status, text]] of messages.entries()) problems.show(at + 2, status, text);
  problems.end('in.results.csv');
  return io.said.err.trimEnd().split('\n');
}
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

it('says three of many that differ by a figure, an id or a cell, and counts the others', () => {
  const id = (at: number) => `16fd2706-8baf-433b-82eb-8c7fada8${String(1000 + at)}`;
  const lines = shown([
    ...times(19, (at) => ['rejected', `the balance is ${String(at)}.50 GBP short`] as const),
    ...times(
      19,
      (at) => ['invalid', `${String(at + 60)}:2: customerId: "x${String(at)}" must be an ID`] as const,
    ),
    ...times(19, (at) => ['rejected', `there is no account ${id(at)}`] as const),
  ]);
  expect(lines).toHaveLength(12);
  expect(lines).toContain(
    'in.csv: 16 more rejected, 19 in all, like this one (see in.results.csv): the balance is 0.50 GBP short',
  );
  expect(lines).toContain(
    'in.csv: 16 more invalid, 19 in all, like this one (see in.results.csv): customerId: "x0" must be an ID',
  );
  expect(lines.at(-1)).toBe(
    `in.csv: 16 more rejected, 19 in all, like this one (see in.results.csv): there is no account ${id(0)}`,
  );
});
it('tells what differs in words apart, and says "like" only where they differ', () => {
  const lines = shown([
    ...times(5, () => ['rejected', 'the account is closed'] as const),
    ['rejected', 'the account is blocked'],
    ...times(4, () => ['failed', 'getToken: the service answered 500'] as const),
    ['failed', 'getToken: the service answered 503'],
  ]);
  expect(lines).toContain('in.csv:12: failed: getToken: the service answered 503');
  expect(lines).toContain('in.csv:7: rejected: the account is blocked');
  expect(lines).toContain('in.csv: 2 more rejected, 5 in all: the account is closed');
});
