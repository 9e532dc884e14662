// What was called not created and sent again: by the day of a line, what can own it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { timeOf } from '../../../src/batch/reconcile/cells.ts';
import type { StatementLine } from '../../../src/batch/reconcile/lines.ts';
import type { DoubtfulRow } from '../../../src/batch/reconcile/match.ts';
import { surplus } from '../../../src/batch/reconcile/surplus.ts';
import { first, later, line, sent } from '../../kit/two-sendings.ts';

/** All that is told. */
const told = (...args: Parameters<typeof surplus<DoubtfulRow>>) => Object.values(surplus(...args)).flat();

describe('a line of a row that was sent on two days', () => {
  it.each([
    ['the first time', '2026-11-25T02:00:05Z', 1],
    ['the first day', '2026-11-25', 1],
    ['the first day, by reference', '2026-11-25', 1, { reference: 'R' }],
    ['the later time', '2026-11-26T02:00:05Z', 0],
    ['the later day', '2026-11-26', 0],
  ])('is told where it is of %s alone: %s', (_, at, count, more: Partial<StatementLine> = {}) => {
    for (const id of ['T-1', 'BANK-1']) {
      const known = { taken: new Set(['T-2']), owners: [later] };
      expect(told([first], [line(id, at, more)], known)).toHaveLength(count);
    }
  });
});

describe('an equal payment of another row', () => {
  const other = {
    ...sent('2026-11-24T02:00:00Z', 'T-0'),
    key: 'o',
    memo: 'beta',
    reference: 'Q',
    tag: 'pb-00000000aa',
  };
  const tagged = { ...first, tag: 'pb-00000000bb' };
  const lines = (more: Partial<StatementLine>): StatementLine[] => [
    line('BANK-1', '2026-11-25T02:00:05Z', more),
    line('BANK-2', '2026-11-26T02:00:05Z', more),
  ];

  it.each([
    ['tag', { memo: 'alpha pb-00000000bb' }],
    ['reference', { reference: 'R', memo: '' }],
    ['memo', {}],
  ])("owns no line with the called row's %s", (_, more: Partial<StatementLine>) => {
    const known = { taken: new Set<string>(), owners: [{ ...later, tag: tagged.tag }, other] };
    expect(told([tagged], lines(more), known)).toHaveLength(1);
  });

  it('owns one that says nothing of whose it is', () => {
    const known = { taken: new Set<string>(), owners: [later, other] };
    const begun = line('BANK-0', '2026-11-24T01:00:00Z', { amount: '77' });
    expect(told([first], [begun, ...lines({ memo: '' })], known)).toHaveLength(0);
  });

  it.each<[string, Partial<DoubtfulRow>, Partial<StatementLine>, string[]]>([
    ['was sent before the statement begins', {}, { amount: '70' }, []],
    ['has an id of its own, as the statement has others', {}, {}, ['T-9']],
    ['is of another environment', { isElsewhere: true }, {}, []],
    ['is the same row of another environment', { isElsewhere: true, key: 'k' }, {}, []],
    ['is in doubt', { createdId: null }, {}, []],
  ])('owns none for certain where it %s', (_, more, begins, taken) => {
    const at = begins.amount === undefined ? '2026-11-24T01:00:00Z' : '2026-11-25T01:00:00Z';
    const begun = line('T-9', at, { amount: '77', ...begins });
    const known = { taken: new Set(taken), owners: [later, { ...other, ...more }] };
    const { twice, unclear } = surplus([first], [begun, ...lines({ memo: '' })], known);
    expect([twice.length, unclear.length]).toEqual([0, 1]);
  });
});

it('an id that a bank gives to a whole bulk is no second copy of a line', () => {
  const all = [line('BULK', '2026-11-26T02:00:05Z'), line('BULK', '2026-11-25T02:00:05Z')];
  const known = { taken: new Set<string>(), owners: [later] };
  expect(told([first], all, known)).toHaveLength(1);
  expect(
    told(
      [first],
      [all[0], all[0]].flatMap((one) => one ?? []),
      known,
    ),
  ).toHaveLength(0);
});

it.each([{ memo: 'beta' }, { payee: 'acc-2' }])(
  'an id of a whole bulk has a line for each payment of one day (%j)',
  (more) => {
    const [other, own] = [line('BULK', '2026-11-25', more), line('BULK', '2026-11-25')];
    const known = { taken: new Set<string>(), owners: [later] };
    for (const day of [
      [other, own],
      [own, other],
    ])
      expect(told([first], [...day, line('BULK-2', '2026-11-26')], known)).toHaveLength(1);
  },
);

it.each([true, false])(
  "a line that bears an open row's memo is that row's (called not created: %s)",
  (isCalled) => {
    const open = { ...sent('2026-11-25T02:00:00Z'), key: 'o', isCalled, memo: 'rent' };
    const all = [
      line('BK-1', '2026-11-25T02:00:05Z', { memo: 'rent' }),
      line('BK-2', '2026-11-26T02:00:05Z'),
    ];
    const known = { taken: new Set<string>(), owners: [later, open] };
    expect(told([first], all, known)).toEqual([]);
    // The called row's own memo stands for none but it.
    const alike = { ...known, owners: [later, { ...open, memo: 'alpha' }] };
    const own = all.map((one) => ({ ...one, memo: 'alpha' }));
    expect(told([first], own, alike)).toHaveLength(1);
  },
);

describe('one line twice', () => {
  const counts = (more: Partial<StatementLine>): number[] => {
    const own = line('BANK-2', '2026-11-26T02:00:05.123Z');
    const known = { taken: new Set<string>(), owners: [later] };
    return Object.values(surplus([first], [own, { ...own, ...more }], known)).map(({ length }) => length);
  };
  it.each(['10.0', '10.00'])('is one payment with its amount written as %s', (amount) => {
    expect(counts({ amount })).toEqual([0, 0]);
  });
  it.each(['2026-11-26', '2026-11-26T02:00:05Z', '2026-11-26T02:00Z', '2026-11-26T02:00:05'])(
    'may be two of a bulk where its time is written as %s: nobody can tell',
    (at) => {
      expect(counts({ time: timeOf(at) })).toEqual([0, 1]);
    },
  );
});

describe('sendings less than an hour apart, over midnight', () => {
  const before = sent('2026-11-25T23:50:00Z');
  const after = sent('2026-11-26T00:20:00Z', 'T-2');
  const known = { taken: new Set(['T-2']), owners: [after] };
  const counts = (...lines: StatementLine[]): number[] =>
    Object.values(surplus([before], lines, known)).map(({ length }) => length);

  it.each([
    // The day of the first, or of the later one in a zone west of UTC.
    ['the day of the first', '2026-11-25', [0, 1]],
    ['the moment of the first', '2026-11-25T23:50:05Z', [0, 1]],
    ['the day of the later one', '2026-11-26', [0, 0]],
    ['the moment of the later one', '2026-11-26T00:20:05Z', [0, 0]],
  ])('a line of %s', (_, at, count) => {
    expect(counts(line('BANK-1', at))).toEqual(count);
  });

  it('and both days are two payments', () => {
    const both = [line('BANK-1', '2026-11-25'), line('BANK-2', '2026-11-26')];
    expect(counts(...both)).toEqual([1, 0]);
  });

  it('is the later payment where the statement has lines for days on both sides, and no other of it', () => {
    const next = line('BANK-9', '2026-12-01', { amount: '77' });
    const other = [line('BANK-8', '2026-11-20', { amount: '77' }), next];
    // One line beyond it may be of another bank, or of a payment that isn't made yet.
    expect(counts(line('BANK-1', '2026-11-25'), next)).toEqual([0, 1]);
    const scheduled = { ...next, reserve: 'its state is "Scheduled", which may not mean paid' };
    expect(counts(line('BANK-1', '2026-11-25'), ...other.slice(0, 1), scheduled)).toEqual([0, 1]);
    expect(counts(line('BANK-1', '2026-11-25'), ...other)).toEqual([0, 0]);
    expect(counts(line('BANK-1', '2026-11-25T22:00:00Z'), ...other)).toEqual([0, 0]);
    // Of a payment that is in doubt itself, a line may be missing for good.
    const doubted = { ...known, owners: [sent('2026-11-26T00:20:00Z')] };
    expect(surplus([before], [line('BANK-1', '2026-11-25'), ...other], doubted)).toMatchObject({
      twice: [],
      unclear: [{}],
    });
  });
});

describe('a world in which a sending was called not created, and a later one was paid', () => {
  const HOUR_MS = 60 * 60_000;
  const FIRST_MS = Date.parse('2026-11-24T00:00:00Z');
  const pad = (value: number): string => String(Math.abs(value)).padStart(2, '0');
  const written = (atMs: number, zone: number, how: string): string => {
    const text = new Date(atMs + zone * HOUR_MS).toISOString().slice(0, how === 'day' ? 10 : 19);
    return how === 'zoned' ? `${text}${zone < 0 ? '-' : '+'}${pad(zone)}:00` : text;
  };
  const world = fc.record({
    startMs: fc.integer({ min: 0, max: 24 * HOUR_MS }),
    apartMs: fc.integer({ min: 11 * 60_000, max: 72 * HOUR_MS }),
    zone: fc.integer({ min: -12, max: 14 }),
    how: fc.constantFrom('zoned', 'local', 'day'),
    delaysMs: fc.tuple(
      ...[0, 1].map(() => fc.oneof(fc.constant(1_000), fc.integer({ min: 1_000, max: 48 * HOUR_MS }))),
    ),
    isFirstPaid: fc.boolean(),
    goesOn: fc.boolean(),
    memo: fc.constantFrom('alpha', ''),
    ids: fc.constantFrom('bank', 'service'),
  });

  it('one payment is never said to be two, and two are never passed over', () => {
    fc.assert(
      fc.property(world, ({ startMs, apartMs, zone, how, delaysMs, isFirstPaid, goesOn, memo, ids }) => {
        const [firstMs, laterMs] = [FIRST_MS + startMs, FIRST_MS + startMs + apartMs];
        const of = (atMs: number, id: string, more = {}): StatementLine =>
          line(id, written(atMs, zone, how), { memo, ...more });
        const lines = [
          ...(goesOn ? [of(firstMs - 100 * HOUR_MS, 'BANK-8', { amount: '77' })] : []),
          ...(isFirstPaid ? [of(firstMs + (delaysMs[0] ?? 0), 'BANK-1')] : []),
          of(laterMs + (delaysMs[1] ?? 0), ids === 'bank' ? 'BANK-2' : 'T-2'),
          ...(goesOn ? [of(laterMs + 200 * HOUR_MS, 'BANK-9', { amount: '77' })] : []),
        ];
        const at = (ms: number): string => new Date(ms).toISOString();
        const known = { taken: new Set(['T-2']), owners: [sent(at(laterMs), 'T-2')] };
        const { twice, unclear } = surplus([sent(at(firstMs))], lines, known);
        if (isFirstPaid) expect(twice.length + unclear.length).toBe(1);
        else expect(twice).toEqual([]);
        if (!isFirstPaid && (goesOn || how === 'zoned' || ids === 'service')) expect(unclear).toEqual([]);
      }),
      { numRuns: 3000, seed: 7 },
    );
  });
});
