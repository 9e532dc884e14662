// A dry run with bad input of every kind ends with a result or a refusal, and loses no row.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Refusal } from '../../../src/batch/input/control.ts';
import type { Warning } from '../../../src/batch/input/warnings.ts';
import { InputError } from '../../../src/files/input-error.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { results } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { checkIn } from '../../kit/sandbox.ts';
import { trials } from '../../kit/seed.ts';
import { say, sayOf } from '../../kit/words.ts';

describe('a dry run', () => {
  it('ends with a result or a refusal, whatever bytes the file contains', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }).map((body) => Buffer.from(body)),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc
        .array(
          fc.constantFrom('"', ',', ';', '\n', '\r', 'a', 'reference', 'receiverAmount', ' ', '\t', '1.00'),
          { maxLength: 80 },
        )
        .map((parts) => Buffer.from(parts.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (bytes, withHeader) => {
        const at = folder({
          'in.csv': withHeader ? Buffer.concat([Buffer.from(payouts([])), bytes]) : bytes,
        });
        const end = await checkIn(at).catch((error: unknown) => {
          expect(error instanceof InputError || error instanceof Refusal, String(error)).toBe(true);
          return undefined;
        });
        if (end) expect(end.footing).toEqual([]);
      }),
      { numRuns: trials(50) },
    );
  });

  it('writes one results line for each row, in order, whatever its cells contain', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 15 }).filter((value) => !value.includes('\0'));
    const row = fc.dictionary(fc.constantFrom(...COLUMNS), cell, { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const at = folder({ 'in.csv': payouts(rows) });
        const end = await checkIn(at);
        expect(end.footing).toEqual([]);
        const lines = results(join(at, 'out.csv')).map((line) => Number(line['line']));
        expect(lines).toHaveLength(rows.length);
        expect(lines).toEqual([...lines].sort((a, b) => a - b));
        for (const line of readFileSync(join(at, 'out.csv'), 'utf8').split('\n'))
          expect(line).not.toMatch(/^[=+@-]/);
      }),
      { numRuns: trials(50) },
    );
  });

  it('obeys the profile: closed sets, required fields, document size', async () => {
    const at = folder({
      'in.csv': payouts([
        { reference: 'A', documents: 'd.pdf' },
        { reference: 'B', 'source.network': 'polygon', 'destination.currency': 'XXQ', customerId: '' },
        { reference: 'C', documents: 'data:text/plain;base64,eHh4eA==', memo: 'four bytes' },
      ]),
      'd.pdf': 'xxxxx',
    });
    const profile = {
      ...DEFAULT_PROFILE,
      maxDocumentBytes: 4,
      closedCurrencies: true,
      networks: { values: ['ethereum'], closed: true },
      requiredTransferFields: ['memo' as const],
    };
    await checkIn(at, { profile });
    const messages = results(join(at, 'out.csv')).map((line) => line['errorMessage']);
    expect(messages[0]).toMatch(/5 bytes, but at most 4/);
    expect(messages[0]).toMatch(/memo: is missing/);
    expect(messages[1]).toMatch(/"XXQ" is not a currency of ISO 4217/);
    expect(messages[1]).toMatch(/"polygon" is not among the values of profile.networks \(ethereum\)/);
    expect(messages[1]).not.toMatch(/customerId/);
    expect(messages[2]).toBe('');
  });

  it('warns about a currency that is unknown or in lower case, and refuses too many decimal places', async () => {
    const at = folder({
      'in.csv': payouts([
        { reference: 'A', 'destination.currency': 'gbp' },
        { reference: 'B', 'destination.currency': 'xxq' },
        { reference: 'C', 'destination.currency': 'JPY', receiverAmount: '1.5' },
      ]),
    });
    const said: string[] = [];
    const checked = (_: unknown, warnings: readonly Warning[]): void =>
      void said.push(...warnings.map(({ value, message }) => `${value} ${say(message)}`));
    await checkIn(at, {}, { checked });
    expect(said).toContain(
      'gbp is not a currency of ISO 4217, USDC or USDCT (did you mean GBP?). It is sent unchanged',
    );
    expect(said).toContainEqual(expect.stringMatching(/^xxq is not a currency of ISO 4217/));
    const messages = results(join(at, 'out.csv')).map((line) => line['errorMessage']);
    expect(messages.slice(0, 2)).toEqual(['', '']);
    expect(messages[2]).toContain('"1.5" has 1 digit after the point; JPY has none');
  });

  it('finds rows with control characters invalid, and prints none of them in a message', async () => {
    const at = folder({
      'in.csv': payouts([
        { reference: 'A\u001b[2J' },
        { reference: 'B', documents: '\u001b[31mx.pdf' },
        { reference: 'C\nD' },
      ]),
    });
    const said: string[] = [];
    const end = await checkIn(at, {}, { problem: (_, __, message) => said.push(sayOf(message)) });
    expect(end.tally.count('invalid')).toBe(3);
    for (const message of said) expect(message).not.toMatch(/[\u0000-\u001f]/);
  });

  it('counts equal warnings of a large file instead of keeping each one', async () => {
    const at = folder({ 'in.csv': payouts(numbered(3000, { purposeOfPayment: 'Other' })) });
    const seen: number[] = [];
    await checkIn(at, {}, { checked: (_, warnings) => seen.push(...warnings.map(({ count }) => count)) });
    expect(seen).toEqual([3000]);
  });
});

describe('a row with more cells than the header', () => {
  const cut = { receiverAmount: '4996,51', useDeveloperFunds: 'false', memo: 'Invoice 3' };
  const file = (rows: string): string => payouts([{ reference: 'A-1' }]) + rows;
  /** The row as an export without quotes writes it. */
  const unquoted = (reference: string): string =>
    (payouts([{ reference, ...cut }]).split('\n')[1] ?? '').replaceAll('"', '') + '\n';

  it('has one error, and no further errors or warnings', async () => {
    const problems: string[] = [];
    const warned: unknown[] = [];
    await checkIn(
      folder({ 'in.csv': file(unquoted('A-2')) }),
      {},
      {
        problem: (_, __, message) => problems.push(sayOf(message)),
        checked: (_, list) => warned.push(...list),
      },
    );
    const width = COLUMNS.length;
    expect(problems).toEqual([
      `3: the row has ${width + 1} cells, but the header has ${width}: if each row ends with one "," too many, remove it; if a cell contains a comma, put quotes around it`,
    ]);
    expect(warned).toEqual([]);
  });

  it('is left out of all totals, because its amount cannot be read', async () => {
    const end = await checkIn(folder({ 'in.csv': file(unquoted('A-2') + unquoted('A-3')) }));
    const totals = end.tally.totals();
    const sums = Object.values(totals).map(({ invalid = '0' }) => Number(invalid));
    expect(sums.every((sum) => sum === 0)).toBe(true);
    expect(end.facts.unreadable).toBe(2);
    expect(end.facts.unreadableAmounts).toEqual([3, 4]);
    expect(end.footing).toEqual([]);
  });
});
