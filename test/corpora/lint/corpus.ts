// The labelled corpus: small files in all formats and languages. `NAME.expected` lists the findings of the file NAME,
// one `rule line:column` on each line. It is empty for a trap, in which lint must not find anything.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { scanFile } from '../../../src/lint/scan.ts';
import { ROOT } from '../../kit/cli.ts';
import { SCAN } from '../../kit/lint.ts';

export const CORPUS = join(ROOT, 'test/corpora/lint/corpus');

export interface Case {
  readonly name: string;
  readonly expected: readonly string[];
  readonly found: readonly string[];
}

export async function playCorpus(): Promise<Case[]> {
  const names = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.expected'))
    .map((name) => name.slice(0, -'.expected'.length))
    .sort();
  const cases: Case[] = [];
  for (const name of names) {
    const expected = readFileSync(join(CORPUS, `${name}.expected`), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const text = readFileSync(join(CORPUS, name), 'utf8');
    const { findings } = await scanFile(
      name
        .replace(/^.*\//, `corpus/${basename(name)}/`)
        .replace(`${basename(name)}/${basename(name)}`, basename(name)),
      text,
      SCAN,
    );
    cases.push({
      name,
      expected: [...expected].sort(),
      found: findings
        .filter(({ confidence }) => confidence !== 'low')
        .map(({ rule, line, column }) => `${rule} ${line}:${column}`)
        .sort(),
    });
  }
  return cases;
}

/** A finding counts as right if its rule, line and column are as expected. */
export function measure(cases: readonly Case[]): {
  precision: number;
  recall: number;
  expected: number;
  found: number;
} {
  let hits = 0;
  let expected = 0;
  let found = 0;
  for (const one of cases) {
    const open = [...one.expected];
    for (const finding of one.found) {
      const at = open.indexOf(finding);
      if (at >= 0) {
        open.splice(at, 1);
        hits++;
      }
    }
    expected += one.expected.length;
    found += one.found.length;
  }
  return { precision: hits / found, recall: hits / expected, expected, found };
}
