// Uses at hosts that lint.hosts doesn't name aren't told, and that is said: an entry that is mistyped or forgotten is no silence.
import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';

const CALLS = `const BASE = 'https://sandbox.harborpay.com';
export const me = () => fetch(\`\${BASE}/api/v1/current-tenant\`);
export const pay = (t) =>
  fetch('https://sandbox.harborpay.com/api/v1/transfers', {
    method: 'POST',
    body: JSON.stringify({ customerId: t.c, purposeOfPayment: 'PaymentForGoods', amount: '1' }),
  });
`;
const NEW = "export const me = () => fetch('https://crm.acme.example/api/v1/developer');\n";
const CONFIG = (...hosts: string[]): string => JSON.stringify({ lint: { hosts } });

const lint = (files: Record<string, string>, ...flags: string[]) =>
  paybatch(folder(files), ['lint', '.', '--no-cache', '--as-of', '2026-06-01', ...flags]);

describe('a host that lint.hosts does not name', () => {
  const files = { 'src/a.ts': CALLS, 'src/b.ts': NEW, 'paybatch.config.json': CONFIG('api.harborpya.com') };

  it('is named at the end, with how many uses at it are not reported', async () => {
    const { stdout, code } = await lint(files);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '2 uses at sandbox.harborpay.com are not reported: it is not in lint.hosts (src/a.ts:2 and further).',
    );
    expect(stdout).not.toContain('crm.acme');
  });

  it.each(['json', 'sarif', 'github', 'markdown'])('is told in %s', async (format) => {
    const { stdout } = await lint(files, '--format', format);
    expect(stdout).toContain('sandbox.harborpay.com');
    if (format === 'json')
      expect(JSON.parse(stdout)).toMatchObject({
        hostsAside: [{ host: 'sandbox.harborpay.com', count: 2, path: 'src/a.ts', line: 2 }],
      });
  });

  it('is told beside a table', async () => {
    expect((await lint(files, '--format', 'csv')).stderr).toContain('2 uses at sandbox.harborpay.com');
  });

  it.each([
    ['that is named', { 'paybatch.config.json': CONFIG('*.harborpay.com') }],
    ['where none is named', { 'paybatch.config.json': '{}' }],
    [
      'of which somebody spoke',
      {
        'src/a.ts': `// paybatch-ignore current-tenant-endpoint -- a sandbox\nfetch('https://sandbox.harborpay.com/api/v1/current-tenant');\n`,
      },
    ],
    ['of another vendor', { 'src/a.ts': "fetch('https://api.stripe.com/api/v1/current-tenant');\n" }],
  ])('is not one %s', async (_, more) => {
    const { stdout } = await lint({ ...files, ...more }, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ hostsAside: [] });
  });

  it('is none of a rule that is not asked for', async () => {
    const { stdout } = await lint(files, '--format', 'json', '--rule', 'transfer-amount');
    expect(JSON.parse(stdout)).toMatchObject({ hostsAside: [{ count: 1, line: 6 }] });
  });

  it('keeps an audit from being ready', async () => {
    const at = folder(files);
    const { stdout, code } = await paybatch(at, ['audit', '.', '--as-of', '2026-06-01']);
    expect(code).toBe(1);
    expect(stdout).not.toContain('Ready:');
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Not proven: .*2 uses at hosts that lint\.hosts does not name are not reported.* Not seen here: .*2 uses at sandbox\.harborpay\.com/,
    );
  });
});
