// A source that is too large to be read whole is never clean: what was read is judged, and that it was cut is said.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { formatSarif } from '../../../src/lint/format/sarif.ts';
import { lint } from '../../../src/lint/lint.ts';
import { folder } from '../../kit/folder.ts';
import { LINT } from '../../kit/lint.ts';

const OLD = 'amount,customerId,source.currency,destination.currency,purposeOfPayment\n1,a,USDC,EUR,Other\n';

describe('more than 64 MiB', { timeout: 60_000 }, () => {
  it('is said, beside what was found before', async () => {
    const cwd = folder({ 'a.csv': OLD, 'b.ts': OLD, 'c.log': 'nothing\n', 'small.csv': OLD });
    for (const name of ['a.csv', 'b.ts', 'c.log']) {
      const path = join(cwd, name);
      writeFileSync(path, Buffer.alloc(65 * 1024 * 1024, '1,a,USDC,EUR,Other\n'), { flag: 'a' });
    }
    const { findings, unreadable } = await lint({ ...LINT, cwd });
    expect(unreadable).toEqual([
      { path: 'a.csv', why: 'only the first 64 MiB were read: split the file', partly: true },
      { path: 'b.ts', why: 'is larger than 64 MiB' },
      { path: 'c.log', why: 'only the first 64 MiB were read: split the file', partly: true },
    ]);
    expect(new Set(findings.map(({ path }) => path))).toEqual(new Set(['a.csv', 'small.csv']));
  });
});

describe('the last row', { timeout: 60_000 }, () => {
  it('of 60,000 is read, and files are judged by what is in them, not by their names', async () => {
    const rows = 'x,OrganizationChar,1\n'.repeat(60_000);
    const cwd = folder({
      'types.csv': `businessLegalName,documentType,phoneNumber\n${rows}x,OrganizationChart,1\n`,
      ...Object.fromEntries(['results', 'response', 'answer', 'rows'].map((name) => [`${name}.csv`, OLD])),
    });
    const { findings } = await lint({ ...LINT, cwd });
    expect(findings.filter(({ path }) => path === 'types.csv').map(({ line }) => line)).toContain(60_002);
    const found = new Set(findings.map(({ path }) => path));
    expect([...found].sort()).toEqual(['answer.csv', 'response.csv', 'results.csv', 'rows.csv', 'types.csv']);
  });
});

describe('SARIF', () => {
  it('has a valid address for every path, those outside the working directory from the root', async () => {
    const top = folder({
      'out side/ä#%?.csv': OLD,
      'in/a b:c/[x]%20é\u0001.csv': OLD,
      'in/../in/plain.csv': OLD,
    });
    const cwd = join(top, 'in');
    const report = await lint({
      ...LINT,
      cwd,
      paths: ['.', '../out side', join(top, 'out side/ä#%?.csv')],
    });
    const log = JSON.parse(formatSarif(report, '1.0.0', cwd)) as {
      runs: {
        results: {
          locations: { physicalLocation: { artifactLocation: { uri: string; uriBaseId?: string } } }[];
        }[];
      }[];
    };
    const places =
      log.runs[0]?.results.map(({ locations: [place] }) => place?.physicalLocation.artifactLocation) ?? [];
    const byUri = new Map(places.map((place) => [place?.uri, place?.uriBaseId]));
    expect(byUri.get('a%20b%3Ac/%5Bx%5D%2520%C3%A9%01.csv')).toBe('SRCROOT');
    expect(byUri.get('plain.csv')).toBe('SRCROOT');
    const outside = [...byUri].filter(([, base]) => base === undefined).map(([uri]) => uri);
    expect(outside).toEqual([expect.stringMatching(/^file:\/\/\/.*\/out%20side\/%C3%A4%23%25%3F\.csv$/)]);
    for (const uri of byUri.keys()) expect(uri).toMatch(/^[A-Za-z0-9\-._~!$&'()*+,;=:@%/]+$/);
  });
});
