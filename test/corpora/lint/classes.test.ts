// Small sources for each kind of use that lint finds, and similar sources in which it must not find anything. A case
// begins with `=== name`. `<<< rule` at the end of a line means that lint finds the rule there, and `<<< ?rule` that
// it may find it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { confidenceOf } from '../../../src/lint/model/weights.ts';
import { type FileResult, scanFile } from '../../../src/lint/scan.ts';
import { ROOT } from '../../kit/cli.ts';
import { SCAN } from '../../kit/lint.ts';

const FOLDER = join(ROOT, 'test/corpora/lint/classes');

interface Case {
  readonly name: string;
  readonly source: string;
  readonly wanted: readonly string[];
  readonly allowed: readonly string[];
}

function casesOf(text: string): Case[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part): Case => {
      const [name = '', ...lines] = part.split('\n');
      const marks = lines.flatMap((line, i) =>
        (/\s*<<< (.+)$/.exec(line)?.[1] ?? '')
          .split(/[ ,]+/)
          .filter((rule) => rule !== '')
          .map((rule) => `${rule} ${i + 1}`),
      );
      return {
        name,
        source: lines.map((line) => line.replace(/\s*<<< .+$/, '')).join('\n'),
        wanted: marks.filter((mark) => !mark.startsWith('?')).sort(),
        allowed: marks.filter((mark) => mark.startsWith('?')).map((mark) => mark.slice(1)),
      };
    });
}

/**
 * Replaces placeholders by random names: `zzA`, `ZzA`, `ZZ_A` and `zz_a` are one name in four spellings. Each seed
 * gives another name.
 */
function named(source: string, seed: number): string {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = (): string => Array.from({ length: 3 }, () => SYLLABLES[random(SYLLABLES.length)]).join('');
  const words = new Map<string, readonly [string, string]>();
  const capital = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1);
  return source.replace(/\b(?:zz|Zz|ZZ)_?([A-Za-z])\b/g, (written, letter: string) => {
    const known = words.get(letter.toUpperCase()) ?? [word(), word()];
    words.set(letter.toUpperCase(), known);
    const [one, two] = known;
    if (written.startsWith('ZZ')) return `${one}_${two}`.toUpperCase();
    if (written.startsWith('Zz')) return capital(one) + capital(two);
    return written.includes('_') ? `${one}_${two}` : one + capital(two);
  });
}

const SYLLABLES = ['la', 'lu', 'mi', 'no', 'ru', 'ba', 'ki', 'ze', 'vo', 'tu', 'fa', 'ji'];
const SEEDS = [1, 20_261_030, 77];

for (const file of readdirSync(FOLDER).sort()) {
  describe(`the findings marked in ${file.replace('.txt', '')}`, () => {
    const cases = casesOf(readFileSync(join(FOLDER, file), 'utf8'));
    it.each(cases.map((one) => [one.name, one] as const))('%s', async (name, { source, wanted, allowed }) => {
      const path = name.split(' ')[0] ?? name;
      const seeds = /\b(?:zz|Zz|ZZ)_?[A-Za-z]\b/.test(source) ? SEEDS : SEEDS.slice(0, 1);
      for (const seed of seeds) {
        const { findings } = await scanFile(path, named(source, seed), SCAN);
        for (const { confidence, evidence } of findings)
          expect(confidenceOf(evidence.reduce((sum, { weight }) => sum + weight, 0))).toBe(confidence);
        const found = findings
          .filter(({ confidence }) => confidence !== 'low')
          .map(({ rule, line }) => `${rule} ${line}`)
          .filter((one) => !allowed.includes(one));
        expect(found.sort(), `seed ${seed}`).toEqual(wanted);
      }
    });
  });
}

const read = (file: string): Case[] => casesOf(readFileSync(join(FOLDER, file), 'utf8'));
const scanned = ({ name, source }: Case): Promise<FileResult> =>
  scanFile(name.split(' ')[0] ?? name, source, SCAN);

describe('a route that a server defines', () => {
  const cases = ['routes.txt', 'declared-routes.txt'].flatMap(read);
  it.each(cases.map((one) => [one.name, one] as const))(
    'has no finding that is fixable or of high confidence: %s',
    async (_, one) => {
      const { findings } = await scanned(one);
      expect(findings.filter(({ confidence, fixable }) => confidence === 'high' || fixable)).toEqual([]);
    },
  );
});
