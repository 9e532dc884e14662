// More findings, records and lines than a call takes arguments: found, judged and shown in every form, by lint and audit.
import { expect, it } from 'vitest';

import { audit } from '../../../src/audit/audit.ts';
import { auditHtml } from '../../../src/audit/audit-html.ts';
import { auditMarkdown } from '../../../src/audit/audit-markdown.ts';
import { auditText } from '../../../src/audit/audit-text.ts';
import { formatGithub, formatMarkdown } from '../../../src/lint/format/github.ts';
import { findingJson, formatCsv, formatJson } from '../../../src/lint/format/json.ts';
import { formatSarif } from '../../../src/lint/format/sarif.ts';
import { formatText } from '../../../src/lint/format/text.ts';
import { lint } from '../../../src/lint/lint.ts';
import { folder } from '../../kit/folder.ts';
import { LINT } from '../../kit/lint.ts';

const MANY = 135_000;
const lines = (line: (i: number) => string): string =>
  Array.from({ length: MANY }, (_, i) => line(i)).join('');

it(
  '135,000 of them: in one file, in every form of a report, on every page of an audit',
  { timeout: 240_000 },
  async () => {
    const cwd = folder({
      'a.ndjson': lines((i) => `{"customerId":"c${i}","receiverAmount":1,"amount":2}\n`),
    });
    const report = await lint({ ...LINT, cwd });
    expect([report.findings.length, report.unreadable]).toEqual([MANY, []]);
    const text = formatText(report, { explain: false, width: 80, colour: (_, text) => text });
    expect(text.length).toBeGreaterThan(MANY);
    const forms = [formatJson(report), formatSarif(report, '1.0.0'), formatGithub(report), formatCsv(report)];
    for (const form of forms) expect(form.length).toBeGreaterThan(MANY);
    expect(formatMarkdown(report).length).toBeGreaterThan(1_000);
    const findings = report.findings.map((one, i) => ({
      ...findingJson(one, report),
      path: `f${i}`,
      owners: [`@o${i}`],
    }));
    const { asOf, cutoff, daysLeft, filesScanned } = report;
    const page = audit({
      ...{
        asOf,
        cutoff,
        daysLeft,
        filesScanned,
        paths: ['.'],
        findings,
        leftOut: findings.map((one) => ({ ...one, by: 'off' as const })),
        hostsAside: [],
        trend: null,
        folder: cwd,
        repository: null,
        place: [],
      },
      data: findings.map(({ path }) => ({
        ...{ path, kind: 'payouts', rows: 1, ready: 1, waiting: 0, unreadable: 0, changed: 1 },
      })),
      notLookedAt: findings.map(({ path }) => `${path}: x`),
      unreadable: findings.map(({ path }) => ({ path, why: 'x' })),
    });
    for (const form of [auditText, auditMarkdown, auditHtml]) expect(form(page).length).toBeGreaterThan(MANY);
  },
);

it('paths without end', { timeout: 120_000 }, async () => {
  const cwd = folder({ '.env': lines((i) => `U${i}=https://h/api/v1/current-tenant/a\n`) });
  const { findings } = await lint({ ...LINT, cwd });
  expect(findings).toHaveLength(MANY);
});
