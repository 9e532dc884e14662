// Tables on terminals of any width: no line is longer, and no cell is lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { inColour, prose } from '../../src/cli/render/prose.ts';
import { plainTable, tableLines, wrapped } from '../../src/cli/render/table.ts';

const HEAD = ['run', 'line', 'customer', 'account', 'amount', 'answered'];
const ROW = [
  '20261122-025345-ba8d3b',
  '17',
  '3b241101-e2bb-4255-8caf-4136c566a962',
  '9b2f7c1e-2c5e-4a55-9e51-0b1b8f0f4c11',
  '48210.90',
  'no answer: the service closed the connection before it answered',
];

async function lines(width: number): Promise<string[]> {
  const all: string[] = [];
  for await (const line of tableLines(HEAD, () => [ROW, ROW], [1, 4], width)) all.push(line);
  return all.join('\n').split('\n');
}

describe('a table', () => {
  it.each([60, 80, 120, 150])('fits %i columns', async (width) => {
    for (const shown of [plainTable(HEAD, [ROW, ROW], [1, 4], width).split('\n'), await lines(width)]) {
      expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(width);
      const words = shown.join(' ').replaceAll(/\s+/g, ' ');
      for (const cell of ROW.slice(0, -1)) expect(words.split(cell)).toHaveLength(3);
    }
  });

  it('keeps its form on a narrow terminal as long as its words have room', () => {
    const head = ['run', 'started', 'file', 'rows', 'rows by status', 'state'];
    const row = [
      '20261122-025345',
      '2026-11-22 02:53:45',
      'in.csv',
      '12',
      '3 created, 2 in_doubt',
      'PERHAPS PAID (exit 3)',
    ];
    const shown = plainTable(head, [row], [3], 92).split('\n');
    expect(shown[0]).toMatch(/^ *run +started +file +rows +rows by status +state$/);
    expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(92);
  });

  it('is left as it is where programs read it', async () => {
    expect(plainTable(HEAD, [ROW], [1, 4]).split('\n')).toHaveLength(2);
    expect(await lines(Infinity)).toHaveLength(3);
  });

  it('shows a row as lines of its own where columns have no room', () => {
    expect(plainTable(['status', 'rows', 'GBP'], [['created', '3', '30.00']], [1, 2], 12)).toBe(
      'status  created\nrows    3\nGBP     30.00',
    );
  });

  it('wraps at spaces and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (text, width) => {
        const parts = wrapped(text, width);
        expect(parts.every((part) => part.length <= width)).toBe(true);
        expect(parts.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});

describe('prose', () => {
  it('is broken between words, keeps indentation, and leaves whole what is to be copied', () => {
    expect(
      prose('one two three\n  four five six\n  paybatch resolve RUN --line N\n{"a": "b c d"}\n', 12),
    ).toBe('one two\nthree\n  four five\n  six\n  paybatch resolve RUN --line N\n{"a": "b c d"}\n');
    expect(prose('see /a/path/that/is/longer/than/the/line now', 12)).toBe(
      'see\n/a/path/that/is/longer/than/the/line\nnow',
    );
    expect(prose('in.csv:3: one two\n    four five six', 12, 2)).toBe(
      'in.csv:3:\n  one two\n    four\n    five six',
    );
    expect(prose('any words at all', Infinity)).toBe('any words at all');
  });
  it('loses no word, and no line is longer than its longest word', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 200 }),
        fc.integer({ min: 5, max: 40 }),
        (text, width) => {
          const shown = prose(text, width);
          expect(shown.trim().split(/\s+/)).toEqual(text.trim().split(/\s+/));
          for (const line of shown.split('\n'))
            expect(line.length <= width || !line.trim().includes(' ')).toBe(true);
        },
      ),
    );
  });
});

it('what nobody may overlook has its colour on a terminal, and nowhere else', () => {
  const text = 'in_doubt  3  PERHAPS PAID: find out';
  expect(inColour(text, { outTerminal: true, env: {} })).toBe(
    'in_doubt  3  \u001b[1;31mPERHAPS PAID\u001b[0m: find out',
  );
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
    expect(inColour(text, { outTerminal: true, env })).toBe(text);
  expect(inColour(text, { outTerminal: false, env: {} })).toBe(text);
});
