// What the checks across runs warned of stays with the run: of a quiet night, the morning's reader finds it in the report and in status.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { keptWarnings, Warnings } from '../../../src/batch/input/warnings.ts';
import { reportHtml } from '../../../src/report/report-html.ts';
import { reportMarkdown } from '../../../src/report/report-markdown.ts';
import { type Place, place } from '../../kit/in-doubt.ts';
import { ACCOUNT, COLUMNS, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { verbatim } from '../../kit/words.ts';
import { HOSTILE, madeUp } from './made-up.ts';

const OTHER = '886313e1-3b8a-4372-9b90-0c9aee199e5e';
const account = (at: number): string => `886313e1-3b8a-4372-9b90-${String(at).padStart(12, '0')}`;

const row = (reference: string, to: string, supplier: string): Record<string, string> => ({
  reference,
  'destination.externalAccountId': to,
  'x-supplier': supplier,
});

/** A night at one account; then, quietly, new suppliers and that one at another account, which was never paid before either. */
async function quietNight(news: number): Promise<Place> {
  const one = await place(await sandbox(), { payee: 'x-supplier', checks: { firstPayment: 'warning' } });
  const columns = [...COLUMNS, 'x-supplier'];
  const pay = async (name: string, rows: readonly Record<string, string>[]): Promise<void> => {
    writeFileSync(join(one.at, name), payouts(rows, columns));
    expect(await one.say(['run', join(one.at, name), '--yes', '--quiet'], {})).toMatchObject({
      ...{ code: 0, out: '', err: '' },
    });
  };
  await pay('a.csv', [row('A-1', ACCOUNT, 'Supplier 9 & Co')]);
  const fresh = Array.from({ length: news }, (_, at) => row(`B-${at}`, account(at), `New ${at}`));
  await pay('b.csv', [...fresh, row('B-last', OTHER, 'Supplier 9 & Co')]);
  return one;
}

const CHANGED = 'is not the account at which this payee (x-supplier) was last paid';

describe('what the checks warned of, of a night that said nothing', () => {
  it('stands in the report, the gravest first, as many as are kept, and all are counted', async () => {
    const one = await quietNight(80);
    const { out: json } = await one.say(['report', 'last', '--format', 'json']);
    const { warnings } = JSON.parse(json) as { warnings: { first: { line: number; text: string }[] } };
    expect(warnings).toMatchObject({ count: 82 });
    expect(warnings.first).toHaveLength(50);
    expect(warnings.first.slice(0, 3).map(({ line }) => line)).toEqual([82, 2, 3]);
    expect(warnings.first[0]?.text).toContain(`${OTHER}" ${CHANGED} (${ACCOUNT}`);
    const { out: md } = await one.say(['report', 'last', '--format', 'md']);
    expect(md).toMatch(
      /## Warnings of the checks \(82\)\n\n- \*\*line 82\*\*: [^\n]*is not the account[^\n]*\n- \*\*line 2\*\*: /,
    );
    expect(md).toContain('\nand 32 more\n');
    const { out: html } = await one.say(['report', 'last']);
    const section = /<section id="checks".*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(section).toMatch(/Warnings of the checks.*line 82.*is not the account.*line 2.*was never paid/s);
  });
});

describe('what the checks warned of, where others chose the words', () => {
  it('is no markup in the page and none in the Markdown', async () => {
    const warnings = new Warnings();
    for (const [at, name] of HOSTILE.entries()) warnings.add(at + 2, 'memo', name, () => verbatim('is long'));
    const made = madeUp(3);
    const report = {
      ...made,
      facts: { ...made.facts, warned: keptWarnings(warnings.list(), warnings.overflow) },
    };
    let html = '';
    for await (const part of reportHtml(report)) html += part;
    const section = /<section id="checks".*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(section).toContain('&lt;img src=x');
    expect(section).not.toMatch(/<(?:img|script)/);
    expect(reportMarkdown(report)).toContain(String.raw`\<img src=x`);
  });
});
