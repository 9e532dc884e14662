// Messages about rows on standard error: more than three equal messages are one line with a count.
import { describe, expect, it } from 'vitest';

import { rowMessage } from '../../src/batch/results/messages.ts';
import { Problems } from '../../src/cli/render/problems.ts';
import { fakeIo } from '../kit/io.ts';
import { verbatim } from '../kit/words.ts';

type Said = readonly [status: string, text: string];

const told = (status: string, text: string, line: number) =>
  status === 'invalid'
    ? rowMessage('invalid', {
        ...{ line, more: 0 },
        issues: [{ column: 2, field: 'customerId', message: verbatim(text) }],
      })
    : verbatim(text);

function shown(messages: readonly Said[]): string[] {
  const io = fakeIo('/');
  const problems = new Problems('in.csv', io);
  for (const [at, [status, text]] of messages.entries())
    problems.show(at + 2, status, told(status, text, at + 2));
  problems.end('in.results.csv');
  return io.said.err.trimEnd().split('\n');
}
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('equal messages about rows', () => {
  it('are one line with their count and the first line numbers if there are more than three', () => {
    const lines = shown([
      ...times(19, () => ['rejected', 'the account is closed'] as const),
      ...times(4, () => ['invalid', 'must be an ID'] as const),
    ]);
    expect(lines).toEqual([
      'in.csv:2: rejected: the account is closed (19 times: lines 2, 3, 4, 5, 6, ..., see in.results.csv)',
      'in.csv:21:2: customerId: must be an ID (4 times: lines 21, 22, 23, 24)',
    ]);
  });

  it('are separate lines for rows in doubt, because a person resolves each row', () => {
    const five = times(5, () => ['in_doubt', 'no answer in time'] as const);
    expect(shown(five)).toHaveLength(5);
  });

  it('are separate lines if there are only three', () => {
    const three = times(3, () => ['rejected', 'the account is closed'] as const);
    expect(shown(three)).toEqual([2, 3, 4].map((line) => `in.csv:${line}: rejected: the account is closed`));
  });
});

describe('a message before the end of the run', () => {
  const said = (messages: readonly Said[]): string => {
    const io = fakeIo('/');
    const problems = new Problems('in.csv', io);
    for (const [at, [status, text]] of messages.entries())
      problems.show(at + 2, status, told(status, text, at + 2));
    return io.said.err;
  };

  it('is printed at once for a row in doubt, but not for a rejected row', () => {
    expect(said([['in_doubt', 'no answer']])).toBe('in.csv:2: in_doubt: PERHAPS PAID: no answer\n');
    expect(said([['rejected', 'the account is closed']])).toBe('');
  });
});

it('different messages about rows are at most twenty lines, and a count of the rest', () => {
  const words = times(30, (at) => String.fromCharCode(97 + (at % 26)).repeat(1 + at));
  const lines = shown(
    words.map((word, at) => [at % 2 ? 'rejected' : 'failed', `the account is ${word}`] as const),
  );
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('... and 10 more: see in.results.csv');
});
