// Reasons that are told as one: no value of the first row stands for the others.
import { expect, it } from 'vitest';

import { alikeKey, SaidAlike } from '../../../src/report/said-alike.ts';

const paid = (sum: string, line: number): string => `already paid with ${sum} GBP in run r-1 (line ${line})`;

it('leaves out what differs, and keeps what all have', () => {
  const said = new SaidAlike(paid('101.00', 3));
  for (const other of [paid('101.00', 3), paid('102.50', 4), paid('9.00', 7)]) {
    expect(alikeKey(other)).toBe(alikeKey(paid('101.00', 3)));
    said.add(other);
  }
  expect(said.text).toBe('already paid with ... GBP in run r-1 (line ...)');
});

it('says one reason as it is, and quoted values as such', () => {
  const one = new SaidAlike('purpose "a 1" is none of 12');
  expect(one.text).toBe('purpose "a 1" is none of 12');
  one.add('purpose "b" is none of 12');
  expect(one.text).toBe('purpose "..." is none of 12');
});
