// Spellings under which a reference is looked up: with other signs, and few.
import { describe, expect, it } from 'vitest';

import { foldedReference } from '../../../src/interface/reference.ts';
import { respeltReferences, signless } from '../../../src/interface/respelt-reference.ts';

const finds = (paid: string, comes: string): boolean =>
  respeltReferences(comes).includes(foldedReference(paid)) && signless(paid) === signless(comes);

describe('a reference that was paid is found', () => {
  it.each<readonly [string, string]>([
    ['RE-2024/1100', 'RE2024/1100'],
    ['RE-2024/1100', 'RE-2024-1100'],
    ['RE-2024/1100', 'RE/2024-1100'],
    ['RE/2024-1100', 'RE 2024/1100'],
    ['INV#2024-1100', 'INV-2024-1100'],
    ['R1/24-a', 'R1-24-A'],
    ['R1-24/a', 'R1/24/A'],
    ['1-2/3', '1/2-3'],
    ['INV-12A', 'INV12A'],
    ['INV/12-A', 'INV12A'],
    ['(INV)1106', 'INV1106'],
    ...['INV1100', 'INV-1100', 'INV/1100', 'INV.1100', 'INV_1100', 'INV#1100', 'INV:1100'].flatMap((paid) =>
      ['INV1100', 'INV-1100', 'INV:1100', '(INV)1100', 'INV*1100']
        .filter((comes) => comes !== paid)
        .map((comes) => [paid, comes] as const),
    ),
    ['INV+1102', 'INV-1102'],
    ['INV,1103', 'INV.1103'],
    ['INV\\1104', 'INV/1104'],
    ['RE-1-2-3', 'RE1/2/3'],
    ['A.1.2.3.4', 'A-1-2-3-4'],
  ])('%s, where %s comes', (paid, comes) => {
    expect(finds(paid, comes)).toBe(true);
  });
});

it('is found with hyphens, slashes or nothing at either of two places, whichever of them comes', () => {
  const signs = ['-', '/', ''];
  const all = signs.flatMap((one) => signs.map((two) => `INV${one}12${two}A`));
  const number = signs.flatMap((one) => ['-', '/'].map((two) => `RE${one}2024${two}1100`));
  for (const spelt of [all, number])
    for (const paid of spelt)
      for (const comes of spelt.filter((one) => one !== paid))
        expect(finds(paid, comes), `${paid} > ${comes}`).toBe(true);
});

describe('another reference is not', () => {
  it.each([
    ['2026-10', '202610'],
    ['RE-1-12', 'RE-11-2'],
    ['RE-1-12', 'RE-112'],
    ['RENT-A', 'RENTA'],
    ['2026/10-1', '202610-1'],
    ['INV-12', 'INV-13'],
  ])('%s, where %s comes', (paid, comes) => {
    expect(finds(paid, comes)).toBe(false);
  });
});

it('is looked up eleven times at most, never as itself, and not at all without a place for a sign', () => {
  const all = [
    'A1',
    'A-1',
    'A*1',
    '1-2',
    'A-1-B',
    'A*1*B',
    'RE-2024/1100',
    '1/2/3',
    'R1/24-a',
    'A-1/B.2',
    'A1B2C3D4',
  ];
  for (const one of all) {
    const spellings = respeltReferences(one);
    expect(spellings.length, one).toBeGreaterThan(0);
    expect(spellings.length, one).toBeLessThanOrEqual(11);
    expect(new Set(spellings).size).toBe(spellings.length);
    expect(spellings).not.toContain(foldedReference(one));
    expect(new Set(spellings.map(signless))).toEqual(new Set([signless(one)]));
  }
  expect(['1100', 'RENT', ''].flatMap(respeltReferences)).toEqual([]);
});
