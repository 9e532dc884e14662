// A reference that only looks different from one that was paid, whichever of the two is the odd one: other alphabets, widths
// and cases, stored or asked for, in this run or in a ledger of an earlier release.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { foldedReference } from '../../../src/interface/reference.ts';
import { results } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn } from '../../kit/run.ts';
import { sandbox } from '../../kit/sandbox.ts';

const PAIRS: readonly (readonly [string, string, string])[] = [
  ['full width', 'ＩＮＶ-7', 'inv-7'],
  ['accents in capitals', 'ÉTÉ-1', 'été-1'],
  ['an odd space', 'INV\u00a07', 'INV7'],
  ['a Cyrillic letter', 'INV-\u0430\u0441-1', 'INV-ac-1'],
  ['a Cyrillic capital', '\u0412\u041d-1', 'BH-1'],
  ['a Greek capital', '\u0391\u0392-1', 'AB-1'],
  ['full width, with zeros before it', '０１２', '12'],
];

describe('a reference that looks like a paid one', () => {
  it.each(
    PAIRS.flatMap(([what, one, other]) => [
      [what, one, other] as const,
      [`${what}, the other way`, other, one] as const,
    ]),
  )('by %s: %j then %j is paid once', async (_, first, second) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts([{ ...numbered(1)[0], reference: first }]) });
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    writeFileSync(join(at, 'in.csv'), payouts([{ reference: second, receiverAmount: '77', memo: 'other' }]));
    await runIn(at, service.url);
    expect(service.store.transfers).toHaveLength(1);
    expect(results(join(at, 'in.results.csv'))[0]?.['errorMessage']).toMatch(
      /only by case, width, spaces or leading zeros/,
    );
  });
  it.each([
    ['СЧ-1', 'CQ-1'],
    ['Счёт 7', 'Счёт 8'],
    ['日本 1', '日木 1'],
    ['Ω-1', 'O-1'],
  ])('%j and %j do not look alike', (one, other) => {
    expect(foldedReference(one)).not.toBe(foldedReference(other));
  });
});
