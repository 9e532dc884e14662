// Small sources for each class of what is found and of its neighbour that is not. A file of cases holds several:
// `=== name`, then the source; `<<< rule` at the end of a line says that the rule is found there, and `<<< ?rule` that it
// may be.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { scanText } from '../../src/lint/scan.ts';
import { ROOT } from '../support/cli.ts';

const FOLDER = join(ROOT, 'test/lint/classes');
const SETTINGS = {
  asOf: '2026-06-01',
  cutoff: '2026-10-30',
  minConfidence: 'medium' as const,
  hosts: [],
  clients: [],
};

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

for (const file of readdirSync(FOLDER).sort()) {
  describe(`what is found and what is not: ${file.replace('.txt', '')}`, () => {
    const cases = casesOf(readFileSync(join(FOLDER, file), 'utf8'));
    it.each(cases.map((one) => [one.name, one] as const))('%s', async (name, { source, wanted, allowed }) => {
      const path = name.split(' ')[0] ?? name;
      const { findings } = await scanText(path, source, { neighbour: false }, SETTINGS);
      const found = findings
        .map(({ rule, line }) => `${rule} ${line}`)
        .filter((one) => !allowed.includes(one));
      expect(found.sort()).toEqual(wanted);
    });
  });
}

describe('a route that a server defines', async () => {
  const cases = casesOf(readFileSync(join(FOLDER, 'routes.txt'), 'utf8'));
  it.each(cases.map((one) => [one.name, one] as const))(
    'is never high nor fixable: %s',
    async (name, { source }) => {
      const settings = { ...SETTINGS, minConfidence: 'low' as const };
      const { findings } = await scanText(name.split(' ')[0] ?? name, source, { neighbour: false }, settings);
      expect(findings.filter(({ confidence, fixable }) => confidence === 'high' || fixable)).toEqual([]);
    },
  );
});
