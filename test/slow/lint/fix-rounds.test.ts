// --fix goes on until nothing is certain any more: one path that is mended makes others certain, and they are mended in the same run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { applyFixes } from '../../../src/lint/fix/fix.ts';
import { lint } from '../../../src/lint/lint.ts';
import { folder } from '../../kit/folder.ts';
import { LINT } from '../../kit/lint.ts';

const CASES = {
  'a.cs': `public class C {
    const string Tenant = "/api/v1/current-tenant";
    const string Balances = Tenant + "/balances";
    public Task B() => _http.GetStringAsync(Balances);
    public Task H() => _http.GetStringAsync("/api/v1/current-tenant/webhook-config");
}
`,
  'a.ts': `import axios from 'axios';
const TENANT = '/api/v1/current-tenant';
export const ENDPOINTS = {
  tenant: TENANT,
  hook: '/api/v1/current-tenant/webhook-config',
  crypto: (network: string) => \`/api/v1/current-tenant/crypto-instruction/\${network}/USDC\`,
};
const http = axios.create({ baseURL: process.env.PAYMENTS });
export const tenant = () => http.get(ENDPOINTS.tenant).then((r) => r.data);
export const hook = (url: string) => http.patch(ENDPOINTS.hook, { url });
export const crypto = (n: string) => http.get(ENDPOINTS.crypto(n));
`,
};

describe('--fix', () => {
  it.each(Object.entries(CASES))('mends all of %s at once, and says so', async (name, text) => {
    const at = folder({ [name]: text });
    const scan = () => lint({ ...LINT, cwd: at });
    const [one] = await applyFixes(at, await scan(), LINT, false);
    expect(one?.left).toBeUndefined();
    expect(one?.fixes).toBeGreaterThan(1);
    const after = readFileSync(join(at, name), 'utf8');
    expect(after).toBe(text.replaceAll('current-tenant', 'developer'));
    expect((await scan()).findings).toEqual([]);
  });

  it('leaves what a baseline holds', async () => {
    const at = folder({ 'a.cs': CASES['a.cs'] });
    const { findings } = await lint({ ...LINT, cwd: at });
    const [one] = await applyFixes(at, { findings: findings.filter(({ line }) => line === 5) }, LINT, false);
    expect(one?.fixes).toBe(1);
    expect(readFileSync(join(at, 'a.cs'), 'utf8')).toContain('Tenant = "/api/v1/current-tenant"');
  });
});
